import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { type CycleInPlan, cycleInPlan } from './store.ts';

/** One month of an authorisation. */
export type Key = { recurrence_id: number; number: number };
/** Where and on which local day (`YYYY-MM-DD`) the scheduler works. */
export type Place = { platform: Platform; tenantId: number; today: string };

/** Most authorisations or months of a tenant in one run. */
export const BATCH = 200;

/**
 * Runs one of many tasks; a provider that does not answer fails only that task. Returns 1 when the task changed something,
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

/** The month as it is now. */
export const readCycle = ({ platform, tenantId }: Place, key: Key): Promise<CycleInPlan | undefined> =>
  cycleInPlan(platform.db.tenant(tenantId), tenantId, key.recurrence_id, key.number);
