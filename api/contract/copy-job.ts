import { STUCK } from '@orbita/domain/document';
import { dueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { inTurns } from '../platform/turns.ts';
import { wakeJob } from '../platform/wake.ts';
import { settleStuckPapers } from '../subscription/stuck-papers.ts';
import { CannotBeMade, makeCopy } from './copy.ts';
import { claimCopy, type DueCopy, leaveToTeam, postponeCopy } from './copy-store.ts';
import { PDFS_AT_ONCE } from './pdf-in-thread.ts';
import { COPY_CHANNEL } from './store.ts';

/**
 * Seconds until the next attempt after each failure: soon at first, because most failures come from a database or file store that
 * is restarting; the last value repeats, because every acceptance must get its copy. The team sees copies that are that late
 * (spec 25.4.1).
 */
const RETRY_SECONDS = [1, 2, 30, 60, 300, 900, 3600] as const;

/** Attempts for a PDF that itself fails to build: a thread may once have been terminated for an unrelated reason. */
const MOST_TRIES = 3;

const nextTry = (platform: Platform, attempts: number): Date => {
  const seconds = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 3600;
  return new Date(platform.clock.wall() + seconds * 1000);
};

async function tryCopy(platform: Platform, tenantId: number, copy: DueCopy): Promise<boolean> {
  const renew = (until: Date) => postponeCopy(platform, tenantId, copy, until);
  try {
    await underLease(platform, renew, () => makeCopy(platform, tenantId, copy));
    if (copy.copy_attempts > STUCK.copies) await settleStuckPapers(platform, tenantId, copy.subscription_id);
    return true;
  } catch (error) {
    const given = error instanceof CannotBeMade && copy.copy_attempts >= MOST_TRIES;
    const said = given ? 'contract copy cannot be made: it waits for the team' : 'contract copy not made yet';
    platform.log.error({ err: error, acceptance: copy.id }, said);
    if (given) await leaveToTeam(platform, tenantId, copy);
    else await postponeCopy(platform, tenantId, copy, nextTry(platform, copy.copy_attempts));
    if (given || copy.copy_attempts >= STUCK.copies)
      await settleStuckPapers(platform, tenantId, copy.subscription_id);
    return false;
  }
}

/** Makes one copy of a tenant. Returns whether that succeeded; undefined when none is due. */
async function makeNext(platform: Platform, tenantId: number): Promise<boolean | undefined> {
  const due = await claimCopy(platform, tenantId, leaseEnd(platform));
  return due && tryCopy(platform, tenantId, due);
}

async function run(platform: Platform): Promise<number> {
  const tenants = await dueTenants(platform, 'contract-copy', async (tenantId) =>
    (await makeNext(platform, tenantId)) === undefined ? 0 : 1,
  );
  let done = 0;
  await inTurns(tenants, PDFS_AT_ONCE, async (tenantId) => {
    // A failure of one tenant is retried in its next run and does not stop the others.
    const made = await makeNext(platform, tenantId).catch((error) => {
      platform.log.error({ tenantId, err: error }, 'contract copies not made');
      return undefined;
    });
    if (made) done += 1;
    return made !== undefined;
  });
  return done;
}

/** Creates the PDF of accepted contracts and sends it (spec 13.1, N-16). */
export const copyJob: Job = { name: 'contract-copy', everyMs: 5_000, run };

/** Runs the job as soon as any node has written an acceptance. Returns a function that stops it. */
export const wakeCopies = (platform: Platform): Promise<() => Promise<void>> =>
  wakeJob(platform, COPY_CHANNEL, copyJob.name);
