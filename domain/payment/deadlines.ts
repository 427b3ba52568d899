import { addBusinessDays, addDays, daysBetween, endOfDay, nextBusinessDay } from '../foundation/index.ts';

const earlier = (a: string, b: string) => (a < b ? a : b);

/** Last day to pay: acceptance day + `PaymentDeadlineDays`, never after the end of the intake (spec 14.4). */
const paymentDeadlineDay = (acceptedOn: string, days: number, intakeEnd: string): string =>
  earlier(addDays(acceptedOn, days), intakeEnd);

/** The payment deadline as an instant: the end of its day in the tenant zone. */
export const paymentDeadline = (acceptedOn: string, days: number, intakeEnd: string, zone: string): Date =>
  endOfDay(paymentDeadlineDay(acceptedOn, days, intakeEnd), zone);

/** Expiry of a Pix code: `minutes` from now, but not after the payment deadline. */
export const pixExpiration = (now: Date, minutes: number, deadline?: Date | null): Date =>
  new Date(Math.min(now.getTime() + minutes * 60_000, deadline?.getTime() ?? Number.POSITIVE_INFINITY));

export const SLIP_TOO_LATE = 'Não dá para pagar com boleto: ele demora até 3 dias e a inscrição acaba antes.';

/** Whether slips are not offered because `intake end − today ≤ N` calendar days (D-25); N = 0 turns the rule off. */
export const isSlipTooLate = (today: string, intakeEnd: string, daysBefore: number): boolean =>
  daysBefore >= 1 && daysBetween(today, intakeEnd) <= daysBefore;

export interface SlipContext {
  today: string;
  dueDays: number;
  deadlineDay: string;
  intakeEnd: string;
  holidays?: readonly string[];
}

/** Due day of a slip: the first business day from today + `SlipDueDays`, but never after deadline and intake end (D-58). */
export function slipDueDay({ today, dueDays, deadlineDay, intakeEnd, holidays }: SlipContext): string {
  const wished = nextBusinessDay(addDays(today, dueDays), holidays);
  return earlier(wished, earlier(deadlineDay, intakeEnd));
}

/** Last payable day: the due day, or the first business day after it. Until then the conditional discount applies. */
export const slipPayableDay = (dueDay: string, holidays?: readonly string[]): string =>
  nextBusinessDay(dueDay, holidays);

/** Last day on which a bank may report a payment of the slip: payable day + 2 business days [seed limit]. */
export const slipConfirmationDay = (dueDay: string, holidays?: readonly string[]): string =>
  addBusinessDays(slipPayableDay(dueDay, holidays), 2, holidays);

/**
 * Until when an open slip holds its application, class and charge: the last day on which a bank may report a payment made on the
 * payable day or the payment deadline, whichever is later (D-72).
 */
export function slipHeldUntil(slip: {
  dueDay: string;
  deadlineDay: string;
  zone: string;
  holidays?: readonly string[];
}): Date {
  const { dueDay, deadlineDay, zone, holidays } = slip;
  const payable = slipPayableDay(dueDay, holidays);
  const last = payable > deadlineDay ? payable : deadlineDay;
  return endOfDay(addBusinessDays(last, 2, holidays), zone);
}

/** Days on which reminder N-22 is sent: two days and one day before the deadline. */
export const reminderDays = (deadlineDay: string): [string, string] => [
  addDays(deadlineDay, -2),
  addDays(deadlineDay, -1),
];
