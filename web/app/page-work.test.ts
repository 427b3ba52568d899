import { keepFile } from '@orbita/client/keep-file.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from '../base/idle.ts';
import { queryClient } from '../base/query.ts';
import { fetchWhenIdle, whenSettled } from '../base/when-settled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('work done while the page is idle', () => {
  it('runs when the browser is idle, within four seconds', () => {
    const rests = vi.fn();
    vi.stubGlobal('window', { requestIdleCallback: rests });
    vi.stubGlobal('requestIdleCallback', rests);
    const work = vi.fn();
    whenIdle(work);
    vi.advanceTimersByTime(10_000);
    expect([rests.mock.calls, work.mock.calls]).toEqual([[[work, { timeout: 4000 }]], []]);
  });

  it('runs after a second and a half where the browser cannot report idleness', () => {
    vi.stubGlobal('window', {});
    const work = vi.fn();
    whenIdle(work);
    vi.advanceTimersByTime(1_499);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledOnce();
  });

  it.each([
    [{}, 1],
    [{ connection: {} }, 1],
    [{ connection: { saveData: true } }, 0],
  ])('prefetches files, unless the person saves data: %j', (navigator, times) => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('navigator', navigator);
    const [first, second] = [vi.fn(() => Promise.reject(new Error('gone'))), vi.fn(async () => undefined)];
    fetchWhenIdle(first, second);
    vi.advanceTimersByTime(1_500);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([times, times]);
  });
});

describe('low-priority work', () => {
  /** A first call of the page, answered by the returned function. */
  const asked = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    void queryClient.prefetchQuery({ queryKey: [name], queryFn: () => promise });
    return async () => {
      resolve('answer');
      await vi.advanceTimersByTimeAsync(0);
    };
  };
  const works = () => {
    const work = vi.fn();
    return { work, giveUp: whenSettled(work) };
  };
  beforeEach(() => {
    vi.stubGlobal('window', {});
    queryClient.clear();
  });

  it('waits for every first call of the page, but not for a retried one', async () => {
    const [answer, another] = [asked('a'), asked('b')];
    const { work } = works();
    await answer();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(work).not.toHaveBeenCalled();
    await another();
    void queryClient.refetchQueries({ queryKey: ['a'] });
    await vi.advanceTimersByTimeAsync(1_499);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    asked('c');
    expect(work).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('does not wait for a call that failed and is retried', async () => {
    const refused = vi.fn(() => Promise.reject(new Error('no')));
    void queryClient.prefetchQuery({ queryKey: ['a'], queryFn: refused, retry: 9, retryDelay: 60_000 });
    const { work } = works();
    await vi.advanceTimersByTimeAsync(1_499);
    expect([refused.mock.calls.length, work.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledOnce();
  });

  it('does not wait longer than four seconds for them', async () => {
    asked('never');
    const { work } = works();
    await vi.advanceTimersByTimeAsync(5_499);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledOnce();
  });

  it.each([0, 4_500])('is not done once cancelled after %i ms', async (after) => {
    asked('never');
    const { work, giveUp } = works();
    await vi.advanceTimersByTimeAsync(after);
    giveUp();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(work).not.toHaveBeenCalled();
  });
});

it('a file made in the page is saved under its name, and its address is valid for a minute for Safari', () => {
  const link = { href: '', download: '', click: vi.fn() };
  const elements: Record<string, unknown> = { a: link };
  vi.stubGlobal('document', { createElement: (name: string) => elements[name] });
  const content = new Blob(['x']);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) =>
    given === content ? 'blob:1' : 'blob:other',
  );
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  keepFile(content, 'meus-dados.json');
  expect(link).toMatchObject({ href: 'blob:1', download: 'meus-dados.json' });
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(59_999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:1');
});
