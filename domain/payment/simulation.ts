import { addDays, type Cents, sumCents } from '../foundation/index.ts';
import type { PaymentMethod } from './methods.ts';
import { type Price, type PriceRow, priceRows, type RowOptions, splitInstallments } from './price.ts';

export interface Simulation {
  installments: number;
  installmentValue: Cents;
  /** Due now. */
  firstValue: Cents;
  total: Cents;
  totalWithoutConditional: Cents;
  /** Into how many instalments a card can split the amount due now; 1 if it is an instalment itself, a fee, or nothing. */
  maxCardInstallments: number;
  rows: PriceRow[];
}

export interface CardLimits {
  acquirerMax: number;
  /** `MinInstallmentAmount`, cents. */
  minInstallment: Cents;
}

/**
 * Maximum number of card instalments of what is left of a whole amount after all discounts, by price, acquirer and smallest
 * instalment, which is a cent if the institution sets none (spec 14.1).
 */
export function cardInstallments(amount: Cents, priceInstallments: number, limits: CardLimits): number {
  const byAmount = Math.floor(amount / Math.max(1, limits.minInstallment));
  return Math.max(1, Math.min(priceInstallments, limits.acquirerMax, byAmount));
}

export interface SimulationOptions extends RowOptions {
  method: PaymentMethod;
  limits: CardLimits;
}

/**
 * What the candidate would pay, one element per possible number of instalments (spec 14.7). An `enrollment` price is a single
 * plan, of which only instalment 1 is paid now; whole amounts can be split into instalments by card only.
 */
export function simulate(price: Price, { method, limits, ...options }: SimulationOptions): Simulation[] {
  const rows = priceRows(price, options);
  const finals = rows.map(({ final }) => final);
  const total = sumCents(finals);
  const totalWithoutConditional = sumCents(
    priceRows(price, { ...options, conditional: false }).map((r) => r.final),
  );
  const firstValue = finals[0] ?? 0;
  const atOnce = rows.length === 1 && price.kind !== 'enrollment' && price.kind !== 'tax';
  const maxCardInstallments = atOnce ? cardInstallments(total, price.plan.length, limits) : 1;
  const common = { firstValue, total, totalWithoutConditional, maxCardInstallments, rows };
  if (!atOnce || method !== 'credit-card') {
    const planned = price.kind === 'enrollment' || options.recurrence ? rows.length : 1;
    // A voucher may reduce only the first instalment, so "por mês" shows the amount of the last one.
    return [{ installments: planned, installmentValue: finals.at(-1) ?? 0, ...common }];
  }
  return Array.from({ length: maxCardInstallments }, (_, at) => {
    const parts = splitInstallments(total, at + 1);
    return { installments: at + 1, installmentValue: parts.at(-1) ?? total, ...common };
  });
}

export interface PlanDates {
  /** Last day to pay instalment 1, `YYYY-MM-DD`. */
  deadlineDay: string;
  /** First day of classes; if missing, the month of the deadline is used. */
  classStart?: string | null;
  /** `InstallmentDueDay`, 1–28. */
  dueDay: number;
}

/**
 * Due days of a plan: instalment 1 on the payment deadline, instalment k on `dueDay` of the (k − 1)-th month after classes start.
 */
export function planDueDates(count: number, { deadlineDay, classStart, dueDay }: PlanDates): string[] {
  const start = classStart ?? deadlineDay;
  return Array.from({ length: count }, (_, at) => (at === 0 ? deadlineDay : dayOfMonth(start, at, dueDay)));
}

function dayOfMonth(day: string, monthsLater: number, dueDay: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + monthsLater;
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  return addDays(first, dueDay - 1);
}
