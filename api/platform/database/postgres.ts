// Longer than other files: acquiring, entering, keeping and releasing a connection is one life cycle, whose state all its
// functions share.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { AppError, busy } from '../http/errors.ts';
import { createSlots, NOBODYS, type Rank } from '../turns.ts';
import { createListening } from './listening.ts';
import { FollowingQuery, type NamedStatement, nameOf, scopeOf } from './named-query.ts';
import { type Note, notesStatement } from './notes.ts';
import { statementOfCall } from './one-call.ts';
import {
  DatabaseUnavailable,
  isDeadlock,
  isForgotten,
  isNotServed,
  isOutage,
  isUndoneByOthers,
  mayBeMoving,
  named,
  OutcomeUnknown,
  TenantMoving,
} from './outage.ts';
import { ROUND_TRIPS, type RoundTrip } from './round-trips.ts';
import { tenantsDueStatement } from './tenants-due.ts';
import {
  type Database,
  type Lookup,
  PLANNER,
  parameter,
  type Row,
  type Statements,
  type Tx,
} from './types.ts';

const asText = (value: string) => value;
const parsers: Record<number, (value: string) => unknown> = {
  20: Number,
  1700: Number,
  1082: asText,
  1184: (value) => new Date(value),
};
const types = {
  getTypeParser: (oid: number, format?: string) =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : (parsers[oid] ?? pg.types.getTypeParser(oid)),
};

const statement = (query: Sql): NamedStatement => ({
  text: query.text,
  values: query.values.map(parameter),
  name: nameOf(query.text),
  types,
});

/** Bytes that a connection has sent and received; a borrowed connection has only one user. */
const bytesOf = (client: pg.PoolClient): number => {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection; // missing from the driver's types
  return stream.bytesRead + stream.bytesWritten;
};

const TRIES = 4;
/** Repeats work that the server undid through no fault of its own; `isUndone` recognises that. */
async function repeated<T>(work: () => Promise<T>, isUndone: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt >= TRIES || !isUndone(error)) throw error;
    }
}

/**
 * The tenant's move, if that is why a statement was rejected; otherwise undefined. Queried on the statement's connection once
 * its transaction is over.
 */
async function movingOf(
  client: pg.PoolClient,
  tenantId: string,
  error: unknown,
): Promise<TenantMoving | undefined> {
  if (!mayBeMoving(error) || tenantId === '') return undefined;
  if (isNotServed(error)) return new TenantMoving('The tenant is not served here', { cause: error });
  const { rows } = await client.query<{ standing: string }>('select standing from tenant where id = $1', [
    tenantId,
  ]);
  const { standing = 'open' } = rows[0] ?? {};
  return standing === 'open' ? undefined : new TenantMoving(`The tenant is ${standing}`, { cause: error });
}

type Finish = ConstructorParameters<typeof FollowingQuery>[2];
/** Runs several statements in one round trip, and returns the result of the last one. */
async function resultOf(
  client: pg.PoolClient,
  before: readonly NamedStatement[],
  last: NamedStatement,
): Promise<pg.QueryResult> {
  const counted = ROUND_TRIPS.hasSubscribers ? bytesOf(client) : undefined;
  const result = await new Promise<pg.QueryResult>((done, failed) => {
    const finish: Finish = (error, result) => (error ? failed(error) : done(result));
    client.query(new FollowingQuery(before, last, finish) as unknown as pg.Submittable);
  });
  if (counted !== undefined) {
    const statements = [...before, last].map(({ text }) => text);
    ROUND_TRIPS.publish({
      statements,
      rows: result.rows.length,
      bytes: bytesOf(client) - counted,
    } satisfies RoundTrip);
  }
  return result;
}

const plainStatement = (text: string): NamedStatement => ({
  text,
  name: `orbita_${text}`,
  values: [],
  types,
});
const BEGIN = plainStatement('begin');
const COMMIT = plainStatement('commit');
/** Number of statements that start a transaction. */
const FIRST = 2;

/** Milliseconds to wait for a connection and for an answer, including the statement's wait for locks. */
const PATIENCE = { connect: 8_000, answer: 15_000 };
/** Share of the client's timeout after which the server cancels a statement; a frozen server cancels nothing. */
const SERVER_FIRST = 0.9;
/** Milliseconds after which the server ends an idle transaction, so that a stalled node blocks nobody else. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** What statements are written for; a server, its database or its user may have other defaults. */
const PLAIN = { timezone: 'UTC', datestyle: 'ISO, MDY', search_path: 'public' };
/**
 * A statement keeps the first plan that its connection made, whatever its values; JIT compilation of plans takes longer than
 * any statement here runs.
 */
const SESSION = { ...PLAIN, plan_cache_mode: 'force_generic_plan', jit: 'off', ...PLANNER };
/** Migrations and the move of a tenant take as long as they take. */
const OF_OWNER = { ...PLAIN, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** Milliseconds since a connection was last returned in good order for which the database counts as answering. */
const ANSWERS_MS = 1_000;

/** Pool size below which a tenant may hold all connections. */
const SMALL_POOL = 4;
/**
 * Maximum number of a pool's connections that one tenant may hold: half of them while others are active, otherwise all but
 * one.
 */
const shareOfPool = (pool: number, others: boolean): number =>
  others
    ? Math.max(Math.ceil(pool / 2), Math.min(pool, SMALL_POOL / 2))
    : Math.max(pool - 1, Math.min(pool, SMALL_POOL));

/** Role under which every connection acts; behind a pooler it is set in every transaction. */
const ROLE = 'orbita_app';

/** The role of this database may see rows of all tenants, or the user may not act as it. */
class UnsafeRole extends Error {}

/** Checks the role once for each new connection: if a superuser changes it, the next connection notices. */
function checkRole(result: pg.QueryResult): void {
  const row = result.rows[0] as { who: string; member: boolean; unsafe: boolean } | undefined;
  if (!row?.member) throw new UnsafeRole(`Run: grant ${ROLE} to ${row?.who ?? 'the user of DATABASE_URL'}`);
  if (row.unsafe)
    throw new UnsafeRole(`${ROLE} may bypass row security. Run: alter role ${ROLE} nosuperuser nobypassrls`);
}
/** From PostgreSQL 16 on, a member of a role may not always act as it. */
const ROLE_QUESTION = `select session_user as who, pg_has_role(session_user, rolname,
    case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) as member,
  rolsuper or rolbypassrls as unsafe from pg_roles where rolname = '${ROLE}'`;

const literal = (value: string | number): string => `'${value}'`;
const setAll = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => `set ${name} = ${literal(value)}`)
    .join(';');

/**
 * Uses a prepared statement through a pooler twice, the second time while another client holds the connection that knows it.
 * @throws when the statement is lost, with a message that says what is needed.
 */
async function provePooler(url: string): Promise<void> {
  const config = { connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 3_000 };
  const [one, other] = [new pg.Client(config), new pg.Client(config)];
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await Promise.all([one.connect(), other.connect()]);
    for (let round = 0; round < 3; round++) {
      await one.query({ name: 'orbita_probe', text: 'select 1' });
      await other.query('begin');
      await one.query({ name: 'orbita_probe', text: 'select 1' });
      await other.query('commit');
    }
  } catch (error) {
    if (isForgotten(error)) throw named(error);
    throw new DatabaseUnavailable('The pooler cannot be reached', { cause: error });
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/**
 * Opens PostgreSQL by URL; only migrations use `ownerUrl`. No setting is passed as a connection parameter, because poolers
 * reject those: role and settings are set once the connection is open, or behind a pooler in each transaction, in the round
 * trip of its first statement.
 */
export function openPostgres(options: {
  url: string;
  ownerUrl?: string;
  /** URL of the server itself if `url` is a pooler: notifications are received there. */
  listenUrl?: string | undefined;
  pool: number;
  /** For long reads: makes every transaction read-only, whatever the server would allow; the URL may be that of a pooler. */
  readOnly?: boolean;
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  patience?: { connect: number; answer: number };
}): Database {
  const { connect: connectMs, answer: answerMs } = options.patience ?? PATIENCE;
  // If the server itself is named separately, the other address is a pooler. For long reads nobody says so, and it costs nothing.
  const pooled = options.readOnly || (options.listenUrl !== undefined && options.listenUrl !== options.url);
  const settings = {
    ...SESSION,
    statement_timeout: Math.floor(answerMs * SERVER_FIRST),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  const forSession = setAll({ role: ROLE, ...settings });
  const scope = scopeOf({
    ...(options.readOnly ? { transaction_read_only: 'on' } : {}),
    ...(pooled ? { role: ROLE, ...settings } : {}),
  });
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    types,
    async onConnect(client: pg.ClientBase) {
      checkRole(await client.query(ROLE_QUESTION));
      if (!pooled) await client.query(forSession);
    },
    application_name: 'orbita',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  // The pool replaces a broken idle connection, and the next query reports a persistent problem.
  pool.on('error', () => undefined);
  // If a borrowed connection breaks, the next query reports it; without this listener the error would crash the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listening = createListening(options.listenUrl ?? options.url, (channel, payload) =>
    notify(channel, payload),
  );
  const inside = new AsyncLocalStorage<true>();
  let waitedMs = 0;
  /**
   * Tenants share the connections: each gets one in turn, and while others are active none holds more than half, so that one
   * tenant's storm leaves the others theirs.
   */
  const slots = createSlots(options.pool, (others) => shareOfPool(options.pool, others));
  const unreachable = (cause?: unknown) =>
    new DatabaseUnavailable('The database cannot be reached', { cause });
  let returnedAt = Number.NEGATIVE_INFINITY;
  /** A call that waits while others get their answers finds the database busy, not gone: nothing of it has been done. */
  const refusalOf = (rank: Rank | undefined) => () =>
    rank !== undefined && rank !== 'begun' && performance.now() - returnedAt < ANSWERS_MS
      ? busy()
      : unreachable();
  /** Borrows a connection for a tenant; `release` returns it, or closes it if it is broken. */
  const borrow = async (tenantId: number) => {
    const began = performance.now();
    let hasSlot = false;
    const { rank, note } = statementOfCall();
    try {
      // Work of the installation, such as readiness and what finds due work, is little and has the whole installation waiting for it.
      const turn = rank ?? (tenantId === NOBODYS ? 'begun' : 'inside');
      await slots.take(tenantId, { waitMs: connectMs, refusal: refusalOf(rank), rank: turn });
      hasSlot = true;
      note();
      const client = await pool.connect();
      const release = (broken?: Error): void => {
        client.release(broken);
        if (!broken) returnedAt = performance.now();
        slots.give(tenantId);
      };
      return { client, release };
    } catch (error) {
      if (hasSlot) slots.give(tenantId);
      if (error instanceof UnsafeRole || error instanceof DatabaseUnavailable || error instanceof AppError)
        throw error;
      throw unreachable(error);
    } finally {
      waitedMs += performance.now() - began;
    }
  };

  const runner = (before: readonly NamedStatement[], tenantId = ''): Statements => {
    const once = async <T>(query: Sql): Promise<T[]> => {
      if (inside.getStore()) throw new Error('Use the transaction handle inside a transaction');
      const { client, release } = await borrow(Number(tenantId) || NOBODYS);
      let broken: Error | undefined;
      try {
        return (await resultOf(client, before, statement(query))).rows;
      } catch (error) {
        const moving = await movingOf(client, tenantId, error).catch(() => undefined);
        if (!moving && isOutage(error)) broken = error as Error;
        throw moving ?? named(error);
      } finally {
        release(broken);
      }
    };
    const many = <T>(query: Sql) => repeated(() => once<T>(query), isDeadlock);
    return { many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
  };
  const scoped = (setting: string, value: string) =>
    runner([scope(setting, value)], setting === 'app.tenant_id' ? value : '');

  const transaction = async <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { client, release } = await borrow(tenantId);
    const after: (() => void)[] = [];
    let lost: Error | undefined;
    let refused: Error | undefined;
    const failing = (error: Error): never => {
      if (mayBeMoving(error)) refused = error;
      else if (isOutage(error)) lost = error;
      throw named(error);
    };
    // The transaction is not started until there is a statement to send with it.
    let waiting = [BEGIN, scope('app.tenant_id', String(Number(tenantId)))];
    let begun = false;
    const send = (last: NamedStatement): Promise<pg.QueryResult> => {
      const before = waiting;
      waiting = [];
      begun = true;
      return resultOf(client, before, last);
    };
    const many = async <R>(query: Sql): Promise<R[]> => (await send(statement(query)).catch(failing)).rows;
    let depth = 0;
    let notes: Note[] = [];
    const tx: Tx = {
      tenantId,
      many,
      one: async <R>(query: Sql) => (await many<R>(query))[0],
      alongside: (query) => void waiting.push(statement(query)),
      notify: (channel, payload) => void notes.push({ channel, payload }),
      afterCommit: (later) => void after.push(later),
      // Its own statements are queued and sent together with others.
      async savepoint(part, options) {
        const name = `savepoint step_${++depth}`;
        const beginning = plainStatement(name);
        const said = notes.length;
        waiting.push(beginning);
        try {
          const result = await part();
          const release = plainStatement(`release ${name}`);
          if (waiting.at(-1) === beginning) waiting.pop();
          else if (waiting.length > 0 && !options?.last) await send(release).catch(failing);
          else waiting.push(release);
          return result;
        } catch (error) {
          notes = notes.slice(0, said);
          const unsent = waiting.indexOf(beginning);
          waiting = unsent < 0 ? [plainStatement(`rollback to ${name}`)] : waiting.slice(0, unsent);
          throw error;
        } finally {
          depth -= 1;
        }
      },
    };
    let broken: Error | undefined;
    let committing = false;
    try {
      const result = await inside.run(true, () => work(tx));
      if (lost ?? refused) throw named(lost ?? refused);
      if (notes.length > 0) waiting.push(statement(notesStatement(notes)));
      if (begun || waiting.length > FIRST) {
        committing = true;
        const { command } = await send(COMMIT);
        committing = false;
        if (command !== 'COMMIT')
          throw new Error('A failed statement was passed over: nothing was committed');
      }
      for (const later of after) later();
      return result;
    } catch (error) {
      // If the server is gone it cannot answer a rollback, so this does not wait for one.
      if (lost) broken = lost;
      else if (mayBeMoving(refused ?? error)) {
        const moving = await client
          .query('rollback')
          .then(() => movingOf(client, String(tenantId), refused ?? error))
          .catch(() => undefined);
        if (moving) throw moving;
        // The server has become a standby: the next connection will find the primary.
        broken = refused ?? (error as Error);
      } else if (committing && isOutage(error)) broken = error as Error;
      else if (begun)
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
      if (committing && isOutage(error) && !mayBeMoving(error))
        throw new OutcomeUnknown('The connection was lost while committing', { cause: error });
      throw mayBeMoving(error) ? named(error) : error;
    } finally {
      release(broken);
    }
  };

  const plain = scoped('app.tenant_id', '');
  const notify = async (channel: string, payload: string) => {
    await plain.one(sql`select pg_notify(${channel}::text, ${payload}::text)`);
  };
  return {
    kind: 'postgres',
    url: options.url,
    tenant: (tenantId) => ({ tenantId, ...scoped('app.tenant_id', String(tenantId)) }),
    lookup: (key: Lookup) => scoped(key.setting, key.value),
    global: plain,
    async write(tenantId, work) {
      if (inside.getStore()) throw new Error('Use the transaction handle inside a transaction');
      return repeated(() => transaction(tenantId, work), isUndoneByOthers);
    },
    wait: slots.wait,
    prove: () => (pooled ? provePooler(options.url) : Promise.resolve()),
    load: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: slots.waiting(),
      waitedSeconds: waitedMs / 1000,
    }),
    async tenantIds() {
      const rows = await plain.many<{ id: number }>(
        sql`select id from tenant where standing = 'open' order by id`,
      );
      return rows.map((row) => row.id);
    },
    async tenantsDue(work, at) {
      const rows = await plain.many<{ id: number }>(tenantsDueStatement(work, at));
      return rows.map((row) => row.id);
    },
    listen: listening.listen,
    notify,
    async asOwner(work) {
      const owner = new pg.Client({
        connectionString: options.ownerUrl ?? options.listenUrl ?? options.url,
        types,
      });
      // If the connection breaks, the next statement reports it; without this listener the error would crash the process.
      owner.on('error', () => undefined);
      await owner.connect();
      try {
        await owner.query(setAll(OF_OWNER));
        return await work(async (text, values) => {
          const result = await owner.query(text, values);
          return (Array.isArray(result) ? [] : result.rows) as Row[];
        });
      } finally {
        await owner.end();
      }
    },
    async close() {
      await listening.close();
      await pool.end();
    },
  };
}
