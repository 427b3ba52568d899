import { DatabaseUnavailable, TenantMoving } from './database/outage.ts';
import type { FoundWork } from './database/tenants-due.ts';
import type { Platform } from './platform.ts';
import { inTurns } from './turns.ts';

/** Does a tenant's due work; returns how many rows it handled. */
export type TenantWork = (tenantId: number) => Promise<number>;
/** Does a bounded part of a tenant's due work; returns how many rows it handled and whether there may be more. */
export type TenantPiece = (tenantId: number) => Promise<{ done: number; more: boolean }>;

declare module './platform.ts' {
  interface Platform {
    /**
     * In tests, also does the work of the tenants that were not found, and throws if one of them had something to do. Undefined
     * in an installation.
     */
    readonly proveDue:
      | ((work: FoundWork, named: readonly number[], of: TenantWork) => Promise<void>)
      | undefined;
  }
}

/** Milliseconds after which to search again for tenants with work while handling those found before. */
const JOIN_MS = 1_000;
/**
 * Number of consecutive tenants with a database failure after which a run is aborted: then the database is down, not just slow
 * for one tenant.
 */
const MOST_OUTAGES = 3;

/** Tenants with work of kind `found`, in one statement. `work` is what is then done for them. */
export async function dueTenants(platform: Platform, found: FoundWork, work: TenantWork): Promise<number[]> {
  const { clock, db } = platform;
  const named = await db.tenantsDue(found, { now: clock.now(), wall: new Date(clock.wall()) });
  await platform.proveDue?.(found, named, work);
  return named;
}

const atOnce =
  (work: TenantWork): TenantPiece =>
  async (tenantId) => ({ done: await work(tenantId), more: false });

/**
 * Works for tenants in turn, one part at a time, in several lanes concurrently. A failure for one tenant does not stop the
 * others; the first failure is thrown at the end. A stopping process starts no further part. Returns how many rows were
 * handled.
 */
async function forTenants(
  platform: Platform,
  tenants: readonly number[],
  work: TenantPiece,
  lanes = 1,
  ask?: () => Promise<readonly number[]>,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  let outages = 0;
  const piece = async (tenantId: number): Promise<boolean> => {
    // The rest is found again by the next process.
    if (platform.jobs.stopping.aborted) return false;
    try {
      const made = await work(tenantId);
      done += made.done;
      outages = 0;
      return made.more;
    } catch (error) {
      // The work is found again where the tenant has moved to.
      if (error instanceof TenantMoving) return false;
      failures.push(error);
      platform.log.error({ tenantId, err: error }, 'a job failed for a tenant');
      outages = error instanceof DatabaseUnavailable ? outages + 1 : 0;
      if (outages >= MOST_OUTAGES) throw error;
    }
    return false;
  };
  await inTurns(tenants, lanes, piece, ask && { everyMs: JOIN_MS, now: platform.clock.wall, ask });
  if (failures.length > 0) throw failures[0];
  return done;
}

/** Does the work of every tenant that has some, found in one statement; see `forTenants`. */
export const forDueTenants = async (
  platform: Platform,
  found: FoundWork,
  work: TenantWork,
  lanes?: number,
): Promise<number> => forTenants(platform, await dueTenants(platform, found, work), atOnce(work), lanes);

/**
 * Like `forDueTenants`, in parts: a tenant with much to do yields to the next one after each part, and tenants that get work in
 * the meantime join in. For work of which one tenant may have any amount.
 */
export async function forDueInTurns(
  platform: Platform,
  found: FoundWork,
  piece: TenantPiece,
  lanes?: number,
): Promise<number> {
  const whole: TenantWork = async (tenantId) => {
    let sum = 0;
    for (;;) {
      const { done, more } = await piece(tenantId);
      sum += done;
      if (!more) return sum;
    }
  };
  const ask = () => dueTenants(platform, found, whole);
  return forTenants(platform, await ask(), piece, lanes, ask);
}

/**
 * Does the work of every tenant, for jobs that run at most hourly; costs one statement per tenant even if there is nothing to
 * do.
 */
export const forAllTenants = async (platform: Platform, work: TenantWork): Promise<number> =>
  forTenants(platform, await platform.db.tenantIds(), atOnce(work));
