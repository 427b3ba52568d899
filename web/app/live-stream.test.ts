import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../base/api.ts';
import { useLive as follow, type LiveEvent } from '../base/live.ts';

const page = vi.hoisted(() => ({ end: (): void => undefined, watched: [] as unknown[] }));
vi.mock('react', () => ({
  useRef: (current: unknown) => ({ current }),
  useEffect: (effect: () => () => void, watched: unknown[]) => {
    page.end = effect();
    page.watched = watched;
  },
}));
// Settling of a page is tested in page-work.test.ts.
vi.mock('../base/when-settled.ts', () => ({
  whenSettled: (work: () => void) => {
    work();
    return () => undefined;
  },
}));
vi.mock('../base/api.ts', () => ({ call: vi.fn() }));

class Socket {
  static readonly CONNECTING = 0;
  static all: Socket[] = [];
  readyState = 1;
  url: string;
  send = vi.fn();
  onopen?: () => void;
  onmessage?: ((message: { data: string }) => void) | null;
  onclose?: (() => void) | null;
  close = vi.fn();
  constructor(url: string) {
    this.url = url;
    Socket.all.push(this);
  }
}
const location = { protocol: 'https:', host: 'a.test' };
const document = { visibilityState: 'visible', addEventListener: vi.fn(), removeEventListener: vi.fn() };
const received: string[] = [];
const onPoll = vi.fn();
const onReturn = vi.fn();
const listeners = new Map<string, () => void>();
const on = (name: string, listener: () => void) => void listeners.set(name, listener);
const off = (name: string) => void listeners.delete(name);

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue({ ticket: 'a b' } as never);
  Socket.all = [];
  received.length = 0;
  onPoll.mockReset();
  onReturn.mockReset();
  listeners.clear();
  location.protocol = 'https:';
  document.visibilityState = 'visible';
  document.addEventListener.mockImplementation(on);
  document.removeEventListener.mockImplementation(off);
  for (const [name, value] of Object.entries({ WebSocket: Socket, location, document }))
    vi.stubGlobal(name, value);
  vi.stubGlobal('addEventListener', on);
  vi.stubGlobal('removeEventListener', off);
});
afterEach(() => {
  page.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
async function begin(): Promise<[Socket, Socket]> {
  follow({ subscriptionId: 5, onEvent: ({ id }: LiveEvent) => void received.push(id), onPoll, onReturn });
  await vi.advanceTimersByTimeAsync(0);
  return Socket.all as [Socket, Socket];
}
const deliver = (socket: Socket, id: string) => socket.onmessage?.({ data: JSON.stringify({ id }) });

it('opens both streams of one application with a ticket each', async () => {
  await begin();
  const ticket = ['POST /candidate/events/tickets', { body: { subscriptionIds: [5] } }];
  expect(vi.mocked(call).mock.calls).toEqual([ticket, ticket]);
  const at = 'wss://a.test/orbita/api/candidate/events';
  expect(Socket.all.map(({ url }) => url)).toEqual([
    `${at}/business?ticket=a%20b`,
    `${at}/financial?ticket=a%20b`,
  ]);
  expect(page.watched).toEqual([5]);
  location.protocol = 'http:';
  Socket.all = [];
  const [business] = await begin();
  expect(business.url).toMatch(/^ws:\/\/a\.test\//);
});

it('fetches missed events once both streams are connected, and sends the last event id only when there is one', async () => {
  const [business, financial] = await begin();
  business.onopen?.();
  expect(onPoll).not.toHaveBeenCalled();
  financial.onopen?.();
  expect(onPoll).toHaveBeenCalledTimes(1);
  expect(business.send).not.toHaveBeenCalled();
});

it('polls every 15 s until both streams are connected', async () => {
  const [business, financial] = await begin();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(onPoll).toHaveBeenCalledTimes(1);
  business.onopen?.();
  onPoll.mockClear();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(onPoll).toHaveBeenCalledTimes(1);
  financial.onopen?.();
  onPoll.mockClear();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onPoll).not.toHaveBeenCalled();
});

it('refetches when the page becomes visible or the network returns', async () => {
  await begin();
  expect([...listeners.keys()].sort()).toEqual(['online', 'visibilitychange']);
  listeners.get('online')?.();
  listeners.get('visibilitychange')?.();
  expect(onReturn).toHaveBeenCalledTimes(2);
  document.visibilityState = 'hidden';
  listeners.get('visibilitychange')?.();
  expect(onReturn).toHaveBeenCalledTimes(2);
  page.end();
  expect(listeners.size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([onReturn.mock.calls.length, onPoll.mock.calls.length]).toEqual([2, 0]);
});

it('reconnects with growing delays up to 30 s, also when no ticket was issued', async () => {
  vi.mocked(call).mockRejectedValue(new Error('away'));
  await begin();
  expect(call).toHaveBeenCalledTimes(2);
  let tries = 2;
  for (const wait of [1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000]) {
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(call).toHaveBeenCalledTimes(tries);
    await vi.advanceTimersByTimeAsync(1);
    tries += 2;
    expect(call).toHaveBeenCalledTimes(tries);
  }
});

it('drops repeats of the last 200 events', async () => {
  const [business] = await begin();
  for (let id = 1; id <= 200; id++) deliver(business, String(id));
  deliver(business, '1');
  expect(received).toHaveLength(200);
  deliver(business, '201');
  deliver(business, '2');
  expect(received).toHaveLength(201);
  deliver(business, '1');
  expect(received.slice(-2)).toEqual(['201', '1']);
  business.onmessage?.({ data: '{"type":"x"}' });
  expect(received).toHaveLength(202);
});

it('closes sockets: an open one at once, a connecting one as soon as it is open', async () => {
  const [business, financial] = await begin();
  financial.readyState = Socket.CONNECTING;
  page.end();
  expect([business.close, financial.close].map((close) => close.mock.calls.length)).toEqual([1, 0]);
  financial.onopen?.();
  expect(financial.close).toHaveBeenCalledTimes(1);
  expect(onPoll).not.toHaveBeenCalled();
  expect([business.onclose, business.onmessage]).toEqual([null, null]);
});

it('opens no socket after the page was left', async () => {
  vi.mocked(call).mockRejectedValue(new Error('away'));
  await begin();
  page.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(2);
  const answers: ((ticket: never) => void)[] = [];
  vi.mocked(call).mockImplementation((() => new Promise((answer) => answers.push(answer as never))) as never);
  await begin();
  page.end();
  for (const answer of answers) answer({ ticket: 't' } as never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Socket.all).toEqual([]);
});
