import { bestVacancies, vacanciesState } from '@orbita/domain/offering';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';

type CourseRow = {
  institution_code: string;
  id: number | null;
  name: string;
  code: string;
  modality: string;
  description: string | null;
  places: { vacancies: number; taken: number }[];
};

/** Courses of an offer, or one of them, with their vacancy state; undefined when there is no such offer. */
export async function coursesOfOffer(on: Runner, offerId: number, courseId?: number) {
  const rows = await on.many<CourseRow>(sql`
    select ins.code as institution_code, c.id, c.name, c.code, c.modality, nullif(c.description, '') as description, c.places
    from offer o
    join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
    left join lateral (
      select c.id, c.name, c.code, c.modality, c.description, oc.position,
        jsonb_agg(jsonb_build_object('vacancies', ocp.vacancies, 'taken', ocp.taken)) as places
      from offer_course oc
      join course c on c.tenant_id = oc.tenant_id and c.id = oc.course_id and c.retired_at is null
      join offer_course_pole ocp on ocp.tenant_id = oc.tenant_id and ocp.offer_id = oc.offer_id
        and ocp.course_id = oc.course_id and ocp.retired_at is null
      where oc.tenant_id = o.tenant_id and oc.offer_id = o.id
        and (${courseId ?? null}::bigint is null or c.id = ${courseId ?? null}::bigint)
      group by c.id, c.name, c.code, c.modality, c.description, oc.position
    ) c on true
    where o.tenant_id = ${on.tenantId} and o.id = ${offerId} and o.retired_at is null
    order by c.position, c.name`);
  const [first] = rows;
  if (!first) return undefined;
  const courses = rows
    .filter(({ id }) => id !== null)
    .map(({ id, name, code, modality, description, places }) => ({
      id,
      name,
      code,
      modalityDescription: modality,
      description,
      vacanciesState: bestVacancies(places.map(({ vacancies, taken }) => vacanciesState(vacancies, taken))),
    }));
  return { institutionCode: first.institution_code, courses };
}

type PoleRow = { institution_code: string; id: number | null; description: string; city: string; uf: string };

/** Poles at which an offer has a course; undefined when the offer does not exist or does not have the course. */
export async function polesOfCourse(on: Runner, offerId: number, courseId: number) {
  const rows = await on.many<PoleRow>(sql`
    select ins.code as institution_code, p.id, p.description, ci.name as city, st.uf
    from offer_course oc
    join offer o on o.tenant_id = oc.tenant_id and o.id = oc.offer_id and o.retired_at is null
    join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
    left join offer_course_pole ocp on ocp.tenant_id = oc.tenant_id and ocp.offer_id = oc.offer_id
      and ocp.course_id = oc.course_id and ocp.retired_at is null
    left join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id
    left join city ci on ci.id = p.city_id
    left join state st on st.id = ci.state_id
    where oc.tenant_id = ${on.tenantId} and oc.offer_id = ${offerId} and oc.course_id = ${courseId}
    order by p.description`);
  const [first] = rows;
  if (!first) return undefined;
  const poles = rows
    .filter(({ id }) => id !== null)
    .map(({ id, description, city, uf }) => ({ id, description, city, uf }));
  return { institutionCode: first.institution_code, poles };
}
