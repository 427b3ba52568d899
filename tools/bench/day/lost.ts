import type { Platform } from '@orbita/api/platform/platform';
import sql from 'sql-template-tag';
import type { DayReport } from './generator.ts';

/** Acknowledged applications and drafts missing from the database, and people whose application is in it more than once. */
export async function lostOf(
  { db }: Platform,
  tenants: readonly { id: number; alias: string }[],
  { acknowledged, saved }: DayReport,
): Promise<{ lost: number; doubled: number }> {
  let lost = 0;
  let doubled = 0;
  for (const { id: tenantId, alias } of tenants) {
    const own = acknowledged.filter(({ tenant }) => tenant === alias);
    const drafts = saved.filter(({ tenant }) => tenant === alias);
    if (own.length + drafts.length === 0) continue;
    const row = await db.tenant(tenantId).one<{ kept: number; doubled: number; drafts: number }>(sql`
      select (select count(*)::int from subscription s join unnest(${own.map(({ id }) => id)}::bigint[]) as a (id) on s.id = a.id
          where s.tenant_id = ${tenantId}) as kept,
        (select count(*)::int from (select from subscription where tenant_id = ${tenantId}
          and person_id = any(${own.map(({ personId }) => personId)}::bigint[]) group by person_id having count(*) > 1) more) as doubled,
        (select count(*)::int from essay e join unnest(${drafts.map(({ essayId }) => essayId)}::bigint[],
          ${drafts.map(({ revision }) => revision)}::bigint[]) as d (id, revision) on e.id = d.id and e.revision >= d.revision
          where e.tenant_id = ${tenantId}) as drafts`);
    lost += own.length - (row?.kept ?? 0) + drafts.length - (row?.drafts ?? 0);
    doubled += row?.doubled ?? 0;
  }
  return { lost, doubled };
}
