import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { notify } from '@orbita/api/messaging/notify';
import { wakeOutbox } from '@orbita/api/messaging/outbox';
import { startHarness } from '@orbita/testing/harness';
import { seededPeople, seedScale } from '@orbita/testing/scale/seed';
import sql from 'sql-template-tag';
import type { Figure } from './table.ts';

const BUSY = 50;
const IDLE_MS = 20_000;
/** Messages of each busy tenant, and milliseconds between two messages across all tenants. */
const EACH = 10;
const PACE_MS = 40;
const MOST_STATEMENTS = 20;
const MOST_MS = 1_000;

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * 0.95)] ?? Number.NaN;

/**
 * What an idle worker asks of the database with many tenants, how long one query for due work takes, and how long messages of
 * fifty busy tenants take to reach the mail server. Needs PostgreSQL.
 */
export async function tenantFigures(size: number): Promise<Figure[]> {
  const harness = await startHarness({ callsPerMinute: 10_000_000, proves: false });
  const { platform, clock } = harness;
  const { db } = platform;
  try {
    const busy = await seedScale(platform, { subscriptions: BUSY * 20, tenants: BUSY });
    await db.global.many(sql`
      insert into tenant (alias, name) select concat('leer-', n), concat('Grupo ', n)
      from generate_series(1, ${size - (await db.tenantIds()).length}::int) n returning id`);
    clock.set(null);
    // Everything that came due meanwhile is done before anything is measured.
    await platform.jobs.settle();

    const asked: number[] = [];
    for (let times = 0; times < 20; times += 1) {
      const began = performance.now();
      await db.tenantsDue('outbox', { now: clock.now(), wall: new Date(clock.wall()) });
      asked.push(performance.now() - began);
    }

    const stop = await wakeOutbox(platform);
    platform.jobs.start();
    const transactions = async () =>
      (
        await db.asOwner((run) =>
          run('select xact_commit::int as done from pg_stat_database where datname = current_database()'),
        )
      )[0]?.done as number;
    // The first second also runs the recovery of what a dead process may have left.
    await pause(3_000);
    const before = await transactions();
    await pause(IDLE_MS);
    const idle = ((await transactions()) - before) / (IDLE_MS / 1000);

    const people = await Promise.all(
      busy.map(async ({ id }) => ({ tenantId: id, person: (await seededPeople(platform, id, false, 1))[0] })),
    );
    for (let n = 0; n < EACH; n += 1)
      for (const { tenantId, person } of people) {
        await db.write(tenantId, async (tx) =>
          notify(tx, platform, {
            template: 'N-01',
            personId: person?.id ?? 0,
            dedupe: `bench:${n}`,
            data: { codigo: '123456' },
          }),
        );
        await pause(PACE_MS);
      }
    await pause(5_000);
    const waits: number[] = [];
    let unsent = 0;
    for (const { tenantId } of people)
      for (const { ms } of await db.tenant(tenantId).many<{ ms: number | null }>(sql`
        select (extract(epoch from sent_at - created_at) * 1000)::float8 as ms from notification
        where tenant_id = ${tenantId} and dedupe_key like 'N-01:bench:%'`)) {
        if (ms === null) unsent += 1;
        else waits.push(ms);
      }
    await platform.jobs.stop();
    await stop();
    return [
      {
        what: `round trips a second of an idle worker, ${size} tenants`,
        measured: idle.toFixed(1),
        target: `≤ ${MOST_STATEMENTS}`,
        reached: idle <= MOST_STATEMENTS,
      },
      {
        what: 'one question for the tenants with messages that are due, p95',
        measured: `${p95(asked).toFixed(0)} ms`,
        target: '',
        reached: null,
      },
      {
        what: `message to mail server, ${BUSY} busy tenants, p95 of ${waits.length}, ${unsent} unsent`,
        measured: `${p95(waits).toFixed(0)} ms`,
        target: `≤ ${MOST_MS} ms, none unsent`,
        reached: unsent === 0 && waits.length === BUSY * EACH && p95(waits) <= MOST_MS,
      },
    ];
  } finally {
    await harness.stop();
  }
}
