import { EventEmitter } from 'node:events';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Sql } from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { LIVE_CHANNEL } from '../../platform/events.ts';
import { TRY_AGAIN_LATER } from '../../platform/live/hub.ts';
import type { Places } from '../../platform/live/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { TEAM_CHANNEL } from '../../platform/team-events.ts';
import { teamSockets } from './sockets.ts';

const ADDRESS = '2001:db8:1:2:3:4:5:6';
const NETWORK = '2001:db8:1:2::/64';
const GRANTS = [{ role: 'secretaria', institutions: null }];

const NOW = new Date('2026-01-12T13:00:00Z');

/** The parts of a socket that the server uses. */
function socketOf() {
  const calls: (string | number)[] = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    bufferedAmount: 0,
    close(code: number) {
      calls.push(code);
      socket.emit('close');
    },
    pause: () => void calls.push('paused'),
    terminate: () => void calls.push('terminated'),
    send: () => undefined,
    ping: () => undefined,
  });
  return { socket, calls };
}

/** The sockets of a node whose database knows one session; `ofNetwork` and `ofStaff` say whether there is room. */
async function node(places: Partial<Places>, holdersRead: () => Promise<void> = async () => undefined) {
  const received = new Map<string, (() => void) | undefined>();
  const told = new Map<string, (payload: string) => void>();
  let sessions = 0;
  const asked = vi.fn(async () => {
    sessions += 1;
    return { staffId: 1, sessionId: sessions };
  });
  const platform = {
    clock: { now: () => NOW, wall: () => NOW.getTime() },
    log: { error: (line: unknown) => expect(line).toBeUndefined() },
    memory: new Map(),
    metrics: { sockets: { inc: () => undefined, dec: () => undefined } },
    db: {
      tenant: () => ({
        one: asked,
        async many({ sql, values }: Sql) {
          if (!sql.includes('staff_session')) return [];
          const [ids] = values.filter(Array.isArray) as [number[]];
          await holdersRead();
          return ids.map((sessionId) => ({ sessionId, staffId: 1, grants: GRANTS, strength: 'passkey' }));
        },
      }),
      async listen(channel: string, tell: (payload: string) => void, missed?: () => void) {
        told.set(channel, tell);
        received.set(channel, missed);
        return async () => undefined;
      },
    },
  } as unknown as Platform;
  let handle: ((socket: unknown, request: unknown) => Promise<void>) | undefined;
  const app = {
    route: ({ wsHandler }: RouteOptions) => {
      handle = wsHandler as never;
    },
  } as unknown as FastifyInstance;
  const room = { ofNetwork: vi.fn(() => () => undefined), ofStaff: vi.fn(() => () => undefined), ...places };
  const stop = await teamSockets(app, platform, room as unknown as Places);
  const open = async () => {
    const { socket, calls } = socketOf();
    const request = {
      headers: {},
      ip: ADDRESS,
      query: { ticket: 'x' },
      found: { tenant: { id: 7, timeZone: 'America/Sao_Paulo' } },
    };
    await handle?.(socket, request);
    return { socket, calls };
  };
  return { open, received, told, asked, room, stop };
}

it("a network's place is taken before the ticket is checked, and without a free one it is refused as a flood", async () => {
  const { open, asked, room, stop } = await node({ ofNetwork: vi.fn(() => undefined) });
  const { calls } = await open();
  expect(calls).toEqual([4429, 'paused']);
  expect(room.ofNetwork).toHaveBeenCalledWith(7, NETWORK);
  expect(asked).not.toHaveBeenCalled();
  await stop();
});

it('places are free again when the socket closes', async () => {
  const [network, person] = [vi.fn(), vi.fn()];
  const { open, stop } = await node({ ofNetwork: () => network, ofStaff: () => person });
  const { socket } = await open();
  expect([network, person].map((free) => free.mock.calls.length)).toEqual([0, 0]);
  socket.emit('close');
  expect([network, person].map((free) => free.mock.calls.length)).toEqual([1, 1]);
  await stop();
});

it.each([TEAM_CHANNEL, LIVE_CHANNEL])('missed %s make every page reconnect', async (channel) => {
  const { open, received, stop } = await node({});
  const { calls } = await open();
  expect(calls).toEqual([]);
  received.get(channel)?.();
  expect(calls).toEqual([TRY_AGAIN_LATER]);
  await stop();
});

it('a page that connects while an event is being sent to others stays open', async () => {
  let held: Promise<void> | undefined;
  const { open, told, stop } = await node({}, async () => held);
  const first = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  told.get(TEAM_CHANNEL)?.('event:7:1');
  await new Promise((turn) => setTimeout(turn));
  held = undefined;
  const second = await open();
  resolve();
  await new Promise((turn) => setTimeout(turn));
  expect([first.calls, second.calls]).toEqual([[], []]);
  await stop();
});
