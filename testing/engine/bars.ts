import sql from 'sql-template-tag';
import type { Walker, Way } from './walker.ts';

/**
 * A person's applications that prevent a new one (spec 7.1): an active one for the same offer and course, or one rejected for
 * plagiarism or by disqualification, which bars the same offer and every offer with evaluation in its intake.
 */
export async function barsOf({ engine, personId }: Walker, { letter, head, tail }: Way): Promise<number[]> {
  const { offer_id: offer, course_id: course } = engine.place(letter, head, tail);
  const found = await engine.harness.platform.db.tenant(engine.tenantId).many<{ id: number }>(sql`
    select s.id from subscription s
    join offer wanted on wanted.tenant_id = s.tenant_id and wanted.id = ${offer}
    join ingress_mode m on m.tenant_id = wanted.tenant_id and m.id = wanted.ingress_mode_id
    where s.tenant_id = ${engine.tenantId} and s.person_id = ${personId} and (
      (s.offer_id = ${offer} and s.course_id = ${course} and (s.status not in (9, 13) or s.no_retake))
      or (s.no_retake and s.intake_id = wanted.intake_id and m.kind in ('online-essay', 'scheduled-test', 'exam-score')))
    order by s.id`);
  return found.map(({ id }) => id);
}
