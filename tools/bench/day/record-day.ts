import { tableOf } from '../table.ts';
import { phaseRows, recovery, usedBetween, worstOf } from './figures.ts';
import type { DayOrder } from './generator.ts';
import { lostOf } from './lost.ts';
import { type Day, PARTS, type SeededTenant, startDay } from './nodes.ts';
import type { Stream } from './plan.ts';

const MINUTE_MS = 60_000;
/** Arrivals in the worst minutes as a multiple of the mean. */
const PEAK = 10;
const WRITERS = 60;
const EVERY_MS = 3_000;
const SEED = 7;
/** CPU utilization up to which a machine still responds evenly (`docs/scale.md`). */
const MOST_BUSY = 0.6;
/** Calls that take longer than this many milliseconds count as not yet recovered. */
const EVEN_MS = 500;

export type DaySize = {
  applications: number;
  tenants: number;
  /** Minutes at the mean rate, at the peak, and at the mean again. */
  minutes: readonly [before: number, peak: number, after: number];
  /** Mean applications per second. */
  rate: number;
};

/** People for an order: half of the visitors already have an account. */
export async function orderOf(
  day: Day,
  streams: readonly Stream[],
  writers: readonly number[],
): Promise<DayOrder> {
  const expected = day.tenants.map((_, n) =>
    streams.reduce(
      (sum, { rate, ms, tenants }) => (tenants.includes(n) ? sum + (rate * ms) / 1000 / tenants.length : sum),
      0,
    ),
  );
  const known: number[][] = [];
  for (const [n, tenant] of day.tenants.entries())
    known.push(expected[n] ? await day.accounts(tenant, Math.ceil((expected[n] ?? 0) * 0.6) + 5) : []);
  const sessions = [];
  for (const tenant of writers)
    sessions.push({ tenant, session: await day.session(day.tenants[tenant] as SeededTenant) });
  return {
    nodes: day.nodes.map(({ url }) => url),
    tenants: day.tenants.map(({ alias, host }) => ({ alias, host })),
    ...{ streams, seed: SEED, known, writers: sessions, everyMs: EVERY_MS },
    firstNew: day.firstNew(),
  };
}

/**
 * The last evening of the record day of the national selection system, on two api processes: arrivals at the mean rate, at ten
 * times that, and at the mean again. Prints what was answered and how fast, what was lost, how long the product took to
 * recover, and how many cores it would have taken to refuse nobody. Uses the PostgreSQL at `databaseUrl`, and fills it if it is
 * empty.
 */
export async function recordDay(
  databaseUrl: string,
  { applications, tenants, minutes, rate }: DaySize,
  log: (text: string) => void,
): Promise<void> {
  const day = await startDay(databaseUrl, { subscriptions: applications, tenants }, log);
  try {
    const everyone = day.tenants.map((_, n) => n);
    const [before, peak, after] = minutes.map((one) => one * MINUTE_MS) as [number, number, number];
    const streams: Stream[] = [
      { phase: 'mean', from: 0, ms: before, rate, tenants: everyone },
      { phase: 'peak', from: before, ms: peak, rate: rate * PEAK, tenants: everyone },
      { phase: 'after', from: before + peak, ms: after, rate, tenants: everyone },
    ];
    const writers = Array.from({ length: WRITERS }, (_, n) => n % day.tenants.length);
    const order = await orderOf(day, streams, writers);
    log(
      `${applications} applications over ${day.tenants.length} tenants; ${rate} arrivals a second for ${minutes[0]} min, ${rate * PEAK} for ${minutes[1]} min, ${rate} for ${minutes[2]} min (seed ${SEED}); two api processes, one worker; ${WRITERS} people save an essay every ${EVERY_MS / 1000} s`,
    );
    const { report, samples, used } = await day.run(order);
    log('answers are counted');
    for (const line of tableOf(phaseRows(report.tries, ['mean', 'peak', 'after']))) log(line);
    for (const { phase, from, ms } of streams) {
      const { waiting, late, resident, unsent } = worstOf(samples, from, from + ms);
      const parts = usedBetween(used, from, from + ms);
      const busy = PARTS.map((part) => `${part} ${(parts[part] / parts.ms).toFixed(2)}`).join(', ');
      log(
        `${phase}: cores at work ${busy}; most calls waiting for a connection ${waiting}, event loop late by ${late.toFixed(0)} ms, ${resident.toFixed(0)} MiB resident, ${unsent} messages unsent`,
      );
    }
    const applied = report.tries.filter(({ call, phase }) => call === 'whole' && phase === 'mean').length;
    const mean = usedBetween(used, 0, before);
    const each = PARTS.filter((part) => part !== 'generator').map(
      (part) => [part, mean[part] / applied] as const,
    );
    const sum = each.reduce((total, [, ms]) => total + ms, 0);
    log(
      `one application of the mean, with all its calls: ${each.map(([part, ms]) => `${part} ${ms.toFixed(1)} ms`).join(', ')}; ${rate * PEAK} a second need ${((sum * rate * PEAK) / 1000).toFixed(1)} cores at work, ${((sum * rate * PEAK) / 1000 / MOST_BUSY).toFixed(0)} at ${MOST_BUSY * 100} %`,
    );
    const { lost, doubled } = await lostOf(day.platform, day.tenants, report);
    const back = recovery(report.tries, before + peak, EVEN_MS);
    log(
      `acknowledged ${report.acknowledged.length}, lost ${lost}, doubled ${doubled}; ${report.unfinished} still waiting a minute after the end; ${back === undefined ? 'not even again by the end' : `even again ${back.toFixed(0)} s after the peak`}; the generator was late by at most ${report.late.toFixed(0)} ms`,
    );
  } finally {
    await day.stop();
  }
}
