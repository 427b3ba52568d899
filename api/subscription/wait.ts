import { isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { type Wait, type WaitFacts, waitNow, waitOf } from '@orbita/domain/work';
import { isAllSent, type SubscriptionState } from './facts.ts';

const AT_BANK: readonly (string | undefined)[] = ['created', 'processing'];

const waitFacts = (row: SubscriptionState): WaitFacts => ({
  accommodationAsked: row.accommodation_asked_at !== null,
  essayDelivered: row.status === STATUS.Subscribed && row.essay_state === 'finished',
  examAnalysing: row.exam_state === 'analysing',
  analysisDue: row.analysis_due_at !== null,
  selectionSent: isAllSent(row, 'selection'),
  enrolmentSent: isAllSent(row, 'enrollment'),
  chargeAtBank: AT_BANK.includes(row.last_charge?.state),
  classAwaited: row.awaits_class,
  interviewRequested: row.interview_state === 'requested',
  interviewAppointed: row.interview_state === 'scheduled',
  numberMissing: row.student_lyceum_id === null,
  papersStuck: row.papers_stuck_at !== null,
});

/** Whom an application is waiting for now; null if nobody (spec-console 25.6.4). */
export const waitOfState = (row: SubscriptionState, now: Date): Wait | null =>
  waitNow(waitOf(row.status, waitFacts(row)), row.waits_until, now);

/** `waitOfState` in the format of the API, in the tenant's time zone: with its start and, if it waits for a date, that date. */
export function presentWait(row: SubscriptionState, now: Date) {
  const wait = waitOfState(row, now);
  if (!wait || !row.waits_since) return null;
  const zoned = (at: Date) => isoInZone(at, row.time_zone);
  const { waits_until: until } = row;
  const passed = until !== null && until <= now;
  return {
    for: wait.for,
    queue: wait.queue ?? null,
    since: zoned(passed && until > row.waits_since ? until : row.waits_since),
    until: wait.for === 'date' && until ? zoned(until) : null,
  };
}
