import type { IngressKind } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { countsAsActive } from '../subscription/row.ts';
import { settingsJson } from '../subscription/state-columns.ts';

export type CourseTarget = { course_found: boolean; pole_found: boolean; open: boolean; left: number };

/** The course and pole of the offer to which an application would change, with the vacancies left there. */
export const courseTarget = (
  tx: Tx,
  row: SubscriptionState,
  { courseId, poleId }: { courseId: number; poleId: number },
): Promise<CourseTarget | undefined> =>
  tx.one<CourseTarget>(sql`
    select oc.course_id is not null as course_found, ocp.pole_id is not null as pole_found,
      coalesce(c.retired_at is null and ocp.retired_at is null, false) as open,
      coalesce(ocp.vacancies - ocp.taken, 0)::int as left
    from offer o
    left join offer_course oc on oc.tenant_id = o.tenant_id and oc.offer_id = o.id and oc.course_id = ${courseId}
    left join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id
    left join offer_course_pole ocp on ocp.tenant_id = oc.tenant_id and ocp.offer_id = oc.offer_id
      and ocp.course_id = oc.course_id and ocp.pole_id = ${poleId}
    where o.tenant_id = ${tx.tenantId} and o.id = ${row.offer_id}`);

/** Another active application of the same person for a course of the same offer. */
export const otherForCourse = (
  tx: Tx,
  row: SubscriptionState,
  courseId: number,
): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`
    select id from subscription where tenant_id = ${tx.tenantId} and person_id = ${row.person_id}
      and offer_id = ${row.offer_id} and course_id = ${courseId} and id <> ${row.id}
      and ${countsAsActive} limit 1`);

export type IngressTarget = {
  offer_id: number;
  settings: SubscriptionState['settings'];
  place_found: boolean;
  left: number;
};

/** Offers of a kind in the same intake; those with the same course and pole come first. */
export const ingressTargets = (tx: Tx, row: SubscriptionState, kind: IngressKind): Promise<IngressTarget[]> =>
  tx.many<IngressTarget>(sql`
    select o.id as offer_id, ${settingsJson(sql`s.institution_id`, sql`o.id`, sql`s.host_id`)} as settings,
      (ocp.pole_id is not null and c.retired_at is null) as place_found,
      coalesce(ocp.vacancies - ocp.taken, 0)::int as left
    from subscription s
    join offer here on here.tenant_id = s.tenant_id and here.id = s.offer_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join offer o on o.tenant_id = s.tenant_id and o.intake_id = s.intake_id and o.type = here.type
      and o.active and o.retired_at is null
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id and im.kind = ${kind}::text
    left join offer_course_pole ocp on ocp.tenant_id = o.tenant_id and ocp.offer_id = o.id
      and ocp.course_id = s.course_id and ocp.pole_id = s.pole_id and ocp.retired_at is null
    where s.tenant_id = ${tx.tenantId} and s.id = ${row.id} order by place_found desc, o.id`);

/**
 * Another application of the same person that rules out an offer: an active one for the same course, or a refusal for cause,
 * which applies to the whole intake (spec 7.1).
 */
export const otherForOffer = (
  tx: Tx,
  row: SubscriptionState,
  offerId: number,
): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`
    select id from subscription where tenant_id = ${tx.tenantId} and person_id = ${row.person_id} and id <> ${row.id}
      and ((offer_id = ${offerId} and course_id = ${row.course_id} and ${countsAsActive})
        or (no_retake and intake_id = ${row.intake_id})) limit 1`);
