import { z } from 'zod';
import { day, defineCalls, text } from '../../foundation/index.ts';

/** Who of the team looks after an application, and when she wants to talk to the person again. */
export const ownership = {
  owner: z.object({ name: text, mine: z.boolean() }).nullable(),
  nextContactOn: day.nullable(),
};

export const ownerCalls = defineCalls({
  'PUT /operations/subscriptions/{id}/owner': {
    summary: 'Look after an application and say when to talk to the person next, or give it back',
    auth: 'service',
    scope: 'subscriptions.support',
    person: true,
    body: z.object({
      mine: z.boolean(),
      nextContactOn: day.nullable().optional(),
      /** It is somebody else's, and becomes one's own. */
      takeOver: z.boolean().optional(),
    }),
    responses: { 200: z.object(ownership).meta({ id: 'Ownership' }) },
    errors: ['NOT_FOUND', 'CLAIMED_BY_OTHER', 'VALIDATION'],
  },
});
