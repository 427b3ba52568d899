import { DatabaseUnavailable, TenantMoving } from './database/outage.ts';
import type { FoundWork } from './database/tenants-due.ts';
import type { Platform } from './platform.ts';
import { inTurns } from './turns.ts';

/** Does what is due of a tenant; returns how many rows it handled. */
export type TenantWork = (tenantId: number) => Promise<number>;
/** Does a bounded piece of what is due of a tenant: how many rows it handled, and whether there may be more. */
export type TenantPiece = (tenantId: number) => Promise<{ done: number; more: boolean }>;

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

/** Milliseconds after which it is asked again who has something to do, while those who had are worked for. */
const JOIN_MS = 1_000;
/** Tenants in a row that a database may fail for before a run is ended: it is away then, and not slow for one of them. */
const MOST_OUTAGES = 3;

/** Tenants with something of `found` to do, by one statement. `work` is what is then done for them. */
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
 * Works for one tenant after the other, a piece of each in turn, in some lanes at once. What fails for one stops no other; the
 * first failure is thrown at the end; a process that ends begins no further piece. Returns how many rows were handled.
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
    // What is left is found again by the next process.
    if (platform.jobs.stopping.aborted) return false;
    try {
      const made = await work(tenantId);
      done += made.done;
      outages = 0;
      return made.more;
    } catch (error) {
      // Where it went, the work is found again.
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

/** Does the work of every tenant that has some, found by one statement; see `forTenants`. */
export const forDueTenants = async (
  platform: Platform,
  found: FoundWork,
  work: TenantWork,
  lanes?: number,
): Promise<number> => forTenants(platform, await dueTenants(platform, found, work), atOnce(work), lanes);

/**
 * The same in pieces: a tenant with much to do gives way to the next one after each, and those who get something to do meanwhile
 * join in. For work of which one tenant may have any amount.
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
 * Does the work of every tenant, for jobs that run once an hour or less often; it makes one statement where nothing is to be
 * done.
 */
export const forAllTenants = async (platform: Platform, work: TenantWork): Promise<number> =>
  forTenants(platform, await platform.db.tenantIds(), atOnce(work));
