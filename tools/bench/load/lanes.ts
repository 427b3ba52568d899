import { performance } from 'node:perf_hooks';
import type { Slice } from './statistics.ts';

/**
 * A closed loop: each of `lanes` does one thing after the other for `ms` milliseconds. `work` returns false when there is
 * nothing left to do. The rate is the sum of the lanes' own rates, because a lane that has ended must not count as idle while
 * another is finishing.
 */
export async function drive(
  lanes: number,
  ms: number,
  work: (lane: number) => Promise<boolean>,
): Promise<Slice> {
  const times: number[] = [];
  const began = performance.now();
  const laneRate = async (lane: number): Promise<number> => {
    let done = 0;
    let last = began;
    while (last - began < ms && (await work(lane))) {
      const now = performance.now();
      times.push(now - last);
      last = now;
      done += 1;
    }
    return done === 0 ? 0 : (done / (last - began)) * 1000;
  };
  const rates = await Promise.all(Array.from({ length: lanes }, (_, lane) => laneRate(lane)));
  return { times, rate: rates.reduce((sum, one) => sum + one, 0) };
}
