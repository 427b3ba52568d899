import { describe, expect, it } from 'vitest';
import { inpOf } from './bench/inp.ts';

describe('the INP of a page visit', () => {
  it('is its worst interaction as long as there are few', () => {
    expect(inpOf([24, 120, 56], 49)).toBe(120);
  });
  it('excludes one interaction in fifty', () => {
    expect(inpOf([24, 120, 56, 200], 50)).toBe(120);
    expect(inpOf([24, 120, 56, 200], 149)).toBe(56);
  });
  it('is undefined where the browser reported none', () => {
    expect(inpOf([], 10)).toBe(0);
    expect(inpOf([200], 150)).toBe(0);
  });
});
