import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from './api.ts';
import { untilSent } from './line.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const heard = new EventTarget();
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard));
  vi.stubGlobal('removeEventListener', heard.removeEventListener.bind(heard));
  vi.stubGlobal('dispatchEvent', heard.dispatchEvent.bind(heard));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('what waits for the line', () => {
  it('is sent again when it is back, and says once for each time that it waits', async () => {
    const outcomes = [new NetworkError(), new NetworkError(), undefined];
    const send = vi.fn(async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
      return 'sent';
    });
    const onWaits = vi.fn();
    const sent = untilSent(send, onWaits);
    await vi.advanceTimersByTimeAsync(1);
    expect([send.mock.calls.length, onWaits.mock.calls.length]).toEqual([1, 1]);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1);
    expect([send.mock.calls.length, onWaits.mock.calls.length]).toEqual([2, 2]);
    // A browser that says nothing is not waited for.
    await vi.runAllTimersAsync();
    expect(await sent).toBe('sent');
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('is not sent again once an answer came, a refusal too', async () => {
    const refused = new ApiError(404, { code: 'NOT_FOUND', message: 'Não encontrado.', traceId: 'x' });
    const send = vi.fn(async () => Promise.reject(refused));
    const onWaits = vi.fn();
    await expect(untilSent(send, onWaits)).rejects.toBe(refused);
    expect([send.mock.calls.length, onWaits.mock.calls.length]).toEqual([1, 0]);
  });
});
