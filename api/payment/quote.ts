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
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { Runner } from '../platform/database/types.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import { type Bill, type ListedPrice, pricesFor } from './bill.ts';
import { acquirerMax, type CardOrder } from './card-order.ts';
import { type FoundVoucher, findVoucher, previewVoucher } from './voucher.ts';

/** A candidate's request for a charge. */
export type Wanted = {
  purpose: Purpose;
  priceId: number;
  method: ChosenMethod;
  installments: number;
  voucher: string | null;
  mode: 'full' | 'first-installment';
  /** Whether the monthly charge of the other instalments is authorised (S-30a, S-30d). */
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

/** Finds a price in the subscription's own list; fails with 422 `VALIDATION` if it is not there. */
export function priceOf(prices: readonly ListedPrice[], id: number): ListedPrice {
  const price = prices.find((one) => one.id === id);
  if (!price)
    throw new AppError('VALIDATION', { errors: [{ field: 'priceId', message: 'Valor inválido.' }] });
  return price;
}

/** The voucher, if it reduces at least one price for the purpose. */
export async function countingVoucher(
  on: Runner,
  bill: Bill,
  purpose: Purpose,
  code: string,
): Promise<FoundVoucher | undefined> {
  for (const price of pricesFor(bill, purpose)) {
    const voucher = await previewVoucher(on, bill, code, price.kind);
    if (voucher && voucherCounts(priceRows(price, { voucher }))) return voucher;
  }
  return undefined;
}

/** Simulates a price with each instalment plan of a method; undefined if the voucher does not apply. */
export async function simulationsOf(
  on: Runner,
  bill: Bill,
  asked: {
    price: ListedPrice;
    method: ChosenMethod;
    voucher: string | null;
    recurrence: boolean;
    /** Where a card would be charged next. */
    acquirer: AcquirerProvider | undefined;
  },
): Promise<Simulation[] | undefined> {
  const voucher = asked.voucher ? await previewVoucher(on, bill, asked.voucher, asked.price.kind) : null;
  if (voucher === undefined) return undefined;
  const options = { voucher, recurrence: asked.recurrence };
  if (voucher && !voucherCounts(priceRows(asked.price, options))) return undefined;
  return simulate(asked.price, { ...options, method: asked.method, limits: limitsOf(bill, asked.acquirer) });
}

/** Paying only the first instalment is an alternative after a denied card, if the institution offers it (D-67). */
function checkMode({ settings, cardDenied }: Bill, { mode, purpose }: Wanted): void {
  if (mode === 'full') return;
  const offered = purpose === 'enrollment' && VARIANTS[settings.variant].fallback.firstInstallment;
  if (!offered || !cardDenied) fail('METHOD_UNAVAILABLE');
}

const AUTHORISING: readonly ChosenMethod[] = ['automatic-pix', 'credit-card'];

/** A monthly authorisation is allowed if the variant requires it, otherwise only after a denied card (spec 14.2, D-67). */
function checkRecurrence({ settings, cardDenied }: Bill, { purpose, method, recurrence }: Wanted): void {
  if (!recurrence) return;
  const { recurrenceDemanded, fallback } = VARIANTS[settings.variant];
  const offered = recurrenceDemanded || (fallback.recurrence && cardDenied);
  if (purpose !== 'enrollment' || !offered || !AUTHORISING.includes(method)) fail('METHOD_UNAVAILABLE');
}

/** Whether the full amount is paid monthly instead, so that only the first month is charged now. */
export const isMonthly = ({ mode, recurrence }: Pick<Wanted, 'mode' | 'recurrence'>): boolean =>
  mode === 'first-installment' || recurrence;

function checkPlan(bill: Bill, price: ListedPrice, wanted: Wanted, voucher: FoundVoucher | null): void {
  const limits = limitsOf(bill, wanted.card?.provider);
  const plans = simulate(price, { method: wanted.method, limits, voucher, recurrence: isMonthly(wanted) });
  if (!plans.some(({ installments }) => installments === wanted.installments)) {
    invalid([{ field: 'installments', message: 'Valor inválido.' }]);
  }
}

/**
 * Computes the amount to charge now; it is computed nowhere else. Rejects an unknown price or plan (422 `VALIDATION`), a
 * voucher that does not apply (422 `VOUCHER_INVALID`), and the first instalment alone without a denied card or a monthly
 * authorisation that is not offered (422 `METHOD_UNAVAILABLE`). `replaced` is the open charge to be replaced.
 */
export async function quote(on: Runner, bill: Bill, wanted: Wanted, replaced?: number): Promise<Quote> {
  const prices = pricesFor(bill, wanted.purpose);
  if (prices.length === 0) fail('PRICE_NOT_REGISTERED');
  const price = priceOf(prices, wanted.priceId);
  checkMode(bill, wanted);
  checkRecurrence(bill, wanted);
  const found = wanted.voucher && (await findVoucher(on, bill, wanted.voucher, price.kind, replaced));
  const voucher = found || null;
  // What a voucher leaves may be too little for as many instalments.
  checkPlan(bill, price, wanted, voucher);
  const rows = priceRows(price, { voucher, recurrence: isMonthly(wanted) });
  if (wanted.voucher && (!voucher || !voucherCounts(rows))) fail('VOUCHER_INVALID');
  return { price, rows, amountCents: dueNow(rows), voucher };
}
