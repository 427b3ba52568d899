import { closeCodes, liveHello } from '@orbita/protocol/messaging';
import { TEAM_EVENTS } from '@orbita/protocol/staff';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitFrames, newestOnly, type Places, refuseFlood } from '../../messaging/live-limits.ts';
import { LIVE_CHANNEL } from '../../platform/events.ts';
import { fail } from '../../platform/http/errors.ts';
import { networksOf } from '../../platform/http/network.ts';
import type { Platform } from '../../platform/platform.ts';
import { TEAM_CHANNEL } from '../../platform/team-events.ts';
import { createTeamListeners, type OpenLine, type TeamSocket, TRY_AGAIN_LATER } from './listeners.ts';
import { takeTeamTicket } from './ticket.ts';

/** Socket timers use the machine's time (spec 17.7). */
const PING_MS = 30_000;
const OPEN = 1;

type Socket = TeamSocket & {
  on(event: 'message', received: (data: Buffer) => void): void;
  on(event: 'close' | 'error' | 'pong', received: () => void): void;
};

const isOwnPage = (request: FastifyRequest): boolean => {
  const { origin } = request.headers;
  return !origin || (URL.canParse(origin) && new URL(origin).host === request.host);
};

const jsonOf = (data: Buffer): unknown => {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Sockets of the team's events (spec 25.19): a single-use ticket opens one, and each event is judged by what its person holds
 * when it is sent. Returns how to stop.
 */
export async function teamSockets(
  app: FastifyInstance,
  platform: Platform,
  places: Places,
): Promise<() => Promise<void>> {
  const listeners = createTeamListeners(platform);
  const log = (error: unknown) => platform.log.error({ err: error }, 'events of the team');

  const admit = async (socket: Socket, request: FastifyRequest): Promise<OpenLine | undefined> => {
    const { tenant } = request.found ?? {};
    if (!tenant || !isOwnPage(request)) {
      socket.close(closeCodes.scope, 'origin');
      return undefined;
    }
    const hold = (place: (() => void) | undefined): boolean => {
      if (place) socket.on('close', place);
      else refuseFlood(socket);
      return place !== undefined;
    };
    if (!hold(places.ofNetwork(tenant.id, networksOf(request.ip).near))) return undefined;
    const { ticket } = request.query as { ticket?: unknown };
    const listener = await takeTeamTicket(platform, tenant.id, ticket);
    if (!listener) {
      socket.close(closeCodes.ticket, 'ticket');
      return undefined;
    }
    if (socket.readyState !== OPEN || !hold(places.ofStaff(tenant.id, listener.staffId))) return undefined;
    const line: OpenLine = { socket, listener, timeZone: tenant.timeZone, answered: true };
    socket.on('close', listeners.enter(tenant.id, line));
    // After it is among the listeners: what ends from now on is sent to it.
    await listeners.admit(tenant.id, line);
    return line;
  };

  const listen = async (socket: Socket, request: FastifyRequest) => {
    let early: Buffer | undefined;
    let received = (data: Buffer) => {
      early = data;
    };
    socket.on('error', () => socket.terminate());
    limitFrames(socket);
    // Listens from the start, because a page may send before its ticket was checked.
    socket.on('message', (data) => received(data));
    const line = await admit(socket, request).catch((error: unknown) => {
      log(error);
      socket.close(TRY_AGAIN_LATER, 'later');
      return undefined;
    });
    const tenantId = request.found?.tenant.id;
    if (!line || tenantId === undefined) return;
    socket.on('pong', () => {
      line.answered = true;
    });
    const replay = newestOnly((key: string) => listeners.replay(tenantId, line, key).catch(log));
    received = (data) => {
      const hello = socket.readyState === OPEN ? liveHello.safeParse(jsonOf(data)) : undefined;
      if (hello?.success) replay(hello.data.lastEventId);
    };
    if (early) received(early);
  };
  app.route({
    method: 'GET',
    url: `/orbita/api${TEAM_EVENTS}`,
    config: { surface: 'console' },
    handler: () => fail('NOT_FOUND'),
    wsHandler: listen,
  });

  const stops = [
    await platform.db.listen(TEAM_CHANNEL, listeners.received, listeners.missed),
    await platform.db.listen(LIVE_CHANNEL, listeners.moved, listeners.missed),
  ];
  const pings = setInterval(() => void listeners.look().catch(log), PING_MS).unref();
  return async () => {
    clearInterval(pings);
    for (const stop of stops) await stop();
  };
}
