import { sqlState } from './types.ts';

/** The database is unavailable, and none of the requested work was done. */
export class DatabaseUnavailable extends Error {}

/** The connection was lost during a commit: the caller must look up whether the transaction took effect. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/**
 * The tenant is moving to another cell: it cannot be changed here in the meantime, nor read once it has moved. None of the
 * requested work was done.
 */
export class TenantMoving extends DatabaseUnavailable {}

/** SQLSTATE with which `enter_tenant` rejects a tenant that is not served here. */
const NOT_SERVED = 'TM001';
/** A write in a read-only transaction: the tenant is moving, or the server has become a standby. */
const READ_ONLY = '25006';

/** Whether the error says that the tenant is not served here. */
export const isNotServed = (error: unknown): boolean => sqlState(error) === NOT_SERVED;

/** Whether a moving tenant could explain the error. */
export const mayBeMoving = (error: unknown): boolean => isNotServed(error) || sqlState(error) === READ_ONLY;

/**
 * SQLSTATEs that indicate a problem of the server rather than the statement: no connection (08), too few connections, memory or
 * disk (53), a shutdown or a statement that took too long (57), system errors (58), a standby that accepts no writes (25006), a
 * transaction that was idle too long (25P03), and a pooler that forgets prepared statements (26000, 42P05).
 */
const OUTAGES = /^(?:08...|53...|57...|58...|25006|25P03|26000|42P05)$/;

/** Whether a driver error is caused by the database rather than the statement. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const state = sqlState(error);
  // An error without a five-character SQLSTATE comes from the driver or the network.
  return state === undefined || !/^[0-9A-Z]{5}$/.test(state) || OUTAGES.test(state);
};

/** A prepared statement that is unknown, or known twice: the pooler lent a connection other than the one it was prepared on. */
export const isForgotten = (error: unknown): boolean => /^(?:26000|42P05)$/.test(sqlState(error) ?? '');

/** Two transactions each waited for what the other one had locked, and the server undid this one. */
const DEADLOCK = '40P01';
/** Gave up waiting for a lock. */
const LOCKED = '55P03';
/** Undone because of another transaction at the same time; on a standby, because it delayed its replay too long. */
const CONFLICT = '40001';

/** Whether a statement was undone by a deadlock, so that the same one can succeed if repeated. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === DEADLOCK;

/** Whether a transaction was undone only because of others at the same time, so that the same one can succeed if repeated. */
export const isUndoneByOthers = (error: unknown): boolean =>
  isDeadlock(error) || sqlState(error) === CONFLICT;

/** Whether a change of the schema did not get its locks, so that it should let the calls pass and try again. */
export const isLockConflict = (error: unknown): boolean => isDeadlock(error) || sqlState(error) === LOCKED;

const FORGOTTEN =
  'The pooler at DATABASE_URL forgets prepared statements: it needs pgbouncer 1.21 or newer with max_prepared_statements = 1000, or pool_mode = session';

/** Converts an outage into `DatabaseUnavailable`; returns any other error unchanged. */
export const named = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable || !isOutage(error)
    ? error
    : new DatabaseUnavailable(isForgotten(error) ? FORGOTTEN : 'The database does not answer', {
        cause: error,
      });

/** Whether an error, or its cause, is the fault of the server that was read, so that another server should be asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof DatabaseUnavailable || sqlState(error) === CONFLICT || isAway(error.cause));
