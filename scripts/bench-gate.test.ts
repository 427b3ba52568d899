import { describe, expect, it } from 'vitest';
import { judged, middle } from '../bench/gate.ts';

describe('R14: speed is held by ratios of one run, never by seconds', () => {
  const kept = { reads: 0.6, applications: 0.04 };

  it.each([
    { measured: kept, reached: [true, true] },
    { measured: { reads: 0.51, applications: 0.04 }, reached: [true, true] },
    { measured: { reads: 0.509, applications: 0.04 }, reached: [false, true] },
    { measured: { reads: 0.9, applications: 0.0339 }, reached: [true, false] },
  ])('$measured is $reached', ({ measured, reached }) => {
    expect(judged(measured, kept).map((figure) => figure.reached)).toEqual(reached);
  });

  it('one round of three that was disturbed does not count', () => {
    expect(middle([0.6, 0.1, 0.59])).toBe(0.59);
    expect(middle([0.6, 9, 0.61])).toBe(0.61);
  });
});
