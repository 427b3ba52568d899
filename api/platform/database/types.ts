import type { Sql } from 'sql-template-tag';
import type { Rank } from '../turns.ts';
import type { DueAt, FoundWork } from './tenants-due.ts';

export type Row = Record<string, unknown>;

/**
 * Runs statements. In rows, bigint and numeric are numbers, `date` is YYYY-MM-DD, `timestamptz` a Date,
 * and jsonb is parsed.
 */
export interface Runner {
  many<T = Row>(query: Sql): Promise<T[]>;
  one<T = Row>(query: Sql): Promise<T | undefined>;
}

export interface Tx extends Runner {
  readonly tenantId: number;
  /**
   * Runs a statement whose rows nobody needs before the next one or the commit, in the same round trip. Where it fails, that one
   * fails; so it is for statements whose failure nobody handles.
   */
  alongside(query: Sql): void;
  /**
   * Notifies every node with the commit, and never after a rollback: one statement for the whole transaction, and one NOTIFY for
   * all that it says on a channel.
   */
  notify(channel: string, payload: string): void;
  /** Runs `work` after the transaction was committed, and never after a rollback. */
  afterCommit(work: () => void): void;
  /**
   * Runs `work` so that its failure undoes only its own changes. What it leaves waiting is sent before it is over; if it is the
   * `last` of the transaction, with the commit instead, which then fails where that fails.
   */
  savepoint<T>(work: () => Promise<T>, options?: { last: true }): Promise<T>;
}

/** Key of a lookup by something other than a tenant; see the lookup policies of the migrations. */
export type Lookup = { setting: 'app.host' | 'app.token_hash'; value: string };

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  /** Address by which a thread opens a connection of its own; undefined where the engine runs in this process. */
  readonly url: string | undefined;
  /**
   * Runs statements of a tenant in one round trip: the tenant and the statement share one implicit
   * transaction.
   */
  tenant(tenantId: number): Runner;
  /** Runs one transaction of one tenant. `work` must never wait for anything outside the database. */
  write<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs statements on tables that belong to no tenant. */
  readonly global: Runner;
  /** Finds the row that names its tenant (host, service token). */
  lookup(key: Lookup): Runner;
  /** Ids of the tenants that are served here, in their order. */
  tenantIds(): Promise<number[]>;
  /** Looks whether a pooler before the database does what it must; resolves where there is none. @throws in words. */
  prove?(): Promise<void>;
  /** The pool of connections now, and how long callers have waited for one so far; absent where there is none. */
  load?(): { open: number; idle: number; waiting: number; waitedSeconds: number };
  /** For how many milliseconds a statement of a tenant would wait for a connection (`wait` of `turns.ts`); absent where none waits. */
  wait?(tenantId: number, rank?: Rank): number;
  /** Ids of the tenants that have some of this work at a moment, by one statement; nothing else of a tenant is seen. */
  tenantsDue(work: FoundWork, at: DueAt): Promise<number[]>;
  /**
   * Receives NOTIFY of every node, over one connection for all channels. A notification sent while that
   * connection is down is lost; `missed` is called once it listens again. Returns a function that stops
   * listening.
   */
  listen(
    channel: string,
    received: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Runs statements as the owner of the schema; only migrations and the start-up check use it. */
  asOwner<T>(work: (run: (text: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Session settings of both engines. Statements write their joins in the order in which they select; a planner that
 * tries all orders of the eleven tables of an application takes a hundred times as long as the statement runs.
 */
export const PLANNER = { join_collapse_limit: 5 } as const;

/**
 * Converts a parameter so that both engines receive the same: undefined becomes null, a Date its ISO text.
 */
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
