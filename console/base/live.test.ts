import type { TeamEvent } from '@orbita/protocol/staff';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery, connect, listenToTeam } from './live.ts';
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
  const invalidate = queryClient.invalidateQueries.bind(queryClient);
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters, options) => {
    asked.push(filters?.queryKey ?? 'what is polled');
    await invalidate(filters, options);
  });
});
afterEach(() => {
  queryClient.clear();
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
  expect(asked).toEqual(['what is polled', 'what is polled']);
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

/** A shown query, polled or not, whose answers arrive when told to. */
function showing(name: string, refetchInterval: number | false) {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    queryFn: () =>
      new Promise<number>((answered) => {
        asked += 1;
        waiting.push(() => answered(asked));
      }),
    refetchInterval,
  });
  const hide = observer.subscribe(() => undefined);
  const answer = async () => {
    for (const one of waiting.splice(0)) one();
    await vi.advanceTimersByTimeAsync(1);
  };
  return { answer, hide, asked: () => asked };
}

it('reads what is polled again whenever the socket opens, because nothing polls from then on', async () => {
  const [polled, other] = [showing('a', 15_000), showing('b', false)];
  await polled.answer();
  await other.answer();
  const { socket, end } = await connected();
  socket.onState(true);
  await polled.answer();
  expect([polled.asked(), other.asked()]).toEqual([2, 1]);
  socket.onState(false);
  socket.onState(true);
  await polled.answer();
  expect([polled.asked(), other.asked()]).toEqual([3, 1]);
  end();
  polled.hide();
  other.hide();
});

it('reads again what was still being read for the first time when the socket opened', async () => {
  const early = showing('c', 15_000);
  const { socket, end } = await connected();
  socket.onState(true);
  expect(early.asked()).toBe(1);
  await early.answer();
  expect(early.asked()).toBe(2);
  await early.answer();
  expect(early.asked()).toBe(2);
  end();
  early.hide();
});

it('passes an event on again once what was being read for the first time has been answered', async () => {
  const heard: string[] = [];
  const stop = listenToTeam(({ type }) => heard.push(type));
  const { socket, end } = await connected();
  socket.onEvent(event('application.changed'));
  expect(heard).toEqual(['application.changed']);
  const early = showing('d', false);
  socket.onEvent(event('approval.changed'));
  expect(heard).toEqual(['application.changed', 'approval.changed']);
  await early.answer();
  expect(heard).toEqual(['application.changed', 'approval.changed', 'approval.changed']);
  end();
  stop();
  early.hide();
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
