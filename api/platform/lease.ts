import type { Platform } from './platform.ts';

/** Milliseconds after which the work of a dead process is taken over. */
export const LEASE_MS = 3_000;
const RENEW_MS = 900;

/** End of a lease that is taken or renewed now, in the machine's own time. */
export const leaseEnd = (platform: Platform): Date => new Date(platform.clock.wall() + LEASE_MS);

/**
 * Does work that only one process may do at a time, however long it takes: `renew` extends its lease while this process runs. A
 * failed renewal is retried, and a renewal in progress finishes before this returns.
 */
export async function underLease<T>(
  platform: Platform,
  renew: (until: Date) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let renewing: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew(leaseEnd(platform))
      .catch((error) => platform.log.warn({ err: error }, 'lease not renewed'))
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
