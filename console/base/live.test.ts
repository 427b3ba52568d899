import type { TeamEvent } from '@orbita/protocol/staff';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery, connect } from './live.ts';
import { queryClient } from './query.ts';

type Followed = { onEvent: (event: TeamEvent) => void; onState: (open: boolean) => void };

let followed: Followed | undefined;
let ended = 0;
vi.mock('@orbita/client/live-socket.ts', () => ({
  followLive: (given: Followed) => {
    followed = given;
    return () => {
      ended += 1;
    };
  },
}));
const renewed = vi.fn(async () => undefined);
vi.mock('./me.ts', () => ({ renewMe: () => renewed() }));

let asked: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  followed = undefined;
  ended = 0;
  asked = [];
  renewed.mockClear();
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
    asked.push(filters?.queryKey);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function connected(): Promise<{ socket: Followed; end: () => void }> {
  const end = connect();
  await vi.waitFor(() => expect(followed).toBeDefined());
  return { socket: followed as Followed, end };
}
const event = (type: string): TeamEvent => ({ type, data: {}, occurredAt: '' }) as unknown as TeamEvent;

it('refetches person and counts whenever the socket opens, because earlier changes are not sent', async () => {
  const { socket, end } = await connected();
  expect(renewed).not.toHaveBeenCalled();
  socket.onState(true);
  socket.onState(false);
  expect(renewed).toHaveBeenCalledTimes(1);
  socket.onState(true);
  expect(renewed).toHaveBeenCalledTimes(2);
  expect(asked).toEqual([['queues'], ['queues']]);
  end();
  expect(ended).toBe(1);
});

it('refetches the person when roles change, and counts at most every five seconds however much changes', async () => {
  const { socket, end } = await connected();
  socket.onEvent(event('staff.changed'));
  expect(renewed).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([['staff', 'list']]);
  for (let n = 0; n < 20; n += 1) socket.onEvent(event('queue.changed'));
  expect(asked.slice(1)).toEqual([['queues']]);
  vi.advanceTimersByTime(5000);
  expect(asked.slice(1)).toEqual([['queues'], ['queues']]);
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(3);
  end();
});

it('follows nothing if ended before the socket opened', async () => {
  connect()();
  await vi.advanceTimersByTimeAsync(10);
  expect(followed).toBeUndefined();
});

it('runs the last request of a burst', () => {
  const run = vi.fn();
  const wish = atMostEvery(100, run);
  wish();
  wish();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  expect(run).toHaveBeenCalledTimes(2);
});
