import type { Sql } from 'sql-template-tag';

export type Row = Record<string, unknown>;

/** Runs statements. Rows: bigint and numeric as numbers, `date` as YYYY-MM-DD, `timestamptz` as Date, jsonb parsed. */
export interface Runner {
  many<T = Row>(query: Sql): Promise<T[]>;
  one<T = Row>(query: Sql): Promise<T | undefined>;
}

export interface Tx extends Runner {
  readonly tenantId: number;
  /** Runs after the transaction was committed; not at all when it was rolled back. */
  afterCommit(work: () => void): void;
  /** Runs `work` so that its failure undoes only what it did itself. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** A value looked up by something other than a tenant; see the lookup policies of the migrations. */
export type Lookup = { setting: 'app.host' | 'app.token_hash'; value: string };

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  /** One round trip: the tenant and the statement travel together in one implicit transaction. */
  tenant(tenantId: number): Runner;
  /** One transaction of one tenant. Never wait for anything outside the database inside `work`. */
  write<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Tables that belong to no tenant. */
  readonly global: Runner;
  /** Finds the row that names its tenant (host, service token). */
  lookup(key: Lookup): Runner;
  tenantIds(): Promise<number[]>;
  /**
   * Hears NOTIFY of every node, over one connection for all channels. What is told while that connection is away is
   * lost; `missed` is called once it listens again. Returns how to stop.
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Runs statements as the owner of the schema; only migrations and the start-up check use it. */
  asOwner<T>(work: (run: (text: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** PostgreSQL says undefined is null and a Date is its ISO text; both engines get the same. */
export const parameter = (value: unknown): unknown =>
  value === undefined ? null : value instanceof Date ? value.toISOString() : value;

/** SQLSTATE of a database error, if it is one. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Name of the constraint a database error speaks of. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

export const UNIQUE_VIOLATION = '23505';
