import { ACTION_NAMES } from '@orbita/domain/subscription';
import { z } from 'zod';
import { defineCalls, named, text } from '../../foundation/index.ts';

/** Action on an application, or why it is currently not allowed (spec 25.6.1). */
const allowedAction = named('AllowedAction', {
  action: z.enum(ACTION_NAMES),
  label: text,
  allowed: z.boolean(),
  reason: z.object({ code: text, text }).nullable(),
  /** Row of the transition table, if the action moves the application. */
  transition: text.nullable(),
  /** Call that performs it. */
  call: text,
  /** What a team member must have proved first. */
  confirm: z.enum(['recent', 'strong']).nullable(),
});

export const actionCalls = defineCalls({
  'GET /operations/subscriptions/{id}/actions': {
    summary: 'What the caller may do with an application now, and why not',
    scope: 'subscriptions.read',
    responses: { 200: z.array(allowedAction) },
  },
});
