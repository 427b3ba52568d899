import { createHash } from 'node:crypto';

type Run = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * Number of rows and a hash of all their columns, by table; comparing two of them shows which tables changed.
 */
export type TablePrints = Record<string, string>;

/**
 * The answer to a statement, which is planned once per session, because planning it for a hundred tables takes longer than
 * reading them.
 */
async function planned(run: Run, text: string): Promise<Record<string, unknown>[]> {
  const name = `planned_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  const known = await run(`select from pg_prepared_statements where name = '${name}'`);
  if (known.length === 0) await run(`prepare ${name} as ${text}`);
  return run(`execute ${name}`);
}

/** Fingerprints of every table with a column `tenant_id`, except those named; `run` must see all rows of all tenants. */
export async function tablePrints(run: Run, beside: readonly string[] = []): Promise<TablePrints> {
  const tables = await planned(
    run,
    `
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const names = tables.map((row) => String(row.name)).filter((name) => !beside.includes(name));
  const rows = await planned(
    run,
    names
      .map(
        (name) => `select '${name}' as name,
            count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as print from ${name} t`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.map((row) => [String(row.name), String(row.print)]));
}

/** Names of the tables that differ. */
export const touched = (before: TablePrints, after: TablePrints): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => after[name] !== before[name],
  );
