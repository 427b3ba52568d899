// biome-ignore lint/correctness/noUndeclaredDependencies: the root's test runner; this file is for tests alone
import { expect } from 'vitest';
import type { House } from '../platform/house.ts';
import type { Harness } from './harness.ts';
import { type TablePrints, tablePrints, touched } from './table-prints.ts';

/** What every call may write whatever its outcome: repeats and the audit of operations. */
const BESIDE = ['idempotency_key', 'audit_log'];

export type Fingerprint = TablePrints;
export { touched };

/** Takes the fingerprint of every table that belongs to a tenant. */
export const fingerprint = (house: House): Promise<Fingerprint> =>
  house.db.asOwner((run) => tablePrints(run, BESIDE));

/** Runs what must leave no trace in any table of a tenant; `traces` names them where there are some. */
export async function withoutTrace<T>(harness: Harness, work: () => Promise<T>, traces?: string): Promise<T> {
  const before = await fingerprint(harness.house);
  const result = await work();
  expect(touched(before, await fingerprint(harness.house)), traces).toEqual([]);
  return result;
}
