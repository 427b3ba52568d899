import { APPROVAL_AT_RISK_HOURS, APPROVAL_QUEUE, APPROVERS } from '@orbita/domain/approval';
import { TRACK } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import { reachWithin } from '../platform/http/reach-within.ts';
import { type Counted, countIn, MOST_COUNTED, placeOn } from '../work/count.ts';
import type { On } from '../work/open-queue.ts';
import { approvable, touching } from './seen.ts';
import { linkedToRequester } from './store.ts';

/**
 * Number of requests awaiting the caller as second person (spec 25.4.1), without those that the caller made or is the subject of.
 * Undefined without an approving scope. At risk after a day; never late, because requests expire then.
 */
export async function countApprovals({ platform, tenant, service }: On, institution?: string) {
  if (reachWithin(service, APPROVERS)?.length === 0) return undefined;
  const now = platform.clock.now();
  const staffId = service.staff?.id ?? 0;
  const at = placeOn({
    since: sql`requested_at`,
    atRisk: sql`(requested_at + interval '${raw(String(APPROVAL_AT_RISK_HOURS))} hours')`,
    due: sql`expires_at`,
    now: sql`${now}::timestamptz`,
  });
  const row = await platform.db.tenant(tenant.id).one<Counted>(sql`
    select coalesce(sum(items), 0)::int as count,
      coalesce(sum(items) filter (where at >= ${raw(String(TRACK.atRisk))}), 0)::int as at_risk, 0 as late,
      min(oldest) as oldest,
      coalesce(jsonb_object_agg(at, items), '{}') as track
    from (
      select ${at} as at, count(*)::int as items, min(requested_at) as oldest
      from (
        select a.requested_at, a.expires_at from approval a
        where a.tenant_id = ${tenant.id} and a.state = 'waiting' and a.expires_at > ${now}::timestamptz
          and a.requested_by <> ${staffId}::bigint
          and (a.subject_kind <> 'staff' or a.subject_id is distinct from ${staffId}::bigint)
          and ${approvable(service)}${touching(institution)}
          and ${staffId}::bigint <> all(${linkedToRequester}::bigint[])
        order by a.changed_at, a.id limit ${raw(String(MOST_COUNTED + 1))}) waiting
      group by 1) places`);
  return countIn(tenant, { queue: APPROVAL_QUEUE.name, label: APPROVAL_QUEUE.label }, row ? [row] : []);
}
