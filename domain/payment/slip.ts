import type { Cents } from '../foundation/index.ts';
import { slipConfirmationDay, slipDueDay, slipHeldUntil, slipPayableDay } from './deadlines.ts';
import type { PriceRow } from './price.ts';

export interface SlipTerms {
  /** Day printed on the slip, `YYYY-MM-DD`. */
  dueDay: string;
  /** Until the end of this day the discounted amount is enough. */
  payableDay: string;
  /** Amount after that day, without the discount for paying on time. */
  fullCents: Cents;
  /** Last day on which the bank accepts it. */
  lastDay: string;
  /** End of the charge and of what it reserves (D-72). */
  heldUntil: Date;
}

/** Terms of a slip for the first row of a plan (spec 14.2): due day, discount until the payable day, end of the charge. */
export function slipTerms(
  first: Pick<PriceRow, 'final' | 'conditional' | 'base' | 'discount' | 'voucher'>,
  when: { today: string; dueDays: number; deadlineDay: string; intakeEnd: string; zone: string },
): SlipTerms {
  const dueDay = slipDueDay(when);
  const payableDay = slipPayableDay(dueDay);
  return {
    dueDay,
    payableDay,
    lastDay: payableDay > when.deadlineDay ? payableDay : when.deadlineDay,
    fullCents: Math.max(0, first.base - first.discount - first.voucher),
    heldUntil: slipHeldUntil({ dueDay, deadlineDay: when.deadlineDay, zone: when.zone }),
  };
}

/**
 * Amount that a slip required when it was paid, given the day and the cents (`receivedCents`) that the bank reports. The discount
 * for paying on time ends with the payable day, but a bank may report a timely payment up to two business days later (spec 14.2).
 * The bank computes the amount itself, so only somebody who paid on time can have paid less than the full amount.
 */
export function slipAsks(
  slip: Pick<SlipTerms, 'payableDay' | 'fullCents'>,
  inTimeCents: Cents,
  reported: { day: string; receivedCents: Cents },
): Cents {
  const { day, receivedCents } = reported;
  if (day <= slip.payableDay) return inTimeCents;
  const reportedLate = day <= slipConfirmationDay(slip.payableDay) && receivedCents < slip.fullCents;
  return reportedLate ? inTimeCents : slip.fullCents;
}
