import { closeCodes, liveHello, liveStreams } from '@orbita/protocol/messaging';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REVOKED_CHANNEL } from '../caller/end-session.ts';
import { livingSessions } from '../caller/session.ts';
import { LIVE_CHANNEL } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import { networksOf } from '../platform/http/network.ts';
import type { Platform } from '../platform/platform.ts';
import {
  type EventRow,
  eventById,
  eventsAfter,
  eventsByIds,
  idsSince,
  presentEvent,
  settledEvent,
} from './event-store.ts';
import { createEventWindow, type EventWindow } from './event-window.ts';
import {
  type LimitedSocket,
  limitFrames,
  newestOnly,
  type Places,
  refuseFlood,
  takesMore,
} from './live-limits.ts';
import { type Listener, takeTicket } from './ticket.ts';

/** Socket timers use the machine's time (spec 17.7). */
const PING_MS = 30_000;
const LOOK_AGAIN_MS = 1_000;
const OPEN = 1;
/** WebSocket close code (IANA registry) after which clients reconnect by themselves. */
const TRY_AGAIN_LATER = 1013;

type Socket = LimitedSocket & {
  readyState: number;
  send(text: string): void;
  ping(): void;
  on(event: 'message', received: (data: Buffer) => void): void;
  on(event: 'close' | 'error', received: () => void): void;
};
type Open = { socket: Socket; listener: Listener; answered: boolean };

/** Listeners of one tenant on this node. */
type TenantListeners = {
  open: Set<Open>;
  /** Events already passed on, so that the search for missed ones does not repeat them. */
  window: EventWindow;
};

const concerns = ({ listener }: Open, row: EventRow): boolean =>
  row.person_id === listener.personId &&
  row.stream === listener.stream &&
  (listener.subscriptionIds === null || listener.subscriptionIds.includes(row.subscription_id));

const send = ({ socket }: Open, row: EventRow): void => {
  if (socket.readyState !== OPEN) return;
  if (takesMore(socket)) socket.send(JSON.stringify(presentEvent(row)));
  else socket.terminate();
};

function createListeners(platform: Platform) {
  const tenants = new Map<number, TenantListeners>();

  const pass = (listeners: TenantListeners, row: EventRow) => {
    listeners.window.passed(row.id);
    for (const one of listeners.open) if (concerns(one, row)) send(one, row);
  };
  return {
    tenants,
    async enter(tenantId: number, one: Open): Promise<() => void> {
      if (!tenants.has(tenantId)) {
        // Read before the listeners are added: without a floor, every event that ever happened would be sent.
        const floor = await settledEvent(platform, tenantId);
        const visible = await idsSince(platform, tenantId, floor);
        const window = createEventWindow(floor, visible, performance.now());
        if (!tenants.has(tenantId)) tenants.set(tenantId, { open: new Set(), window });
      }
      const entered = tenants.get(tenantId) as TenantListeners;
      entered.open.add(one);
      return () => {
        entered.open.delete(one);
        if (entered.open.size === 0 && tenants.get(tenantId) === entered) tenants.delete(tenantId);
      };
    },
    /** Handles one event of the channel with one query, however many sockets need it. */
    async deliver(tenantId: number, id: number): Promise<void> {
      const listeners = tenants.get(tenantId);
      if (!listeners?.window.isNew(id)) return;
      const row = await eventById(platform, tenantId, id);
      if (row && listeners.window.isNew(id)) pass(listeners, row);
    },
    /** Finds events the channel did not deliver, for instance while its connection was down. */
    async lookForMissed(): Promise<void> {
      for (const [tenantId, listeners] of tenants) {
        const at = performance.now();
        const ids = await idsSince(platform, tenantId, listeners.window.floor);
        const unknown = ids.filter(listeners.window.isNew);
        if (unknown.length > 0)
          for (const row of await eventsByIds(platform, tenantId, unknown))
            if (listeners.window.isNew(row.id)) pass(listeners, row);
        listeners.window.looked(ids.at(-1) ?? 0, at);
      }
    },
  };
}

/**
 * Sockets of live events (spec 16.1): a single-use ticket opens one, and it carries only the owner's events.
 * Returns how to stop.
 */
export async function liveSockets(
  app: FastifyInstance,
  platform: Platform,
  places: Places,
): Promise<() => Promise<void>> {
  const { tenants, enter, deliver, lookForMissed } = createListeners(platform);
  const log = (error: unknown) => platform.log.error({ err: error }, 'live events');

  for (const stream of ['business', 'financial'] as const) {
    const listen = async (socket: Socket, request: FastifyRequest) => {
      const { tenant } = request.found ?? {};
      const { origin } = request.headers;
      let early: Buffer | undefined;
      let received = (data: Buffer) => {
        early = data;
      };
      socket.on('error', () => socket.terminate());
      limitFrames(socket);
      // Listens from the start, because a client may send before its ticket was validated.
      socket.on('message', (data) => received(data));
      if (!tenant || (origin && (!URL.canParse(origin) || new URL(origin).host !== request.host))) {
        socket.close(closeCodes.scope, 'origin');
        return;
      }
      const hold = (place: (() => void) | undefined): boolean => {
        if (place) socket.on('close', place);
        else refuseFlood(socket);
        return place !== undefined;
      };
      if (!hold(places.ofNetwork(tenant.id, networksOf(request.ip).near))) return;
      const { ticket } = request.query as { ticket?: unknown };
      const later = (error: unknown) => {
        log(error);
        socket.close(TRY_AGAIN_LATER, 'later');
        return 'away' as const;
      };
      const taken = await takeTicket(platform, tenant.id, ticket, stream).catch(later);
      if (taken === 'away') return;
      if (taken === 'unknown') {
        socket.close(closeCodes.ticket, 'ticket');
        return;
      }
      if (taken === 'revoked') {
        socket.close(closeCodes.scope, 'scope');
        return;
      }
      if (socket.readyState !== OPEN || !hold(places.ofPerson(tenant.id, taken.personId))) return;
      const one: Open = { socket, listener: taken, answered: true };
      const leave = await enter(tenant.id, one).catch(later);
      if (leave === 'away') return;
      socket.on('close', leave);
      if (socket.readyState !== OPEN) return leave();
      socket.on('pong', () => {
        one.answered = true;
      });
      const replay = newestOnly((lastEventId: string) =>
        eventsAfter(platform, tenant.id, taken, lastEventId).then(
          (rows) => rows.forEach((row) => void send(one, row)),
          log,
        ),
      );
      received = (data) => {
        if (socket.readyState !== OPEN) return;
        const hello = liveHello.safeParse(jsonOf(data));
        if (hello.success) replay(hello.data.lastEventId);
      };
      if (early) received(early);
    };
    app.route({
      method: 'GET',
      url: `/orbita/api${liveStreams[stream]}`,
      handler: () => fail('NOT_FOUND'),
      wsHandler: listen,
    });
  }

  let queue: Promise<unknown> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const closeEnded = (tenantId: number, isEnded: (sessionId: string) => boolean) => {
    for (const { socket, listener } of tenants.get(tenantId)?.open ?? [])
      if (isEnded(listener.sessionId)) socket.close(closeCodes.scope, 'scope');
  };
  const lookForEnded = async () => {
    for (const [tenantId, { open }] of tenants) {
      const living = await livingSessions(
        platform,
        tenantId,
        [...open].map((one) => one.listener.sessionId),
      );
      closeEnded(tenantId, (sessionId) => !living.has(sessionId));
    }
  };
  const look = () => {
    clearTimeout(again);
    queue = queue.then(lookForEnded).then(lookForMissed).catch(lookLater);
  };
  /** Events that cannot be read now are found by the next search for missed ones. */
  const lookLater = (error: unknown) => {
    log(error);
    clearTimeout(again);
    again = setTimeout(look, LOOK_AGAIN_MS).unref();
  };
  const stopEvents = await platform.db.listen(
    LIVE_CHANNEL,
    (payload) => {
      const [tenantId = 0, id = 0] = payload.split(':').map(Number);
      // Handled in order, because a client must not see "paid" before "pending".
      if (tenants.has(tenantId)) queue = queue.then(() => deliver(tenantId, id)).catch(lookLater);
    },
    look,
  );
  const stopRevoked = await platform.db.listen(REVOKED_CHANNEL, (key) => {
    const at = key.indexOf(':');
    closeEnded(Number(key.slice(0, at)), (sessionId) => sessionId === key.slice(at + 1));
  });
  const pings = setInterval(() => {
    for (const listeners of tenants.values()) {
      for (const one of listeners.open) {
        if (!one.answered) one.socket.terminate();
        one.answered = false;
        one.socket.ping();
      }
    }
    look();
  }, PING_MS).unref();

  return async () => {
    clearInterval(pings);
    clearTimeout(again);
    await stopEvents();
    await stopRevoked();
  };
}

const jsonOf = (data: Buffer): unknown => {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
};
