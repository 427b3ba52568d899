import { TEAM_EVENTS, type TeamEvent } from '@orbita/protocol/staff';
import type { Client } from './harness.ts';
import { type LiveLine, liveLine } from './live-line.ts';

/** A page of the console that listens. */
export type TeamLine = LiveLine<TeamEvent> & { types(): string[] };

export const ticketFor = async (client: Client): Promise<string> =>
  (await client.call('POST /operations/staff/events/tickets')).body.ticket;

/** Opens the team's socket at a node with a ticket. */
export function teamLine(url: string, ticket: string, headers: Record<string, string> = {}): TeamLine {
  const line = liveLine<TeamEvent>(url, TEAM_EVENTS, ticket, headers);
  return { ...line, types: () => line.events.map(({ type }) => type) };
}
