import { formatCpf, formatDate, shownName } from '@orbita/domain/foundation';
import { CHARGE_LABELS, type ChargeState } from '@orbita/domain/payment';
import { STATUS, type Status, statusInfo } from '@orbita/domain/subscription';
import { waitText } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import { sinceFilter } from '../../platform/lists/lists.ts';
import { subscriptionList } from '../../subscription/team/list/filters.ts';
import type { Source } from '../list-source.ts';
import { moment } from '../moment.ts';

const person = sql`join person p on p.tenant_id = s.tenant_id and p.id = s.person_id`;
const institution = sql`join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id`;
const course = sql`join course c on c.tenant_id = s.tenant_id and c.id = s.course_id`;
const pole = sql`join pole o on o.tenant_id = s.tenant_id and o.id = s.pole_id`;
const offer = sql`join offer f on f.tenant_id = s.tenant_id and f.id = s.offer_id`;
const intake = sql`join intake k on k.tenant_id = s.tenant_id and k.id = s.intake_id`;

/** Since when the application has been in its status: the last move that changed it, or its creation. */
const entered = sql`coalesce((select h.at from status_history h
  where h.tenant_id = s.tenant_id and h.subscription_id = s.id and h.to_status = s.status
    and h.from_status is distinct from h.to_status order by h.id desc limit 1), s.created_at)`;

/** A person without a CPF signs in with another document. */
const document = sql`coalesce(p.cpf, (select u.document from user_account u
  where u.tenant_id = p.tenant_id and u.person_id = p.id order by u.id limit 1))`;

/** Names of the required documents of the current stage that are still to be sent, or sent again. */
const missing = sql`(select string_agg(d.name, ', ' order by d.position) from required_document d
  where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.required and d.covered_by is null
    and d.state in ('pending', 'rejected')
    and d.stage = case when s.status in (${raw(`${STATUS.Subscribed}, ${STATUS.SubscriptionDocumentationPending}`)})
      then 'selection' else 'enrollment' end)`;

/** The grade of the last graded essay, else of the test, else the average of the national exam. */
const grade = sql`coalesce(
  (select g.score from essay e join essay_grade g on g.tenant_id = e.tenant_id and g.essay_id = e.id
    where e.tenant_id = s.tenant_id and e.subscription_id = s.id order by e.attempt desc limit 1),
  (select b.score from test_booking b where b.tenant_id = s.tenant_id and b.subscription_id = s.id
    and b.score is not null order by b.id desc limit 1),
  (select x.average from exam_score x where x.tenant_id = s.tenant_id and x.subscription_id = s.id
    and x.set_aside_at is null))`;

const charge = sql`left join lateral (select c.state, c.amount_cents from payment c
  where c.tenant_id = s.tenant_id and c.subscription_id = s.id order by c.id desc limit 1) y on true`;

/** Applications, with the filters of their list (spec-console 25.6.1). */
export const subscriptionSource: Source = {
  rows(tenantId, service, query, now) {
    const { from, where } = subscriptionList(tenantId, service, query, now);
    return { from, where: sql`${where}${sinceFilter(query, sql`s.updated_at`)}` };
  },
  columns: {
    number: { value: sql`s.id` },
    name: {
      value: sql`array[p.name, p.social_name]`,
      join: person,
      cell: ([name, socialName]: [string, string | null]) => shownName({ name, socialName }),
    },
    document: { value: document, join: person, cell: (given: string) => formatCpf(given) },
    email: { value: sql`p.email`, join: person },
    cellPhone: { value: sql`p.cell_phone`, join: person },
    institution: { value: sql`i.acronym`, join: institution },
    course: { value: sql`c.name`, join: course },
    pole: { value: sql`o.description`, join: pole },
    offer: { value: sql`f.code`, join: offer },
    intake: { value: sql`k.code`, join: intake },
    status: { value: sql`s.status`, cell: (status: Status) => statusInfo(status).label },
    waiting: { value: entered, cell: moment },
    waits: {
      value: sql`case when s.waits_for is not null then array[s.waits_for, s.waits_queue] end`,
      cell: waitText,
    },
    waitsSince: { value: sql`s.waits_since`, cell: moment },
    created: { value: sql`s.created_at`, cell: moment },
    changed: { value: sql`s.updated_at`, cell: moment },
    birthDate: { value: sql`p.birth_date`, join: person, cell: formatDate },
    studentNumber: { value: sql`s.student_lyceum_id` },
    missing: { value: missing },
    grade: { value: grade },
    payment: { value: sql`y.state`, join: charge, cell: (state: ChargeState) => CHARGE_LABELS[state] },
    amount: { value: sql`y.amount_cents / 100.0`, join: charge },
    campaign: { value: sql`s.tracking ->> 'utmCampaign'` },
    externalId: { value: sql`s.external_id` },
  },
};
