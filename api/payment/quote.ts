import {
  type CardLimits,
  type ChosenMethod,
  dueNow,
  type PriceRow,
  type Purpose,
  priceRows,
  type Simulation,
  simulate,
  VARIANTS,
  voucherCounts,
} from '@orbita/domain/payment';
import type { AcquirerProvider } from '../platform/acquirer-port.ts';
import type { Runner } from '../platform/database/types.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import { type Bill, type ListedPrice, pricesFor } from './bill.ts';
import { acquirerMax, type CardOrder } from './card-order.ts';
import { cardWasDenied } from './store.ts';
import { type FoundVoucher, findVoucher } from './voucher.ts';

/** A candidate's request for a charge. */
export type Wanted = {
  purpose: Purpose;
  priceId: number;
  method: ChosenMethod;
  installments: number;
  voucher: string | null;
  mode: 'full' | 'first-installment';
  /** The payer authorises the later instalments, too (D-67). */
  recurrence: boolean;
  /** Only for payment by card. */
  card: CardOrder | null;
};

export type Quote = {
  price: ListedPrice;
  rows: PriceRow[];
  amountCents: number;
  voucher: FoundVoucher | null;
};

export const limitsOf = (bill: Bill, provider?: AcquirerProvider): CardLimits => ({
  acquirerMax: acquirerMax(bill, provider),
  minInstallment: bill.parameter('MinInstallmentAmount'),
});

/** A price of the subscription's own list. */
export function priceOf(prices: readonly ListedPrice[], id: number): ListedPrice {
  const price = prices.find((one) => one.id === id);
  if (!price)
    throw new AppError('VALIDATION', { errors: [{ field: 'priceId', message: 'Valor inválido.' }] });
  return price;
}

/** The price by each method; `undefined` = the voucher does not apply to it. */
export async function simulationsOf(
  on: Runner,
  bill: Bill,
  asked: { price: ListedPrice; method: ChosenMethod; voucher: string | null; recurrence: boolean },
): Promise<Simulation[] | undefined> {
  const voucher = asked.voucher ? await findVoucher(on, bill, asked.voucher, asked.price.kind) : null;
  if (voucher === undefined) return undefined;
  const options = { voucher, recurrence: asked.recurrence };
  if (voucher && !voucherCounts(priceRows(asked.price, options))) return undefined;
  return simulate(asked.price, { ...options, method: asked.method, limits: limitsOf(bill) });
}

/** Whether only the first month of a whole amount is charged now. */
export const isMonthly = ({ mode, recurrence }: Pick<Wanted, 'mode' | 'recurrence'>): boolean =>
  mode === 'first-installment' || recurrence;

/** Methods that can be authorised to charge every month. */
const RECURRING: readonly ChosenMethod[] = ['credit-card', 'automatic-pix'];

/**
 * Smaller charges of a whole amount are ways out of a denied card, where the institution offers them; the authorisation of
 * the later instalments is given by methods that can charge them, for an enrolment that has some (D-67).
 */
async function checkMode(
  on: Runner,
  { state, settings }: Bill,
  price: ListedPrice,
  wanted: Wanted,
): Promise<void> {
  const { mode, recurrence, purpose, method } = wanted;
  if (!isMonthly(wanted)) return;
  const rules = VARIANTS[settings.variant];
  const possible = purpose === 'enrollment' && price.plan.length > 1 && RECURRING.includes(method);
  if (recurrence && !possible) fail('METHOD_UNAVAILABLE');
  if (recurrence && rules.recurrenceDemanded && mode === 'full') return;
  const offered = recurrence ? rules.fallback.recurrence : rules.fallback.firstInstallment;
  if (purpose !== 'enrollment' || !offered || !(await cardWasDenied(on, state.tenant_id, state.id)))
    fail('METHOD_UNAVAILABLE');
}

/** Whether the variant charges this price only together with the authorisation of its later instalments (spec 14.2). */
export const demandsRecurrence = ({ settings }: Bill, price: ListedPrice, wanted: Wanted): boolean =>
  wanted.purpose === 'enrollment' &&
  VARIANTS[settings.variant].recurrenceDemanded &&
  price.plan.length > 1 &&
  RECURRING.includes(wanted.method);

function checkPlan(bill: Bill, price: ListedPrice, wanted: Wanted): void {
  const limits = limitsOf(bill, wanted.card?.provider);
  const plans = simulate(price, { method: wanted.method, limits, recurrence: isMonthly(wanted) });
  if (!plans.some(({ installments }) => installments === wanted.installments)) {
    invalid([{ field: 'installments', message: 'Valor inválido.' }]);
  }
}

/**
 * The amount to be charged now, computed only here. Refuses an unknown price or plan (422 `VALIDATION`), a
 * voucher that does not apply (422 `VOUCHER_INVALID`) and the first instalment alone without a denied card (422
 * `METHOD_UNAVAILABLE`). `replaced` = the open charge to be replaced.
 */
export async function quote(on: Runner, bill: Bill, wanted: Wanted, replaced?: number): Promise<Quote> {
  const prices = pricesFor(bill, wanted.purpose);
  if (prices.length === 0) fail('PRICE_NOT_REGISTERED');
  const price = priceOf(prices, wanted.priceId);
  await checkMode(on, bill, price, wanted);
  checkPlan(bill, price, wanted);
  const voucher = wanted.voucher ? await findVoucher(on, bill, wanted.voucher, price.kind, replaced) : null;
  const rows = priceRows(price, {
    voucher: voucher ?? null,
    recurrence: isMonthly(wanted),
  });
  if (wanted.voucher && (!voucher || !voucherCounts(rows))) fail('VOUCHER_INVALID');
  return { price, rows, amountCents: dueNow(rows), voucher: voucher ?? null };
}
