import type { TeamEvent } from '@orbita/protocol/staff';
import { WebSocket } from 'ws';
import type { Client } from './harness.ts';

/** A page of the console that listens. */
export type TeamLine = {
  events: TeamEvent[];
  types(): string[];
  opened: Promise<void>;
  closed: Promise<number>;
  say(value: unknown): void;
  close(): void;
};

export const ticketFor = async (client: Client): Promise<string> =>
  (await client.call('POST /operations/staff/events/tickets')).body.ticket;

/** Opens the team's socket at a node with a ticket. */
export function teamLine(url: string, ticket: string, headers: Record<string, string> = {}): TeamLine {
  const events: TeamEvent[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/orbita/api/operations/events?ticket=${ticket}`, {
    headers: { 'x-forwarded-host': 'cua.alfa.orbita.test', ...headers },
  });
  socket.on('error', () => undefined);
  socket.on('message', (data) => events.push(JSON.parse(String(data)) as TeamEvent));
  return {
    events,
    types: () => events.map(({ type }) => type),
    opened: new Promise((resolve) => socket.once('open', () => resolve())),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    say: (value) => socket.send(JSON.stringify(value)),
    close: () => socket.close(),
  };
}
