import { decideMove } from './decide.ts';
import type { Facts } from './facts.ts';
import { nextHead, nextTail } from './gates.ts';
import { STATUS, type Status } from './statuses.ts';
import type { SubscriptionEvent } from './transition.ts';
import type { ApplicationType } from './types.ts';

const HEAD_EVENT: Readonly<Partial<Record<Status, SubscriptionEvent>>> = {
  [STATUS.PendingTax]: 'tax-required',
  [STATUS.SubscriptionDocumentationPending]: 'selection-documents-required',
  [STATUS.PendingQuestionnaire]: 'questionnaire-required',
  [STATUS.PendingInterview]: 'interview-required',
  [STATUS.Evaluated]: 'direct-entry',
};

function tailEvent(facts: Facts): SubscriptionEvent {
  const next = nextTail(facts);
  if (next === STATUS.PendingClassSelection) return 'class-required';
  if (next === STATUS.EnrollmentPending) return 'payment-required';
  return next === STATUS.DocumentationPending && facts.documentStage === 'before-payment'
    ? 'documents-required'
    : 'payment-waived';
}

function candidates(status: Status, facts: Facts): readonly (SubscriptionEvent | undefined)[] {
  switch (status) {
    case STATUS.Subscribed:
      return [HEAD_EVENT[nextHead(facts)]];
    case STATUS.TermsAccepted:
    case STATUS.PendingClassSelection:
      return [tailEvent(facts)];
    case STATUS.PendingTax:
      return facts.feeWaived ? ['tax-waived'] : [];
    case STATUS.DocumentationPending:
      return facts.documentsOpen === false ? ['documents-approved', 'payment-waived'] : [];
    case STATUS.EnrollmentPending:
      return facts.amountDue === 0 ? ['payment-waived'] : [];
    default:
      return [];
  }
}

/**
 * The next event that the system must run by itself after a move, or undefined when there is none (spec 8.2: status 4 is left
 * immediately, status 1 as soon as its next gate is known). Only returns events that `decideMove` would allow and that change the
 * status, so a loop over this function ends.
 */
export function automaticMove(input: {
  type: ApplicationType;
  status: Status;
  facts: Facts;
}): SubscriptionEvent | undefined {
  const { type, status, facts } = input;
  return candidates(status, facts).find((event) => {
    if (event === undefined) return false;
    const decision = decideMove({ type, from: status, event, actor: 'system', facts });
    return decision.allowed && decision.to !== status;
  });
}
