import { z } from 'zod';
import { day, defineCalls, text } from '../../foundation/index.ts';

/** Team member who looks after an application, and when they plan to contact the person next. */
export const ownership = {
  owner: z.object({ name: text, mine: z.boolean() }).nullable(),
  nextContactOn: day.nullable(),
};

export const ownerCalls = defineCalls({
  'PUT /operations/subscriptions/{id}/owner': {
    summary: 'Look after an application and say when to talk to the person next, or give it back',
    scope: 'subscriptions.support',
    person: true,
    body: z.object({
      mine: z.boolean(),
      nextContactOn: day.nullable().optional(),
      /** Whether to take it over from somebody else. */
      takeOver: z.boolean().optional(),
    }),
    responses: { 200: z.object(ownership).meta({ id: 'Ownership' }) },
    errors: ['CLAIMED_BY_OTHER'],
  },
});
