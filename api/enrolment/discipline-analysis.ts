import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { invalid } from '../platform/http/errors.ts';

export type Analysis = {
  favourable: boolean;
  /** Codes of disciplines of the course. */
  accepted: readonly string[];
  term: number | null;
};

type Analysed = { id: number; course_id: number; intake_id: number };

/**
 * Stores the institution's analysis, replacing an earlier one. `VALIDATION` for a code that is not a discipline of the course.
 * The subscription must be locked.
 */
export async function recordAnalysis(
  tx: Tx,
  row: Analysed,
  found: Analysis,
  by: string,
  now: Date,
): Promise<void> {
  const codes = [...new Set(found.accepted)];
  const known = await tx.many<{ id: number; code: string }>(sql`
    select id, code from discipline where tenant_id = ${tx.tenantId} and course_id = ${row.course_id}
      and intake_id = ${row.intake_id} and retired_at is null and code = any(${codes}::text[]) order by id`);
  const unknown = codes.filter((code) => !known.some((one) => one.code === code));
  if (unknown.length > 0)
    invalid([{ field: 'accepted', message: `No disciplines of the course: ${unknown.join(', ')}` }]);
  await tx.one(sql`
    insert into discipline_analysis (tenant_id, subscription_id, favourable, accepted, term, analysed_by, analysed_at)
    values (${tx.tenantId}, ${row.id}, ${found.favourable}::boolean,
      ${JSON.stringify(known.map(({ id }) => id))}::jsonb, ${found.term}::int, ${by}::text, ${now}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set favourable = excluded.favourable,
      accepted = excluded.accepted, term = excluded.term, analysed_by = excluded.analysed_by,
      analysed_at = excluded.analysed_at
    returning subscription_id`);
}
