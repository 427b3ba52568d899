import { COUNTED_ONLY, PRIVACY_RISK_DAYS } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import { reachWithin } from '../platform/http/reach-within.ts';
import { countRows } from '../work/count.ts';
import type { On } from '../work/open-queue.ts';
import { withinReach } from './reach.ts';

/**
 * Requests about personal data that are not answered, by their deadline in law (spec 25.4.1); undefined without the part that answers
 * them. They are of people and not of an institution, so that a chosen one leaves none out, as in their list.
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
