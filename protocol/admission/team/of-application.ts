import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text } from '../../foundation/index.ts';
import { appointment, interviewState, questionnaireState } from '../index.ts';

/** State of an application's questionnaire and interview, without the answers (spec 25.6.1). */
const admissionInBrief = named('AdmissionInBrief', {
  questionnaire: z
    .object({ state: questionnaireState, comment: text.nullable(), submittedAt: isoDateTime.nullable() })
    .nullable(),
  interview: z.object({ id, state: interviewState, appointment: appointment.nullable() }).nullable(),
});

export const applicationAdmissionCalls = defineCalls({
  'GET /operations/subscriptions/{id}/admission': {
    summary: 'How the questionnaire and the interview of an application stand; null where there is none',
    scope: ['admissions.interview', 'admissions.decide'],
    alsoScope: 'subscriptions.read',
    responses: { 200: admissionInBrief },
  },
});
