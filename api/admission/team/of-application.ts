import { isoInZone } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../platform/http/context.ts';
import { seenRow } from '../../subscription/seen-state.ts';
import { interviewOf, presentAppointment } from '../interview-store.ts';

type Shown = Answer<'GET /operations/subscriptions/{id}/admission'>;
type Kept = {
  state: NonNullable<Shown['questionnaire']>['state'];
  comment: string | null;
  submitted_at: Date | null;
};

/**
 * State of the questionnaire and interview of an application; drafts are visible only to their author. 404 outside the caller's
 * institutions.
 */
export async function admissionInBrief(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
): Promise<Shown> {
  const on = platform.db.tenant(tenant.id);
  const { time_zone: zone } = await seenRow(on, service, id);
  const [questionnaire, interview] = await Promise.all([
    on.one<Kept>(sql`
      select q.state, q.comment, q.submitted_at from questionnaire q
      where q.tenant_id = ${tenant.id} and q.subscription_id = ${id}`),
    interviewOf(on, id),
  ]);
  return {
    questionnaire: questionnaire
      ? {
          state: questionnaire.state,
          comment: questionnaire.comment,
          submittedAt: questionnaire.submitted_at && isoInZone(questionnaire.submitted_at, zone),
        }
      : null,
    interview: interview
      ? { id: interview.id, state: interview.state, appointment: presentAppointment(interview) }
      : null,
  };
}
