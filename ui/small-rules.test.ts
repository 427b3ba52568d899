import { describe, expect, it } from 'vitest';
import { nextCalls } from './loading-calls.ts';
import { loadingBar, loadingShare } from './loading-share.ts';
import { shorten } from './shorten.ts';

describe('loadingShare', () => {
  it('gives 45 per call up to two calls and 30 from three on, never over 95 before the end', () => {
    expect(loadingShare(2, 1)).toBe(45);
    expect(loadingShare(3, 1)).toBe(30);
    expect(loadingShare(6, 4)).toBe(95);
    expect(loadingShare(6, 6)).toBe(100);
    expect(loadingShare(0, 0)).toBe(0);
  });
});

describe('nextCalls', () => {
  it('counts ending and starting calls until none is running', () => {
    let batch = { calls: 0, ended: 0 };
    const statuses = [2, 1, 3, 1, 0, 1].map((pending) => {
      batch = nextCalls(batch, pending);
      return [batch.calls, batch.ended];
    });
    expect(statuses).toEqual([
      [2, 0],
      [2, 1],
      [4, 1],
      [4, 3],
      [0, 0],
      [1, 0],
    ]);
  });
});

describe('loadingBar', () => {
  it('keeps the constants of the specification', () => {
    expect(loadingBar).toEqual({
      throttle: 200,
      duration: 5000,
      hideAfter: 500,
      shareFew: 45,
      shareMany: 30,
      cap: 95,
    });
  });
});

describe('shorten', () => {
  it('leaves 60 characters alone and cuts from 61 on', () => {
    expect(shorten('a'.repeat(60))).toBe('a'.repeat(60));
    expect(shorten('a'.repeat(61))).toBe(`${'a'.repeat(60)}...`);
  });
});
