import { randomOf } from '../../chaos/random.ts';

/**
 * People who come within `ms` milliseconds from `from` on, `rate` a second at random moments (Poisson), each at one of `tenants`
 * (numbers of the list that the generator was given).
 */
export type Stream = { phase: string; from: number; ms: number; rate: number; tenants: readonly number[] };
/** Somebody who comes at a moment, in milliseconds from the start. */
export type Arrival = { phase: string; at: number; tenant: number };

/** All arrivals in their order; the same for the same seed. */
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
