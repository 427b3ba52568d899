import { channel } from 'node:diagnostics_channel';

/**
 * One round trip to PostgreSQL: its statements in order, the number of rows of the last one, and the bytes in both directions.
 */
export type RoundTrip = { statements: readonly string[]; rows: number; bytes: number };

/**
 * Publishes each round trip after its answer, in the caller's async context. Nothing in the product subscribes; tests and tools
 * use it to count (`testing/counted-round-trips.ts`).
 */
export const ROUND_TRIPS = channel('orbita:round-trip');
