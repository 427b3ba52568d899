import { sqlState } from './types.ts';

/** The database is unavailable, and nothing of the requested work has happened. */
export class DatabaseUnavailable extends Error {}

/** The connection was lost during a commit: the caller must look up whether the transaction happened. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/**
 * The tenant moves to another cell: it is not changed here meanwhile, and not read once it is there. Nothing of the requested work has
 * happened.
 */
export class TenantMoving extends DatabaseUnavailable {}

/** SQLSTATE by which `enter_tenant` refuses a tenant that is not served here. */
const NOT_SERVED = 'TM001';
/** A change inside a transaction that only reads: of a tenant that moves, or of a server that has become a standby. */
const READ_ONLY = '25006';

/** True for the refusal of a tenant that is not served here. */
export const isNotServed = (error: unknown): boolean => sqlState(error) === NOT_SERVED;

/** True for an error that a moving tenant can explain. */
export const mayBeMoving = (error: unknown): boolean => isNotServed(error) || sqlState(error) === READ_ONLY;

/**
 * SQLSTATEs that report a problem of the server, not of the statement: no connection (08), too few
 * connections, memory or disk (53), a shutdown or a statement that took too long (57), system errors (58), a
 * standby that takes no writes (25006), a transaction that was idle for too long (25P03), and a pooler that forgets
 * what was prepared (26000, 42P05).
 */
const OUTAGES = /^(?:08...|53...|57...|58...|25006|25P03|26000|42P05)$/;

/** True when an error of the driver is the fault of the database, not of the statement. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const state = sqlState(error);
  // An error without a SQLSTATE of five characters comes from the driver or the network.
  return state === undefined || !/^[0-9A-Z]{5}$/.test(state) || OUTAGES.test(state);
};

/** A prepared statement that is not known, or known twice: a pooler lent another connection than the one it was prepared on. */
export const isForgotten = (error: unknown): boolean => /^(?:26000|42P05)$/.test(sqlState(error) ?? '');

const FORGOTTEN =
  'The pooler at DATABASE_URL forgets prepared statements: it needs pgbouncer 1.21 or newer with max_prepared_statements = 1000, or pool_mode = session';

/** Returns the error to throw: an outage under its own name, any other error unchanged. */
export const named = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable || !isOutage(error)
    ? error
    : new DatabaseUnavailable(isForgotten(error) ? FORGOTTEN : 'The database does not answer', {
        cause: error,
      });

/** A standby ends a statement for which its replay would wait too long. */
const CONFLICT = '40001';

/** Whether an error, or what caused it, is the fault of the server that was read, so that another one may be asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof DatabaseUnavailable || sqlState(error) === CONFLICT || isAway(error.cause));
