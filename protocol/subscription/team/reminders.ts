import { LEFT_OUT_NAMES, REMINDER, REMINDER_KINDS } from '@orbita/domain/messaging';
import { z } from 'zod';
import {
  defineCalls,
  filters,
  id,
  isoDateTime,
  listOf,
  listQuery,
  named,
  text,
} from '../../foundation/index.ts';
import { subscriptionFilters } from './applications.ts';

const { institution, page, pageSize, cursor } = listQuery;

const count = z.int32().nonnegative();
const leftOut = { why: z.enum(LEFT_OUT_NAMES), count };

/** Who to remind of what: applications by id, or all of a list. */
const reminderWish = z
  .object({
    kind: z.enum(REMINDER_KINDS),
    subscriptionIds: z.array(id).min(1).max(REMINDER.most).optional(),
    query: filters({ ...subscriptionFilters, institution }).optional(),
  })
  .refine(({ subscriptionIds, query }) => (subscriptionIds === undefined) !== (query === undefined), {
    message: 'Diga as inscrições ou a lista.',
    path: ['subscriptionIds'],
  })
  .meta({ id: 'ReminderWish' });

/** Batch of reminders and its outcome. */
const reminderBatch = named('ReminderBatch', {
  id,
  kind: z.enum(REMINDER_KINDS),
  state: z.enum(['running', 'stopped', 'done']),
  /** Name of the sender. */
  by: text,
  createdAt: isoDateTime,
  endedAt: isoDateTime.nullable(),
  waiting: count,
  sent: count,
  /** Number of people not reminded because it was stopped. */
  stopped: count,
  leftOut: z.array(z.object(leftOut)),
  /** Of those reminded: how many came back since, and how many paid within 14 days. */
  cameBack: count,
  paid: count,
});

export const reminderCalls = defineCalls({
  'POST /operations/reminders/preview': {
    summary: 'What a reminder to many would say, to how many by which channel, and who is left out and why',
    scope: 'messages.send',
    alsoScope: 'subscriptions.read',
    body: reminderWish,
    responses: {
      200: z.object({
        /** Number of applications chosen. */
        chosen: count,
        /** Number of people who would be reminded. */
        people: count,
        channels: z.array(z.object({ channel: text, count })),
        /** With some of the application ids. */
        leftOut: z.array(z.object({ ...leftOut, ids: z.array(id).max(20) })),
        /** As the first of them reads it; null if nobody would be reminded. */
        text: z.object({ subject: text, text, sms: text.nullable() }).nullable(),
      }),
    },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/reminders': {
    summary: 'Remind many people; each at most once in 48 hours. Sent in the background, until it is stopped',
    scope: 'messages.send',
    alsoScope: 'subscriptions.read',
    body: reminderWish,
    responses: { 201: reminderBatch },
    errors: ['NOT_FOUND', 'REMINDER_LIMIT'],
  },
  'GET /operations/reminders': {
    summary: 'Batches of reminders with their results, newest first',
    scope: 'messages.send',
    alsoScope: 'subscriptions.read',
    query: z.object({ page, pageSize, cursor }),
    responses: { 200: listOf(reminderBatch) },
  },
  'GET /operations/reminders/{id}': {
    summary: 'One batch of reminders',
    scope: 'messages.send',
    alsoScope: 'subscriptions.read',
    responses: { 200: reminderBatch },
  },
  'POST /operations/reminders/{id}/stop': {
    summary: 'Stop a batch: who was not reminded yet is not. One that has ended stays as it is',
    scope: 'messages.send',
    alsoScope: 'subscriptions.read',
    responses: { 200: reminderBatch },
  },
});
