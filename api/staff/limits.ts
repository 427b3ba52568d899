import type { Limit, SharedLimit } from '../platform/http/limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Sign-in attempts of any kind started from one address (spec 25.2.5). */
export const STARTS: SharedLimit = { name: 'staff-starts', max: 20, windowMs: MINUTE_MS, shared: true };
/**
 * Codes requested from one address, whatever their recipients; how many an e-mail address may get is a rule of the code itself.
 */
export const CODES: SharedLimit = { name: 'staff-codes', max: 20, windowMs: HOUR_MS, shared: true };
/** Invalid invites and passkeys from one address, counted together. */
export const WRONG: SharedLimit = { name: 'staff-wrong', max: 20, windowMs: MINUTE_MS, shared: true };

/** Calls by one session. */
export const SESSION_CALLS: Limit = { name: 'staff-calls', max: 600, windowMs: MINUTE_MS };
/** Searches by one session. */
export const SESSION_SEARCHES: Limit = { name: 'staff-searches', max: 60, windowMs: MINUTE_MS };
/** Candidates' files opened by one session. */
export const SESSION_FILES: Limit = { name: 'staff-files', max: 1200, windowMs: HOUR_MS };
/**
 * Calls from one address with a cookie that matches no session; otherwise people sharing an address aren't counted together.
 */
export const UNKNOWN_COOKIES: Limit = { name: 'staff-unknown', max: 600, windowMs: MINUTE_MS };
