import { setTimeout as pause } from 'node:timers/promises';
import { notify } from '@orbita/api/messaging/notify';
import { seededPeople } from '@orbita/testing/scale/seed';
import { percentile } from '../load/statistics.ts';
import { type Figure, tableOf } from '../table.ts';
import { phaseRows } from './figures.ts';
import { lostOf } from './lost.ts';
import { type Day, type SeededTenant, startDay } from './nodes.ts';
import type { Try } from './person.ts';
import type { Stream } from './plan.ts';
import { orderOf } from './record-day.ts';

const ROUNDS = 3;
const OTHERS = 50;
/** Messages for the worker that the storming tenant writes at the start of each storm. */
const MESSAGES = 1_000;
const MOST_RATIO = 1.25;
const CALM = 'others, calm';
const STORM = 'others, storm';
const STORMING = 'the storming tenant';

/** Milliseconds that messages of other tenants written between two times took to reach the mail server. */
async function mailTimes({ platform }: Day, from: Date, to: Date, but: number): Promise<number[]> {
  const rows = await platform.db.asOwner((run) =>
    run(
      `select (extract(epoch from sent_at - created_at) * 1000)::float8 as ms from notification
       where created_at >= $1 and created_at < $2 and tenant_id <> $3 and sent_at is not null`,
      [from, to, but],
    ),
  );
  return rows.map(({ ms }) => Number(ms));
}

async function writeMessages({ platform }: Day, { id }: SeededTenant, round: number): Promise<void> {
  const [person] = await seededPeople(platform, id, false, 1);
  for (let n = 0; n < MESSAGES; n += 100)
    await platform.db.write(id, async (tx) => {
      for (let one = n; one < n + 100; one++)
        notify(tx, platform, {
          template: 'N-01',
          personId: person?.id ?? 0,
          dedupe: `storm:${platform.clock.now().getTime()}:${round}:${one}`,
          data: { codigo: '123456' },
        });
    });
}

const ratio = (calm: readonly number[], storm: readonly number[], share: number): number =>
  percentile(storm, share) / percentile(calm, share);

const timesOf = (tries: readonly Try[], phase: string, call: string): number[] =>
  tries
    .filter((one) => one.phase === phase && one.call === call && one.status < 300)
    .map(({ at, done }) => done - at);

/**
 * How much other tenants notice of one tenant that sends `times` as much as all of them together, through the api and through
 * the worker: their p95 in calm and in storm, in alternating turns of the given number of seconds within one run. Uses the
 * PostgreSQL at `databaseUrl`, and fills it if it is empty.
 */
export async function storm(
  databaseUrl: string,
  {
    applications,
    tenants,
    rate,
    times,
    seconds,
  }: Record<'applications' | 'tenants' | 'rate' | 'times' | 'seconds', number>,
  log: (text: string) => void,
): Promise<Figure[]> {
  const day = await startDay(databaseUrl, { subscriptions: applications, tenants }, log);
  try {
    const roundMs = seconds * 1000;
    const others = day.tenants.slice(1, 1 + OTHERS).map((_, n) => n + 1);
    const streams = Array.from({ length: ROUNDS }, (_, round): Stream[] => {
      const from = round * 2 * roundMs;
      return [
        { phase: CALM, from, ms: roundMs, rate, tenants: others },
        { phase: STORM, from: from + roundMs, ms: roundMs, rate, tenants: others },
        { phase: STORMING, from: from + roundMs, ms: roundMs, rate: rate * times, tenants: [0] },
      ];
    }).flat();
    const order = await orderOf(day, streams, []);
    log(
      `${rate} arrivals a second at ${others.length} tenants; ${rate * times} and ${MESSAGES} messages at one more in every second ${seconds} s, ${ROUNDS} times`,
    );
    const calmMail: number[] = [];
    const stormMail: number[] = [];
    const [storming] = day.tenants as [SeededTenant];
    const { report } = await day.run(order, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const begin = day.platform.clock.now();
        await pause(roundMs);
        const middle = day.platform.clock.now();
        const writing = writeMessages(day, storming, round);
        await pause(roundMs);
        await writing;
        calmMail.push(...(await mailTimes(day, begin, middle, storming.id)));
        stormMail.push(...(await mailTimes(day, middle, day.platform.clock.now(), storming.id)));
      }
    });
    for (const line of tableOf(phaseRows(report.tries, [CALM, STORM, STORMING]))) log(line);
    const { lost, doubled } = await lostOf(day.platform, day.tenants, report);
    const figure = (what: string, calm: readonly number[], stormy: readonly number[]): Figure => {
      const p95 = ratio(calm, stormy, 0.95);
      return {
        what: `${what}, p95 in a storm ÷ in a calm (p50)`,
        measured: `${percentile(calm, 0.95).toFixed(0)} → ${percentile(stormy, 0.95).toFixed(0)} ms, ${p95.toFixed(2)} (${ratio(calm, stormy, 0.5).toFixed(2)})`,
        target: `≤ ${MOST_RATIO}`,
        reached: p95 <= MOST_RATIO,
      };
    };
    const calls = ['check', 'offers', 'apply', 'autosave', 'status', 'whole'];
    return [
      ...calls.map((call) =>
        figure(call, timesOf(report.tries, CALM, call), timesOf(report.tries, STORM, call)),
      ),
      figure('message to the mail server', calmMail, stormMail),
      {
        what: `of ${report.acknowledged.length} acknowledged, lost and doubled`,
        measured: `${lost}, ${doubled}`,
        target: '0, 0',
        reached: lost + doubled === 0,
      },
    ];
  } finally {
    await day.stop();
  }
}
