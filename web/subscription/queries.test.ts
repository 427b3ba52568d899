import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { reloadIfMissed, statusQuery } from './queries.ts';

vi.mock('../base/api.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const SEEN = {
  id: 5,
  status: 6,
  statusName: '',
  color: '',
  page: 'payment',
  lastEventId: 'a',
  settled: true,
};
const reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();

/** Whether everything is refetched when the status was `before` and is `now`. */
async function reloads(before: object | undefined, now: object | Error): Promise<boolean> {
  queryClient.clear();
  reload.mockClear();
  if (before) queryClient.setQueryData(statusQuery(5).queryKey, before);
  if (now instanceof Error) vi.mocked(call).mockRejectedValue(now);
  else vi.mocked(call).mockResolvedValue(now as never);
  await reloadIfMissed(5);
  return reload.mock.calls.length > 0;
}

afterEach(() => queryClient.clear());

it.each([
  ['nothing happened', SEEN, SEEN, false],
  ['there was no event at all', { ...SEEN, lastEventId: null }, { ...SEEN, lastEventId: null }, false],
  ['an event came', SEEN, { ...SEEN, lastEventId: 'b', settled: false }, true],
  ['an event may still have appeared', { ...SEEN, settled: false }, SEEN, true],
  ['the status is another', SEEN, { ...SEEN, status: 5 }, true],
  [
    'the page is another, by time alone',
    { ...SEEN, page: 'successfulPayment', after: 'payment' },
    SEEN,
    true,
  ],
  ['only what follows is another', { ...SEEN, after: 'documents' }, { ...SEEN, after: 'enrolled' }, true],
  ['the status was not known', undefined, SEEN, true],
])('where %s', async (_what, before, now, expected) => {
  expect(await reloads(before, now)).toBe(expected);
});

it('keeps the known value when the status cannot be read', async () => {
  vi.useFakeTimers();
  const looked = reloads(SEEN, new Error('offline'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await looked).toBe(false);
  expect(queryClient.getQueryData(statusQuery(5).queryKey)).toEqual(SEEN);
  vi.useRealTimers();
});
