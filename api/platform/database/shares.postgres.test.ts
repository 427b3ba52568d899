import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

let harness: Harness;
let db: Database;
beforeAll(async () => {
  harness = await startHarness();
  db = openPostgres({ url: harness.platform.db.url ?? '', pool: 4 });
});
afterAll(async () => {
  await db.close();
  await harness.stop();
});

it('S47: who comes while another tenant has far more than all connections has its turn at once', async () => {
  const [one = 0, other = 0] = await harness.platform.db.tenantIds();
  const done: string[] = [];
  const ask = (tenant: number, name: string) =>
    db
      .tenant(tenant)
      .one(sql`select pg_sleep(0.02)`)
      .then(() => void done.push(name));
  // Both are active, so neither may hold more than half.
  await Promise.all([ask(one, 'warm'), ask(other, 'warm')]);
  const storm = Array.from({ length: 40 }, () => ask(one, 'storm'));
  expect([db.load?.().waiting, db.wait?.(other)]).toEqual([38, 0]);
  await ask(other, 'other');
  expect(done.indexOf('other')).toBeLessThan(8);
  await Promise.all(storm);
  expect(db.load?.().waiting).toBe(0);
});
