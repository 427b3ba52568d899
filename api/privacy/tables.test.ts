import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { CODES, IMPERSONAL, isInternal, OF_THE_INSTITUTION } from '../../testing/plain-texts.ts';
import { personalTables } from './tables.ts';

let harness: Harness;
const schema = new Map<string, string[]>();
/**
 * Columns that can contain free text: texts, JSON, lists and bytes that are neither computed by the database nor limited by a
 * check.
 */
const worded = new Map<string, string[]>();

beforeAll(async () => {
  harness = await startHarness({ catalogue: false });
  const rows = await harness.platform.db.asOwner((run) =>
    run(`select table_name, column_name from information_schema.columns where table_schema = 'public'
      and table_name not in (select relname from pg_class where relispartition)`),
  );
  for (const { table_name: table, column_name: column } of rows as {
    table_name: string;
    column_name: string;
  }[])
    schema.set(table, [...(schema.get(table) ?? []), column]);
  const texts = await harness.platform.db.asOwner((run) =>
    run(`select c.table_name, array_agg(c.column_name::text order by c.ordinal_position) as columns
      from information_schema.columns c
      where c.table_schema = 'public' and c.is_generated = 'NEVER'
        and c.table_name not in (select relname from pg_class where relispartition)
        and c.data_type not in ('bigint', 'integer', 'smallint', 'numeric', 'boolean', 'date', 'uuid',
          'timestamp with time zone', 'time without time zone')
        and not exists (select from pg_constraint k where k.contype = 'c'
          and k.conrelid = format('public.%I', c.table_name)::regclass
          and pg_get_constraintdef(k.oid) ~ format('^CHECK \\(\\(\\(?%s = (ANY|'')', c.column_name))
      group by c.table_name`),
  );
  for (const { table_name: table, columns } of texts as { table_name: string; columns: string[] }[])
    worded.set(table, columns);
});
afterAll(() => harness?.stop());

describe('the registry of personal data', () => {
  it('states for each table whether it contains personal data', () => {
    const named = [...personalTables.map(({ table }) => table), ...IMPERSONAL].sort();
    expect(named).toEqual([...schema.keys()].sort());
  });

  it('puts each table into a named section of the copy', () => {
    const unnamed = personalTables.filter(({ section }) => section !== null && section.trim() === '');
    expect(unnamed.map(({ table }) => table)).toEqual([]);
  });

  it('exports each column of these tables, or gives the reason why not', () => {
    const missing: string[] = [];
    for (const { table, section, columns, left } of personalTables) {
      const known = schema.get(table) ?? [];
      for (const column of [...columns, ...Object.keys(left).filter((one) => one !== '*')])
        if (!known.includes(column)) missing.push(`${table} has no ${column}`);
      // A table left out as a whole states its reason once.
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

  it('S34: states for every text column whether it holds words about a person', () => {
    expect(worded.size).toBeGreaterThan(60);
    for (const { table, words = [] } of personalTables) {
      const said = [...words, ...(OF_THE_INSTITUTION[table] ?? []), ...(CODES[table] ?? [])];
      expect.soft(said.toSorted(), table).toEqual((worded.get(table) ?? []).toSorted());
    }
    const tables = personalTables.map(({ table }) => table);
    for (const table of Object.keys({ ...OF_THE_INSTITUTION, ...CODES })) expect(tables).toContain(table);
  });

  it('S34: an erasure removes every text, or a reason is written why not', () => {
    for (const { table, erase, words = [], keptWords = {}, mentions = [] } of personalTables) {
      const taken = erase === 'delete' ? words : 'set' in erase ? Object.keys(erase.set) : [];
      const left = words.filter((column) => !taken.includes(column));
      expect.soft(left.toSorted(), table).toEqual(Object.keys(keptWords).toSorted());
      for (const reason of Object.values(keptWords)) expect(reason.length, table).toBeGreaterThan(20);
      for (const column of mentions) expect(words, table).toContain(column);
    }
  });
});
