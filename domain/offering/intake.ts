import { addDays } from '../foundation/index.ts';

export interface Intake {
  /** First and last day, `YYYY-MM-DD`; the end holds until 23:59:59 in the tenant zone. */
  startDate: string;
  endDate: string;
  suspended?: boolean;
}

/** Intake active on a day of the tenant zone: begun, not over, not suspended [seed]. */
export const isIntakeActive = ({ startDate, endDate, suspended = false }: Intake, day: string): boolean =>
  !suspended && startDate <= day && day <= endDate;

/**
 * Last day that counts for one subscription after a late decision of the institution: the day of that decision
 * + `LateResultGraceDays`, when the decision came after `endDate − LateResultGraceDays` and this is later (D-57).
 * @param decidedOn day of the last decision about the subscription, null when there was none.
 */
export function intakeEndFor(endDate: string, decidedOn: string | null, graceDays: number): string {
  if (decidedOn === null || decidedOn <= addDays(endDate, -graceDays)) return endDate;
  const extended = addDays(decidedOn, graceDays);
  return extended > endDate ? extended : endDate;
}

/** Statuses that hold no active application (spec 7.1): not approved and cancelled. */
const ENDED: readonly number[] = [9, 13];

export interface ExistingSubscription {
  status: number;
  /** Refused for plagiarism or disqualified, wherever it went from that 9: leaving it undoes no decision. */
  refusedForCause: boolean;
}

/** True when the subscription counts as active for its own offer and course. */
export const isActiveSubscription = ({ status, refusedForCause }: ExistingSubscription): boolean =>
  refusedForCause || !ENDED.includes(status);

/** True when the subscription blocks every evaluated offer of its intake, cancelled or not (D-65). */
export const blocksIntake = ({ refusedForCause }: ExistingSubscription): boolean => refusedForCause;

/** Text without case and accents: how the search of courses and cities compares. */
export const searchForm = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
