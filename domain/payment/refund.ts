import type { PaymentMethod } from './methods.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Methods whose money goes back by the provider that took it. What came by another way is given back by the institution
 * itself and registered here.
 */
export const RETURNED_METHODS = [
  'pix',
  'automatic-pix',
  'credit-card',
] as const satisfies readonly PaymentMethod[];

/** Days in which a provider still gives money back: 90 by rule of the Central Bank, 360 at the acquirers. */
const RETURN_DAYS: Partial<Record<PaymentMethod, number>> = {
  pix: 90,
  'automatic-pix': 90,
  'credit-card': 360,
};

/** Whether the time in which the provider gives money back is over. */
export function isTooLateToReturn(method: PaymentMethod, receivedAt: Date, now: Date): boolean {
  const days = RETURN_DAYS[method];
  return days !== undefined && now.getTime() > receivedAt.getTime() + days * DAY_MS;
}

/**
 * States of a refund: `requested` = not sent to the provider yet, `processing` = sent, result open or unknown, `done` =
 * the money was returned, `failed` = the provider refused, so it may be sent again.
 */
export type RefundState = 'requested' | 'processing' | 'done' | 'failed';

/** Received money that can be refunded: one received Pix, or without an id other money. */
export type Refundable = { source: string | null; leftCents: number };

/**
 * Distributes a refund over the received payments, in their order; undefined when it exceeds what is left. `cents` > 0.
 */
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

/** State of several refunds made together: open ones count before ended ones. */
export function refundStateOf(states: readonly RefundState[]): RefundState {
  for (const state of ['requested', 'processing', 'failed'] as const)
    if (states.includes(state)) return state;
  return 'done';
}
