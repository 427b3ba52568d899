import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from './ledger.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('ledger', () => {
  it('keeps order, changes and removals, and drops a truncated write', async () => {
    const first = openLedger(folder);
    const rows = first.table<number>('row');
    rows.put('a', 1);
    rows.put('b', 2);
    rows.put('c', 3);
    rows.put('a', 10);
    rows.remove('b');
    first.atomically(() => {
      rows.put('d', 4);
      first.table<string>('other').put('x', 'y');
    });
    first.close();
    await appendFile(join(folder, 'ledger.jsonl'), '[{"t":"row","k":"e","v":5},{"t":"ro');

    const second = openLedger(folder);
    expect(second.table<number>('row').values()).toEqual([10, 3, 4]);
    expect(second.table<string>('other').get('x')).toBe('y');
    second.table('row').clear();
    second.close();
    const third = openLedger(folder);
    expect(third.table('row').size()).toBe(0);
    third.close();
  });
});
