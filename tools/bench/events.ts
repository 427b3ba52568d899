import { performance } from 'node:perf_hooks';
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
/** Batches that are measured each time; as many as the job makes of one tenant in a run. */
const ROUNDS = 1_000;
const MOST_MS = 1_000;

/** Writes events of a tenant, spread evenly over the months before a moment; every hundredth application has one more. */
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

/** Longest of the statements that `work` makes, in milliseconds, and how long it took in all. */
async function longest(work: (timed: <T>(of: () => Promise<T>) => Promise<T>) => Promise<unknown>) {
  let most = 0;
  const began = performance.now();
  await work(async (of) => {
    const from = performance.now();
    try {
      return await of();
    } finally {
      most = Math.max(most, performance.now() - from);
    }
  });
  return { most, all: performance.now() - began };
}

const said = (rows: number, { most, all }: { most: number; all: number }): string =>
  `${most.toFixed(0)} ms the longest, ${rows} events in ${(all / 1000).toFixed(1)} s`;

const batches = async (db: Database, tenantId: number, before: Date) => {
  let rows = 0;
  const figure = await longest(async (timed) => {
    for (let round = 0; round < ROUNDS; round++) {
      const done = await timed(() =>
        db
          .tenant(tenantId)
          .many(
            deleteOldest('outbox_event', tenantId, sql`true`, sql`occurred_at < ${before}::timestamptz`),
          ),
      );
      rows += done.length;
      if (done.length < BATCH) break;
    }
  });
  return said(rows, figure);
};

/**
 * How a tenant loses the older half of its events: by months that are dropped, and by batches of the table of before, beside nothing
 * and while a backup holds its snapshot. `url` is an empty PostgreSQL.
 */
export async function eventFigures(url: string, events: number): Promise<Figure[]> {
  const db = openPostgres({ url, pool: 2 });
  try {
    await migrate(db);
    const [byMonths, byBatches] = (
      await db.asOwner((run) =>
        run("insert into tenant (alias, name) values ('months', 'Months'), ('batches', 'Batches') returning id"),
      )
    ).map(({ id }) => Number(id)) as [number, number];
    const wall = new Date();
    const now = new Date(wall.getTime() + 3 * 365 * DAY_MS);
    const log = { info: () => undefined, warn: console.warn };
    for (let ago = MONTHS + 1; ago >= 0; ago--)
      await keepMonths(db, 'outbox_event', {
        now: new Date(now.getTime() - ago * 30.4 * DAY_MS),
        keptDays: 100_000,
        log,
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
    const months = await longest((timed) => {
      const watched: Database = {
        ...db,
        asOwner: (work) =>
          db.asOwner((run) => work((text, values) => timed(() => run(text, values)))),
      };
      // What the table of before holds is over as well by then; only the months are measured.
      return keepMonths(watched, 'outbox_event', { now, keptDays: KEPT_DAYS, log });
    });
    return [
      {
        what: `${events} events of a tenant over ${MONTHS} months, the older half dropped by month`,
        measured: said(held - (await count(byMonths)), months),
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
    ];
  } finally {
    await db.close();
  }
}
