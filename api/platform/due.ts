import { DatabaseUnavailable, TenantMoving } from './database/outage.ts';
import type { FoundWork } from './database/tenants-due.ts';
import type { Platform } from './platform.ts';
import { inTurns } from './turns.ts';

/** Does what is due of a tenant; returns how many rows it handled. */
export type TenantWork = (tenantId: number) => Promise<number>;

declare module './platform.ts' {
  interface Platform {
    /**
     * In tests, does the work of the tenants that were not named as well, and throws when one had something to do. Undefined in
     * an installation.
     */
    readonly proveDue:
      | ((work: FoundWork, named: readonly number[], of: TenantWork) => Promise<void>)
      | undefined;
  }
}

/** Tenants in a row that a database may fail for before a run is ended: it is away then, and not slow for one of them. */
const MOST_OUTAGES = 3;

/** Tenants with something of `found` to do, by one statement. `work` is what is then done for them. */
export async function dueTenants(platform: Platform, found: FoundWork, work: TenantWork): Promise<number[]> {
  const { clock, db } = platform;
  const named = await db.tenantsDue(found, { now: clock.now(), wall: new Date(clock.wall()) });
  await platform.proveDue?.(found, named, work);
  return named;
}

/**
 * Works for one tenant after the other, in some lanes at once. What fails for one stops no other; the first failure is thrown
 * at the end. Returns how many rows were handled.
 */
async function forTenants(
  platform: Platform,
  tenants: readonly number[],
  work: TenantWork,
  lanes = 1,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  let outages = 0;
  await inTurns(tenants, lanes, async (tenantId) => {
    try {
      done += await work(tenantId);
      outages = 0;
    } catch (error) {
      // Where it went, the work is found again.
      if (error instanceof TenantMoving) return false;
      failures.push(error);
      platform.log.error({ tenantId, err: error }, 'a job failed for a tenant');
      outages = error instanceof DatabaseUnavailable ? outages + 1 : 0;
      if (outages >= MOST_OUTAGES) throw error;
    }
    return false;
  });
  if (failures.length > 0) throw failures[0];
  return done;
}

/** Does the work of every tenant that has some, found by one statement; see `forTenants`. */
export const forDueTenants = async (
  platform: Platform,
  found: FoundWork,
  work: TenantWork,
  lanes?: number,
): Promise<number> => forTenants(platform, await dueTenants(platform, found, work), work, lanes);

/**
 * Does the work of every tenant, for jobs that run once an hour or less often; it makes one statement where nothing is to be
 * done.
 */
export const forAllTenants = async (platform: Platform, work: TenantWork): Promise<number> =>
  forTenants(platform, await platform.db.tenantIds(), work);
