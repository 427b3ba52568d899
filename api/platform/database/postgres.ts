// Longer than other files: how a connection is taken, entered, kept and given back is one life, whose states all its functions share.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { createSlots, NOBODYS } from '../turns.ts';
import { createListening } from './listening.ts';
import { FollowingQuery, type NamedStatement, nameOf, scopeOf } from './named-query.ts';
import { type Note, notesStatement } from './notes.ts';
import { statementOfCall } from './one-call.ts';
import {
  DatabaseUnavailable,
  isForgotten,
  isNotServed,
  isOutage,
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
  type Runner,
  sqlState,
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

/** Bytes that a connection has sent and received; nobody else uses a borrowed one. */
const bytesOf = (client: pg.PoolClient): number => {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection; // which the driver's types leave out
  return stream.bytesRead + stream.bytesWritten;
};

/**
 * What refused a statement of a tenant: its move, or else nothing that is known here. Asked once the statement's transaction is over,
 * on its connection.
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
/** Runs statements and a last one in one round trip, and returns the result of that. */
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
/** Statements that begin a transaction. */
const FIRST = 2;

/** Milliseconds to wait for a connection and for an answer, which includes the statement's wait for locks. */
const PATIENCE = { connect: 8_000, answer: 15_000 };
/** Share of the client's wait after which the server ends a statement; a frozen server ends nothing. */
const SERVER_FIRST = 0.9;
/** Milliseconds after which the server ends an idle transaction, so that a stalled node blocks no other. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * A statement keeps the first plan a connection made for it, whatever its values; compiling plans to
 * machine code takes longer than any statement here runs.
 */
const SESSION = { timezone: 'UTC', plan_cache_mode: 'force_generic_plan', jit: 'off', ...PLANNER };

/** Connections of a pool below which a tenant may hold them all. */
const SMALL_POOL = 4;
/** The most connections of a pool that one tenant holds: half of them while others are there, else all but one. */
const shareOfPool = (pool: number, others: boolean): number =>
  others
    ? Math.max(Math.ceil(pool / 2), Math.min(pool, SMALL_POOL / 2))
    : Math.max(pool - 1, Math.min(pool, SMALL_POOL));

/** As whom every connection acts, and behind a pooler every transaction, whoever it belongs to. */
const ROLE = 'orbita_app';

/** The role of this database may see rows of all tenants, or the user may not act as it. */
class UnsafeRole extends Error {}

/** Looks at the role once for each new connection: what a superuser changed meanwhile holds for the next one. */
function checkRole(result: pg.QueryResult): void {
  const row = result.rows[0] as { who: string; member: boolean; unsafe: boolean } | undefined;
  if (!row?.member) throw new UnsafeRole(`Run: grant ${ROLE} to ${row?.who ?? 'the user of DATABASE_URL'}`);
  if (row.unsafe)
    throw new UnsafeRole(`${ROLE} may bypass row security. Run: alter role ${ROLE} nosuperuser nobypassrls`);
}
const ROLE_QUESTION = `select session_user as who, pg_has_role(session_user, rolname, 'member') as member,
  rolsuper or rolbypassrls as unsafe from pg_roles where rolname = '${ROLE}'`;

const literal = (value: string | number): string => `'${value}'`;

/**
 * Asks a pooler twice for a prepared statement, the second time while somebody else holds the connection that knows it.
 * @throws where it is lost, in words that say what is needed.
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
 * Opens PostgreSQL by address; only migrations use `ownerUrl`. No setting is a parameter of a connection, which poolers refuse: role
 * and settings are set once it is open, and behind a pooler in each transaction, in the round trip of its first statement.
 */
export function openPostgres(options: {
  url: string;
  ownerUrl?: string;
  /** The server itself, if a pooler answers at `url`: notifications are listened to there. */
  listenUrl?: string | undefined;
  pool: number;
  /** Nothing is written here, whatever the server would take. */
  readOnly?: boolean;
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  patience?: { connect: number; answer: number };
}): Database {
  const { connect: connectMs, answer: answerMs } = options.patience ?? PATIENCE;
  // Who names the server itself has a pooler at the other address.
  const pooled = options.listenUrl !== undefined && options.listenUrl !== options.url;
  const settings = {
    ...SESSION,
    statement_timeout: Math.floor(answerMs * SERVER_FIRST),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  const forSession = Object.entries({ role: ROLE, ...settings }).map(
    ([name, value]) => `set ${name} = ${literal(value)}`,
  );
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
      if (!pooled) await client.query(forSession.join(';'));
    },
    application_name: 'orbita',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  // The pool replaces a broken idle connection, and the next query reports a lasting problem.
  pool.on('error', () => undefined);
  // The next query reports a borrowed connection that broke; without this listener the error would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listening = createListening(options.listenUrl ?? options.url, (channel, payload) =>
    notify(channel, payload),
  );
  const inside = new AsyncLocalStorage<true>();
  let waitedMs = 0;
  /**
   * Connections are what tenants share: each gets one in its turn, and none more than half of them while others are there, so that a
   * storm of one leaves them theirs.
   */
  const slots = createSlots(options.pool, (others) => shareOfPool(options.pool, others));
  const unreachable = (cause?: unknown) =>
    new DatabaseUnavailable('The database cannot be reached', { cause });
  /** Borrows a connection for a tenant; `release` gives it back, and ends it when it is broken. */
  const borrow = async (tenantId: number) => {
    const began = performance.now();
    let hasSlot = false;
    const { rank, note } = statementOfCall();
    try {
      await slots.take(tenantId, { waitMs: connectMs, refusal: unreachable, rank });
      hasSlot = true;
      note();
      const client = await pool.connect();
      const release = (broken?: Error): void => {
        client.release(broken);
        slots.give(tenantId);
      };
      return { client, release };
    } catch (error) {
      if (hasSlot) slots.give(tenantId);
      if (error instanceof UnsafeRole || error instanceof DatabaseUnavailable) throw error;
      throw unreachable(error);
    } finally {
      waitedMs += performance.now() - began;
    }
  };

  const runner = (before: readonly NamedStatement[], tenantId = ''): Runner => {
    const many = async <T>(query: Sql): Promise<T[]> => {
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
    // Nothing is begun before there is something to send it with.
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
      // Its own statements wait for others to be sent with.
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
      // A lost server cannot answer a rollback, so this does not wait for one.
      if (lost) broken = lost;
      else if (mayBeMoving(refused ?? error)) {
        const moving = await client
          .query('rollback')
          .then(() => movingOf(client, String(tenantId), refused ?? error))
          .catch(() => undefined);
        if (moving) throw moving;
        // A server that has become a standby: the next connection finds the primary.
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

  const RETRYABLE = new Set(['40001', '40P01']);
  const plain = scoped('app.tenant_id', '');
  const notify = async (channel: string, payload: string) => {
    await plain.one(sql`select pg_notify(${channel}::text, ${payload}::text)`);
  };
  return {
    kind: 'postgres',
    url: options.url,
    tenant: (tenantId) => scoped('app.tenant_id', String(tenantId)),
    lookup: (key: Lookup) => scoped(key.setting, key.value),
    global: plain,
    async write(tenantId, work) {
      if (inside.getStore()) throw new Error('Use the transaction handle inside a transaction');
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction(tenantId, work);
        } catch (error) {
          if (attempt >= 4 || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
        }
      }
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
      // A connection that breaks is reported by the next statement; without this listener it would end the process.
      owner.on('error', () => undefined);
      await owner.connect();
      try {
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
