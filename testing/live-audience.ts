import { randomUUID } from 'node:crypto';
import { liveStreams } from '@orbita/protocol/messaging';
import { TEAM_EVENTS } from '@orbita/protocol/staff';
import { emit } from '../api/platform/events.ts';
import { publishToTeam } from '../api/platform/team-events.ts';
import { tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';
import { type LiveLine, liveLine } from './live-line.ts';
import { personAt } from './person-at.ts';
import { staffIn } from './staff.ts';
import { ticketFor } from './team-socket.ts';
import { until } from './until.ts';

type Received = { id: string; type: string; data: Record<string, unknown> };
export type AnyLine = LiveLine<Received>;

/** Somebody who may listen, with either of the two kinds of sockets. */
export type Audience = {
  path: string;
  ticket(): Promise<string>;
  /** Opens a page with one of their tickets. */
  open(): Promise<AnyLine>;
  /** Publishes an event of about `bytes` bytes to them, and returns a mark that identifies it. */
  publishOne(bytes?: number): Promise<string>;
};

type Parts = Pick<Audience, 'path' | 'ticket'> & {
  publish(mark: string, filler: string): Promise<unknown>;
};
const audienceOf = (harness: Harness, { publish, ...parts }: Parts): Audience => ({
  ...parts,
  open: async () => liveLine<Received>(harness.url, parts.path, await parts.ticket()),
  async publishOne(bytes = 0) {
    const mark = randomUUID();
    await publish(mark, 'x'.repeat(bytes));
    return mark;
  },
});

async function candidate(harness: Harness): Promise<Audience> {
  const who = await personAt(harness, 'payment');
  return audienceOf(harness, {
    path: liveStreams.business,
    ticket: async () => (await who.client.call('POST /candidate/events/tickets', { body: {} })).body.ticket,
    publish: (mark, filler) =>
      harness.platform.db.write(who.tenantId, (tx) =>
        emit(tx, harness.platform, {
          stream: 'business',
          type: 'essay.graded',
          subscriptionId: who.id,
          data: { mark, filler },
        }),
      ),
  });
}

let items = 0;
async function team(harness: Harness): Promise<Audience> {
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }]);
  const tenantId = await tenantIdOf(harness, 'alfa');
  return audienceOf(harness, {
    path: TEAM_EVENTS,
    ticket: () => ticketFor(client),
    publish: (mark, filler) =>
      harness.platform.db.write(tenantId, async (tx) =>
        publishToTeam(tx, harness.platform, {
          type: 'item.decided',
          data: { kind: filler, itemId: ++items, by: mark },
          staffId,
        }),
      ),
  });
}

/** Both kinds of sockets, for tests that apply to each. */
export const AUDIENCES = [
  ['a candidate', candidate],
  ['the team', team],
] as const;

/** How often a page received the event with a mark. */
export const timesReceived = ({ events }: AnyLine, mark: string): number =>
  events.filter(({ data }) => data.mark === mark || data.by === mark).length;

/** Waits until a page receives what is published to its person, because only then does the server know it. */
export async function known(who: Audience, line: AnyLine): Promise<AnyLine> {
  await line.opened;
  await until(
    async () => {
      await who.publishOne();
      return line.events.length;
    },
    (count) => count > 0,
  );
  return line;
}
export const listening = async (who: Audience): Promise<AnyLine> => known(who, await who.open());
