import type { Sql } from 'sql-template-tag';
import type { Rank } from '../turns.ts';
import type { DueAt, FoundWork } from './tenants-due.ts';

export type Row = Record<string, unknown>;

/**
 * Runs statements. In rows, bigint and numeric are numbers, `date` is YYYY-MM-DD, `timestamptz` is a Date, and jsonb is parsed.
 */
export interface Statements {
  many<T = Row>(query: Sql): Promise<T[]>;
  one<T = Row>(query: Sql): Promise<T | undefined>;
}

/** Runs statements of one tenant. */
export interface Runner extends Statements {
  readonly tenantId: number;
}

export interface Tx extends Runner {
  /**
   * Queues a statement whose rows are not needed, to be sent in the same round trip as the next statement or the commit. If it
   * fails, that one fails; so use it only for statements whose failure nobody handles.
   */
  alongside(query: Sql): void;
  /**
   * Notifies every node on commit, and never after a rollback: one statement per transaction, and one NOTIFY for everything it
   * sends on a channel.
   */
  notify(channel: string, payload: string): void;
  /** Runs `work` after the transaction is committed, and never after a rollback. */
  afterCommit(work: () => void): void;
  /**
   * Runs `work` so that its failure undoes only its own changes. Statements it leaves queued are sent before it ends; or, if it
   * is the `last` part of the transaction, with the commit, which then fails if they fail.
   */
  savepoint<T>(work: () => Promise<T>, options?: { last: true }): Promise<T>;
}

/** Key for finding a row other than by tenant; see the lookup policies in the migrations. */
export type Lookup = { setting: 'app.host' | 'app.token_hash'; value: string };

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  /** URL with which a worker thread opens its own connection; undefined if the engine runs in this process. */
  readonly url: string | undefined;
  /**
   * Runs statements of a tenant, each in one round trip: setting the tenant and the statement share an implicit transaction.
   */
  tenant(tenantId: number): Runner;
  /** Runs one transaction for one tenant. `work` must never wait for anything outside the database. */
  write<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs statements on tables that belong to no tenant. */
  readonly global: Statements;
  /** For finding the row that names its tenant (host, service token). */
  lookup(key: Lookup): Statements;
  /** Ids of the tenants served here, in order. */
  tenantIds(): Promise<number[]>;
  /**
   * Checks that a pooler in front of the database works as required; resolves if there is none.
   * @throws with an explanation.
   */
  prove?(): Promise<void>;
  /**
   * Current state of the connection pool, and how long callers have waited for a connection in total; missing if there is no
   * pool.
   */
  load?(): { open: number; idle: number; waiting: number; waitedSeconds: number };
  /**
   * How many milliseconds a statement of a tenant would have to wait for a connection (`wait` of `turns.ts`); missing if
   * nothing waits.
   */
  wait?(tenantId: number, rank?: Rank): number;
  /** Ids of the tenants that have this kind of work at a given time, in one statement; reveals nothing else about a tenant. */
  tenantsDue(work: FoundWork, at: DueAt): Promise<number[]>;
  /**
   * Receives NOTIFY from every node, over one connection for all channels. Notifications sent while that connection is down are
   * lost; `missed` is called once it listens again. Returns a function that stops listening.
   */
  listen(
    channel: string,
    received: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Runs statements as the owner of the schema; only for migrations, partitions and the start-up check. */
  asOwner<T>(work: (run: (text: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Session settings for both engines. Statements list their joins in a selective order; a planner that tries all orders of an
 * application's eleven tables takes a hundred times as long as the statement itself.
 */
export const PLANNER = { join_collapse_limit: 5 } as const;

/** Normalises a parameter so that both engines receive the same: undefined becomes null, a Date its ISO text. */
export const parameter = (value: unknown): unknown =>
  value === undefined ? null : value instanceof Date ? value.toISOString() : value;

/** SQLSTATE of a database error; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Name of the constraint that a database error reports, if any. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

export const UNIQUE_VIOLATION = '23505';
