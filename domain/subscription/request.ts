import { decideMove } from './decide.ts';
import type { Facts } from './facts.ts';
import type { RefusalCode } from './guards.ts';
import { isStatus, STATUS, type Status } from './statuses.ts';
import type { SubscriptionEvent } from './transition.ts';
import type { Actor, ApplicationType } from './types.ts';

/** Response to a candidate's `PUT /subscriptions/{id}/status`; with `run` the server performs this event, then responds 204. */
export type RequestAnswer =
  | { answer: 204 }
  | { answer: 409; code: RefusalCode }
  | { answer: 422; code: 'STATUS_UNKNOWN' }
  | { answer: 'run'; event: SubscriptionEvent; actor: Actor };

const REFUSED: RequestAnswer = { answer: 409, code: 'TRANSITION_NOT_ALLOWED' };

// Statuses that a candidate may request, each with the events to try, in order.
const REQUESTS: Readonly<Partial<Record<Status, readonly { event: SubscriptionEvent; actor: Actor }[]>>> = {
  [STATUS.EnrollmentPending]: [{ event: 'payment-required', actor: 'system' }],
  [STATUS.ManualPaymentPending]: [{ event: 'manual-payment-requested', actor: 'candidate' }],
  [STATUS.PendingCancel]: [{ event: 'cancel-requested', actor: 'candidate' }],
  [STATUS.Canceled]: [{ event: 'cancel-requested', actor: 'candidate' }],
  [STATUS.Subscribed]: [
    { event: 'essay-retake', actor: 'candidate' },
    { event: 'ingress-switched', actor: 'candidate' },
  ],
};

/**
 * The rules of spec 8.2 for a requested status: an unknown number gives 422, the current one 204, otherwise the table decides.
 * Only a move to exactly the requested status is made, because 204 confirms it. `requested` is the unchecked value of the client.
 */
export function requestedStatus(input: {
  type: ApplicationType;
  current: Status;
  requested: unknown;
  facts: Facts;
}): RequestAnswer {
  const { type, current, requested, facts } = input;
  if (!isStatus(requested)) return { answer: 422, code: 'STATUS_UNKNOWN' };
  if (requested === current) return { answer: 204 };
  if (requested === STATUS.TermsAccepted)
    return facts.contractAccepted ? { answer: 204 } : { answer: 409, code: 'CONTRACT_NOT_ACCEPTED' };
  if (requested === STATUS.Subscribed && current !== STATUS.Unqualified) return REFUSED;
  for (const { event, actor } of REQUESTS[requested] ?? []) {
    const decision = decideMove({ type, from: current, event, actor, facts });
    if (decision.allowed && decision.to === requested) return { answer: 'run', event, actor };
  }
  return REFUSED;
}
