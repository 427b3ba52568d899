import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Write } from '../platform/http/with-key.ts';
import { maySee } from '../platform/lists/lists.ts';
import { type SubscriptionRow, subscriptionById } from '../subscription/row.ts';
import { requireVersion } from '../work/decision.ts';
import { changeCourse } from './change-course.ts';

type Asking = Ctx<'GET /operations/subscriptions/{id}/course-options'>;
type Changing = Ctx<'POST /operations/subscriptions/{id}/course-change'>;

/** The application, if the caller may see it; 404 otherwise. */
async function visible({ platform, tenant, service, params }: Asking | Changing): Promise<SubscriptionRow> {
  const row = await subscriptionById(platform.db.tenant(tenant.id), params.id);
  return row && maySee(service, row.institution_code) ? row : fail('NOT_FOUND');
}

type Options = Answer<'GET /operations/subscriptions/{id}/course-options'>;

/**
 * To which places within its offer an application could change: courses with a vacancy, and the poles of one of them, by default
 * the current course (spec 25.6.2). The current course and pole are included even if they are full.
 */
export async function courseOptions(ctx: Asking): Promise<Reply> {
  const row = await visible(ctx);
  const course = ctx.query.course ?? row.course_code;
  const at = sql`k.tenant_id = ${ctx.tenant.id} and k.offer_id = ${row.offer_id} and k.retired_at is null
    and c.retired_at is null and p.retired_at is null`;
  const places = sql`offer_course_pole k join course c on c.tenant_id = k.tenant_id and c.id = k.course_id
    join pole p on p.tenant_id = k.tenant_id and p.id = k.pole_id`;
  const on = ctx.platform.db.tenant(ctx.tenant.id);
  const courses = await on.many<Options['courses'][number]>(sql`
    select c.code, c.name from ${places} where ${at}
    group by c.id, c.code, c.name having bool_or(k.vacancies > k.taken) or c.id = ${row.course_id} order by c.name, c.id`);
  const poles = await on.many<Options['poles'][number]>(sql`
    select p.code, p.description as name, greatest(k.vacancies - k.taken, 0)::int as left from ${places}
    where ${at} and c.code = ${course}::text and (k.vacancies > k.taken
      or (k.course_id = ${row.course_id} and k.pole_id = ${row.pole_id})) order by p.description, p.id`);
  const own = await on.one<{ pole: string }>(sql`
    select code as pole from pole where tenant_id = ${ctx.tenant.id} and id = ${row.pole_id}`);
  return reply(200, { courses, poles, current: { courseCode: row.course_code, poleCode: own?.pole ?? '' } });
}

/** Ids of a course and pole by their codes; 0 for an unknown one, which no offer has. */
const idsOf = (tx: Tx, courseCode: string, poleCode: string) =>
  tx.one<{ course_id: number; pole_id: number }>(sql`
    select coalesce((select id from course where tenant_id = ${tx.tenantId} and code = ${courseCode}::text), 0) as course_id,
      coalesce((select id from pole where tenant_id = ${tx.tenantId} and code = ${poleCode}::text), 0) as pole_id`);

/** Changes course and pole for the candidate, by the same rules that apply to the candidate (spec 7.5, TR-84 by operations). */
export async function changeForCandidate(ctx: Changing, write: Write): Promise<Reply> {
  const { platform, service } = ctx;
  const { id } = await visible(ctx);
  const { courseCode, poleCode, reason, version } = ctx.body();
  if (!reason.trim()) invalid([{ field: 'reason', message: 'Escreva o motivo.' }]);
  requireVersion(service, version);
  return write(async (tx) => {
    const { course_id: courseId = 0, pole_id: poleId = 0 } = (await idsOf(tx, courseCode, poleCode)) ?? {};
    const asked = { service, reason: reason.trim(), seen: version ?? null };
    const status = await changeCourse(tx, platform, { subscriptionId: id, courseId, poleId }, asked);
    return reply(200, { id, state: 'changed', subscriptionId: id, status });
  });
}
