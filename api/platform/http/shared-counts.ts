import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database } from '../database/types.ts';

/** A subject of a limit to be counted once more, in a window of `windowMs` milliseconds. */
type Step = { name: string; subject: string; windowMs: number };
/**
 * Counts steps of one tenant across all nodes. Returns for each, in order, the count in its window including this one, and in
 * how many milliseconds the window ends.
 */
export type SharedCounts = (
  tenantId: number,
  steps: readonly Step[],
) => Promise<{ count: number; left: number }[]>;

/**
 * The nodes' clocks differ slightly; a window that ends later than its length plus this was created by a clock that has since
 * been set back.
 */
const CLOCK_SLACK = '1 minute';

/**
 * Counts in the database, in one statement for all steps, with rows in a fixed order to prevent deadlocks. Undefined if a
 * single process uses the database: counting in memory is sufficient then. Subjects are stored as keyed hashes.
 */
export function createSharedCounts(
  db: Database,
  secret: string,
  wall: () => number,
): SharedCounts | undefined {
  if (db.kind !== 'postgres') return undefined;
  return async (tenantId, steps) => {
    const hashes = steps.map(({ name, subject }) =>
      createHmac('sha256', secret).update(`limit:${tenantId}:${name}:${subject}`).digest('base64url'),
    );
    const at = new Date(wall());
    const rows = await db.tenant(tenantId).many<{ subject: string; count: number; left: number }>(sql`
      insert into limit_window as w (tenant_id, name, subject, ends_at, counted)
      select ${tenantId}::bigint, name, subject, ${at}::timestamptz + lasts * interval '1 millisecond', 1
      from unnest(${steps.map(({ name }) => name)}::text[], ${hashes}::text[],
        ${steps.map(({ windowMs }) => windowMs)}::float8[]) as given(name, subject, lasts)
      order by name, subject
      on conflict (tenant_id, name, subject) do update set
        counted = case when w.ends_at <= ${at}::timestamptz or w.ends_at > excluded.ends_at + ${CLOCK_SLACK}::interval
          then 1 else w.counted + 1 end,
        ends_at = case when w.ends_at <= ${at}::timestamptz or w.ends_at > excluded.ends_at + ${CLOCK_SLACK}::interval
          then excluded.ends_at else w.ends_at end
      returning subject, counted as count, extract(epoch from ends_at - ${at}::timestamptz)::float8 * 1000 as left`);
    const found = new Map(rows.map((row) => [row.subject, row]));
    return hashes.map((hash) => found.get(hash) ?? { count: 0, left: 0 });
  };
}
