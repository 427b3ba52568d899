import type { ChosenMethod } from '@orbita/domain/payment';
import { normaliseVoucherCode, VOUCHER_TEXTS } from '@orbita/domain/payment';
import type { Payment, PaymentBody, PaymentOptions, Price, Simulation } from './queries.ts';

/** Methods that this page supports. */
const PAYABLE: readonly ChosenMethod[] = ['pix', 'automatic-pix', 'slip', 'credit-card', 'manual'];

/**
 * What is charged of a price: all that is due, the first instalment alone, or the first with a monthly authorisation of the
 * others. The last two are ways out of a denied card (D-67).
 */
export type Mode = 'full' | 'first' | 'recurrence';

/** Semester and total are two things to pay, not two ways to divide one (S-29, D-75). */
export const isWhole = ({ kind }: Pick<Price, 'kind'>): boolean => kind === 'semester' || kind === 'total';

/** What is chosen on S-29, and what stands in the voucher field. */
export type Choice = {
  mode: Mode;
  priceId: number | null;
  method: ChosenMethod | null;
  typed: string;
  applied: { code: string; othersOnly: boolean } | null;
  /** What the voucher field says. */
  voucherError: string | null;
  /** The page asks about the code by itself: nobody has to apply twice what she applied once. */
  asks: boolean;
};

export type ChoiceAct =
  | { act: 'plan'; priceId: number }
  | { act: 'method'; method: ChosenMethod }
  | { act: 'mode'; mode: Mode; method: ChosenMethod | null }
  | { act: 'typed'; text: string }
  | { act: 'applied'; code: string; othersOnly: boolean }
  | { act: 'refused'; text: string }
  | { act: 'removed' };

export const isPayable = (method: ChosenMethod): boolean => PAYABLE.includes(method);

/** Methods that can be used now; a card needs its fields, too. */
export const usableMethods = ({ methods, cardFields }: Pick<PaymentOptions, 'methods' | 'cardFields'>) =>
  methods
    .filter(({ method, enabled }) => enabled && isPayable(method))
    .map(({ method }) => method)
    .filter((method) => method !== 'credit-card' || cardFields !== null);

/** The method that is suggested: Pix where it can be used; `but` was tried and leads nowhere. */
export const suggestedMethod = (
  options: Pick<PaymentOptions, 'methods' | 'cardFields'>,
  but?: ChosenMethod,
): ChosenMethod | null => {
  const usable = usableMethods(options).filter((method) => method !== but);
  return usable.includes('pix') ? 'pix' : (usable[0] ?? null);
};

/** What can be used comes first: a person reads from the top until something fits. */
export const usableFirst = (options: Pick<PaymentOptions, 'methods' | 'cardFields'>) => {
  const { methods } = options;
  const usable = usableMethods(options);
  const isUsable = (one: (typeof methods)[number]) => usable.includes(one.method);
  return [...methods.filter(isUsable), ...methods.filter((one) => !isUsable(one))];
};

/**
 * One plan needs no question, nor does that of a card that was just denied; the first method that can be used is suggested, and
 * the voucher of the application.
 */
export function firstChoice(
  options: Pick<PaymentOptions, 'prices' | 'methods' | 'cardFields' | 'voucher'>,
  newest?: Pick<Payment, 'state' | 'installments'>,
): Choice {
  const { prices, voucher } = options;
  const denied = newest?.state === 'denied' ? newest.installments : undefined;
  const meant = prices.length === 1 ? prices : prices.filter((one) => installmentsOf(one) === denied);
  return {
    mode: 'full',
    priceId: meant.length === 1 ? (meant[0]?.priceId ?? null) : null,
    method: suggestedMethod(options),
    typed: voucher ?? '',
    applied: null,
    voucherError: null,
    asks: voucher !== null,
  };
}

// A voucher was judged for one price and method; another choice asks for it again [seed], by the page itself.
const askedAgain = (choice: Choice): Choice =>
  choice.applied ? { ...choice, applied: null, typed: choice.applied.code, asks: true } : choice;

export function choose(choice: Choice, act: ChoiceAct): Choice {
  switch (act.act) {
    case 'plan': {
      if (act.priceId === choice.priceId) return choice;
      const next = { ...askedAgain(choice), priceId: act.priceId };
      // The missing instalments were all that was wrong with the voucher.
      return next.voucherError === VOUCHER_TEXTS.chooseInstallments ? { ...next, voucherError: null } : next;
    }
    case 'method':
      if (act.method === choice.method) return choice;
      return { ...askedAgain(choice), method: act.method };
    case 'mode':
      // By the same method the voucher stays: it counts on the same price, and the amount is shown again before it is paid.
      return {
        ...(act.method === choice.method ? choice : askedAgain(choice)),
        mode: act.mode,
        method: act.method,
      };
    case 'typed':
      return { ...choice, typed: act.text, voucherError: null, asks: false };
    case 'applied':
      return {
        ...choice,
        typed: act.code,
        applied: { code: act.code, othersOnly: act.othersOnly },
        voucherError: null,
        asks: false,
      };
    case 'refused':
      return { ...choice, applied: null, voucherError: act.text, asks: false };
    case 'removed':
      return { ...choice, applied: null, typed: '', voucherError: null, asks: false };
  }
}

/** A code stands in the field that is not applied; paying now would silently charge the price without it. */
export const voucherWaits = ({ typed, applied }: Pick<Choice, 'typed' | 'applied'>): boolean =>
  typed.trim() !== '' && applied === null;

/** The voucher to ask about, or the text that stops it before anything is sent. */
export function voucherToApply(choice: Choice): { code: string } | { problem: string } {
  if (choice.priceId === null) return { problem: VOUCHER_TEXTS.chooseInstallments };
  const code = normaliseVoucherCode(choice.typed);
  return code ? { code } : { problem: VOUCHER_TEXTS.notFound };
}

/** Automatic Pix is an authorisation, whatever was to be charged before it was chosen. */
export const modeOf = ({ mode, method }: Pick<Choice, 'mode' | 'method'>): Mode =>
  method === 'automatic-pix' ? 'recurrence' : mode;

/** True when a whole amount is charged month by month instead of at once. */
export const isMonthly = (price: Pick<Price, 'kind'>, mode: Mode): boolean =>
  isWhole(price) && mode !== 'full';

/** Number of instalments that is sent: the whole plan where its first instalment is paid, otherwise one payment. */
export const installmentsOf = (price: Price, mode: Mode = 'full'): number =>
  price.kind === 'enrollment' || isMonthly(price, mode) ? price.plan.length : 1;

/** Values of the chosen number of instalments. */
export const simulationFor = (
  all: readonly Simulation[],
  price: Price,
  mode: Mode = 'full',
): Simulation | undefined =>
  all.find(({ installments }) => installments === installmentsOf(price, mode)) ?? all[0];

/** What a simulation of a price will be unless a discount changes it; only its size is shown, never its amounts. */
export function expectedOf(price: Price, mode: Mode = 'full'): Simulation {
  const installments = installmentsOf(price, mode);
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
  installments: installmentsOf(price, modeOf(choice)),
  ...(choice.applied ? { voucher: choice.applied.code } : {}),
  ...(modeOf(choice) === 'first' ? { mode: 'first-installment' as const } : {}),
  // Whoever chose automatic Pix has ticked the consent before this is sent.
  ...(choice.method === 'automatic-pix' ? { recurrence: true } : {}),
});
