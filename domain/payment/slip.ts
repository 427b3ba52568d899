import type { Cents } from '../foundation/index.ts';
import { slipConfirmationDay, slipDueDay, slipHeldUntil, slipPayableDay } from './deadlines.ts';
import type { PriceRow } from './price.ts';

export interface SlipTerms {
  /** Day printed on the slip, `YYYY-MM-DD`. */
  dueDay: string;
  /** Until the end of this day the amount in time is enough. */
  payableDay: string;
  /** Amount after that day: the discount for paying in time is gone. */
  fullCents: Cents;
  /** Last day on which the bank takes it. */
  lastDay: string;
  /** End of the charge and of what it holds (D-72). */
  heldUntil: Date;
}

/** What a slip for the first row of a plan says (spec 14.2): due day, discount until it is payable, end of the charge. */
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
 * Amount that a slip asked for when it was paid, from the day and the cents (`receivedCents`) that a bank reports: the
 * discount for paying in time ends with the payable day, but a bank may report two business days later what was paid in
 * time (spec 14.2). It works the amount out itself, so less than the whole is paid only by whoever paid in time.
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
