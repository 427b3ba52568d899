import type { House } from './house.ts';

/** Milliseconds after which the work of a dead process is taken over. */
export const LEASE_MS = 3_000;
const RENEW_MS = 900;

/** End of a lease that is taken or renewed now, by the machine's own time. */
export const leaseEnd = (house: House): Date => new Date(house.clock.wall() + LEASE_MS);

/**
 * Does work that nobody else may do meanwhile, however long it takes: `renew` moves the end of its lease on as long as
 * this process lives. A renewal that fails is tried again; one under way is waited for before this answers.
 */
export async function underLease<T>(
  house: House,
  renew: (until: Date) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let renewing: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew(leaseEnd(house))
      .catch((error) => house.log.warn({ err: error }, 'lease not renewed'))
      .finally(() => {
        renewing = undefined;
      });
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
