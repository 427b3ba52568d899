import { z } from 'zod';
import { defineCalls, isoDateTime, named, text } from '../foundation/index.ts';

/** Path of the team's socket below `/orbita/api` (spec 25.19). */
export const TEAM_EVENTS = '/operations/events';

/**
 * Events that pages of the team receive, with their data. Nothing here identifies a candidate: a page that needs more requests
 * it, and is authorised as for any other call.
 */
export type TeamEventData = {
  /** An item entered or left a queue. */
  'queue.changed': { queue: string; institution: string };
  /** Without `by`, the item is free again. */
  'item.claimed': { kind: string; itemId: number; by?: string; until?: string };
  'item.decided': { kind: string; itemId: number; by: string };
  'application.changed': { subscriptionId: number; version: number };
  'approval.changed': { id: number; state: string };
  'export.progress': { id: number; rows: number; state: string };
  /** The receiver's roles changed, or their access ended. */
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

/** Envelope of a team event (spec 25.19); `id` is what a page sends when it reconnects. */
const teamEvent = named('TeamEvent', {
  id: text,
  type: z.enum(TEAM_EVENT_TYPES),
  occurredAt: isoDateTime,
  data: z.record(z.string(), z.unknown()),
});
export type TeamEvent = z.output<typeof teamEvent>;

/** Access to the team's socket. */
export const staffLiveCalls = defineCalls({
  'POST /operations/staff/events/tickets': {
    summary: 'Single-use ticket for the socket of the team’s events',
    auth: 'staff',
    responses: { 200: z.object({ ticket: text, expiresIn: z.number().int().positive() }) },
  },
});
