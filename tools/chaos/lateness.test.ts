import { describe, expect, it } from 'vitest';
import { lateness, type Outage } from './faults.ts';
import { randomOf } from './random.ts';

const outage = (from: number, to: number): Outage => ({ target: 'api 1', kind: 'killed', from, to });

describe('lateness', () => {
  it('counts from when it was due, or from the end of an outage', () => {
    expect(lateness([], 1_000, 3_000)).toBe(2_000);
    expect(lateness([outage(1_500, 2_500)], 1_000, 3_000)).toBe(500);
    expect(lateness([outage(200, 800)], 1_000, 3_000)).toBe(2_000);
    expect(lateness([outage(1_500, 2_500), outage(9_000, 9_500)], 1_000, 8_500)).toBe(6_000);
  });

  it('is zero during an outage', () => {
    expect(lateness([outage(1_500, 9_000)], 1_000, 8_000)).toBe(0);
  });
});

it('the same seed gives the same order of faults', () => {
  const numbers = (seed: number) => Array.from({ length: 5 }, randomOf(seed));
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
  expect(numbers(7).every((one) => one >= 0 && one < 1)).toBe(true);
});
