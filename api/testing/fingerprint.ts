// biome-ignore lint/correctness/noUndeclaredDependencies: the root's test runner; this file is for tests alone
import { expect } from 'vitest';
import type { House } from '../platform/house.ts';
import type { Harness } from './harness.ts';

/** What every call may write whatever its outcome: repeats and the audit of operations. */
const BESIDE = ['idempotency_key', 'audit_log'];

/** Number of rows and a hash of all their columns, by table; taken before and after, they tell what was touched. */
export type Fingerprint = Record<string, string>;

/** Takes the fingerprint of every table that belongs to a tenant. */
export function fingerprint(house: House): Promise<Fingerprint> {
  return house.db.asOwner(async (run) => {
    const tables = await run(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
    const names = tables.map((row) => String(row.name)).filter((name) => !BESIDE.includes(name));
    const rows = await run(
      names
        .map(
          (name) => `select '${name}' as name,
            count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as print from ${name} t`,
        )
        .join(' union all '),
    );
    return Object.fromEntries(rows.map((row) => [String(row.name), String(row.print)]));
  });
}

/** Names of the tables that differ. */
export const touched = (before: Fingerprint, after: Fingerprint): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

/** Runs what must leave no trace in any table of a tenant; `traces` names them where there are some. */
export async function withoutTrace<T>(harness: Harness, work: () => Promise<T>, traces?: string): Promise<T> {
  const before = await fingerprint(harness.house);
  const result = await work();
  expect(touched(before, await fingerprint(harness.house)), traces).toEqual([]);
  return result;
}
