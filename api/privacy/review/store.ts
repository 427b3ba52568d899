import type { SubscriptionEvent } from '@orbita/domain/subscription';
import { REFUSALS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import type { RequestRow } from '../store.ts';

export type ReviewOutcome = 'granted' | 'upheld';

/** A request of the kind `decision-review`, with the decision it is about. */
export type ReviewRow = RequestRow & {
  subscription_id: number;
  history_id: number;
  event: SubscriptionEvent;
  essay_id: number | null;
  decided_at: Date;
  decided_by: string | null;
  first_score: number | null;
  score: number | null;
  outcome: ReviewOutcome | null;
};

/** The decision that moved an application to 9, and who made it. */
export type Refusal = {
  id: number;
  event: SubscriptionEvent;
  at: Date;
  essay_id: number | null;
  first_score: number | null;
  decided_by: string | null;
};

const auditedAs = (subscriptionId: number, call: string) =>
  sql`(select a.token_name || coalesce(' / ' || a.operator, '') from audit_log a
    where a.tenant_id = h.tenant_id and a.subject = ${`/orbita/api/operations/subscriptions/${subscriptionId}${call}`}::text
      and a.outcome = 200 order by a.id desc limit 1)`;

/** The newest refusal of an application; who decided is taken from the record of the decision. */
export const refusalOf = (on: Runner, subscriptionId: number) =>
  on.one<Refusal>(sql`
    select h.id, h.event, h.at, g.essay_id, g.score as first_score, case h.event
      when 'essay-rejected' then g.grader
      when 'test-rejected' then (select b.decided_by from test_booking b where b.tenant_id = h.tenant_id
        and b.subscription_id = h.subscription_id order by b.id desc limit 1)
      when 'exam-score-rejected' then (select x.decided_by from exam_score x where x.tenant_id = h.tenant_id
        and x.subscription_id = h.subscription_id order by x.id desc limit 1)
      when 'questionnaire-rejected' then (select q.decided_by from questionnaire q where q.tenant_id = h.tenant_id
        and q.subscription_id = h.subscription_id)
      when 'interview-rejected' then (select i.decided_by from interview i where i.tenant_id = h.tenant_id
        and i.subscription_id = h.subscription_id)
      when 'analysis-rejected' then ${auditedAs(subscriptionId, '/selection-decision')}
      when 'disqualified' then ${auditedAs(subscriptionId, '/events')}
      end as decided_by
    from (
      select * from status_history where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId}
        and event = any(${REFUSALS}::text[]) order by id desc limit 1) h
    left join lateral (
      select g.essay_id, g.score, g.grader from essay e
      join essay_grade g on g.tenant_id = e.tenant_id and g.essay_id = e.id
      where h.event = 'essay-rejected' and e.tenant_id = h.tenant_id and e.subscription_id = h.subscription_id
      order by e.attempt desc limit 1) g on true`);

/** The newest review of an application, answered or not. */
export const reviewOf = (on: Runner, subscriptionId: number) =>
  on.one<ReviewRow>(sql`
    select r.*, v.* from decision_review v
    join privacy_request r on r.tenant_id = v.tenant_id and r.id = v.request_id
    where v.tenant_id = ${on.tenantId} and v.subscription_id = ${subscriptionId} order by v.request_id desc limit 1`);
