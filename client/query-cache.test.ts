import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
