import type { PaymentMethod } from './methods.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Methods for which the provider that took the money returns it. Other payments are refunded by the institution itself and
 * recorded here.
 */
export const RETURNED_METHODS = [
  'pix',
  'automatic-pix',
  'credit-card',
] as const satisfies readonly PaymentMethod[];

/** Days within which a provider can return money: 90 by Central Bank rule, 360 at the acquirers. */
const RETURN_DAYS: Partial<Record<PaymentMethod, number>> = {
  pix: 90,
  'automatic-pix': 90,
  'credit-card': 360,
};

/** Whether the period in which the provider can return the money is over. */
export function isTooLateToReturn(method: PaymentMethod, receivedAt: Date, now: Date): boolean {
  const days = RETURN_DAYS[method];
  return days !== undefined && now.getTime() > receivedAt.getTime() + days * DAY_MS;
}

/**
 * States of a refund: `requested` = not sent to the provider yet, `processing` = sent, outcome pending or unknown, `done` = the
 * money was returned, `failed` = the provider refused, so it may be sent again.
 */
export type RefundState = 'requested' | 'processing' | 'done' | 'failed';

/** Received money that can be refunded: one received Pix, identified by `source`, or other money with null. */
export type Refundable = { source: string | null; leftCents: number };

/** Distributes a refund over the received payments, in order; undefined when it exceeds what is left. `cents` > 0. */
export function splitRefund(
  cents: number,
  received: readonly Refundable[],
): { source: string | null; cents: number }[] | undefined {
  let rest = cents;
  const parts: { source: string | null; cents: number }[] = [];
  for (const { source, leftCents } of received) {
    const part = Math.min(rest, leftCents);
    if (part > 0) parts.push({ source, cents: part });
    rest -= Math.max(0, part);
  }
  return rest > 0 ? undefined : parts;
}

/** Overall state of several refunds made together: unfinished ones take precedence. */
export function refundStateOf(states: readonly RefundState[]): RefundState {
  for (const state of ['requested', 'processing', 'failed'] as const)
    if (states.includes(state)) return state;
  return 'done';
}
