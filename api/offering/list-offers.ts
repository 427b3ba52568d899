import { toAmount } from '@orbita/domain/foundation';
import { type DemandedLevel, searchForm } from '@orbita/domain/offering';
import { applicationType, type IngressKind, selectionOf } from '@orbita/domain/subscription';
import { PARAMETERS } from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { settingValue } from '../tenancy/setting-value.ts';

/** Host, institution and day for which open offers are listed. */
export type OfferPlace = {
  institutionId: number | null;
  /** Code of the only institution to which the list is limited. */
  institutionCode?: string | undefined;
  /** Host on which the list is shown; its settings apply. */
  hostId: number;
  /** `YYYY-MM-DD` in the tenant zone. */
  today: string;
};

export type OfferFilter = OfferPlace & {
  types?: number[] | undefined;
  courseId?: number | undefined;
  ingress?: string | undefined;
  modality?: string | undefined;
  poleId?: number | undefined;
  q?: string | undefined;
  page: number;
  pageSize: number;
};

type OfferCard = Answer<'GET /candidate/offers'>['data'][number];

type OfferJson = {
  id: number;
  name: string;
  type: 1 | 2 | 3 | 4;
  ingressMode: { name: string; kind: IngressKind };
  requiresClass: boolean;
  classes: OfferCard['classes'];
  asked: { documents: boolean; questionnaire: boolean; interview: boolean };
  requiredSchooling: DemandedLevel | null;
  intake: { id: number; startDate: string; endDate: string; classStartDate: string | null };
  courses: {
    id: number;
    name: string;
    modalityDescription: string;
    duration: string | null;
    priceFrom: number | null;
    fee: number | null;
  }[];
  priceFrom: number | null;
  institutionCode: string;
};

/** Escapes the wildcards of `like`, so that the text only matches itself. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Whether a setting is on for the offer `o` (spec 3.2). */
const isOn = (name: 'EnemCheckEnabled' | 'ShowClassInfo', hostId: number): Sql => {
  const given = settingValue(name, {
    tenant: sql`o.tenant_id`,
    offer: sql`o.id`,
    institution: sql`o.institution_id`,
    host: sql`${hostId}::bigint`,
  });
  return sql`coalesce(${given} in ('true'::jsonb, '"true"'::jsonb), ${PARAMETERS[name].fallback}::boolean)`;
};

/** Classes of the offer `o`, earliest first, with the free seats if they are shown. */
const classesJson = (hostId: number): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'poleId', k.pole_id, 'shift', k.shift,
       'weekdays', k.weekdays, 'startDate', k.start_date, 'startTime', k.start_time, 'endTime', k.end_time,
       'place', k.place, 'slots', case when ${isOn('ShowClassInfo', hostId)} then greatest(0, k.slots - k.taken) end)
       order by k.start_date, k.code), '[]')
   from academic_class k
   where o.requires_class and k.tenant_id = o.tenant_id and k.offer_id = o.id and k.retired_at is null)`;

/** What the offer `o` requires of candidates besides its form of ingress. */
const askedJson: Sql = sql`
  jsonb_build_object('questionnaire', o.questionnaire_template_id is not null, 'interview', o.interview,
    'documents', exists(select from document_rule dr where dr.tenant_id = o.tenant_id
      and dr.document_set_id = o.document_set_id and dr.stage = 'selection'))`;

/** Conditions of an open offer, under the names `i` (intake), `o` (offer), `im` (ingress mode), `ins` (institution). */
export const isOpen = (tenantId: number, filter: OfferPlace): Sql => sql`
      i.tenant_id = ${tenantId} and i.retired_at is null and not i.suspended
      and i.start_date <= ${filter.today}::date and i.end_date >= ${filter.today}::date
      and o.active and o.retired_at is null and ins.retired_at is null
      and (${filter.institutionId}::bigint is null or o.institution_id = ${filter.institutionId}::bigint)
      and (${filter.institutionCode ?? null}::text is null or ins.code = ${filter.institutionCode ?? null}::text)
      and (im.kind <> 'exam-score' or ${isOn('EnemCheckEnabled', filter.hostId)})`;

/**
 * Open offers with their matching courses and the cheapest first instalment of each, in a single statement. Open offers are
 * selected first, then sorted and counted by course name alone (a planner that mixes both steps multiplies small tables by every
 * offer); card details are computed only for the offers of the page.
 */
export const offersQuery = (tenantId: number, filter: OfferFilter): Sql => {
  const pattern = filter.q ? `%${literally(searchForm(filter.q))}%` : null;
  const matching = sql`
    oc.tenant_id = ${tenantId} and c.retired_at is null
      and (${pattern}::text is null or c.search_name like ${pattern}::text)
      and (${filter.courseId ?? null}::bigint is null or c.id = ${filter.courseId ?? null}::bigint)
      and (${filter.modality ?? null}::text is null or c.modality = ${filter.modality ?? null}::text)
      and exists (
        select from offer_course_pole ocp
        where ocp.tenant_id = ${tenantId} and ocp.offer_id = oc.offer_id and ocp.course_id = oc.course_id
          and ocp.retired_at is null
          and (${filter.poleId ?? null}::bigint is null or ocp.pole_id = ${filter.poleId ?? null}::bigint))`;
  return sql`
  with open_offer as materialized (
    select o.id, o.name
    from intake i
    join offer o on o.tenant_id = i.tenant_id and o.intake_id = i.id
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
    where ${isOpen(tenantId, filter)}
      and (${filter.types ?? null}::int[] is null or o.type = any(${filter.types ?? null}::int[]))
      and (${filter.ingress ?? null}::text is null or im.kind = ${filter.ingress ?? null}::text)
  ), found as (
    select oo.id, oo.name, min(c.search_name) as first_name
    from open_offer oo
    join offer_course oc on oc.offer_id = oo.id
    join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
    where ${matching}
    group by oo.id, oo.name
  ), shown as (
    select * from found order by first_name, name, id
    limit ${filter.pageSize}::int offset ${(filter.page - 1) * filter.pageSize}::bigint
  )
  select (select count(*)::int from found) as total, coalesce(jsonb_agg(jsonb_build_object(
    'id', o.id, 'name', o.name, 'type', o.type, 'ingressMode', jsonb_build_object('name', im.name, 'kind', im.kind),
    'requiresClass', o.requires_class, 'classes', ${classesJson(filter.hostId)}, 'asked', ${askedJson},
    'requiredSchooling', o.required_schooling, 'intake', jsonb_build_object('id', i.id, 'startDate', i.start_date,
      'endDate', i.end_date, 'classStartDate', i.class_start_date),
    'courses', priced.courses, 'institutionCode', ins.code, 'priceFrom', priced.cents)
    order by f.first_name, f.name, f.id), '[]') as data
  from shown f
  join offer o on o.tenant_id = ${tenantId} and o.id = f.id
  join intake i on i.tenant_id = o.tenant_id and i.id = o.intake_id
  join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
  join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
  cross join lateral (
    select min(own.cents) as cents, jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
      'modalityDescription', c.modality, 'duration', nullif(c.duration, ''), 'priceFrom', own.cents,
      'fee', case when o.type = 4 then nullif(own.fee, 0) end) order by oc.position, c.name) as courses
    from offer_course oc
    join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
    cross join lateral (
      select min(due.cents) filter (where pr.kind = 'enrollment') as cents,
        min(due.cents) filter (where pr.kind = 'tax') as fee
      from price_list pl join price pr on pr.tenant_id = pl.tenant_id and pr.price_list_id = pl.id
      cross join lateral (
        select greatest(0, (pr.plan ->> 0)::bigint - pr.discount_cents - pr.conditional_discount_cents) as cents) due
      where pl.tenant_id = ${tenantId} and pl.institution_id = o.institution_id and pl.intake_id = o.intake_id
        and pl.course_id = c.id and pr.kind in ('enrollment', 'tax') and pr.retired_at is null
        and (pl.pole_id is null or exists (
          select from offer_course_pole ocp where ocp.tenant_id = ${tenantId} and ocp.offer_id = o.id
            and ocp.course_id = pl.course_id and ocp.pole_id = pl.pole_id and ocp.retired_at is null))
    ) own
    where oc.offer_id = o.id and ${matching}
  ) priced`;
};

const amountOrNone = (cents: number | null): number | null => (cents === null ? null : toAmount(cents));

/** One page of the open offers; amounts in BRL, as in the API. */
export async function listOffers(on: Runner, filter: OfferFilter) {
  const found = await on.one<{ total: number; data: OfferJson[] }>(offersQuery(on.tenantId, filter));
  const data = (found?.data ?? []).map(({ asked, ...offer }) => ({
    ...offer,
    selection: selectionOf({
      type: applicationType(offer.type, offer.ingressMode.kind),
      kind: offer.ingressMode.kind,
      selectionDocuments: asked.documents,
      questionnaireAttached: asked.questionnaire,
      interviewOn: asked.interview,
    }) as OfferCard['selection'],
    courses: offer.courses.map((course) => ({
      ...course,
      priceFrom: amountOrNone(course.priceFrom),
      fee: amountOrNone(course.fee),
    })),
    priceFrom: amountOrNone(offer.priceFrom),
  }));
  return { data, page: filter.page, pageSize: filter.pageSize, total: found?.total ?? 0 };
}
