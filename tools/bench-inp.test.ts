import { describe, expect, it } from 'vitest';
import { inpOf } from './bench/inp.ts';

describe('INP of a use of a page', () => {
  it('is its worst interaction as long as there are few', () => {
    expect(inpOf([24, 120, 56], 49)).toBe(120);
  });
  it('leaves one out of fifty out', () => {
    expect(inpOf([24, 120, 56, 200], 50)).toBe(120);
    expect(inpOf([24, 120, 56, 200], 149)).toBe(56);
  });
  it('is nothing where the browser noticed none', () => {
    expect(inpOf([], 10)).toBe(0);
    expect(inpOf([200], 150)).toBe(0);
  });
});
