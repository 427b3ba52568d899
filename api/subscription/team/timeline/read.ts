import type { TimelineFilter } from '@orbita/domain/subscription';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

/** Kind of an entry, by the table it comes from. */
export type What =
  | 'move'
  | 'message'
  | 'file'
  | 'review'
  | 'review-untold'
  | 'essay-started'
  | 'essay-ended'
  | 'essay-graded'
  | 'attempts'
  | 'charge'
  | 'paid'
  | 'refund'
  | 'accepted'
  | 'voided'
  | 'key'
  | 'key-revoked'
  | 'guardian-link'
  | 'cancellation'
  | 'cancellation-decided'
  | 'manual'
  | 'analysis'
  | 'note'
  | 'correction'
  | 'correction-released'
  | 'view'
  | 'act';

export type Entry = {
  what: What;
  id: number;
  at: Date;
  /** Time in microseconds, and the sort key among entries of the same instant. */
  micros: number;
  key: string;
  visible: boolean;
  actor: 'candidate' | 'system' | 'staff' | 'service';
  by: string | null;
  data: Record<string, unknown>;
};

/** Position between two pages: the last entry shown. */
export type Place = { micros: number; key: string };

type Branch = {
  what: What;
  from: Sql;
  id: Sql;
  at: Sql;
  /** Whether the candidate sees this same sentence. */
  visible?: Sql;
  actor: Sql;
  by?: Sql;
  data: Sql;
};

const CANDIDATE = sql`'candidate'`;
const SYSTEM = sql`'system'`;
/** The kind of actor, from a column with the actor's name: those of team members start with `equipe / `. */
const actorNamed = (column: Sql) =>
  sql`case when ${column} like 'equipe / %' then 'staff' else 'service' end`;

/** Whether the grade of essay `e` is final; after that its number may be linked to its author (spec 25.7). */
const final = sql`'final', e.state = 'graded' and e.review_since is null`;

/** Messages that the person sees among their own, as in `GET …/messages`. */
const ownMessage = sql`n.state in ('sent', 'failed')
  and (not jsonb_exists(n.envelope, 'other') or n.template = 'N-04')`;

const branchesOf = (tenantId: number, subscriptionId: number): Branch[] => {
  const of = (as: string) =>
    sql`${raw(as)}.tenant_id = ${tenantId} and ${raw(as)}.subscription_id = ${subscriptionId}`;
  const documents = sql`required_document d`;
  const payments = sql`payment y`;
  return [
    {
      what: 'move',
      from: sql`status_history h left join staff f on f.tenant_id = h.tenant_id and f.id = h.staff_id where ${of('h')}`,
      id: sql`h.id`,
      at: sql`h.at`,
      visible: sql`h.event <> 'essay-saved'`,
      actor: sql`case when h.actor <> 'operations' then h.actor when h.staff_id is null then 'service' else 'staff' end`,
      by: sql`f.name`,
      data: sql`jsonb_build_object('from', h.from_status, 'to', h.to_status, 'event', h.event, 'actor', h.actor,
        'reason', h.reason)`,
    },
    {
      what: 'message',
      from: sql`notification n where ${of('n')}`,
      id: sql`n.id`,
      at: sql`n.changed_at`,
      visible: ownMessage,
      actor: SYSTEM,
      data: sql`jsonb_build_object('template', n.template, 'channel', n.channel, 'state', n.state,
        'data', n.data, 'to', n.recipient, 'delivered', n.delivered_at is not null, 'error', n.last_error)`,
    },
    {
      // Files sent by the institution appear as its acts in the candidate's place.
      what: 'file',
      from: sql`${documents} join document_file x on x.tenant_id = d.tenant_id and x.required_document_id = d.id
        where ${of('d')} and x.sent_by = 'candidate'`,
      id: sql`x.id`,
      at: sql`x.sent_at`,
      actor: CANDIDATE,
      data: sql`jsonb_build_object('documentId', d.id, 'name', d.name)`,
    },
    {
      what: 'review',
      from: sql`${documents} join document_decision v on v.tenant_id = d.tenant_id and v.required_document_id = d.id
        where ${of('d')}`,
      id: sql`v.id`,
      at: sql`v.at`,
      actor: sql`case when v.staff_id is null then 'service' else 'staff' end`,
      by: sql`v.decided_by`,
      data: sql`jsonb_build_object('documentId', d.id, 'name', d.name, 'state', v.decision, 'reason', v.reason,
        'note', v.note)`,
    },
    {
      // Decided before single decisions were stored: only the document itself records it, without by whom.
      what: 'review-untold',
      from: sql`${documents} where ${of('d')} and d.reviewed_at is not null
        and d.state in ('approved', 'rejected', 'waived') and not exists (
          select from document_decision v where v.tenant_id = d.tenant_id and v.required_document_id = d.id
            and v.at >= d.reviewed_at)`,
      id: sql`d.id`,
      at: sql`d.reviewed_at`,
      actor: sql`'service'`,
      data: sql`jsonb_build_object('documentId', d.id, 'name', d.name, 'state', d.state, 'reason', d.rejection_reason,
        'note', d.rejection_note)`,
    },
    {
      what: 'essay-started',
      from: sql`essay e where ${of('e')}`,
      id: sql`e.attempt`,
      at: sql`e.started_at`,
      actor: CANDIDATE,
      data: sql`jsonb_build_object('essayId', e.id, 'attempt', e.attempt, ${final})`,
    },
    {
      what: 'essay-ended',
      from: sql`essay e where ${of('e')} and e.completed_date is not null`,
      id: sql`e.attempt`,
      at: sql`e.completed_date`,
      actor: sql`case when e.timed_out then 'system' else 'candidate' end`,
      data: sql`jsonb_build_object('essayId', e.id, 'attempt', e.attempt, ${final}, 'timedOut', e.timed_out)`,
    },
    {
      what: 'essay-graded',
      from: sql`essay e join essay_grade g on g.tenant_id = e.tenant_id and g.essay_id = e.id where ${of('e')}`,
      id: sql`e.attempt`,
      at: sql`g.at`,
      actor: actorNamed(sql`g.grader`),
      by: sql`g.grader`,
      data: sql`jsonb_build_object('essayId', e.id, 'attempt', e.attempt, ${final}, 'score', g.score)`,
    },
    {
      what: 'attempts',
      from: sql`essay_grant a where ${of('a')}`,
      id: sql`a.id`,
      at: sql`a.granted_at`,
      actor: actorNamed(sql`a.granted_by`),
      by: sql`a.granted_by`,
      data: sql`jsonb_build_object('extra', a.extra)`,
    },
    {
      what: 'charge',
      from: sql`${payments} left join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id
        where ${of('y')}`,
      id: sql`y.id`,
      at: sql`y.created_at`,
      // Only a charge to be paid at the institution can have been requested by somebody there.
      actor: sql`case when y.method = 'waived' then 'system' when coalesce(m.requested_by, 'candidate') = 'candidate'
        then 'candidate' else ${actorNamed(sql`m.requested_by`)} end`,
      by: sql`nullif(m.requested_by, 'candidate')`,
      data: sql`jsonb_build_object('paymentId', y.id, 'cents', y.amount_cents, 'method', y.method,
        'purpose', y.purpose, 'reason', m.reason)`,
    },
    {
      what: 'paid',
      from: sql`${payments} where ${of('y')} and y.paid_at is not null and y.method <> 'waived'`,
      id: sql`y.id`,
      at: sql`y.paid_at`,
      actor: SYSTEM,
      data: sql`jsonb_build_object('paymentId', y.id, 'cents', coalesce(y.received_cents, y.amount_cents),
        'method', y.method)`,
    },
    {
      what: 'refund',
      from: sql`${payments} join refund r on r.tenant_id = y.tenant_id and r.payment_id = y.id where ${of('y')}`,
      id: sql`r.id`,
      at: sql`r.requested_at`,
      actor: actorNamed(sql`r.requested_by`),
      by: sql`r.requested_by`,
      data: sql`jsonb_build_object('paymentId', y.id, 'cents', r.amount_cents, 'reason', r.reason)`,
    },
    {
      what: 'manual',
      from: sql`${payments} join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id
        where ${of('y')} and m.decided_at is not null`,
      id: sql`y.id`,
      at: sql`m.decided_at`,
      actor: actorNamed(sql`m.decided_by`),
      by: sql`m.decided_by`,
      data: sql`jsonb_build_object('paymentId', y.id, 'decision', m.decision, 'reason', m.decision_reason)`,
    },
    {
      what: 'accepted',
      from: sql`contract_acceptance a where ${of('a')}`,
      id: sql`a.id`,
      at: sql`a.accepted_at`,
      actor: CANDIDATE,
      data: sql`jsonb_build_object('acceptanceId', a.id, 'contract', a.contract)`,
    },
    {
      what: 'voided',
      from: sql`contract_acceptance a where ${of('a')} and a.voided_at is not null`,
      id: sql`a.id`,
      at: sql`a.voided_at`,
      actor: SYSTEM,
      data: sql`jsonb_build_object('acceptanceId', a.id, 'contract', a.contract)`,
    },
    {
      what: 'key',
      from: sql`access_key k left join staff f on f.tenant_id = k.tenant_id and f.id = k.staff_id where ${of('k')}`,
      id: sql`k.id`,
      at: sql`k.created_at`,
      actor: sql`case when k.staff_id is null then 'service' else 'staff' end`,
      by: sql`f.name`,
      data: sql`jsonb_build_object('keyId', k.id, 'purpose', k.purpose, 'reason', k.reason)`,
    },
    {
      what: 'key-revoked',
      from: sql`access_key k where ${of('k')} and k.revoked_at is not null`,
      id: sql`k.id`,
      at: sql`k.revoked_at`,
      actor: sql`case when k.revoked_by_staff is null then 'service' else 'staff' end`,
      by: sql`k.revoked_by`,
      data: sql`jsonb_build_object('keyId', k.id, 'purpose', k.purpose)`,
    },
    {
      what: 'guardian-link',
      from: sql`guardian_link l where ${of('l')}`,
      id: sql`l.id`,
      at: sql`l.created_at`,
      actor: CANDIDATE,
      data: sql`'{}'::jsonb`,
    },
    {
      what: 'cancellation',
      from: sql`cancellation c where ${of('c')}`,
      id: sql`c.id`,
      at: sql`c.requested_at`,
      actor: CANDIDATE,
      data: sql`jsonb_build_object('cancellationId', c.id, 'state', case when c.state = 'done' then 'done' else 'open' end)`,
    },
    {
      what: 'cancellation-decided',
      from: sql`cancellation c where ${of('c')} and c.decided_at is not null and c.state <> 'done'`,
      id: sql`c.id`,
      at: sql`c.decided_at`,
      actor: sql`case when c.state = 'withdrawn' then 'candidate' when c.decided_by like 'equipe / %' then 'staff'
        else 'service' end`,
      by: sql`c.decided_by`,
      data: sql`jsonb_build_object('cancellationId', c.id, 'state', c.state, 'reason', c.decision_reason)`,
    },
    {
      what: 'analysis',
      from: sql`discipline_analysis a where ${of('a')}`,
      id: sql`a.subscription_id`,
      at: sql`a.analysed_at`,
      actor: actorNamed(sql`a.analysed_by`),
      by: sql`a.analysed_by`,
      data: sql`jsonb_build_object('favourable', a.favourable)`,
    },
    {
      what: 'note',
      from: sql`note o where ${of('o')} and o.removed_at is null`,
      id: sql`o.id`,
      at: sql`o.at`,
      actor: sql`case when o.staff_id is null then 'service' else 'staff' end`,
      by: sql`o.written_by`,
      data: sql`jsonb_build_object('noteId', o.id, 'text', o.text)`,
    },
    {
      what: 'act',
      from: sql`act_on_behalf b where ${of('b')}`,
      id: sql`b.id`,
      at: sql`b.at`,
      visible: sql`true`,
      actor: sql`case when b.staff_id is null then 'service' else 'staff' end`,
      by: sql`b.made_by`,
      data: sql`jsonb_build_object('act', b.act, 'subject', b.subject, 'reason', b.reason)`,
    },
    {
      what: 'correction',
      from: sql`person_correction c join subscription s on s.tenant_id = c.tenant_id and s.person_id = c.person_id
        where s.tenant_id = ${tenantId} and s.id = ${subscriptionId}`,
      id: sql`c.id`,
      at: sql`c.at`,
      actor: sql`case when c.staff_id is null then 'service' else 'staff' end`,
      by: sql`c.made_by`,
      data: sql`jsonb_build_object('fields', c.fields, 'reason', c.reason)`,
    },
    {
      what: 'correction-released',
      from: sql`person_correction c join subscription s on s.tenant_id = c.tenant_id and s.person_id = c.person_id
        where s.tenant_id = ${tenantId} and s.id = ${subscriptionId} and c.released_at is not null`,
      id: sql`c.id`,
      at: sql`c.released_at`,
      actor: sql`'staff'`,
      by: sql`c.released_name`,
      data: sql`jsonb_build_object('fields', c.fields, 'reason', c.release_reason)`,
    },
    {
      what: 'view',
      from: sql`staff_view v join staff f on f.tenant_id = v.tenant_id and f.id = v.staff_id
        where ${of('v')} and v.opened_at is not null`,
      id: sql`v.id`,
      at: sql`v.opened_at`,
      actor: sql`'staff'`,
      by: sql`f.name`,
      data: sql`jsonb_build_object('reason', v.reason)`,
    },
  ];
};

const selected = ({
  what,
  from,
  id,
  at,
  visible = sql`false`,
  actor,
  by = sql`null::text`,
  data,
}: Branch): Sql => sql`
  select ${what}::text as what, ${id} as id, ${at} as at, (${visible}) as visible, ${actor} as actor, ${by} as by,
    ${data} as data from ${from}`;

const kept = (only: TimelineFilter): Sql => {
  if (only === 'all') return empty;
  return only === 'visible' ? sql` and t.visible` : sql` and not t.visible`;
};

const beyond = (place: Place | undefined): Sql =>
  place
    ? sql` and ((extract(epoch from t.at) * 1000000)::bigint, t.key) < (${place.micros}::bigint, ${place.key}::text)`
    : empty;

/** One page of an application's history, newest first, from the tables of all modules in one statement. */
export function timelineStatement(
  tenantId: number,
  subscriptionId: number,
  { only, place, most }: { only: TimelineFilter; place?: Place | undefined; most: number },
): Sql {
  const all = join(branchesOf(tenantId, subscriptionId).map(selected), ' union all ');
  return sql`
    select t.*, (extract(epoch from t.at) * 1000000)::bigint as micros from (
      select u.*, (u.what || ':' || lpad(u.id::text, 19, '0')) collate "C" as key from (${all}) u) t
    where true${kept(only)}${beyond(place)} order by micros desc, t.key desc limit ${most}::int`;
}
