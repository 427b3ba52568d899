import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTexts } from '../texts/api.ts';
import { untilAnswered } from './line.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A send function whose calls end one after the other as given. */
const sends = (...ends: unknown[]) =>
  vi.fn(async () => {
    const end = ends.shift();
    if (end instanceof Error) throw end;
    return end;
  });

describe('sending until there is an answer', () => {
  it('repeats lost calls, and reports each wait', async () => {
    const send = sends(new NetworkError(apiTexts), new NetworkError(apiTexts), 'done');
    const waits = vi.fn();
    const answer = untilAnswered(send, waits);
    await vi.runAllTimersAsync();
    expect([await answer, send.mock.calls.length, waits.mock.calls.length]).toEqual(['done', 3, 2]);
  });

  it('passes a refusal to the caller, and does not repeat it', async () => {
    const refusal = new ApiError(409, { code: 'STATE_CONFLICT', message: 'x' });
    const send = sends(refusal, 'done');
    const waits = vi.fn();
    await expect(untilAnswered(send, waits)).rejects.toBe(refusal);
    expect([send.mock.calls.length, waits.mock.calls.length]).toEqual([1, 0]);
  });
});
