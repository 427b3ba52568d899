import type { Attention, MonthMark } from './attention.ts';

/**
 * Operator decisions about an attention mark, besides a refund or reinstating the application (spec 14.4): `ignored`, nothing
 * needs to happen; `settled`, the money counts as payment of the application after all.
 */
export const RESOLUTIONS = ['ignored', 'settled'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Marks of money that does not count as payment yet. It can still be counted; once ignored, it never is. */
const UNCOUNTED: readonly Attention[] = [
  'late-payment',
  'second-payment',
  'payment-of-closed-charge',
  'status-not-moved',
];

export const isUncounted = (mark: Attention): boolean => UNCOUNTED.includes(mark);

/** Whether money with this mark may be settled. A second payment cannot, because its purpose is already paid. */
export const maySettle = (mark: Attention): boolean => isUncounted(mark) && mark !== 'second-payment';

/** Marks of money that the bank or acquirer has already taken back. */
const TAKEN_BACK: readonly (Attention | MonthMark)[] = ['chargeback', 'settlement-reversed'];

/**
 * Ways to resolve a mark: refund, let the money count, reinstate the application, compare with the provider again, or decide that
 * nothing needs to happen.
 */
export const WAYS_OUT = ['refund', 'settle', 'reinstate', 'compare', 'ignore'] as const;
export type WayOut = (typeof WAYS_OUT)[number];

/** Facts about marked money. The application only matters for payments, because a monthly instalment does not advance it. */
export type MarkedMoney = {
  /** Cents that can still be refunded, and cents that were requested. */
  leftCents: number;
  askedCents: number;
  /** Whether the application is waiting for this very payment, and whether it ended because it was not paid in time. */
  isAwaited: boolean;
  isExpired: boolean;
};

/**
 * The ways to resolve a mark that are possible now, the most likely first (spec 25.11); `ignore` always is. Money that has left
 * cannot be refunded, and a payment that is too low cannot be settled.
 */
export function waysOut(mark: Attention | MonthMark, money: MarkedMoney): WayOut[] {
  const ways: WayOut[] = [];
  const counts = (UNCOUNTED as readonly string[]).includes(mark) && maySettle(mark as Attention);
  if (counts && money.isAwaited && money.leftCents >= money.askedCents) ways.push('settle');
  if (mark === 'late-payment' && money.isExpired) ways.push('reinstate');
  if (mark === 'comparison-difference') ways.push('compare');
  if (money.leftCents > 0 && !TAKEN_BACK.includes(mark)) ways.push('refund');
  return [...ways, 'ignore'];
}
