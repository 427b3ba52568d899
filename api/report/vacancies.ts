import { MOST_ROWS, type VacancyRow, vacancyFinding } from '@orbita/domain/report';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner } from '../platform/database/types.ts';
import { type Asked, offersOf, placeOf } from './asked.ts';

/** Vacancies of each course at each pole over the offers of the intake, those with the fewest left first (spec-console 25.13). */
export async function vacancies(on: Runner, asked: Asked) {
  const ids = asked.intakes.map(({ id }) => id);
  const found = await on.many<RowOf<VacancyRow>>(sql`
    select c.name as course, l.description as pole, i.code as institution_code, x.vacancies, x.taken
    from (
      select ocp.course_id, ocp.pole_id, o.institution_id, sum(ocp.vacancies)::int as vacancies, sum(ocp.taken)::int as taken
      from offer o join offer_course_pole ocp on ocp.tenant_id = o.tenant_id and ocp.offer_id = o.id
      where ${offersOf(asked, ids)} and o.active and o.retired_at is null and ocp.retired_at is null
        ${placeOf(asked, { course: sql`ocp.course_id`, pole: sql`ocp.pole_id` })}
      group by 1, 2, 3) x
    join course c on c.tenant_id = ${asked.tenant.id} and c.id = x.course_id
    join pole l on l.tenant_id = ${asked.tenant.id} and l.id = x.pole_id
    join institution i on i.tenant_id = ${asked.tenant.id} and i.id = x.institution_id
    order by (x.vacancies - x.taken)::float8 / greatest(x.vacancies, 1), c.name, l.description, i.code
    limit ${MOST_ROWS}::int`);
  const rows = found.map(shapeOf);
  return { report: 'vacancies' as const, rows, finding: vacancyFinding(rows) };
}
