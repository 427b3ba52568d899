import { ACTION_NAMES } from '@orbita/domain/subscription';
import { z } from 'zod';
import { defineCalls, text } from '../../foundation/index.ts';

/** Something that may be done with an application, or why it may not be done now (spec 25.6.1). */
const allowedAction = z
  .object({
    action: z.enum(ACTION_NAMES),
    label: text,
    allowed: z.boolean(),
    reason: z.object({ code: text, text }).nullable(),
    /** Row of the transition table, where the act moves the application. */
    transition: text.nullable(),
    /** The call that does it. */
    call: text,
    /** What a person of the team must have proved before. */
    confirm: z.enum(['recent', 'strong']).nullable(),
  })
  .meta({ id: 'AllowedAction' });

export const actionCalls = defineCalls({
  'GET /operations/subscriptions/{id}/actions': {
    summary: 'What the caller may do with an application now, and why not',
    auth: 'service',
    scope: 'subscriptions.read',
    responses: { 200: z.array(allowedAction) },
    errors: ['NOT_FOUND'],
  },
});
