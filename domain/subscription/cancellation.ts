import { addDays, nextBusinessDay } from '../foundation/index.ts';

/** Reasons of a cancellation (spec 2.7, S-36). `other` needs a text. */
export const CANCELLATION_REASONS = [
  { code: 'gave-up', label: 'Desisti do curso' },
  { code: 'other-institution', label: 'Escolhi outra instituição' },
  { code: 'financial', label: 'Motivos financeiros' },
  { code: 'mistake', label: 'Fiz a inscrição por engano' },
  { code: 'other', label: 'Outro' },
] as const;

export type CancellationReason = (typeof CANCELLATION_REASONS)[number]['code'];

/** Days of the right of withdrawal from a distance contract (CDC art. 49). */
const WITHDRAWAL_DAYS = 7;

/**
 * Last day of the right of withdrawal: the day of the contract does not count, and if the seventh day is not a business day, the
 * next one counts (CDC art. 49, Código Civil art. 132, spec 7.5). Days are YYYY-MM-DD.
 */
export const withdrawalDay = (from: string, holidays: readonly string[]): string =>
  nextBusinessDay(addDays(from, WITHDRAWAL_DAYS), holidays);

/** Whether a payment can still be withdrawn. `lastDay` is the last day of that right, undefined without a contract. */
export const mayWithdraw = (lastDay: string | undefined, today: string): boolean =>
  lastDay !== undefined && today <= lastDay;

export type Refund = { due: boolean; amountCents?: number; legalBasis?: 'withdrawal' | 'contract' };

/**
 * The refund of a candidate who cancels: everything within the right of withdrawal; after that the institution decides according
 * to the contract (spec 7.5). `lastDay` is the last day of that right for the payment, undefined without a contract.
 */
export function refundOf(input: {
  paid: readonly { cents: number; lastDay: string | undefined }[];
  today: string;
}): Refund {
  const paid = input.paid.filter(({ cents }) => cents > 0);
  if (paid.length === 0) return { due: false };
  const amountCents = paid
    .filter(({ lastDay }) => mayWithdraw(lastDay, input.today))
    .reduce((sum, { cents }) => sum + cents, 0);
  return amountCents > 0
    ? { due: true, amountCents, legalBasis: 'withdrawal' }
    : { due: false, legalBasis: 'contract' };
}
