import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, named, pageOf, pageQuery, text } from '../foundation/index.ts';

export {
  type WebhookEvent,
  type WebhookKind,
  webhookAnswer,
  webhookEvent,
  webhookExamples,
  webhookKind,
} from './webhooks.ts';

/** Envelope of a live event (spec 16.1). */
export const liveEvent = named('LiveEvent', {
  id: text,
  type: text,
  occurredAt: isoDateTime,
  subscriptionId: id,
  version: z.number().int().positive(),
  data: z.record(z.string(), z.unknown()),
});
export type LiveEvent = z.output<typeof liveEvent>;

/** What a client sends after it reconnects (spec 16.1). */
export const liveHello = z.object({ lastEventId: z.string().max(64) });

/** Streams of live events and the paths of their sockets below `/orbita/api`. */
export const liveStreams = {
  business: '/candidate/events/business',
  financial: '/candidate/events/financial',
} as const;
export type LiveStream = keyof typeof liveStreams;

/**
 * Close codes of a socket (spec 16.1); `flood`: too many frames or too many sockets, `restart`: this node is shutting down,
 * others continue.
 */
export const closeCodes = { ticket: 4401, scope: 4403, flood: 4429, restart: 1012 } as const;

/** Message that was sent to a person, or given up (spec 16.3). */
const ownMessage = named('OwnMessage', {
  id,
  channel: z.enum(['email', 'sms', 'whatsapp']),
  state: z.enum(['sent', 'failed']),
  at: isoDateTime,
  institution: text,
  subscriptionId: id.nullable(),
  title: text,
  paragraphs: z.array(text),
});

export const messagingCalls = defineCalls({
  'GET /candidate/users/{uuid}/messages': {
    summary: 'Messages sent to oneself, newest first, without their codes and links',
    query: z.object(pageQuery),
    responses: { 200: pageOf(ownMessage) },
  },
  'POST /candidate/events/tickets': {
    summary: 'Single-use ticket for a socket',
    repeats: 'secret',
    accessKey: true,
    body: z.object({ subscriptionIds: maybe(z.array(id).max(100)) }),
    responses: { 200: z.object({ ticket: text, expiresIn: z.number().int().positive() }) },
    errors: ['NOT_FOUND'],
  },
});
