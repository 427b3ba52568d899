import type { Attention, MonthMark } from './attention.ts';

/**
 * What operations may say of an attention mark, beside giving the money back or reinstating the application (spec 14.4):
 * `ignored`, that nothing has to happen; `settled`, that the money pays the application after all.
 */
export const RESOLUTIONS = ['ignored', 'settled'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Marks of money that pays nothing so far: it may be counted, and when it is ignored it never is. */
const UNCOUNTED: readonly Attention[] = [
  'late-payment',
  'second-payment',
  'payment-of-closed-charge',
  'status-not-moved',
];

export const isUncounted = (mark: Attention): boolean => UNCOUNTED.includes(mark);

/** Whether money with this mark may be settled: a second payment cannot, because the purpose is paid already. */
export const maySettle = (mark: Attention): boolean => isUncounted(mark) && mark !== 'second-payment';

/** Marks of money that whoever took it has taken back already. */
const TAKEN_BACK: readonly (Attention | MonthMark)[] = ['chargeback', 'settlement-reversed'];

/** Ways out of a mark: give back, let the money count, reinstate the application, compare with the provider again, or say that nothing has to happen. */
export const WAYS_OUT = ['refund', 'settle', 'reinstate', 'compare', 'ignore'] as const;
export type WayOut = (typeof WAYS_OUT)[number];

/** What is known of marked money; the application matters for payments alone, as a month pays no step of it. */
export type MarkedMoney = {
  /** Cents that could still be given back, and what was asked for. */
  leftCents: number;
  askedCents: number;
  /** Whether the application waits for just this payment, and whether it ended because nobody paid in time. */
  isAwaited: boolean;
  isExpired: boolean;
};

/**
 * The ways out that lead somewhere now, the likeliest first (spec 25.11); saying that nothing has to happen always does. Money that
 * is not here any more is not given back, and what pays too little is not let count.
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
