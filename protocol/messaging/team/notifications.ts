import { z } from 'zod';
import {
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  named,
  subscriptionQuery,
  text,
} from '../../foundation/index.ts';

/** Message sent or to be sent (spec 16.2). */
const notification = named('Notification', {
  id,
  subscriptionId: id.nullable(),
  template: text,
  /** Subject as the person reads it, without code or link. */
  title: text,
  channel: z.enum(['email', 'sms', 'whatsapp']),
  /** Masked; the full contact is on the person's page. */
  to: text,
  state: z.enum(['pending', 'sent', 'failed']),
  attempts: z.number().int().nonnegative(),
  createdAt: isoDateTime,
  sentAt: isoDateTime.nullable(),
  /** When the gateway reported delivery to the phone; null if none was reported. */
  deliveredAt: isoDateTime.nullable(),
  lastError: text.nullable(),
  /** Why it was not delivered, if known: the address refused it, or nobody could be reached. */
  undelivered: z.enum(['refused', 'unreachable']).nullable(),
  /** Whether it may be resent: never if it has a code, is only ever sent once, or is still on its way. */
  mayResend: z.boolean(),
});

export const notificationCalls = defineCalls({
  'GET /operations/notifications': {
    summary: 'Messages, newest first',
    scope: 'messages.read',
    query: z.object({
      state: z.enum(['pending', 'sent', 'failed']).optional(),
      ...subscriptionQuery,
      ...listQuery,
    }),
    responses: { 200: listOf(notification) },
  },
  'POST /operations/notifications/{id}/resend': {
    summary: 'Send a message again, to the contact known now and with a fresh link; never one with a code',
    scope: 'messages.send',
    responses: { 201: notification },
    errors: ['STATE_CONFLICT', 'NOT_RESENDABLE'],
  },
});
