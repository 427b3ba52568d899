import { sqlState } from './types.ts';

/** The database cannot be asked now: nothing of what was wanted has happened. */
export class DatabaseUnavailable extends Error {}

/** The connection was lost while a transaction was being committed: it may have happened, and must be looked for. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/**
 * SQLSTATEs that speak of the server, not of the statement: no connection (08), short of connections, memory or disk
 * (53), shutting down, or the statement took too long (57), system errors (58), a standby that takes no writes, and a
 * transaction that stood still for too long.
 */
const OUTAGES = /^(?:08...|53...|57...|58...|25006|25P03)$/;

/** True when an error of the driver tells that the database, not the statement, is at fault. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const state = sqlState(error);
  // Without a SQLSTATE of five characters it is the driver or the network that speaks.
  return state === undefined || !/^[0-9A-Z]{5}$/.test(state) || OUTAGES.test(state);
};

/** The error to throw instead: outages by their own name, everything else as it is. */
export const named = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable || !isOutage(error)
    ? error
    : new DatabaseUnavailable('The database does not answer', { cause: error });
