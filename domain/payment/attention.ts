/** Why the institution must review a payment (spec 14.4). */
export const ATTENTIONS = [
  'late-payment',
  'second-payment',
  'payment-of-closed-charge',
  'amount-lower',
  'amount-higher',
  'status-not-moved',
  'refund-failed',
  'comparison-difference',
  'chargeback',
  'settlement-reversed',
  'unanswered',
] as const;

export type Attention = (typeof ATTENTIONS)[number];

/** Why the institution must review a month of a recurrence (spec 14.8). */
export const MONTH_MARKS = [
  'payment-of-ended-cycle',
  'second-payment',
  'amount-lower',
  'amount-higher',
  'refund-failed',
  'comparison-difference',
  'chargeback',
] as const;

export type MonthMark = (typeof MONTH_MARKS)[number];

/**
 * Reasons for review that remain after a refund (amounts in cents): after a full refund, only differences found by a comparison;
 * after a refund of the surplus, none about the surplus.
 */
export function attentionAfterRefund<Mark extends Attention | MonthMark>(
  attention: readonly Mark[],
  money: { asked: number; received: number; returned: number },
): Mark[] {
  // A difference reported by a provider remains, no matter what was refunded here.
  if (money.returned >= money.received) return attention.filter((one) => one === 'comparison-difference');
  const surplus = money.received - money.asked;
  const surplusBack = surplus > 0 && money.returned >= surplus;
  const settled: readonly (Attention | MonthMark)[] = surplusBack
    ? ['amount-higher', 'second-payment', 'refund-failed']
    : ['refund-failed'];
  return attention.filter((one) => !settled.includes(one));
}
