import type { Facts } from './facts.ts';
import { STATUS, type Status } from './statuses.ts';
import { transitions } from './transitions.ts';

// Before the contract a change of course or pole moves no status, so the table has no row for it (spec 8.3, foot).
const KEEPS_STATUS: readonly Status[] = [
  STATUS.Subscribed,
  STATUS.Scheduled,
  STATUS.Evaluated,
  STATUS.SubscriptionDocumentationPending,
  STATUS.PendingInformation,
  STATUS.PendingQuestionnaire,
  STATUS.PendingTax,
  STATUS.PendingInterview,
  STATUS.PendingApproveInterview,
  STATUS.PendingApproveQuestionnaire,
];

/** Does a change of course or pole leave the status as it is (spec 8.3)? Otherwise TR-84 decides. */
export const changeKeepsStatus = (status: Status): boolean => KEEPS_STATUS.includes(status);

/** Does TR-84 know a status at all? What is neither this nor left as it is has nothing to be changed any more. */
export const changeMovesStatus = (status: Status): boolean =>
  transitions.some((row) => row.event === 'course-changed' && row.from?.includes(status) === true);

export type ChangeRefusal = 'FORBIDDEN' | 'INTAKE_INACTIVE' | 'OFFER_INACTIVE' | 'NO_VACANCIES';

/** Why course or pole may not be changed in a status that a change leaves as it is; undefined when they may. */
export function changeRefusal(facts: Facts): ChangeRefusal | undefined {
  if (!facts.courseChangeAllowed) return 'FORBIDDEN';
  if (!facts.intakeActive) return 'INTAKE_INACTIVE';
  if (!facts.offerActive) return 'OFFER_INACTIVE';
  if (!facts.vacancyFree) return 'NO_VACANCIES';
  return undefined;
}
