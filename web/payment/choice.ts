import type { ChosenMethod } from '@orbita/domain/payment';
import { normaliseVoucherCode, VOUCHER_TEXTS } from '@orbita/domain/payment';
import { paymentTexts as t } from '../texts/payment.ts';
import type { PaymentBody, PaymentOptions, Price, Simulation } from './queries.ts';

/** Methods that this page supports. */
const PAYABLE: readonly ChosenMethod[] = ['pix', 'automatic-pix', 'slip', 'manual'];

/** Semester and total are two things to pay, not two ways to divide one (S-29, D-75). */
export const isWhole = ({ kind }: Pick<Price, 'kind'>): boolean => kind === 'semester' || kind === 'total';

/** What is chosen on S-29, and what stands in the voucher field. */
export type Choice = {
  priceId: number | null;
  method: ChosenMethod | null;
  typed: string;
  applied: { code: string; othersOnly: boolean } | null;
  /** What the voucher field says. */
  voucherError: string | null;
};

export type ChoiceAct =
  | { act: 'plan'; priceId: number }
  | { act: 'method'; method: ChosenMethod }
  | { act: 'typed'; text: string }
  | { act: 'applied'; code: string; othersOnly: boolean }
  | { act: 'refused'; text: string }
  | { act: 'removed' };

export const isPayable = (method: ChosenMethod): boolean => PAYABLE.includes(method);

/** What can be used comes first: a person reads from the top until something fits. */
export const usableFirst = <M extends { method: ChosenMethod; enabled: boolean }>(
  methods: readonly M[],
): M[] => {
  const usable = (one: M) => one.enabled && isPayable(one.method);
  return [...methods.filter(usable), ...methods.filter((one) => !usable(one))];
};

/** One plan needs no question; the first method that can be used is suggested, and the voucher of the application. */
export function firstChoice({
  prices,
  methods,
  voucher,
}: Pick<PaymentOptions, 'prices' | 'methods' | 'voucher'>): Choice {
  const usable = methods.filter(({ method, enabled }) => enabled && isPayable(method));
  const method = usable.find((one) => one.method === 'pix') ?? usable[0];
  return {
    priceId: prices.length === 1 ? (prices[0]?.priceId ?? null) : null,
    method: method?.method ?? null,
    typed: voucher ?? '',
    applied: null,
    voucherError: null,
  };
}

// A voucher was judged for one price and method; another choice asks for it again [seed].
const withoutVoucher = (choice: Choice): Choice =>
  choice.applied
    ? { ...choice, applied: null, typed: choice.applied.code, voucherError: VOUCHER_TEXTS.applyAgain }
    : choice;

export function choose(choice: Choice, act: ChoiceAct): Choice {
  switch (act.act) {
    case 'plan': {
      if (act.priceId === choice.priceId) return choice;
      const next = { ...withoutVoucher(choice), priceId: act.priceId };
      // The missing instalments were all that was wrong with the voucher.
      return next.voucherError === VOUCHER_TEXTS.chooseInstallments ? { ...next, voucherError: null } : next;
    }
    case 'method':
      if (act.method === choice.method) return choice;
      return { ...withoutVoucher(choice), method: act.method };
    case 'typed':
      return { ...choice, typed: act.text, voucherError: null };
    case 'applied':
      return {
        ...choice,
        typed: act.code,
        applied: { code: act.code, othersOnly: act.othersOnly },
        voucherError: null,
      };
    case 'refused':
      return { ...choice, applied: null, voucherError: act.text };
    case 'removed':
      return { ...choice, applied: null, typed: '', voucherError: null };
  }
}

/** A voucher code is typed but not applied yet; paying now would silently lose the discount. */
export const voucherWaits = ({ typed, applied, voucherError }: Choice): boolean =>
  typed.trim() !== '' && applied === null && (voucherError === null || voucherError === t.voucherWaits);

/** The voucher to ask about, or the text that stops it before anything is sent. */
export function voucherToApply(choice: Choice): { code: string } | { problem: string } {
  if (choice.priceId === null) return { problem: VOUCHER_TEXTS.chooseInstallments };
  const code = normaliseVoucherCode(choice.typed);
  return code ? { code } : { problem: VOUCHER_TEXTS.notFound };
}

/** Number of instalments that is sent: the whole plan of an enrolment price, otherwise one payment. */
export const installmentsOf = (price: Price): number => (price.kind === 'enrollment' ? price.plan.length : 1);

/** Values of the chosen number of instalments. */
export const simulationFor = (all: readonly Simulation[], price: Price): Simulation | undefined =>
  all.find(({ installments }) => installments === installmentsOf(price)) ?? all[0];

/** What a simulation of a price will be unless a discount changes it; only its size is shown, never its amounts. */
export function expectedOf(price: Price): Simulation {
  const installments = installmentsOf(price);
  const row = {
    VoucherDiscountValue: 0,
    DiscountValue: 0,
    ConditionalDiscountValue: price.amount - price.amountInTime,
    FinalValue: price.amountInTime,
  };
  return {
    installments,
    installmentValue: price.amountInTime,
    firstValue: price.amountInTime,
    total: price.amountInTime * installments,
    totalWithoutConditional: price.amount * installments,
    rows: Array.from({ length: installments }, (_, at) => ({ Number: at + 1, ...row })),
  };
}

/** What is sent for a choice (spec 14.7). */
export const bodyOf = (options: PaymentOptions, price: Price, choice: Choice): PaymentBody => ({
  purpose: options.purpose,
  priceId: price.priceId,
  method: choice.method ?? 'pix',
  installments: installmentsOf(price),
  ...(choice.applied ? { voucher: choice.applied.code } : {}),
  // Whoever chose automatic Pix has ticked the consent before this is sent.
  ...(choice.method === 'automatic-pix' ? { recurrence: true } : {}),
});
