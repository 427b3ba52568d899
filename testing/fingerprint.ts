import { expect } from 'vitest';
import type { Platform } from '../api/platform/platform.ts';
import type { Harness } from './harness.ts';
import { asKeptOwner } from './kept-owner.ts';
import { touched } from './table-prints.ts';

/** Tables every call may write: stored answers, the audit log and its sums, and rate limit counters. */
const BESIDE = ['idempotency_key', 'audit_log', 'audit_sum', 'limit_window'];

/** Number of rows added, removed or changed in a table, by table. */
export type Fingerprint = Record<string, string>;
export { touched };

/** Databases whose tables record their changes. */
const watched = new WeakSet<Platform>();

/**
 * Records each added, removed or changed row with its transaction from here on: reading these records takes a hundredth of
 * reading every table, and suites of refusals read them thousands of times.
 */
const WATCH = `
  create schema watch;
  create unlogged table watch.change (name text not null);
  create function watch.note() returns trigger language plpgsql security definer as $note$
    begin insert into watch.change values (tg_argv[0]); return null; end $note$;
  do $each$ declare name text; begin
    for name in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> all ('{${BESIDE.join()}}') loop
      execute format('create trigger watch_rows after insert or delete on %1$I for each row
        execute function watch.note(%1$L)', name);
      execute format('create trigger watch_values after update on %1$I for each row when (old.* is distinct from new.*)
        execute function watch.note(%1$L)', name);
    end loop;
  end $each$`;

/** Fingerprint of every table with a tenant. */
export const fingerprint = (platform: Platform): Promise<Fingerprint> =>
  asKeptOwner(platform, async (run) => {
    if (!watched.has(platform))
      for (const statement of WATCH.split(/;\n(?= {2}(?:create|do))/)) await run(statement);
    watched.add(platform);
    const rows = await run('select name, count(*) from watch.change group by name');
    return Object.fromEntries(rows.map((row) => [String(row.name), String(row.count)]));
  });

/** Runs work that must change no table of a tenant, except those in `traces`. */
export async function withoutTrace<T>(harness: Harness, work: () => Promise<T>, traces?: string): Promise<T> {
  const before = await fingerprint(harness.platform);
  const result = await work();
  expect(touched(before, await fingerprint(harness.platform)), traces).toEqual([]);
  return result;
}
