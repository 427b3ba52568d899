import { ApiError } from './errors.ts';

/** Unauthorised, timed out and rate-limited: answers that say nothing about the request itself. */
const PASSING = [401, 408, 425, 429];

/** True for a refusal that repeating the same request would not change. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && !PASSING.includes(error.status);
