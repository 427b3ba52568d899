import sql, { type Sql } from 'sql-template-tag';
import { bookingColumn } from './state/booking.ts';
import { classColumn } from './state/class.ts';
import { analysisColumn } from './state/discipline-analysis.ts';
import { examStateColumn } from './state/exam-score.ts';
import { interviewStateColumn } from './state/interview.ts';
import { OPEN_CHARGE } from './state/open-charge.ts';

/**
 * Rows of `parameter` that apply to an offer of an institution, as JSON for `settingsReader`. `hostId` is the host on which the
 * application was made, because its rules must not depend on the host where it is opened later.
 */
export const settingsJson = (institutionId: Sql, offerId: Sql, hostId: Sql): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('level', pa.level, 'name', pa.internal_value, 'value', pa.value)), '[]')
   from parameter pa where pa.tenant_id = s.tenant_id
     and ((pa.level = 'tenant' and pa.owner_id = 0)
       or (pa.level = 'host' and pa.owner_id = ${hostId})
       or (pa.level = 'institution' and pa.owner_id = ${institutionId})
       or (pa.level = 'offer' and pa.owner_id = ${offerId})))`;

/** `settingsJson` of the subscription `s`. */
export const settingsValues = (): Sql => settingsJson(sql`s.institution_id`, sql`s.offer_id`, sql`s.host_id`);

/** Catalogue prices for the subscription `s`: the list of its pole takes precedence over the list for all poles. */
export const listedPrices: Sql = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', pr.id, 'kind', pr.kind, 'plan', pr.plan,
       'discount', pr.discount_cents, 'conditional', pr.conditional_discount_cents)), '[]')
   from price pr where pr.tenant_id = s.tenant_id and pr.retired_at is null and pr.price_list_id = (
     select pl.id from price_list pl where pl.tenant_id = s.tenant_id and pl.institution_id = s.institution_id
       and pl.course_id = s.course_id and pl.intake_id = s.intake_id and coalesce(pl.pole_id, s.pole_id) = s.pole_id
     order by pl.pole_id nulls last limit 1))`;

/** Catalogue data for the place of the subscription `s`, beyond `offeredColumns`. */
export const offeredStateColumns: Sql = sql`
    ${settingsValues()} as settings,
    ${listedPrices} as prices,
    exists(select from document_rule dr where dr.tenant_id = o.tenant_id and dr.document_set_id = o.document_set_id
      and dr.stage = 'enrollment') as documents_listed,
    ins.charge_full_sale_amount as charge_full, ins.semester_full_sale_amount as charge_semester,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', im2.kind, 'enem', (
         select pa.value from parameter pa where pa.tenant_id = s.tenant_id and pa.internal_value = 'EnemCheckEnabled'
           and pa.level = 'offer' and pa.owner_id = o2.id))), '[]')
     from offer o2
     join offer_course oc2 on oc2.tenant_id = o2.tenant_id and oc2.offer_id = o2.id and oc2.course_id = s.course_id
     join ingress_mode im2 on im2.tenant_id = o2.tenant_id and im2.id = o2.ingress_mode_id
     where o2.tenant_id = s.tenant_id and o2.intake_id = s.intake_id and o2.type = o.type
       and o2.active and o2.retired_at is null and im2.kind <> im.kind
       and im2.kind in ('online-essay', 'scheduled-test', 'exam-score')) as other_kinds`;

/** SQL conditions under which an application has a class, an analysis, an exam score and a booking. */
export type Having = Readonly<Record<'class' | 'analysis' | 'exam' | 'booking', Sql>>;

/** Derived from the offer `o` and its ingress mode `im`. */
export const BY_OFFER: Having = {
  class: sql`o.requires_class`,
  analysis: sql`im.use_disciplines`,
  exam: sql`im.kind = 'exam-score'`,
  booking: sql`im.kind = 'scheduled-test'`,
};

/** When the contract of the subscription `s` was accepted. */
export const acceptedAt: Sql = sql`(select a.accepted_at from contract_acceptance a where a.tenant_id = s.tenant_id
  and a.subscription_id = s.id and a.voided_at is null)`;

/** JSON of a history line, as contained in the state of an application. */
export const historyLine: Sql = sql`jsonb_build_object('from', from_status, 'to', to_status, 'event', event,
  'transition', transition, 'at', at)`;

/** Columns that change with the subscription `s` itself; its course and pole in the offer are `ocp`, its charges `charges`. */
export const ownStateColumns = (having: Having): Sql => sql`
    (select coalesce(jsonb_agg(${historyLine} order by h.id), '[]')
     from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id) as history,
    (select coalesce(jsonb_agg(jsonb_build_object('stage', d.stage, 'code', d.code, 'state', d.state,
       'required', d.required, 'name', d.name, 'covered', d.covered_by is not null) order by d.id), '[]')
     from required_document d where d.tenant_id = s.tenant_id and d.subscription_id = s.id) as documents,
    greatest(0, ocp.vacancies - ocp.taken) as vacancies_left,
    exists(select from guardian g where g.tenant_id = s.tenant_id and g.subscription_id = s.id) as guardian_saved,
    ${acceptedAt} as accepted_at,
    (select a.prices from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
       and a.voided_at is null) as accepted_prices,
    charges.open_charge, charges.open_slip, charges.open_slip_until, charges.last_charge, charges.confirmed_payment,
    charges.voucher_on_charge,
    (select count(*)::int from essay e where e.tenant_id = s.tenant_id and e.person_id = s.person_id
       and e.offer_id = s.offer_id) as essays_used,
    (select coalesce(sum(e.extra), 0)::int from essay_grant e where e.tenant_id = s.tenant_id
       and e.person_id = s.person_id and e.offer_id = s.offer_id) as essays_granted,
    (select e.state from essay e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
     order by e.attempt desc limit 1) as essay_state,
    case when ${having.class} then ${classColumn} end as class,
    case when ${having.analysis} then ${analysisColumn} end as analysis_favourable,
    ${interviewStateColumn} as interview_state,
    case when ${having.exam} then ${examStateColumn} end as exam_state,
    case when ${having.booking} then ${bookingColumn} end as booking`;

const openSlip = sql`y.state in ${OPEN_CHARGE} and y.method = 'slip'`;

/** Join `charges`: an aggregate over the charges of the subscription `s`, in one pass. */
export const chargesJoin: Sql = sql`
  cross join lateral (
    select coalesce(bool_or(y.state in ${OPEN_CHARGE}), false) as open_charge,
      coalesce(bool_or(${openSlip}), false) as open_slip,
      case when not bool_or(${openSlip} and y.expires_at is null) then max(y.expires_at) filter (where ${openSlip})
        end as open_slip_until,
      (array_agg(jsonb_build_object('state', y.state, 'purpose', y.purpose, 'paidAt', y.paid_at,
        'free', y.amount_cents = 0)
        order by y.id desc))[1] as last_charge,
      coalesce(bool_or(y.state = 'paid' and y.amount_cents > 0), false) as confirmed_payment,
      coalesce(bool_or(y.voucher_id is not null and (y.state = 'paid' or y.state in ${OPEN_CHARGE})), false)
        as voucher_on_charge
    from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id) charges`;
