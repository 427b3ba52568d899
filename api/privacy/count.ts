import { COUNTED_ONLY, PRIVACY_RISK_DAYS } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import { reachWithin } from '../platform/http/reach-within.ts';
import { countRows } from '../work/count.ts';
import type { On } from '../work/open-queue.ts';
import { withinReach } from './reach.ts';

/**
 * Unanswered requests about personal data, by their legal deadline (spec 25.4.1); undefined without the scope that answers them.
 * They belong to people and not to an institution, so a selected institution does not filter them, as in their list.
 */
export async function countPrivacyRequests(on: On) {
  const institutions = reachWithin(on.service, ['privacy.answer']);
  if (institutions?.length === 0) return undefined;
  return countRows(
    on,
    { queue: 'privacy', label: COUNTED_ONLY.privacy.label },
    sql`
      select r.requested_at as since, r.due_at - interval '${raw(String(PRIVACY_RISK_DAYS))} days' as at_risk, r.due_at as due
      from privacy_request r
      where r.tenant_id = ${on.tenant.id} and r.state in ('received', 'in-review')
        ${withinReach({ ...on.service, institutions }, on.tenant.id, sql`r.person_id`, sql`r.institution_id`)}
      order by r.due_at`,
  );
}
