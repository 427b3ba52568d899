import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';

type DisciplineRow = {
  id: number;
  code: string;
  name: string;
  workload: number;
  mandatory: boolean;
  group: string | null;
};
type Found = {
  institution_code: string;
  disciplines: DisciplineRow[];
  min: number | null;
  max: number | null;
};

/**
 * Disciplines of a course in an intake (spec 7.4), with the number of electives to choose as set in the catalogue for the module;
 * without a setting none is required and all are allowed. undefined when no offer of that intake has the course.
 */
export async function disciplinesOf(
  on: Runner,
  asked: { courseId: number; intakeId: number; module: number | undefined; active: boolean | undefined },
) {
  const row = await on.one<Found>(sql`
    select ins.code as institution_code, r.min, r.max, (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'code', d.code, 'name', d.name, 'workload', d.workload,
        'mandatory', d.mandatory, 'group', d.elective_group) order by d.mandatory desc, d.code), '[]')
      from discipline d where d.tenant_id = c.tenant_id and d.course_id = c.id and d.intake_id = k.id
        and d.retired_at is null
        and (${asked.module ?? null}::int is null or d.module = ${asked.module ?? null}::int)
        and (${asked.active ?? null}::boolean is null or d.active = ${asked.active ?? null}::boolean)) as disciplines
    from course c
    join intake k on k.tenant_id = c.tenant_id and k.id = ${asked.intakeId}
    join institution ins on ins.tenant_id = k.tenant_id and ins.id = k.institution_id
    left join elective_rule r on r.tenant_id = c.tenant_id and r.course_id = c.id and r.intake_id = k.id
      and r.module = ${asked.module ?? 1}::int and r.retired_at is null
    where c.tenant_id = ${on.tenantId} and c.id = ${asked.courseId} and exists(
      select from offer o join offer_course oc on oc.tenant_id = o.tenant_id and oc.offer_id = o.id
      where o.tenant_id = c.tenant_id and o.intake_id = k.id and oc.course_id = c.id and o.retired_at is null)`);
  if (!row) return undefined;
  const electives = row.disciplines.filter(({ mandatory }) => !mandatory).length;
  return {
    institutionCode: row.institution_code,
    courseIntake: {
      courseId: asked.courseId,
      intakeId: asked.intakeId,
      module: asked.module ?? null,
      disciplines: row.disciplines,
      electiveMin: Math.min(row.min ?? 0, electives),
      electiveMax: Math.min(row.max ?? electives, electives),
    },
  };
}
