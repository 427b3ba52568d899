import { describe, expect, it } from 'vitest';
import { loadingShare } from './loading-share.ts';
import { shorten } from './shorten.ts';

describe('loadingShare', () => {
  it('gives 45 a call up to two calls and 30 from three on, never over 95 before the end', () => {
    expect(loadingShare(2, 1)).toBe(45);
    expect(loadingShare(3, 1)).toBe(30);
    expect(loadingShare(6, 4)).toBe(95);
    expect(loadingShare(6, 6)).toBe(100);
    expect(loadingShare(0, 0)).toBe(0);
  });
});

describe('shorten', () => {
  it('leaves 60 characters alone and cuts from 61 on', () => {
    expect(shorten('a'.repeat(60))).toBe('a'.repeat(60));
    expect(shorten('a'.repeat(61))).toBe(`${'a'.repeat(60)}...`);
  });
});
