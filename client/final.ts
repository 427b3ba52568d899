import { ApiError } from './errors.ts';

/** "Sign in", "took too long" and "too many just now": answers that say nothing about what was asked. */
const PASSING = [401, 408, 425, 429];

/** True for a refusal that the same request would get again. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && !PASSING.includes(error.status);
