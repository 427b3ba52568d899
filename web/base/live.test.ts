import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { useLive as follow, type LiveEvent } from './live.ts';

const effects = vi.hoisted(() => ({ end: (): void => undefined }));
vi.mock('react', () => ({
  useRef: (current: unknown) => ({ current }),
  useEffect: (effect: () => () => void) => {
    effects.end = effect();
  },
}));
// Settling of a page is tested in page-work.test.ts.
vi.mock('./when-settled.ts', () => ({
  whenSettled: (work: () => void) => {
    work();
    return () => undefined;
  },
}));
vi.mock('./api.ts', () => ({ call: vi.fn(async () => ({ ticket: 'a b' })) }));

class Socket {
  static readonly CONNECTING = 0;
  static all: Socket[] = [];
  readyState = 1;
  readonly sent: string[] = [];
  readonly url: string;
  onopen?: () => void;
  onmessage?: ((message: { data: string }) => void) | null;
  onclose?: ((event?: { code: number }) => void) | null;
  close = vi.fn();
  constructor(url: string) {
    this.url = url;
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  deliver(id: string, type = 'subscription.status-changed') {
    this.onmessage?.({ data: JSON.stringify({ id, type }) });
  }
}
vi.stubGlobal('WebSocket', Socket);
vi.stubGlobal('location', { protocol: 'https:', host: 'a.test' });
vi.stubGlobal('document', {
  visibilityState: 'visible',
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
});
vi.stubGlobal('addEventListener', vi.fn());
vi.stubGlobal('removeEventListener', vi.fn());

const received: string[] = [];
const onPoll = vi.fn();
const onReturn = vi.fn();
const settle = () => vi.advanceTimersByTimeAsync(0);
/** The open sockets of the two streams. */
async function listening(): Promise<[Socket, Socket]> {
  follow({ subscriptionId: 5, onEvent: ({ id }: LiveEvent) => void received.push(id), onPoll, onReturn });
  await settle();
  const [business, financial] = Socket.all as [Socket, Socket];
  business.onopen?.();
  financial.onopen?.();
  return [business, financial];
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  received.length = 0;
  onPoll.mockClear();
});
afterEach(() => {
  effects.end();
  vi.useRealTimers();
});

it('an event delivered twice, on one or both streams, is handled once', async () => {
  const [business, financial] = await listening();
  business.deliver('1');
  business.deliver('1');
  financial.deliver('1');
  financial.deliver('2');
  business.deliver('2');
  expect(received).toEqual(['1', '2']);
});

it('messages without an id are ignored', async () => {
  const [business] = await listening();
  business.deliver('');
  expect(received).toEqual([]);
});

it('a reconnected stream asks for missed events, drops repeats, and waits longer each time', async () => {
  const [business, financial] = await listening();
  expect(new URL(business.url).searchParams.get('ticket')).toBe('a b');
  expect(business.sent).toEqual([]);
  business.deliver('7');
  financial.deliver('8');
  for (const [n, wait] of [1000, 2000, 5000].entries()) {
    (Socket.all.findLast(({ url }) => url.includes('business')) as Socket).onclose?.();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(Socket.all).toHaveLength(2 + n);
    await vi.advanceTimersByTimeAsync(1);
    expect(Socket.all).toHaveLength(3 + n);
  }
  const again = Socket.all.at(-1) as Socket;
  again.onopen?.();
  expect(again.sent).toEqual([JSON.stringify({ lastEventId: '7' })]);
  again.deliver('7');
  again.deliver('9');
  expect(received).toEqual(['7', '8', '9']);
});

it('reconnects at a random moment within eight seconds when a node ends, and then as usual', async () => {
  const [business] = await listening();
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.75);
  business.onclose?.({ code: 1012 });
  random.mockRestore();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(Socket.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(Socket.all).toHaveLength(3);
  (Socket.all.at(-1) as Socket).onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(Socket.all).toHaveLength(4);
});

it('polls every 15 s while one of the two streams is not connected, and only then', async () => {
  const [, financial] = await listening();
  onPoll.mockClear();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(onPoll).not.toHaveBeenCalled();
  vi.mocked(call).mockRejectedValueOnce(new Error('away')).mockRejectedValue(new Error('away'));
  financial.onclose?.();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onPoll).toHaveBeenCalledTimes(2);
  vi.mocked(call).mockResolvedValue({ ticket: 'a b' } as never);
});

it('reports no events after the page was left', async () => {
  const [business] = await listening();
  effects.end();
  business.deliver('1');
  business.onclose?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(received).toEqual([]);
  expect(Socket.all).toHaveLength(2);
});
