import { expect, it } from 'vitest';
import { recovery, usedBetween } from './bench/day/figures.ts';
import { arrivalsOf } from './bench/day/plan.ts';

const streams = [
  { phase: 'mean', from: 0, ms: 60_000, rate: 20, tenants: [0, 1, 2] },
  { phase: 'peak', from: 60_000, ms: 30_000, rate: 200, tenants: [3] },
];

it('people arrive at random moments in order, at the given rate, and the same for one seed', () => {
  const all = arrivalsOf(streams, 7);
  expect(arrivalsOf(streams, 7)).toEqual(all);
  expect(arrivalsOf(streams, 8)).not.toEqual(all);
  expect(all).toEqual(all.toSorted((a, b) => a.at - b.at));
  const of = (phase: string) => all.filter((one) => one.phase === phase);
  expect(of('mean').length / 1_200).toBeCloseTo(1, 0);
  expect(of('peak').length / 6_000).toBeCloseTo(1, 1);
  expect([...new Set(of('mean').map(({ tenant }) => tenant))].toSorted()).toEqual([0, 1, 2]);
  const gaps = of('peak').map(({ at }, n, them) => at - (them[n - 1]?.at ?? 60_000));
  const mean = gaps.reduce((sum, one) => sum + one, 0) / gaps.length;
  const spread = Math.sqrt(gaps.reduce((sum, one) => sum + (one - mean) ** 2, 0) / gaps.length);
  // For exponential gaps the standard deviation equals the mean; a constant rate would have none.
  expect(spread / mean).toBeCloseTo(1, 0);
});

it('the load has recovered at the start of five seconds in which nothing is refused or slow', () => {
  const call = { phase: 'after', call: 'check', code: '' };
  const at = (second: number, status: number, ms: number) => ({
    ...call,
    ...{ at: second * 1000 + 1, done: second * 1000 + 1 + ms, status },
  });
  const tries = [
    at(0, 503, 5),
    at(1, 200, 900),
    ...[2, 3, 4, 5, 6, 7].map((n) => at(n, 200, 20)),
    at(9, 200, 20),
  ];
  expect(recovery(tries, 0, 500)).toBe(2);
  expect(recovery(tries.slice(0, 4), 0, 500)).toBeUndefined();
});

it('the usage between two times is that of the samples inside', () => {
  const parts = (n: number) => ({ api: n, worker: 2 * n, database: n, sandbox: 0, generator: n });
  const used = [0, 2_000, 4_000, 6_000].map((at) => ({ at, parts: parts(at) }));
  expect(usedBetween(used, 1_000, 5_000)).toEqual({ ...parts(2_000), ms: 2_000 });
});
