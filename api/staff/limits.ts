import type { Limit, SharedLimit } from '../platform/http/limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Beginnings of a sign-in, whatever the way, of one address (spec 25.2.5). */
export const STARTS: SharedLimit = { name: 'staff-starts', max: 20, windowMs: MINUTE_MS, shared: true };
/** Codes that an address asks for, whoever they go to; how many an e-mail gets is a rule of the code itself. */
export const CODES: SharedLimit = { name: 'staff-codes', max: 20, windowMs: HOUR_MS, shared: true };
/** Invites that do not open and passkeys that do not fit, of one address, counted together. */
export const WRONG: SharedLimit = { name: 'staff-wrong', max: 20, windowMs: MINUTE_MS, shared: true };

/** Calls of one session. */
export const SESSION_CALLS: Limit = { name: 'staff-calls', max: 600, windowMs: MINUTE_MS };
/** Searches of one session. */
export const SESSION_SEARCHES: Limit = { name: 'staff-searches', max: 60, windowMs: MINUTE_MS };
/** Files of candidates that one session opens. */
export const SESSION_FILES: Limit = { name: 'staff-files', max: 1200, windowMs: HOUR_MS };
/** Calls with a cookie that opens no session, of one address; people who share it are not counted together otherwise. */
export const UNKNOWN_COOKIES: Limit = { name: 'staff-unknown', max: 600, windowMs: MINUTE_MS };
