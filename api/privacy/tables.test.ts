import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/harness.ts';
import { IMPERSONAL, isInternal, personalTables } from './tables.ts';

let harness: Harness;
const schema = new Map<string, string[]>();

beforeAll(async () => {
  harness = await startHarness({ catalogue: false });
  const rows = await harness.platform.db.asOwner((run) =>
    run(`select table_name, column_name from information_schema.columns where table_schema = 'public'`),
  );
  for (const { table_name: table, column_name: column } of rows as {
    table_name: string;
    column_name: string;
  }[])
    schema.set(table, [...(schema.get(table) ?? []), column]);
});
afterAll(() => harness?.stop());

describe('the registry of personal data', () => {
  it('states for each table whether it contains personal data', () => {
    const named = [...personalTables.map(({ table }) => table), ...IMPERSONAL].sort();
    expect(named).toEqual([...schema.keys()].sort());
  });

  it('puts each table into a section of the copy that has a name', () => {
    const unnamed = personalTables.filter(({ section }) => section !== null && section.trim() === '');
    expect(unnamed.map(({ table }) => table)).toEqual([]);
  });

  it('exports each column of these tables, or gives the reason why not', () => {
    const missing: string[] = [];
    for (const { table, section, columns, left } of personalTables) {
      const known = schema.get(table) ?? [];
      for (const column of [...columns, ...Object.keys(left).filter((one) => one !== '*')])
        if (!known.includes(column)) missing.push(`${table} has no ${column}`);
      // A table that is left out as a whole gives its reason once.
      if (section === null) expect(left['*'], table).toBeTruthy();
      else
        for (const column of known)
          if (!columns.includes(column) && !(column in left) && !isInternal(column))
            missing.push(`${table}.${column} is neither exported nor named`);
    }
    expect(missing).toEqual([]);
  });

  it('defines what an erasure does with each table', () => {
    for (const { table, erase } of personalTables) {
      if (erase === 'delete') continue;
      if ('kept' in erase) expect(erase.kept.length, table).toBeGreaterThan(10);
      else for (const column of Object.keys(erase.set)) expect(schema.get(table), table).toContain(column);
    }
  });
});
