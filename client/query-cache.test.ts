import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { queryCache } from './query-cache.ts';

const client = queryCache(10_000);
beforeEach(() => client.clear());

/** A query that is answered when told to, with the number of the request; shown until `hide` is called. */
function reading(name: string) {
  const waiting: ((request: number) => void)[] = [];
  const options = {
    queryKey: ['all', name],
    queryFn: () => new Promise<number>((answered) => waiting.push(answered)),
  };
  const observer = new QueryObserver(client, options);
  const hide = observer.subscribe(() => undefined);
  const answer = async () => {
    waiting.at(-1)?.(waiting.length);
    await vi.waitFor(() => undefined);
    await new Promise((done) => setTimeout(done));
  };
  const state = () => client.getQueryState<number>(options.queryKey);
  return { answer, hide, asked: () => waiting.length, state };
}
const invalidate = (refetchType?: 'none') =>
  client.invalidateQueries({ queryKey: ['all'], ...(refetchType ? { refetchType } : {}) });

describe('an invalidation while an answer is under way', () => {
  it('reads again what was being read for the first time', async () => {
    const one = reading('first');
    const done = invalidate();
    expect(one.asked()).toBe(1);
    await one.answer();
    expect(one.asked()).toBe(2);
    await one.answer();
    await done;
    expect([one.asked(), one.state()?.data]).toEqual([2, 2]);
    one.hide();
  });

  it('leaves stale what nothing shows any more', async () => {
    const one = reading('hidden');
    await one.answer();
    void invalidate();
    expect(one.asked()).toBe(2);
    one.hide();
    const done = invalidate();
    await one.answer();
    await done;
    expect([one.state()?.data, one.state()?.isInvalidated]).toEqual([2, true]);
  });

  it('starts what is shown again at once, and only once', async () => {
    const one = reading('shown');
    await one.answer();
    void invalidate();
    void invalidate();
    expect(one.asked()).toBe(3);
    await one.answer();
    expect([one.asked(), one.state()?.data, one.state()?.isInvalidated]).toEqual([3, 3, false]);
    one.hide();
  });

  it('is kept if it was to read nothing', async () => {
    const one = reading('none');
    const done = invalidate('none');
    await one.answer();
    await done;
    expect([one.asked(), one.state()?.isInvalidated]).toEqual([1, true]);
    one.hide();
  });
});

describe('a failure that is shown', () => {
  const refused = new ApiError(404, { code: 'NOT_FOUND' });
  const options = { queryKey: ['all', 'failing'], queryFn: vi.fn<() => Promise<number>>() };
  const settled = () => new Promise((done) => setTimeout(done));
  /** What a component draws, in order: like the hooks of the library it reads results once all news of a moment are in. */
  function shown() {
    const seen: string[] = [];
    const observer = new QueryObserver(client, options);
    const draw = () => {
      const { status, fetchStatus } = observer.getCurrentResult();
      seen.push(`${status} ${fetchStatus}`);
    };
    return { seen, hide: observer.subscribe(notifyManager.batchCalls(draw)) };
  }
  const failing = async () => {
    options.queryFn.mockReset().mockRejectedValue(refused);
    const one = shown();
    await settled();
    one.seen.length = 0;
    return one;
  };

  it.each([
    ['an answer', 'success idle'],
    ['another failure', 'error idle'],
  ])('stays until there is %s', async (what, last) => {
    const { seen, hide } = await failing();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    options.queryFn.mockReturnValue(promise);
    void invalidate();
    await settled();
    expect([...new Set(seen)]).toEqual(['error fetching']);
    if (what === 'an answer') resolve(7);
    else reject(refused);
    await vi.waitFor(() => expect([...new Set(seen)]).toEqual(['error fetching', last]));
    hide();
  });

  it('is forgotten once nothing shows it', async () => {
    const first = await failing();
    first.hide();
    options.queryFn.mockImplementation(() => new Promise(() => undefined));
    const second = shown();
    expect(client.getQueryState(options.queryKey)).toMatchObject({ status: 'pending', error: null });
    second.hide();
  });
});
