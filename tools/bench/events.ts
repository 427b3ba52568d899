import { performance } from 'node:perf_hooks';
import { createClock } from '@orbita/api/platform/clock';
import { BATCH, deleteOldest } from '@orbita/api/platform/database/batches';
import { migrate } from '@orbita/api/platform/database/migrate';
import { keepMonths } from '@orbita/api/platform/database/months';
import { openPostgres } from '@orbita/api/platform/database/postgres';
import type { Database } from '@orbita/api/platform/database/types';
import sql from 'sql-template-tag';
import type { Figure } from './table.ts';

const DAY_MS = 24 * 3600_000;
const MONTHS = 24;
const KEPT_DAYS = 365;
/** Batches measured per case; as many as the job runs for one tenant per execution. */
const ROUNDS = 1_000;
const MOST_MS = 1_000;
const LOG = { info: () => undefined, warn: console.warn };

/** Writes events of a tenant, spread evenly over the months before `until`. */
async function fill(db: Database, tenantId: number, events: number, until: Date): Promise<void> {
  for (let month = 0; month < MONTHS; month++) {
    const from = new Date(until.getTime() - (MONTHS - month) * 30.4 * DAY_MS).toISOString();
    await db.asOwner((run) =>
      run(
        `set session_replication_role = replica;
         insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
         select ${tenantId}, 'business', 'subscription.changed', 1 + n % 200000, 1 + n % 180000, 7,
           '{"from": 5, "to": 6, "page": "payment"}', '${from}'::timestamptz + n * interval '30.4 days' / ${Math.ceil(events / MONTHS)}
         from generate_series(0, ${Math.ceil(events / MONTHS) - 1}) n`,
      ),
    );
  }
}

/** Runs `work` and returns how many milliseconds it took. */
async function took<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

/** Deletes everything before a date as the job does, and returns how long the slowest statement took. */
async function batches(db: Database, tenantId: number, before: Date): Promise<string> {
  let [rows, most, all] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, result } = await took(() =>
      db
        .tenant(tenantId)
        .many(deleteOldest('outbox_event', tenantId, sql`true`, sql`occurred_at < ${before}::timestamptz`)),
    );
    [rows, most, all] = [rows + result.length, Math.max(most, ms), all + ms];
    if (result.length < BATCH) break;
  }
  return `${most.toFixed(0)} ms the longest statement, ${rows} events in ${(all / 1000).toFixed(1)} s`;
}

/** Drops expired partitions as the job does. A commit removes the files, once nothing is waiting for it any more. */
async function dropping(db: Database, now: Date): Promise<{ most: number; said: string }> {
  const most = { held: 0, files: 0 };
  const watched: Database = {
    ...db,
    asOwner: (work) =>
      db.asOwner((run) =>
        work(async (text, values) => {
          const { ms, result } = await took(() => run(text, values));
          const what = text === 'commit' ? 'files' : 'held';
          most[what] = Math.max(most[what], ms);
          return result;
        }),
      ),
  };
  const { ms } = await took(() =>
    keepMonths(watched, 'outbox_event', { now, keptDays: KEPT_DAYS, log: LOG }),
  );
  const [held, files] = [most.held, most.files].map((one) => one.toFixed(0));
  return {
    most: Math.max(most.held, most.files),
    said: `${held} ms the longest statement, ${files} ms the longest removal of files, ${(ms / 1000).toFixed(1)} s in all`,
  };
}

/**
 * How a tenant loses the older half of its events: by dropping months, and by batches on the former single table, both
 * undisturbed and while a backup holds its snapshot. `url` is an empty PostgreSQL.
 */
export async function eventFigures(url: string, events: number): Promise<Figure[]> {
  const db = openPostgres({ url, pool: 2 });
  try {
    await migrate(db);
    const [byMonths, byBatches] = (
      await db.asOwner((run) =>
        run(
          "insert into tenant (alias, name) values ('months', 'Months'), ('batches', 'Batches') returning id",
        ),
      )
    ).map(({ id }) => Number(id)) as [number, number];
    const wall = new Date(createClock().wall());
    const now = new Date(wall.getTime() + 3 * 365 * DAY_MS);
    for (let ago = MONTHS + 1; ago >= 0; ago--)
      await keepMonths(db, 'outbox_event', {
        now: new Date(now.getTime() - ago * 30.4 * DAY_MS),
        keptDays: 100_000,
        log: LOG,
      });
    await fill(db, byMonths, events, now);
    await fill(db, byBatches, events, wall);
    await db.asOwner((run) => run('vacuum analyze outbox_event'));
    const count = async (tenantId: number) =>
      Number(
        (
          await db
            .tenant(tenantId)
            .one<{ n: number }>(sql`select count(*) as n from outbox_event where tenant_id = ${tenantId}`)
        )?.n,
      );
    const held = await count(byMonths);
    const before = new Date(wall.getTime() - KEPT_DAYS * DAY_MS);
    const alone = await batches(db, byBatches, before);
    const besideBackup = await db.asOwner(async (run) => {
      await run('begin isolation level repeatable read read only; select from tenant');
      return batches(db, byBatches, before);
    });
    const beforeMonths = await dropping(db, new Date(wall.getTime() + 465 * DAY_MS));
    const months = await dropping(db, now);
    return [
      {
        what: `${events} events of a tenant over ${MONTHS} months, the older half dropped by month`,
        measured: `${months.said}, ${held - (await count(byMonths))} events`,
        target: `≤ ${MOST_MS} ms`,
        reached: months.most <= MOST_MS,
      },
      { what: 'the same in batches of one table', measured: alone, target: '', reached: null },
      {
        what: 'the same while a backup holds its snapshot',
        measured: besideBackup,
        target: '',
        reached: null,
      },
      {
        what: `the whole table of before, ${events} events in one part, dropped`,
        measured: beforeMonths.said,
        target: '',
        reached: null,
      },
    ];
  } finally {
    await db.close();
  }
}
