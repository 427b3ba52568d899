import sql from 'sql-template-tag';
import type { Walker } from './walker.ts';

/** Facts about an application that moves change, besides its status. */
export type World = {
  paid: boolean;
  feePaid: boolean;
  noRetake: boolean;
  /** True when it holds a place in its course, as an active acceptance does. */
  place: boolean;
  accepted: boolean;
  /** Open charges, and open payments at the institution. */
  charges: number;
  manual: number;
  class: 'none' | 'held' | 'confirmed';
  /** Slot of the booked test. */
  seat: number | null;
  deadline: string | null;
  questionnaire: string | null;
  interview: string | null;
};

/** Facts before the application exists. */
export const NOTHING_YET: World = {
  paid: false,
  feePaid: false,
  noRetake: false,
  place: false,
  accepted: false,
  charges: 0,
  manual: 0,
  class: 'none',
  seat: null,
  deadline: null,
  questionnaire: null,
  interview: null,
};

type Read = World & {
  deadline_at: Date | null;
  received: boolean;
  messages: string[] | null;
  events: string[] | null;
  webhooks: string[] | null;
};

/** Current facts about an application, and everything sent since it began: messages, live events, webhooks. */
export async function lookAt(of: Walker) {
  const { tenantId, harness } = of.engine;
  const found = await harness.platform.db.tenant(tenantId).one<Read>(sql`
    select s.is_paid as paid, s.is_tax_paid as "feePaid", s.no_retake as "noRetake", s.holds_place as place,
      exists (select from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
        and a.voided_at is null) as accepted,
      (select count(*) from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
        and y.method <> 'manual' and y.state in ('created', 'processing', 'pending'))::int as charges,
      (select count(*) from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
        and y.method = 'manual' and y.state = 'pending')::int as manual,
      coalesce((select h.state from class_hold h where h.tenant_id = s.tenant_id and h.subscription_id = s.id),
        'none') as class,
      (select b.schedule_slot_id from test_booking b where b.tenant_id = s.tenant_id and b.subscription_id = s.id
        and b.state = 'booked') as seat,
      s.payment_deadline as deadline_at,
      exists (select from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
        and y.purpose = 'enrollment' and y.received_cents >= y.amount_cents) as received,
      (select q.state from questionnaire q where q.tenant_id = s.tenant_id and q.subscription_id = s.id)
        as questionnaire,
      (select iv.state from interview iv where iv.tenant_id = s.tenant_id and iv.subscription_id = s.id) as interview,
      (select jsonb_agg(sent.template order by sent.first) from (
         select n.template, min(n.id) as first from notification n
         where n.tenant_id = s.tenant_id and n.subscription_id = s.id group by n.template, n.dedupe_key) sent)
        as messages,
      (select jsonb_agg(e.type order by e.id) from outbox_event e
       where e.tenant_id = s.tenant_id and e.subscription_id = s.id) as events,
      (select jsonb_agg(w.kind order by w.id) from webhook_delivery w
       where w.tenant_id = s.tenant_id and w.subscription_id = s.id) as webhooks
    from subscription s where s.tenant_id = ${tenantId} and s.id = ${of.id}`);
  if (!found) throw new Error(`No subscription ${of.id}`);
  const { messages, events, webhooks, received, deadline_at: deadline, ...world } = found;
  return {
    world: { ...world, deadline: deadline?.toISOString() ?? null } as World,
    received,
    messages: messages ?? [],
    events: events ?? [],
    webhooks: webhooks ?? [],
  };
}
