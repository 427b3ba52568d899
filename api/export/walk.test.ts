import { XLSX_MOST_ROWS } from '@orbita/domain/export';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { staffIn } from '../../testing/staff.ts';
import type { Runner } from '../platform/database/types.ts';
import { fileOf, TooBig } from './file.ts';
import { measure, nextBatch, type Walk } from './source.ts';

let harness: Harness;
let walk: Walk;
const ids: number[] = [];
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  for (let more = 0; more < 7; more++) {
    const { id, tenantId } = await personAt(harness, 'payment');
    ids.push(id);
    const places = { zone: 'America/Sao_Paulo', list: 'subscriptions' as const, institutions: null };
    walk = { tenantId, ...places, query: {}, columns: ['number'], now: harness.clock.now() };
  }
});
afterAll(() => harness?.stop());
const on = () => harness.platform.db.tenant(walk.tenantId);

describe('walking through a list', () => {
  it('meets every row once, however rows change or are added meanwhile', async () => {
    const { total, last } = await measure(on(), walk);
    expect([total, last]).toEqual([7, Math.max(...ids)]);
    const met: number[] = [];
    for (let after = 0; ; ) {
      const batch = await nextBatch(on(), walk, after, last, 2);
      if (!batch) break;
      met.push(...batch.rows.map(([number]) => Number(number)));
      after = batch.at;
      // In list order, these would come first again, and some that are still to come would be skipped.
      const changed = [met[0], ids.find((id) => !met.includes(id))].filter((id) => id !== undefined);
      await on().many(sql`
        update subscription set updated_at = updated_at + interval '1 hour'
        where tenant_id = ${walk.tenantId} and id = any(${changed}::bigint[]) returning id`);
      await personAt(harness, 'payment');
    }
    expect(met).toEqual([...ids].sort((one, other) => one - other));
  });

  it('counts no further than asked', async () => {
    expect((await measure(on(), walk, 3)).total).toBe(4);
  });
});

describe('a spreadsheet of too many rows', () => {
  it('is refused when requested', async () => {
    const { client } = await staffIn(harness, [{ role: 'gestao' }]);
    const ask = (format: 'csv' | 'xlsx') =>
      client.call('POST /operations/exports', {
        body: { list: 'subscriptions', query: {}, format, columns: ['number'] },
      });
    const { tenant } = harness.platform.db;
    // Creating this many rows would take minutes.
    const counted = vi.spyOn(harness.platform.db, 'tenant').mockImplementation((tenantId) => {
      const real = tenant.call(harness.platform.db, tenantId);
      const one: Runner['one'] = async (query) =>
        query.sql.includes('max(found.id) as last')
          ? ({ total: XLSX_MOST_ROWS + 1, last: 9 } as never)
          : real.one(query);
      return { ...real, many: (query) => real.many(query), one };
    });
    const refused = await ask('xlsx');
    counted.mockRestore();
    expect(refused.body).toMatchObject({
      code: 'EXPORT_TOO_BIG',
      message: 'A planilha XLSX comporta até 200.000 linhas. Use CSV ou restrinja o filtro.',
    });
    expect((await ask('xlsx')).status).toBe(202);
  });

  it('fails when the list has grown since, while the other format does not', async () => {
    const many = Array.from({ length: 50_000 }, (_, at) => [at]);
    const rows = async function* () {
      for (let more = 0; more < XLSX_MOST_ROWS / many.length; more++) yield many;
      yield [[1]];
    };
    const written = async (format: 'csv' | 'xlsx') => {
      let size = 0;
      for await (const piece of fileOf({ list: 'documents', format, heads: ['Documento'] }, rows()))
        size += piece.length;
      return size;
    };
    await expect(written('xlsx')).rejects.toThrow(TooBig);
    expect(await written('csv')).toBeGreaterThan(XLSX_MOST_ROWS);
  });
});
