import { randomOf } from '../../chaos/random.ts';

/**
 * People who arrive within `ms` milliseconds from `from` on, `rate` per second at random times (Poisson), each at one of
 * `tenants` (indexes into the list given to the generator).
 */
export type Stream = { phase: string; from: number; ms: number; rate: number; tenants: readonly number[] };
/** Somebody who arrives at a time in milliseconds from the start. */
export type Arrival = { phase: string; at: number; tenant: number };

/** All arrivals in order; the same for the same seed. */
export function arrivalsOf(streams: readonly Stream[], seed: number): Arrival[] {
  const random = randomOf(seed);
  const all: Arrival[] = [];
  for (const { phase, from, ms, rate, tenants } of streams) {
    const gap = () => (-Math.log(1 - random()) / rate) * 1000;
    for (let at = from + gap(); at < from + ms; at += gap())
      all.push({ phase, at, tenant: tenants[Math.floor(random() * tenants.length)] ?? 0 });
  }
  return all.sort((a, b) => a.at - b.at);
}
