import { closeCodes, liveStreams } from '@orbita/protocol/messaging';
import type { FastifyInstance } from 'fastify';
import { REVOKED_CHANNEL } from '../caller/end-session.ts';
import { livingSessions } from '../caller/session.ts';
import { LIVE_CHANNEL } from '../platform/events.ts';
import { type Connections, eachTenant, sendTo, serveSockets } from '../platform/live/hub.ts';
import type { Places } from '../platform/live/limits.ts';
import type { Platform } from '../platform/platform.ts';
import { CATALOGUE_CHANNEL, MOVED } from '../tenancy/hosts.ts';
import {
  type EventRow,
  eventsAfter,
  eventsByIds,
  idsSince,
  newsOf,
  presentEvent,
  settledEvent,
} from './event-store.ts';
import { createEventWindow, type EventWindow } from './event-window.ts';
import { type Listener, takeTicket } from './ticket.ts';

const LOOK_AGAIN_MS = 1_000;

const concerns = (listener: Listener, row: EventRow): boolean =>
  row.person_id === listener.personId &&
  row.stream === listener.stream &&
  (listener.subscriptionIds === null || listener.subscriptionIds.includes(row.subscription_id));

/**
 * Passes events on to candidates' pages. The tenant's window knows which have been passed on already, so that the search for
 * missed ones doesn't repeat them.
 */
function createDelivery(platform: Platform, connections: Connections<Listener, EventWindow>) {
  const pass = (tenantId: number, row: EventRow) => {
    const found = connections.get(tenantId);
    found?.state.passed(row.id);
    for (const one of found?.open ?? []) if (concerns(one.listener, row)) sendTo(one, presentEvent(row));
  };
  return {
    /** Read before anyone listens: without a floor, every past event would be sent. */
    async begin(tenantId: number): Promise<EventWindow> {
      const floor = await settledEvent(platform, tenantId);
      const visible = await idsSince(platform, tenantId, floor);
      return createEventWindow(floor, visible, performance.now());
    },
    /** Passes on an application's new events with one query, however many sockets need them. */
    async deliver(tenantId: number, subscriptionId: number): Promise<void> {
      const window = connections.get(tenantId)?.state;
      if (!window) return;
      for (const row of await newsOf(platform, tenantId, subscriptionId, window.floor))
        if (window.isNew(row.id)) pass(tenantId, row);
    },
    /** Finds events the channel didn't deliver, for instance while its connection was down. */
    lookForMissed: (): Promise<void> =>
      eachTenant(connections, async (tenantId, { state: window }) => {
        const at = performance.now();
        const ids = await idsSince(platform, tenantId, window.floor);
        const unknown = ids.filter(window.isNew);
        if (unknown.length > 0)
          for (const row of await eventsByIds(platform, tenantId, unknown))
            if (window.isNew(row.id)) pass(tenantId, row);
        window.looked(ids.at(-1) ?? 0, at);
      }),
  };
}

/** Sockets for live events (spec 16.1), which carry only the owner's events. Returns a function that stops them. */
export async function liveSockets(
  app: FastifyInstance,
  platform: Platform,
  places: Places,
): Promise<() => Promise<void>> {
  const connections: Connections<Listener, EventWindow> = new Map();
  const { begin, deliver, lookForMissed } = createDelivery(platform, connections);

  let queue: Promise<unknown> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const closeEnded = (tenantId: number, isEnded: (sessionId: string) => boolean) => {
    for (const { socket, listener } of connections.get(tenantId)?.open ?? [])
      if (isEnded(listener.sessionId)) socket.close(closeCodes.scope, 'scope');
  };
  const lookForEnded = () =>
    eachTenant(connections, async (tenantId, { open }) => {
      const sessions = [...open].map(({ listener }) => listener.sessionId);
      const living = await livingSessions(platform, tenantId, sessions);
      closeEnded(tenantId, (sessionId) => !living.has(sessionId));
    });
  const look = () => {
    clearTimeout(again);
    queue = queue.then(lookForEnded).then(lookForMissed).catch(lookLater);
  };
  /** Events that can't be read now are found by the next search for missed ones. */
  const lookLater = (error: unknown) => {
    platform.log.error({ err: error }, 'live events');
    clearTimeout(again);
    again = setTimeout(look, LOOK_AGAIN_MS).unref();
  };
  const happened = (payload: string) => {
    const [tenantId = 0, subscriptionId = 0] = payload.split(':').map(Number);
    // Handled in order, because a client must not see "paid" before "pending".
    if (connections.has(tenantId))
      queue = queue.then(() => deliver(tenantId, subscriptionId)).catch(lookLater);
  };
  const revoked = (key: string) => {
    const at = key.indexOf(':');
    closeEnded(Number(key.slice(0, at)), (sessionId) => sessionId === key.slice(at + 1));
  };
  const stop = await serveSockets(app, platform, places, {
    name: 'live events',
    sockets: (['business', 'financial'] as const).map((stream) => ({
      path: liveStreams[stream],
      take: ({ id }, ticket) => takeTicket(platform, id, ticket, stream),
    })),
    connections,
    place: (tenantId, { personId }) => places.ofPerson(tenantId, personId),
    begin,
    async replay(tenantId, one, lastEventId) {
      const rows = await eventsAfter(platform, tenantId, one.listener, lastEventId);
      for (const row of rows) sendTo(one, presentEvent(row));
    },
    channels: [
      [LIVE_CHANNEL, happened, look],
      [REVOKED_CHANNEL, revoked],
      [CATALOGUE_CHANNEL, (payload) => payload === MOVED && look()],
    ],
    look,
  });
  return async () => {
    clearTimeout(again);
    await stop();
  };
}
