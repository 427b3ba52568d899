import { percentile } from '../load/statistics.ts';
import { PARTS, type Parts, type Sample } from './nodes.ts';
import type { Try } from './person.ts';

const inMs = (times: readonly number[], share: number): string =>
  times.length === 0 ? '–' : percentile(times, share).toFixed(0);

const took = (tries: readonly Try[]) => tries.map(({ at, done }) => done - at);

/** Per phase and call: number of attempts, number of successes, times in milliseconds, and refusals by code. */
export function phaseRows(tries: readonly Try[], phases: readonly string[]): string[][] {
  const rows = [['Phase', 'Call', 'Tries', 'Good', 'p50', 'p95', 'p99 ms', 'Refused (p99 ms)']];
  for (const phase of phases) {
    const own = tries.filter((one) => one.phase === phase);
    for (const [call, all] of Object.entries(Object.groupBy(own, (one) => one.call))) {
      const some = all ?? [];
      const good = some.filter(({ status }) => status >= 200 && status < 300);
      const bad = some.filter((one) => !good.includes(one));
      const codes = Object.entries(
        Object.groupBy(bad, ({ status, code }) => `${status || 'none'} ${code}`.trim()),
      )
        .map(([code, them]) => `${code}: ${them?.length}`)
        .join(', ');
      const times = took(good);
      rows.push([
        phase,
        call,
        String(some.length),
        String(good.length),
        inMs(times, 0.5),
        inMs(times, 0.95),
        inMs(times, 0.99),
        bad.length === 0 ? '' : `${codes} (${inMs(took(bad), 0.99)})`,
      ]);
    }
  }
  return rows;
}

const WINDOW_MS = 1_000;
/** Consecutive seconds that must be good. */
const WELL = 5;

/**
 * Seconds after `end` at which five consecutive seconds begin in which no call was refused and p95 was at most `most`
 * milliseconds; undefined if that never happened. Times are those at which calls were sent.
 */
export function recovery(tries: readonly Try[], end: number, most: number): number | undefined {
  const calls = tries.filter(({ at, call }) => at >= end && call !== 'whole' && !call.startsWith('gave up'));
  // Spread into one call, the tries of a whole day are more arguments than the engine takes.
  const last = calls.reduce((latest, { at }) => Math.max(latest, at), end);
  let well = 0;
  for (let from = end; from + WINDOW_MS <= last; from += WINDOW_MS) {
    const own = calls.filter(({ at }) => at >= from && at < from + WINDOW_MS);
    const isWell =
      own.every(({ status }) => status >= 200 && status < 300) && !(percentile(took(own), 0.95) > most);
    well = isWell ? well + 1 : 0;
    if (well === WELL) return (from + WINDOW_MS - WELL * WINDOW_MS - end) / 1000;
  }
  return undefined;
}

/** Milliseconds of CPU time per part between two times. */
export function usedBetween(
  used: readonly { at: number; parts: Parts }[],
  from: number,
  to: number,
): Parts & { ms: number } {
  const inside = used.filter(({ at }) => at >= from && at <= to);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) throw new Error('Nothing was sampled');
  const of = (part: keyof Parts) => last.parts[part] - first.parts[part];
  return {
    ...(Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Parts),
    ms: last.at - first.at,
  };
}

/** The worst of the samples between two times. */
export function worstOf(samples: readonly Sample[], from: number, to: number): Omit<Sample, 'at'> {
  const inside = samples.filter(({ at }) => at >= from && at <= to);
  const most = (of: (one: Sample) => number) => Math.max(0, ...inside.map(of));
  return {
    waiting: most(({ waiting }) => waiting),
    late: most(({ late }) => late),
    resident: most(({ resident }) => resident),
    unsent: most(({ unsent }) => unsent),
  };
}
