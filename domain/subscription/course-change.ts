import { decideMove } from './decide.ts';
import type { Facts } from './facts.ts';
import type { RefusalCode } from './guards.ts';
import { STATUS, type Status } from './statuses.ts';
import type { Actor, ApplicationType } from './types.ts';

// Before the contract, a change of course or pole keeps the status, so the table has no row for it (spec 8.3, footnote).
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

/** Whether a change of course or pole keeps the status (spec 8.3); otherwise TR-84 decides. */
export const changeKeepsStatus = (status: Status): boolean => KEEPS_STATUS.includes(status);

export type ChangeRefusal = 'FORBIDDEN' | RefusalCode;

/**
 * Why course or pole cannot be changed in this status; undefined when they can. When the table has no matching row, the refusal
 * is CHANGE_UNAVAILABLE instead of TRANSITION_NOT_ALLOWED (spec 7.5). The same rules bind the institution; if it allows no
 * changes at all, its own refusal is CHANGE_UNAVAILABLE too.
 */
export function changeRefusal(
  { type, status }: { type: ApplicationType; status: Status },
  facts: Facts,
  actor: Extract<Actor, 'candidate' | 'operations'> = 'candidate',
): ChangeRefusal | undefined {
  if (!facts.courseChangeAllowed) return actor === 'candidate' ? 'FORBIDDEN' : 'CHANGE_UNAVAILABLE';
  if (!changeKeepsStatus(status)) {
    const decision = decideMove({ type, from: status, event: 'course-changed', actor, facts });
    if (decision.allowed) return undefined;
    return decision.code === 'TRANSITION_NOT_ALLOWED' ? 'CHANGE_UNAVAILABLE' : decision.code;
  }
  if (!facts.intakeActive) return 'INTAKE_INACTIVE';
  if (!facts.offerActive) return 'OFFER_INACTIVE';
  if (!facts.vacancyFree) return 'NO_VACANCIES';
  return undefined;
}
