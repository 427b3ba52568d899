import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint, touched } from './fingerprint.ts';
import { type Harness, startHarness } from './harness.ts';
import { tablePrints } from './table-prints.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

type Run = Parameters<Parameters<Harness['platform']['db']['asOwner']>[0]>[0];
const asOwner = <T>(work: (run: Run) => Promise<T>) => harness.platform.db.asOwner(work);

/** What reads every table, and what notes each change. */
const WAYS = {
  'a print of every table': () => asOwner((run) => tablePrints(run)),
  'the notes of changes': () => fingerprint(harness.platform),
};

it.each(Object.entries(WAYS))(
  'a row that is changed, added or removed is detected by %s, and an unchanged one is not',
  async (_, print) => {
    /** Names of the tables that a statement of the owner changes. */
    const seen = async (statement: string) => {
      const before = await print();
      await asOwner((run) => run(statement)).catch(() => undefined);
      return touched(before, await print());
    };
    const added = `insert into block_entry (tenant_id, document_type, document, reason, created_at)
      select 1, 'cpf', document, 'Conferido', now() from unnest('{52998224725,11122233396}'::text[]) document`;
    expect(await seen('select 1')).toEqual([]);
    expect(await seen(added)).toEqual(['block_entry']);
    expect(await seen("update block_entry set reason = 'Outra' where document = '52998224725'")).toEqual([
      'block_entry',
    ]);
    expect(await seen("update block_entry set reason = 'Outra' where document = '52998224725'")).toEqual([]);
    expect(await seen('update block_entry set reason = null; select 1 / 0')).toEqual([]);
    expect(await seen('delete from block_entry')).toEqual(['block_entry']);
    expect(await seen('delete from block_entry')).toEqual([]);
  },
);
