import { performance } from 'node:perf_hooks';

const WARM_UP = 20;
/** Number of rounds; other load on the machine may spoil one of them, but not the median. */
const ROUNDS = 5;

/** The value that the share `p` of them does not exceed. */
export const percentile = (times: readonly number[], p: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * p)] ?? 0;

/** The percentile `p` within each round, then the median over the rounds. */
export const usual = (rounds: readonly number[][], p: number) =>
  percentile(
    rounds.map((round) => percentile(round, p)),
    0.5,
  );

/** p50 / p95 in milliseconds. */
export const inMs = (rounds: readonly number[][]) =>
  `${usual(rounds, 0.5).toFixed(1)} / ${usual(rounds, 0.95).toFixed(1)}`;

/**
 * Rounds of sequential requests that take turns, so that other load on the machine disturbs all alike. The order is random,
 * because garbage collection runs every N requests and would otherwise always hit the same one.
 */
export async function measure(
  asks: readonly (() => Promise<unknown>)[],
  times: number,
): Promise<number[][][]> {
  const taken: number[][][] = asks.map(() => Array.from({ length: ROUNDS }, () => []));
  for (let n = -WARM_UP; n < times; n++) {
    const first = Math.floor(Math.random() * asks.length);
    for (let turn = 0; turn < asks.length; turn++) {
      const at = (first + turn) % asks.length;
      const began = performance.now();
      const own = await asks[at]?.();
      const took = typeof own === 'number' ? own : performance.now() - began;
      if (n >= 0) taken[at]?.[Math.floor((n * ROUNDS) / times)]?.push(took);
    }
  }
  return taken;
}
