import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import { type Database, type Row, sqlState } from './types.ts';

/** Tables that lie in parts by month (decision 0156), each by one of its times. A part is dropped as a whole. */
export const MONTHLY = ['outbox_event'] as const;
export type Monthly = (typeof MONTHLY)[number];

/** Months after this one for which there are parts: so long may no worker run before rows go to the part that takes what is left. */
const AHEAD = 2;
/** One node at a time. */
const LOCK = 7302845;
/** Longest wait for a lock, behind which all calls that name the table wait as well, and how often it is tried. */
const PATIENCE = { lockMs: 300, tries: 3, pauseMs: 1_000 };
type Patience = typeof PATIENCE;

const LOCKED: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);
/** The part that takes what is left holds rows of that month. */
const HOLDS_ROWS = '23514';

type Run = (text: string, values?: unknown[]) => Promise<Row[]>;
type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;
/** From and to as moments; the first part has no beginning. */
type Part = { name: string; from: Date | null; to: Date };

/** Parts with an end, the oldest first; what each holds is said by the database itself. */
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

/** Runs statements as one transaction that lets go of what it waits for, and tries again. False where that was in vain. */
async function patiently(run: Run, text: string, { lockMs, tries, pauseMs }: Patience): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(`begin; set local lock_timeout = ${lockMs}; ${text}`);
      // Files of what was dropped are removed behind it, when nobody waits any more.
      await run('commit');
      return true;
    } catch (error) {
      await run('rollback');
      if (!LOCKED.has(sqlState(error))) throw error;
      if (attempt >= tries) return false;
      await pause(pauseMs);
    }
  }
}

type Keeping = { now: Date; keptDays: number; log: Log; patience?: Patience };
type Work = Required<Keeping> & { run: Run; table: Monthly; parts: readonly Part[] };

/** Makes the part of a month, by itself before it belongs to the table, so that nobody's calls wait for its indexes. */
async function make({ run, table, patience }: Work, from: Date, to: Date): Promise<boolean> {
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return patiently(
    run,
    `create table ${name} (like ${table} including all); select protect('${name}'); revoke all on ${name} from orbita_app;
     alter table ${table} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    patience,
  );
}

/** Makes the parts of this month and the next ones that are missing. Returns how many, and the nearest that could not be made. */
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

/** Drops parts in which everything is older than `keptDays`. Returns how many. */
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
 * Makes the parts of this month and the next ones, and drops those in which everything is older than `keptDays`; one node at a
 * time, as the owner of the tables. What is just being read is made or dropped another time. Returns how many parts came and went.
 * @throws when a month could not be made that begins within a month: its rows then go to the part that takes what is left.
 */
export async function keepMonths(db: Database, table: Monthly, keeping: Keeping): Promise<number> {
  return db.asOwner(async (run) => {
    const [taken] = await run(`select pg_try_advisory_lock(${LOCK}) as mine`);
    if (taken?.mine !== true) return 0;
    try {
      const work: Work = { patience: PATIENCE, ...keeping, run, table, parts: await partsOf(run, table) };
      const { made, missing } = await makeMissing(work);
      // Apart from making: what cannot be dropped must not undo what was made.
      const dropped = await dropOver(work);
      // Few rows that went would leave their pages, which look like rows to whoever watches.
      const [left] = await run(`select pg_relation_size('${table}_default') > 0 as some`);
      if (left?.some === true) await run(`vacuum ${table}_default`);
      if (missing) throw new Error(`${table} has no part from ${missing.toISOString()}`);
      return made + dropped;
    } finally {
      await run(`select pg_advisory_unlock(${LOCK})`);
    }
  });
}

/** Of each table in parts: whole months ahead that have one, and bytes in the part that takes what is left. */
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
