import { addDays } from '../foundation/index.ts';
import { ENDED_STATUSES } from '../subscription/index.ts';

export interface Intake {
  /** First and last day, `YYYY-MM-DD`; the last day ends at 23:59:59 in the tenant zone. */
  startDate: string;
  endDate: string;
  suspended?: boolean;
}

/** Whether an intake is active on a day in the tenant zone: started, not over, not suspended [seed]. */
export const isIntakeActive = ({ startDate, endDate, suspended = false }: Intake, day: string): boolean =>
  !suspended && startDate <= day && day <= endDate;

/**
 * Last day of the intake for one subscription. After a decision later than `endDate − LateResultGraceDays` it is the day
 * of that decision + `LateResultGraceDays`, so that a late decision leaves time to act (D-57).
 * @param decidedOn day of the last decision about the subscription, null when there was none.
 */
export function intakeEndFor(endDate: string, decidedOn: string | null, graceDays: number): string {
  if (decidedOn === null || decidedOn <= addDays(endDate, -graceDays)) return endDate;
  return addDays(decidedOn, graceDays);
}

export interface ExistingSubscription {
  status: number;
  /** Refused for plagiarism or disqualified; stays true after the application has left status 9. */
  refusedForCause: boolean;
}

/** Whether the subscription counts as active for its own offer and course. */
export const isActiveSubscription = ({ status, refusedForCause }: ExistingSubscription): boolean =>
  refusedForCause || !ENDED_STATUSES.includes(status);

/** Whether the subscription blocks every evaluated offer of its intake, even if it was cancelled (D-65). */
export const blocksIntake = ({ refusedForCause }: ExistingSubscription): boolean => refusedForCause;

/** Text in lower case without accents, for searching courses and cities. */
export const searchForm = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
