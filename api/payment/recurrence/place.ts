import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { type CycleInPlan, cycleInPlan } from './store.ts';

/** One month of an authorisation. */
export type Key = { recurrence_id: number; number: number };
/** Where the scheduler works, and on which local day (`YYYY-MM-DD`). */
export type Place = { platform: Platform; tenantId: number; today: string };

/** Maximum number of a tenant's authorisations or months processed in one run. */
export const BATCH = 200;

/**
 * Runs one of several tasks; if a provider does not answer, only that task fails. Returns 1 if the task changed something,
 * otherwise 0.
 */
export async function attempt(
  { platform }: Place,
  about: object,
  work: () => Promise<boolean>,
): Promise<number> {
  try {
    return (await work()) ? 1 : 0;
  } catch (error) {
    const expected = error instanceof ProviderUnavailable || error instanceof ProviderUnknown;
    platform.log[expected ? 'warn' : 'error']({ ...about, err: error }, 'recurrence waits');
    return 0;
  }
}

/** Reads the current state of a month. */
export const readCycle = ({ platform, tenantId }: Place, key: Key): Promise<CycleInPlan | undefined> =>
  cycleInPlan(platform.db.tenant(tenantId), key.recurrence_id, key.number);
