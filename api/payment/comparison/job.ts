import { addDays, atWallClock, dayInZone, endOfDay, startOfDay } from '@orbita/domain/foundation';
import { forDueTenants } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import { underLease } from '../../platform/lease.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProviderUnknown } from '../../platform/ports.ts';
import { wakeJob } from '../../platform/wake.ts';
import { tenantById } from '../../tenancy/hosts.ts';
import { isProviderFailure } from '../provider.ts';
import { noteCompared, type OwnCharge, ownCharges, unlistedCharges } from './books.ts';
import { type Comparing, compareOwn, compareUnknown } from './compare.ts';
import { booksOf, hasBooks, type ListedCharge } from './lists.ts';
import {
  askForReport,
  COMPARISON_CHANNEL,
  claimReport,
  endAttempt,
  endOlderReports,
  noteProgress,
  pairsOf,
  type Report,
  renewReport,
} from './store.ts';

/** Number of days that one comparison covers (spec 14.8). */
export const COMPARED_DAYS = 3;
/** Local time from which the previous days are compared. */
const NIGHT = '03:00';
const BATCH = 200;
const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 3600_000;
const MOST_FAILURE = 300;

/** Compares one charge; false if the provider's answer cannot be parsed, which does not stop the other charges. */
async function comparedOne(
  comparing: Comparing,
  own: OwnCharge,
  listed: ListedCharge | undefined,
): Promise<boolean> {
  try {
    await compareOwn(comparing, own, listed);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderUnknown)) throw error;
    const { platform, report } = comparing;
    platform.log.warn({ comparison: report.id, reference: own.reference, err: error }, 'charge not compared');
    return false;
  }
}

/** Compares part of a list with our books. Returns how many entries could not be compared. */
async function compareListed(comparing: Comparing, part: readonly ListedCharge[]): Promise<number> {
  const { platform, tenantId, report } = comparing;
  const on = platform.db.tenant(tenantId);
  const ours = await ownCharges(
    on,
    part.map(({ reference }) => reference),
  );
  const compared: OwnCharge[] = [];
  let unread = 0;
  for (const theirs of part) {
    const own = ours.get(theirs.reference);
    if (!own) await compareUnknown(comparing, theirs);
    else if (await comparedOne(comparing, own, theirs)) compared.push(own);
    else unread += 1;
  }
  await noteCompared(on, report.id, compared);
  await noteProgress(on, report.id, { compared: part.length - unread, days: 0 });
  return unread;
}

/** Looks up our charges that changed in the period but appeared on no list. Returns how many could not be compared. */
async function compareUnlisted(comparing: Comparing, from: Date, until: Date): Promise<number> {
  const { platform, tenantId, report } = comparing;
  const on = platform.db.tenant(tenantId);
  const { institution_id: institutionId, provider } = report;
  const unread: string[] = [];
  for (;;) {
    const scope = { tenantId, reportId: report.id, institutionId, provider, from, until, without: unread };
    const ours = await unlistedCharges(on, scope, BATCH);
    if (ours.length === 0) return unread.length;
    const compared: OwnCharge[] = [];
    for (const own of ours)
      if (await comparedOne(comparing, own, undefined)) compared.push(own);
      else unread.push(own.reference);
    await noteCompared(on, report.id, compared);
    await noteProgress(on, report.id, { compared: compared.length, days: 0 });
  }
}

async function compare(platform: Platform, tenantId: number, report: Report): Promise<void> {
  const { alias, timeZone } = await tenantById(platform, tenantId);
  const books = booksOf(platform, { alias, code: report.institution_code, timeZone }, report.provider);
  const comparing = { platform, tenantId, report, books };
  let unread = 0;
  for (let at = report.days_done; ; at += 1) {
    const day = addDays(report.from_day, at);
    if (day > report.until_day) break;
    const listed = await books.listed(day);
    unread += listed.unread;
    for (let from = 0; from < listed.items.length; from += BATCH)
      unread += await compareListed(comparing, listed.items.slice(from, from + BATCH));
    // A day with unreadable entries is read again at the next attempt.
    if (unread === 0)
      await noteProgress(platform.db.tenant(tenantId), report.id, { compared: 0, days: at + 1 });
  }
  const [from, until] = [startOfDay(report.from_day, timeZone), endOfDay(report.until_day, timeZone)];
  unread += await compareUnlisted(comparing, from, until);
  if (unread > 0)
    throw new ProviderUnknown(`${unread} entries of the provider cannot be read; all others were compared`);
}

/** Text in the report about a provider that failed; any other error is our own fault and only logged in detail. */
const failureOf = (error: unknown): string =>
  isProviderFailure(error) && error instanceof Error
    ? error.message.slice(0, MOST_FAILURE)
    : 'internal error';

async function attempt(platform: Platform, tenantId: number, report: Report): Promise<boolean> {
  try {
    await underLease(
      platform,
      (until) => renewReport(platform, tenantId, report.id, until),
      () => compare(platform, tenantId, report),
    );
  } catch (error) {
    const level = isProviderFailure(error) ? 'warn' : 'error';
    platform.log[level](
      { comparison: report.id, provider: report.provider, err: error },
      'books not compared',
    );
    const wait = Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** report.attempts);
    const again = new Date(platform.clock.wall() + wait);
    await endAttempt(platform, tenantId, report.id, { state: 'failed', failure: failureOf(error), again });
    return false;
  }
  await endAttempt(platform, tenantId, report.id, { state: 'done', failure: null, again: null });
  return true;
}

/** Requests the nightly comparison once its time has come. */
async function askForNight(platform: Platform, tenantId: number): Promise<void> {
  const { alias, timeZone } = await tenantById(platform, tenantId);
  const now = platform.clock.now();
  const today = dayInZone(now, timeZone);
  if (now < atWallClock(today, NIGHT, timeZone)) return;
  const untilDay = addDays(today, -1);
  const fromDay = addDays(untilDay, 1 - COMPARED_DAYS);
  const pairs = (await pairsOf(platform.db.tenant(tenantId))).filter(({ code, provider }) =>
    hasBooks(platform, alias, code, provider),
  );
  if (pairs.length === 0) return;
  await platform.db.write(tenantId, async (tx) => {
    await endOlderReports(tx, untilDay, new Date(platform.clock.wall()));
    for (const { institution_id: institutionId, provider } of pairs)
      await askForReport(tx, platform, { institutionId, provider, fromDay, untilDay, requestedBy: null });
  });
}

/** Runs a tenant's due comparisons; returns how many reports were completed. */
async function compareDue(platform: Platform, tenantId: number): Promise<number> {
  let done = 0;
  for (;;) {
    const report = await claimReport(platform, tenantId);
    if (!report) return done;
    if (await attempt(platform, tenantId, report)) done += 1;
  }
}

/**
 * Compares the books of the last three days with every provider (spec 14.8): once a night, and on demand. If a provider does
 * not answer, the report says so and is retried later.
 */
export const comparisonJob: Job = {
  name: 'comparison',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'comparison', async (tenantId) => {
      await askForNight(platform, tenantId);
      return compareDue(platform, tenantId);
    }),
};

/** Runs the job as soon as a comparison is requested at any node. Returns a function that stops listening. */
export const wakeComparison = (platform: Platform): Promise<() => Promise<void>> =>
  wakeJob(platform, COMPARISON_CHANNEL, comparisonJob.name);
