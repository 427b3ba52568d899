import { z } from 'zod';
import { defineCalls } from '../../foundation/index.ts';
import { decided, itemErrors, seenVersion } from '../../work/index.ts';

export const enrolmentTeamCalls = defineCalls({
  'PUT /operations/subscriptions/{id}/student': {
    summary: 'Deliver the student number of an enrolled candidate',
    scope: 'students',
    body: z.object({ studentLyceumId: z.string().trim().min(1).max(60), version: seenVersion }),
    responses: { 200: decided },
    errors: ['STUDENT_NUMBER_TAKEN', ...itemErrors],
  },
});
