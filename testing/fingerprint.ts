import { expect } from 'vitest';
import type { Platform } from '../api/platform/platform.ts';
import type { Harness } from './harness.ts';
import { asKeptOwner } from './kept-owner.ts';
import { type TablePrints, tablePrints, touched } from './table-prints.ts';

/** Tables every call may write: stored answers, the audit log and what is summed for it. */
const BESIDE = ['idempotency_key', 'audit_log', 'audit_sum'];

export type Fingerprint = TablePrints;
export { touched };

/** Fingerprint of every table with a tenant. */
export const fingerprint = (platform: Platform): Promise<Fingerprint> =>
  asKeptOwner(platform, (run) => tablePrints(run, BESIDE));

/** Runs work that must change no table of a tenant, except those in `traces`. */
export async function withoutTrace<T>(harness: Harness, work: () => Promise<T>, traces?: string): Promise<T> {
  const before = await fingerprint(harness.platform);
  const result = await work();
  expect(touched(before, await fingerprint(harness.platform)), traces).toEqual([]);
  return result;
}
