import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint, touched } from './fingerprint.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

/** Names of the tables that a statement of the owner changes, as every test of refusals is given them. */
async function seen(statement: string): Promise<string[]> {
  const before = await fingerprint(harness.platform);
  await harness.platform.db.asOwner((run) => run(statement));
  return touched(before, await fingerprint(harness.platform));
}

it('a row that is changed, added or removed is seen, and one that stays as it was is not', async () => {
  expect(await seen('select 1')).toEqual([]);
  expect(await seen('create table plant (tenant_id bigint, what text)')).toEqual(['plant']);
  expect(await seen("insert into plant values (1, 'one'), (1, 'other')")).toEqual(['plant']);
  expect(await seen("update plant set what = 'third' where what = 'one'")).toEqual(['plant']);
  expect(await seen("update plant set what = 'third' where what = 'third'")).toEqual([]);
  expect(await seen("alter table plant add column more text default 'more'")).toEqual(['plant']);
  expect(await seen("delete from plant where what = 'other'")).toEqual(['plant']);
  expect(await seen('drop table plant')).toEqual(['plant']);
});
