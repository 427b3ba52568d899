import { channel } from 'node:diagnostics_channel';

/** What was sent to PostgreSQL at once and answered: texts in their order, rows of the last, bytes of both directions. */
export type RoundTrip = { statements: readonly string[]; rows: number; bytes: number };

/**
 * Tells of each round trip after its answer, in the context of whoever asked. Nothing in the product listens: tests and tools
 * count (`testing/counted-round-trips.ts`).
 */
export const ROUND_TRIPS = channel('orbita:round-trip');
