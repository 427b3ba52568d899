import { closeCodes, liveHello } from '@orbita/protocol/messaging';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TenantMoving } from '../database/outage.ts';
import { fail } from '../http/errors.ts';
import { networksOf } from '../http/network.ts';
import { isOwnOrigin } from '../http/proxy.ts';
import type { Platform } from '../platform.ts';
import {
  type LimitedSocket,
  limitFrames,
  newestOnly,
  type Places,
  refuseFlood,
  takesMore,
} from './limits.ts';

/** Socket timers use the machine's time (spec 17.7). */
const PING_MS = 30_000;
const OPEN = 1;
/** WebSocket close code (IANA registry) after which pages reconnect by themselves and then request what they missed. */
export const TRY_AGAIN_LATER = 1013;

type Socket = LimitedSocket & {
  readyState: number;
  send(text: string): void;
  ping(): void;
  on(event: 'message', received: (data: Buffer) => void): void;
  on(event: 'close' | 'error' | 'pong', received: () => void): void;
};

/** A listening page, and to whom it belongs. */
export type Connection<L> = { socket: Socket; listener: L; answered: boolean };

/**
 * Connections open in this process by tenant, with the state that an audience keeps for a tenant while somebody is listening
 * there.
 */
export type Connections<L, S = undefined> = Map<number, { open: Set<Connection<L>>; state: S }>;

type Tenant = NonNullable<FastifyRequest['found']>['tenant'];

/** Who receives what; admission, limits, replay, pings and closing are the same for all audiences. */
export type Audience<L, S = undefined> = {
  /** Name of these sockets in the log. */
  name: string;
  /** Paths of the protocol, each with a function that redeems a ticket: returns whose page it is, or why it is refused. */
  sockets: readonly {
    path: string;
    surface?: 'console';
    take: (tenant: Tenant, ticket: unknown) => Promise<L | 'unknown' | 'revoked'>;
  }[];
  /** Maintained here, read by the audience. */
  connections: Connections<L, S>;
  /** Reserves one of the person's places; undefined if all are taken. */
  place: (tenantId: number, listener: L) => (() => void) | undefined;
  /** Loads what must be known before the first page of a tenant listens. */
  begin: (tenantId: number) => Promise<S>;
  /** Called once a page receives events. */
  admitted?: (tenantId: number, connection: Connection<L>) => Promise<void>;
  /** Sends a returning page what it missed since an event. */
  replay: (tenantId: number, connection: Connection<L>, lastEventId: string) => Promise<void>;
  /** NOTIFY channels: what to do with a payload, and what to do if one may have been missed. */
  channels: readonly (readonly [name: string, received: (payload: string) => void, missed?: () => void])[];
  /** Checks every 30 s what no notification reports, such as expired sessions. */
  look: () => unknown;
};

/** Sends an event to a page; a page that receives too slowly is disconnected. */
export function sendTo({ socket }: Connection<unknown>, event: object): void {
  if (socket.readyState !== OPEN) return;
  if (takesMore(socket)) socket.send(JSON.stringify(event));
  else socket.terminate();
}

/**
 * Runs `work` for each tenant with listening pages. If another cell now serves a tenant, its pages are closed, so that they
 * reconnect through the proxy, which knows where it is; here they would never receive anything.
 */
export async function eachTenant<L, S>(
  connections: Connections<L, S>,
  work: (tenantId: number, found: { open: Set<Connection<L>>; state: S }) => Promise<void>,
): Promise<void> {
  for (const [tenantId, found] of connections)
    try {
      await work(tenantId, found);
    } catch (error) {
      if (!(error instanceof TenantMoving)) throw error;
      for (const { socket } of found.open) socket.close(closeCodes.restart, 'moved');
    }
}

const isOwnPage = ({ headers: { origin }, host }: FastifyRequest): boolean =>
  !origin || isOwnOrigin({ host }, origin);

const jsonOf = (data: Buffer): unknown => {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Adds a page to those that receive events; returns a function that removes it. */
async function enter<L, S>(
  { connections, begin }: Audience<L, S>,
  tenantId: number,
  one: Connection<L>,
): Promise<() => void> {
  if (!connections.has(tenantId)) {
    const state = await begin(tenantId);
    if (!connections.has(tenantId)) connections.set(tenantId, { open: new Set(), state });
  }
  const entered = connections.get(tenantId);
  entered?.open.add(one);
  return () => {
    entered?.open.delete(one);
    if (entered?.open.size === 0 && connections.get(tenantId) === entered) connections.delete(tenantId);
  };
}

/**
 * Serves an audience's sockets (spec 16.1, 25.19): each is opened with a single-use ticket, and only by a page of the host
 * itself. Returns a function that stops serving.
 */
export async function serveSockets<L, S>(
  app: FastifyInstance,
  platform: Platform,
  places: Places,
  audience: Audience<L, S>,
): Promise<() => Promise<void>> {
  const log = (error: unknown) => platform.log.error({ err: error }, audience.name);

  for (const { path, surface, take } of audience.sockets) {
    /** Admits a page; undefined if it was closed instead. */
    const admit = async (socket: Socket, request: FastifyRequest, tenant: Tenant | undefined) => {
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
      const listener = await take(tenant, (request.query as { ticket?: unknown }).ticket);
      if (listener === 'unknown') socket.close(closeCodes.ticket, 'ticket');
      if (listener === 'revoked') socket.close(closeCodes.scope, 'scope');
      if (listener === 'unknown' || listener === 'revoked' || socket.readyState !== OPEN) return undefined;
      if (!hold(audience.place(tenant.id, listener))) return undefined;
      const one: Connection<L> = { socket, listener, answered: true };
      const leave = await enter(audience, tenant.id, one);
      socket.on('close', leave);
      if (socket.readyState !== OPEN) {
        leave();
        return undefined;
      }
      platform.metrics.sockets.inc({ audience: audience.name });
      socket.on('close', () => platform.metrics.sockets.dec({ audience: audience.name }));
      socket.on('pong', () => {
        one.answered = true;
      });
      await audience.admitted?.(tenant.id, one);
      return { tenantId: tenant.id, one };
    };
    const listen = async (socket: Socket, request: FastifyRequest) => {
      let early: Buffer | undefined;
      let received = (data: Buffer) => {
        early = data;
      };
      socket.on('error', () => socket.terminate());
      limitFrames(socket);
      // Listens from the start, because a page may send before its ticket is validated.
      socket.on('message', (data) => received(data));
      const admitted = await admit(socket, request, request.found?.tenant).catch((error: unknown) => {
        log(error);
        socket.close(TRY_AGAIN_LATER, 'later');
        return undefined;
      });
      if (!admitted) return;
      const { tenantId, one } = admitted;
      const replay = newestOnly((id: string) => audience.replay(tenantId, one, id).catch(log));
      received = (data) => {
        if (socket.readyState !== OPEN) return;
        const hello = liveHello.safeParse(jsonOf(data));
        if (hello.success) replay(hello.data.lastEventId);
      };
      if (early) received(early);
    };
    app.route({
      method: 'GET',
      url: `/orbita/api${path}`,
      ...(surface && { config: { surface } }),
      handler: () => fail('NOT_FOUND'),
      wsHandler: listen,
    });
  }

  const stops: (() => Promise<void>)[] = [];
  for (const [channel, received, missed] of audience.channels)
    stops.push(await platform.db.listen(channel, received, missed));
  const pings = setInterval(() => {
    for (const { open } of audience.connections.values()) {
      for (const one of open) {
        if (!one.answered) one.socket.terminate();
        one.answered = false;
        one.socket.ping();
      }
    }
    audience.look();
  }, PING_MS).unref();
  return async () => {
    clearInterval(pings);
    for (const stop of stops) await stop();
  };
}
