import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { createListening } from './listening.ts';
import { DatabaseUnavailable, isOutage, named, OutcomeUnknown } from './outage.ts';
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

/** Statements are prepared under a name made from their text, so that each connection plans them once. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return name;
};

type Wire = {
  parsedStatements: Record<string, string>;
  parse(message: { text: string; name: string; types?: number[] }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  execute(message: object): void;
};
/** Parts of pg's query object that the one-trip query must bypass. */
type WireQuery = {
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
const BaseQuery = pg.Query as unknown as new (
  config: object,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => WireQuery;

/**
 * Sends `set_config(…, true)` and one statement without a Sync between them, so that both run in one implicit
 * transaction and one round trip. The first result belongs to the setting and is dropped.
 */
class ScopedQuery extends BaseQuery {
  readonly #setting: string;
  readonly #value: string;
  #settingDone = false;

  constructor(
    setting: string,
    value: string,
    config: object,
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super(config, callback);
    this.#setting = setting;
    this.#value = value;
  }

  override prepare(wire: Wire): void {
    const statement = 'orbita_scope';
    const text = 'select set_config($1, $2, true)';
    if (!wire.parsedStatements[statement]) {
      wire.parse({ text, name: statement });
      wire.parsedStatements[statement] = text;
    }
    wire.bind({ statement, values: [this.#setting, this.#value] });
    wire.execute({});
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#settingDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#settingDone) super.handleCommandComplete(message, wire);
    else this.#settingDone = true;
  }
}

/** Milliseconds to wait for a connection and for an answer, which includes the statement's wait for locks. */
const PATIENCE = { connect: 8_000, answer: 15_000 };
/** Share of the client's wait after which the server ends a statement; a frozen server ends nothing. */
const SERVER_FIRST = 0.9;
/** Milliseconds after which the server ends an idle transaction, so that a stalled node blocks no other. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * A statement keeps the first plan a connection made for it, whatever its values (decision 0106); compiling plans to
 * machine code takes longer than any statement here runs.
 */
const SESSION = { plan_cache_mode: 'force_generic_plan', jit: 'off' };

/** Opens PostgreSQL by address. The pool acts as `orbita_app`; only migrations use `ownerUrl`. */
export function openPostgres(options: {
  url: string;
  ownerUrl?: string;
  pool: number;
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  patience?: { connect: number; answer: number };
}): Database {
  const { connect: connectMs, answer: answerMs } = options.patience ?? PATIENCE;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.pool,
    types,
    options: Object.entries({ role: 'orbita_app', timezone: 'UTC', ...SESSION, ...PLANNER })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'orbita',
    connectionTimeoutMillis: connectMs,
    statement_timeout: Math.floor(answerMs * SERVER_FIRST),
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  });
  // The pool replaces a broken idle connection, and the next query reports a lasting problem.
  pool.on('error', () => undefined);
  // The next query reports a borrowed connection that broke; without this listener the error would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listening = createListening(options.url);
  const inside = new AsyncLocalStorage<true>();
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('The database cannot be reached', { cause: error });
    });

  const scoped = (setting: string, value: string): Runner => {
    const many = async <T>(query: Sql): Promise<T[]> => {
      if (inside.getStore()) throw new Error('Use the transaction handle inside a transaction');
      const client = await connect();
      let broken: Error | undefined;
      try {
        return await new Promise<T[]>((done, failed) => {
          const config = {
            text: query.text,
            values: query.values.map(parameter),
            name: nameOf(query.text),
            types,
          };
          const finish = (error: Error | null, result: pg.QueryResult) =>
            error ? failed(error) : done(result.rows as T[]);
          client.query(new ScopedQuery(setting, value, config, finish) as unknown as pg.Submittable);
        });
      } catch (error) {
        if (isOutage(error)) broken = error as Error;
        throw named(error);
      } finally {
        client.release(broken);
      }
    };
    return { many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
  };

  const transaction = async <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await connect();
    const after: (() => void)[] = [];
    let lost: Error | undefined;
    const run = <R extends pg.QueryResultRow>(query: string | pg.QueryConfig) =>
      client.query<R>(query).catch((error: Error) => {
        if (isOutage(error)) lost = error;
        throw named(error);
      });
    const many = async <R>(query: Sql): Promise<R[]> => {
      const result = await run({
        text: query.text,
        values: query.values.map(parameter),
        name: nameOf(query.text),
      });
      return result.rows as R[];
    };
    let depth = 0;
    const tx: Tx = {
      tenantId,
      many,
      one: async <R>(query: Sql) => (await many<R>(query))[0],
      afterCommit: (later) => void after.push(later),
      async savepoint(part) {
        const name = `step_${++depth}`;
        await run(`savepoint ${name}`);
        try {
          const result = await part();
          await run(`release savepoint ${name}`);
          return result;
        } catch (error) {
          if (!lost) await run(`rollback to savepoint ${name}`);
          throw error;
        }
      },
    };
    let broken: Error | undefined;
    let committing = false;
    try {
      await run(`begin; select set_config('app.tenant_id', '${Number(tenantId)}', true)`);
      const result = await inside.run(true, () => work(tx));
      if (lost) throw named(lost);
      committing = true;
      const { command } = await client.query('commit');
      committing = false;
      if (command !== 'COMMIT') throw new Error('A failed statement was passed over: nothing was committed');
      for (const later of after) later();
      return result;
    } catch (error) {
      // A lost server cannot answer a rollback, so this does not wait for one.
      if (lost) broken = lost;
      else if (committing && isOutage(error)) broken = error as Error;
      else
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
      if (committing && isOutage(error))
        throw new OutcomeUnknown('The connection was lost while committing', { cause: error });
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const RETRYABLE = new Set(['40001', '40P01']);
  const plain = scoped('app.tenant_id', '');
  return {
    kind: 'postgres',
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
    async tenantIds() {
      const rows = await plain.many<{ id: number }>(sql`select id from tenant order by id`);
      return rows.map((row) => row.id);
    },
    listen: listening.listen,
    async notify(channel, payload) {
      await plain.one(sql`select pg_notify(${channel}::text, ${payload}::text)`);
    },
    async asOwner(work) {
      const owner = new pg.Client({ connectionString: options.ownerUrl ?? options.url, types });
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
