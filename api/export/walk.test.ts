import { XLSX_MOST_ROWS } from '@orbita/domain/export';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enrolling } from '../testing/enrolling.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { staffIn } from '../testing/staff.ts';
import { fileOf, TooBig } from './file.ts';
import { measure, nextBatch, type Walk } from './source.ts';

vi.mock('@orbita/domain/export', async (original) => ({
  ...(await original<typeof import('@orbita/domain/export')>()),
  XLSX_MOST_ROWS: 6,
}));

let harness: Harness;
let walk: Walk;
const ids: number[] = [];
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  for (let more = 0; more < 7; more++) {
    const { id, tenantId } = await enrolling(harness);
    ids.push(id);
    const places = { zone: 'America/Sao_Paulo', list: 'subscriptions' as const, institutions: null };
    walk = { tenantId, ...places, query: {}, columns: ['number'] };
  }
});
afterAll(() => harness?.stop());
const on = () => harness.platform.db.tenant(walk.tenantId);

describe('the walk of a list', () => {
  it('meets every row once, however rows change and come meanwhile', async () => {
    const { total, last } = await measure(on(), walk);
    expect([total, last]).toEqual([7, Math.max(...ids)]);
    const met: number[] = [];
    for (let after = 0; ; ) {
      const batch = await nextBatch(on(), walk, after, last, 2);
      if (!batch) break;
      met.push(...batch.rows.map(([number]) => Number(number)));
      after = batch.at;
      // In the order of the list these would come first again, and some that wait would be passed by.
      const changed = [met[0], ids.find((id) => !met.includes(id))].filter((id) => id !== undefined);
      await on().many(sql`
        update subscription set updated_at = updated_at + interval '1 hour'
        where tenant_id = ${walk.tenantId} and id = any(${changed}::bigint[]) returning id`);
      await enrolling(harness);
    }
    expect(met).toEqual([...ids].sort((one, other) => one - other));
  });

  it('counts no further than it is asked to', async () => {
    expect((await measure(on(), walk, 3)).total).toBe(4);
  });
});

describe('a spreadsheet of too many rows', () => {
  it('is refused when it is asked for', async () => {
    expect(XLSX_MOST_ROWS).toBe(6);
    const { client } = await staffIn(harness, [{ role: 'gestao' }]);
    const ask = (format: 'csv' | 'xlsx') =>
      client.call('POST /operations/exports', {
        body: { list: 'subscriptions', query: {}, format, columns: ['number'] },
      });
    expect((await ask('xlsx')).body).toMatchObject({
      code: 'EXPORT_TOO_BIG',
      message: 'A planilha XLSX comporta até 200.000 linhas. Use CSV ou restrinja o filtro.',
    });
    expect((await ask('csv')).status).toBe(202);
  });

  it('fails when the list has grown meanwhile, and the other format does not', async () => {
    const rows = async function* () {
      yield [[1], [2], [3], [4]];
      yield [[5], [6], [7]];
    };
    const written = async (format: 'csv' | 'xlsx') => {
      let size = 0;
      for await (const piece of fileOf({ list: 'documents', format, heads: ['Documento'] }, rows()))
        size += piece.length;
      return size;
    };
    await expect(written('xlsx')).rejects.toThrow(TooBig);
    expect(await written('csv')).toBeGreaterThan(20);
  });
});
