import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import { isAway } from './outage.ts';
import { tenancyOffences } from './safety.ts';
import { type Database, type Runner, sqlState } from './types.ts';

/** Reads for one tenant; `url` lets a worker thread open its own connection to the same server. */
type Work<T> = (on: Runner, url: string | undefined) => Promise<T>;

/** Chooses the server for exports and reports, which take long and change nothing. */
export interface Reads {
  /**
   * Reads from the read address once it has everything committed before the call, otherwise from the primary: so callers always
   * see what they have just changed. If the read address fails in the meantime, `work` runs again on the primary. Must not be
   * called inside a transaction.
   */
  from<T>(tenantId: number, work: Work<T>): Promise<T>;
  /** Checks the read address once. @throws when it is reachable but does not isolate tenants. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds for which the primary is used after the read address failed or lagged behind. */
const AWAY_MS = 30_000;
/** Milliseconds to wait for a standby to catch up with what was committed. */
const CATCH_UP_MS = 2_000;
const LOOK_MS = 50;

class NotApart extends Error {}

/** SQLSTATEs with which a server says that it has no such position (Amazon Aurora), or that the user may not ask for it. */
const UNSUPPORTED: ReadonlySet<string | undefined> = new Set(['0A000', '55000', '42501']);

/** Position that the primary has written up to, and since when that server runs, which tells it from any other. */
type Written = { at: string; since: string };

/** Schema and tenants of a database: if they differ, it is not the same database, or one is behind. */
const identity = sql`
  select (select md5(string_agg(c.relname || ' ' || a.attname, ',' order by c.relname, a.attname))
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped) as schema,
    (select min(public_id::text) from tenant) as tenant`;

/** Reads from `replica` if there is one; logs once when it stops being used, and once when it is used again. */
export function createReads(
  db: Database,
  replica: Database | undefined,
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>,
  { awayMs = AWAY_MS, catchUpMs = CATCH_UP_MS } = {},
): Reads {
  if (!replica)
    return {
      from: (tenantId, work) => work(db.tenant(tenantId), db.url),
      check: async () => undefined,
      close: async () => undefined,
    };
  let proved = false;
  let awayUntil = 0;
  let told = false;

  const away = (error: unknown) => {
    awayUntil = performance.now() + (error instanceof NotApart ? Number.POSITIVE_INFINITY : awayMs);
    if (!told) log.warn({ err: error }, 'the read address is not used: the primary is read');
    told = true;
  };
  const prove = async () => {
    const offences = await tenancyOffences(replica);
    if (offences.length > 0)
      throw new NotApart(`The read address does not keep tenants apart:\n${offences.join('\n')}`);
    const [here, there] = await Promise.all([db.global.one(identity), replica.global.one(identity)]);
    if (JSON.stringify(here) !== JSON.stringify(there))
      throw new Error('The read address is another database, or has not yet what this release brought');
    proved = true;
  };
  /** A server that replays nothing is the primary itself, or has been promoted beside it and goes its own way. */
  const caughtUp = async ({ at, since }: Written) => {
    const until = performance.now() + catchUpMs;
    for (;;) {
      const seen = await replica.global.one<{ replays: boolean; ready: boolean }>(sql`
        select pg_is_in_recovery() as replays, case when pg_is_in_recovery()
          then pg_last_wal_replay_lsn() >= ${at}::pg_lsn else pg_postmaster_start_time()::text = ${since}::text end as ready`);
      if (seen?.ready) return;
      if (!seen?.replays) throw new Error('The read address does not follow the primary');
      if (performance.now() > until) throw new Error('The read address is behind the primary');
      await pause(LOOK_MS);
    }
  };
  /** How far the primary has written; undefined where it cannot say so. */
  const written = () =>
    db.global
      .one<Written>(
        sql`select pg_current_wal_flush_lsn()::text as at, pg_postmaster_start_time()::text as since`,
      )
      .catch((error: unknown) => {
        if (!UNSUPPORTED.has(sqlState(error))) throw error;
        away(error);
        return undefined;
      });
  const isReady = async (): Promise<boolean> => {
    if (performance.now() < awayUntil) return false;
    // Asks the primary first: inside a transaction this throws.
    const until = await written();
    if (!until) return false;
    try {
      if (!proved) await prove();
      await caughtUp(until);
      if (told) log.info('the read address is used again');
      told = false;
      return true;
    } catch (error) {
      away(error);
      if (error instanceof NotApart) log.error({ err: error }, 'the read address is unsafe');
      return false;
    }
  };
  return {
    async from(tenantId, work) {
      if (await isReady()) {
        try {
          return await work(replica.tenant(tenantId), replica.url);
        } catch (error) {
          if (!isAway(error)) throw error;
          away(error);
        }
      }
      return work(db.tenant(tenantId), db.url);
    },
    check: () =>
      prove().catch((error: unknown) => {
        if (error instanceof NotApart) throw error;
        away(error);
      }),
    close: () => replica.close(),
  };
}
