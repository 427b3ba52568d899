import { closeCodes, liveHello, liveStreams } from '@orbita/protocol/messaging';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { livingSessions, REVOKED_CHANNEL } from '../identity/index.ts';
import { LIVE_CHANNEL } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { networksOf } from '../platform/http/network.ts';
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
  createPlaces,
  type LimitedSocket,
  limitFrames,
  newestOnly,
  refuseFlood,
  takesMore,
} from './live-limits.ts';
import { type Listener, takeTicket } from './ticket.ts';

/** Socket timers are the machine's time (spec 17.7). */
const PING_MS = 30_000;
const LOOK_AGAIN_MS = 1_000;
const OPEN = 1;
/** Close code of RFC 6455 for what works again by itself. */
const TRY_AGAIN_LATER = 1013;

type Socket = LimitedSocket & {
  readyState: number;
  send(text: string): void;
  ping(): void;
  on(event: 'message', heard: (data: Buffer) => void): void;
  on(event: 'close' | 'error', heard: () => void): void;
};
type Open = { socket: Socket; listener: Listener; answered: boolean };

/** What one node knows of a tenant whose candidates listen here. */
type Room = {
  open: Set<Open>;
  /** What was passed on, so that a look for missed ones does not repeat it. */
  window: EventWindow;
};

const concerns = ({ listener }: Open, row: EventRow): boolean =>
  row.person_id === listener.personId &&
  row.stream === listener.stream &&
  (listener.subscriptionIds === null || listener.subscriptionIds.includes(row.subscription_id));

const say = ({ socket }: Open, row: EventRow): void => {
  if (socket.readyState !== OPEN) return;
  if (takesMore(socket)) socket.send(JSON.stringify(presentEvent(row)));
  else socket.terminate();
};

function createRooms(house: House) {
  const rooms = new Map<number, Room>();

  const pass = (room: Room, row: EventRow) => {
    room.window.passed(row.id);
    for (const one of room.open) if (concerns(one, row)) say(one, row);
  };
  return {
    rooms,
    async enter(tenantId: number, one: Open): Promise<() => void> {
      if (!rooms.has(tenantId)) {
        // Known before the room stands: one without a floor would hand out everything that ever happened.
        const floor = await settledEvent(house, tenantId);
        const visible = await idsSince(house, tenantId, floor);
        const window = createEventWindow(floor, visible, performance.now());
        if (!rooms.has(tenantId)) rooms.set(tenantId, { open: new Set(), window });
      }
      const entered = rooms.get(tenantId) as Room;
      entered.open.add(one);
      return () => {
        entered.open.delete(one);
        if (entered.open.size === 0 && rooms.get(tenantId) === entered) rooms.delete(tenantId);
      };
    },
    /** One event of the channel: one query, however many sockets want it. */
    async hear(tenantId: number, id: number): Promise<void> {
      const room = rooms.get(tenantId);
      if (!room?.window.isNew(id)) return;
      const row = await eventById(house, tenantId, id);
      if (row && room.window.isNew(id)) pass(room, row);
    },
    /** What the channel did not tell, for instance while its connection was away. */
    async lookForMissed(): Promise<void> {
      for (const [tenantId, room] of rooms) {
        const at = performance.now();
        const ids = await idsSince(house, tenantId, room.window.floor);
        const unknown = ids.filter(room.window.isNew);
        if (unknown.length > 0)
          for (const row of await eventsByIds(house, tenantId, unknown))
            if (room.window.isNew(row.id)) pass(room, row);
        room.window.looked(ids.at(-1) ?? 0, at);
      }
    },
  };
}

/**
 * Sockets of live events (spec 16.1): a single-use ticket opens one, and only the owner's events go through it.
 * Returns how to stop.
 */
export async function liveSockets(app: FastifyInstance, house: House): Promise<() => Promise<void>> {
  const { rooms, enter, hear, lookForMissed } = createRooms(house);
  const places = createPlaces();
  const log = (error: unknown) => house.log.error({ err: error }, 'live events');

  for (const stream of ['business', 'financial'] as const) {
    const listen = async (socket: Socket, request: FastifyRequest) => {
      const { tenant } = request.found ?? {};
      const { origin } = request.headers;
      let early: Buffer | undefined;
      let heard = (data: Buffer) => {
        early = data;
      };
      socket.on('error', () => socket.terminate());
      limitFrames(socket);
      // Heard from the start: a client may speak before the ticket was looked up.
      socket.on('message', (data) => heard(data));
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
      const taken = await takeTicket(house, tenant.id, ticket, stream).catch(later);
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
        eventsAfter(house, tenant.id, taken, lastEventId).then(
          (rows) => rows.forEach((row) => void say(one, row)),
          log,
        ),
      );
      heard = (data) => {
        if (socket.readyState !== OPEN) return;
        const hello = liveHello.safeParse(jsonOf(data));
        if (hello.success) replay(hello.data.lastEventId);
      };
      if (early) heard(early);
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
    for (const { socket, listener } of rooms.get(tenantId)?.open ?? [])
      if (isEnded(listener.sessionId)) socket.close(closeCodes.scope, 'scope');
  };
  const lookForEnded = async () => {
    for (const [tenantId, { open }] of rooms) {
      const living = await livingSessions(
        house,
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
  /** What could not be read now is found by the next look. */
  const lookLater = (error: unknown) => {
    log(error);
    clearTimeout(again);
    again = setTimeout(look, LOOK_AGAIN_MS).unref();
  };
  const stopEvents = await house.db.listen(
    LIVE_CHANNEL,
    (payload) => {
      const [tenantId = 0, id = 0] = payload.split(':').map(Number);
      // One after the other: a client must not see "paid" before "pending".
      if (rooms.has(tenantId)) queue = queue.then(() => hear(tenantId, id)).catch(lookLater);
    },
    look,
  );
  const stopRevoked = await house.db.listen(REVOKED_CHANNEL, (key) => {
    const at = key.indexOf(':');
    closeEnded(Number(key.slice(0, at)), (sessionId) => sessionId === key.slice(at + 1));
  });
  const pings = setInterval(() => {
    for (const room of rooms.values()) {
      for (const one of room.open) {
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
