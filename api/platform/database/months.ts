import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import { isLockConflict } from './outage.ts';
import { type Database, type Row, sqlState } from './types.ts';

/** Tables partitioned by month (decision 0156), each by one of its timestamps. Partitions are dropped as a whole. */
export const MONTHLY = ['outbox_event'] as const;
export type Monthly = (typeof MONTHLY)[number];

/** Months ahead for which partitions exist: workers may be down this long before rows go into the default partition. */
const AHEAD = 2;
/** Lock that lets only one node at a time work on partitions. */
const LOCK = 7302845;
/** Longest wait for a lock, during which all calls on the table queue up behind it, and how often to try. */
const PATIENCE = { lockMs: 300, tries: 3, pauseMs: 1_000 };
type Patience = typeof PATIENCE;

/** SQLSTATE when the default partition already contains rows of that month. */
const HOLDS_ROWS = '23514';

type Run = (text: string, values?: unknown[]) => Promise<Row[]>;
type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;
/** Lower and upper bound; the first partition has no lower bound. */
type Part = { name: string; from: Date | null; to: Date };

/** Partitions with an upper bound, oldest first; the bounds come from the database itself. */
async function partsOf(run: Run, table: Monthly): Promise<Part[]> {
  const rows = await run(`
    select c.relname as name, extract(epoch from substring(b.says from 'FROM \\(''([^'']+)')::timestamptz) * 1000 as "from",
      extract(epoch from substring(b.says from 'TO \\(''([^'']+)')::timestamptz) * 1000 as "to"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral (select pg_get_expr(c.relpartbound, c.oid) as says) b
    where i.inhparent = 'public.${table}'::regclass and b.says <> 'DEFAULT' order by 3`);
  return rows.map(({ name, from, to }) => ({
    name: String(name),
    from: from === null ? null : new Date(Number(from)),
    to: new Date(Number(to)),
  }));
}

/** Runs statements as one transaction that gives up waiting for locks and tries again. Returns false if that failed. */
async function patiently(run: Run, text: string, { lockMs, tries, pauseMs }: Patience): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(`begin; set local lock_timeout = ${lockMs}; ${text}`);
      // The files of a dropped table are removed after this, when nobody is waiting any more.
      await run('commit');
      return true;
    } catch (error) {
      await run('rollback');
      if (!isLockConflict(error)) throw error;
      if (attempt >= tries) return false;
      await pause(pauseMs);
    }
  }
}

type Keeping = { now: Date; keptDays: number; log: Log; patience?: Patience };
type Work = Required<Keeping> & { run: Run; table: Monthly; parts: readonly Part[] };

/**
 * Creates the partition of a month as a separate table before attaching it, so that no call waits while its indexes are
 * created.
 */
async function make({ run, table, patience }: Work, from: Date, to: Date): Promise<boolean> {
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return patiently(
    run,
    `create table ${name} (like ${table} including all); select protect('${name}'); revoke all on ${name} from orbita_app;
     alter table ${table} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    patience,
  );
}

/**
 * Creates the missing partitions of this and the next months. Returns how many, and the nearest month that could not be
 * created.
 */
async function makeMissing(work: Work) {
  const { now, table, log } = work;
  let made = 0;
  let missing: Date | undefined;
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const [from, to] = [0, 1].map(
      (more) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + more)),
    ) as [Date, Date];
    if (work.parts.some((part) => part.to > from && (part.from === null || part.from < to))) continue;
    try {
      if (await make(work, from, to)) made += 1;
      else {
        log.warn({ table, from }, 'a month cannot be made now: its locks are held');
        if (ahead < AHEAD) missing ??= from;
      }
    } catch (error) {
      if (sqlState(error) !== HOLDS_ROWS) throw error;
      log.warn({ table, from }, 'rows of this month lie in the part that takes what is left');
    }
  }
  return { made, missing };
}

/** Drops partitions in which everything is older than `keptDays`. Returns how many. */
async function dropOver({ run, table, parts, now, keptDays, log, patience }: Work): Promise<number> {
  const before = now.getTime() - keptDays * 24 * 3600_000;
  let dropped = 0;
  for (const { name, to } of parts.filter((part) => part.to.getTime() <= before)) {
    if (await patiently(run, `drop table ${name}`, patience)) {
      log.info({ table, part: name, to }, 'part dropped');
      dropped += 1;
    } else log.warn({ table, part: name }, 'a part that is over is being read');
  }
  return dropped;
}

/**
 * Creates the partitions of this and the next months, and drops those in which everything is older than `keptDays`; one node at
 * a time, as the owner of the tables. Partitions that are locked right now are handled in a later run. Returns how many were
 * created and dropped.
 * @throws when a month that starts within a month could not be created: its rows would go into the default partition.
 */
export async function keepMonths(db: Database, table: Monthly, keeping: Keeping): Promise<number> {
  return db.asOwner(async (run) => {
    const [taken] = await run(`select pg_try_advisory_lock(${LOCK}) as mine`);
    if (taken?.mine !== true) return 0;
    try {
      const work: Work = { patience: PATIENCE, ...keeping, run, table, parts: await partsOf(run, table) };
      const { made, missing } = await makeMissing(work);
      // Separate from creating: a failed drop must not undo what was created.
      const dropped = await dropOver(work);
      // Deleting a few rows would leave their pages behind, which looks like rows to the monitoring.
      const [left] = await run(`select pg_relation_size('${table}_default') > 0 as some`);
      if (left?.some === true) await run(`vacuum ${table}_default`);
      if (missing) throw new Error(`${table} has no part from ${missing.toISOString()}`);
      return made + dropped;
    } finally {
      await run(`select pg_advisory_unlock(${LOCK})`);
    }
  });
}

/** For each partitioned table: the number of future months that have a partition, and the bytes in the default partition. */
export const monthsState = (
  db: Database,
  now: Date,
): Promise<{ table: string; ahead: number; left: number }[]> =>
  db.global.many(sql`
    select p.relname as table,
      (count(*) filter (where b.from_at > ${now}::timestamptz))::int as ahead,
      coalesce(sum(pg_relation_size(c.oid)) filter (where b.says = 'DEFAULT'), 0)::float8 as left
    from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid,
      lateral (select pg_get_expr(c.relpartbound, c.oid) as says) e,
      lateral (select e.says, substring(e.says from 'FROM \\(''([^'']+)')::timestamptz as from_at) b
    where p.relname = any(${[...MONTHLY]}::text[]) and p.relnamespace = 'public'::regnamespace and p.relkind = 'p'
    group by 1`);
