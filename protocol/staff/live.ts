import { z } from 'zod';
import { defineCalls, isoDateTime, text } from '../foundation/index.ts';

/** Address of the team's socket below `/orbita/api` (spec 25.19). */
export const TEAM_EVENTS = '/operations/events';

/**
 * The events that pages of the team receive, and what each says. Nothing here names a candidate: a page that wants to know more
 * asks, and is judged as for any other call.
 */
export type TeamEventData = {
  /** Something came into a queue or left it. */
  'queue.changed': { queue: string; institution: string };
  /** Without `by` the item is free again. */
  'item.claimed': { kind: string; itemId: number; by?: string; until?: string };
  'item.decided': { kind: string; itemId: number; by: string };
  'application.changed': { subscriptionId: number; version: number };
  'approval.changed': { id: number; state: string };
  'export.progress': { id: number; rows: number; state: string };
  /** Own roles changed, or own access ended. */
  'staff.changed': Record<string, never>;
  'catalogue.changed': { version: number };
};
export type TeamEventType = keyof TeamEventData;

const TEAM_EVENT_TYPES = [
  'queue.changed',
  'item.claimed',
  'item.decided',
  'application.changed',
  'approval.changed',
  'export.progress',
  'staff.changed',
  'catalogue.changed',
] as const satisfies readonly TeamEventType[];

/** Envelope of an event for the team (spec 25.19); `id` is what a page names when it comes back. */
const teamEvent = z
  .object({
    id: text,
    type: z.enum(TEAM_EVENT_TYPES),
    occurredAt: isoDateTime,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'TeamEvent' });
export type TeamEvent = z.output<typeof teamEvent>;

/** The way to the team's socket. */
export const staffLiveCalls = defineCalls({
  'POST /operations/staff/events/tickets': {
    summary: 'Single-use ticket for the socket of the team’s events',
    auth: 'staff',
    responses: { 200: z.object({ ticket: text, expiresIn: z.number().int().positive() }) },
    errors: [],
  },
});
