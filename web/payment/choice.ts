import { toCents } from '@orbita/domain/foundation';
import { authorisationOf, type ChosenMethod } from '@orbita/domain/payment';
import type { Payment, PaymentBody, PaymentOptions, Price, Simulation } from './queries.ts';

/** Methods that this page supports. */
const PAYABLE: readonly ChosenMethod[] = ['pix', 'automatic-pix', 'slip', 'credit-card', 'manual'];

/**
 * What is charged of a price: all that is due, only the first instalment, or the first with a monthly authorisation for the
 * rest. The last two are ways out of a denied card (D-67).
 */
export type Mode = 'full' | 'first' | 'recurrence';

/** Semester and total are two things to pay for, not two ways to divide one (S-29, D-75). */
export const isWhole = ({ kind }: Pick<Price, 'kind'>): boolean => kind === 'semester' || kind === 'total';

/** What is chosen on S-29, and the content of the voucher field. The voucher itself belongs to the payment: `options.voucher`. */
export type Choice = {
  mode: Mode;
  priceId: number | null;
  method: ChosenMethod | null;
  typed: string;
  /** Error of the voucher field. */
  voucherError: string | null;
  /** The payment's voucher does not apply to this choice; it stays in the field until it is removed or changed. */
  refused: string | null;
};

export type ChoiceAct =
  | { act: 'plan'; priceId: number }
  | { act: 'method'; method: ChosenMethod }
  | { act: 'mode'; mode: Mode; method: ChosenMethod | null }
  | { act: 'typed'; text: string }
  | { act: 'applied' }
  /** `kept`: the payment's voucher, to be kept instead of what was typed. */
  | { act: 'refused'; text: string; kept?: string }
  | { act: 'removed' };

const isPayable = (method: ChosenMethod): boolean => PAYABLE.includes(method);

/** Methods that can be used now; a card also needs its fields. */
export const usableMethods = ({ methods, cardFields }: Pick<PaymentOptions, 'methods' | 'cardFields'>) =>
  methods
    .filter(({ method, enabled }) => enabled && isPayable(method))
    .map(({ method }) => method)
    .filter((method) => method !== 'credit-card' || cardFields !== null);

/** The method to suggest: Pix if it can be used; `but` was tried without success. */
export const suggestedMethod = (
  options: Pick<PaymentOptions, 'methods' | 'cardFields'>,
  but?: ChosenMethod,
): ChosenMethod | null => {
  const usable = usableMethods(options).filter((method) => method !== but);
  return usable.includes('pix') ? 'pix' : (usable[0] ?? null);
};

/** The suggested method first, then the usable ones: a person reads from the top until something fits. */
export const usableFirst = (options: Pick<PaymentOptions, 'methods' | 'cardFields'>) => {
  const usable = usableMethods(options);
  const suggested = suggestedMethod(options);
  const place = ({ method }: PaymentOptions['methods'][number]) =>
    method === suggested ? 0 : usable.includes(method) ? 1 : 2;
  return [...options.methods].sort((a, b) => place(a) - place(b));
};

/** Orders prices by what is due first; on a tie the plan with more instalments comes first. */
const bySmallest = (a: Price, b: Price): number =>
  a.amountInTime - b.amountInTime || b.plan.length - a.plan.length;

/**
 * The plan and amount the page opens with: those of a charge just made or denied, else the plan with the least due now, which
 * most people choose. The first usable method is suggested.
 */
export function firstChoice(
  options: Pick<PaymentOptions, 'prices' | 'methods' | 'cardFields'>,
  newest?: Pick<Payment, 'priceId'>,
): Choice {
  const { prices } = options;
  const before = prices.find(({ priceId }) => priceId === newest?.priceId);
  return {
    mode: 'full',
    priceId: (before ?? [...prices].sort(bySmallest)[0])?.priceId ?? null,
    method: suggestedMethod(options),
    typed: '',
    voucherError: null,
    refused: null,
  };
}

export function choose(choice: Choice, act: ChoiceAct): Choice {
  switch (act.act) {
    case 'plan':
      return { ...choice, priceId: act.priceId };
    case 'method':
      return { ...choice, method: act.method };
    case 'mode':
      return { ...choice, mode: act.mode, method: act.method };
    case 'typed':
      return { ...choice, typed: act.text, voucherError: null };
    case 'refused':
      return {
        ...choice,
        voucherError: act.text,
        ...(act.kept === undefined ? {} : { typed: act.kept, refused: act.kept }),
      };
    case 'applied':
    case 'removed':
      return { ...choice, typed: '', voucherError: null, refused: null };
  }
}

/** The voucher included in every amount that is shown and charged. */
export const voucherOf = (
  { voucher }: Pick<PaymentOptions, 'voucher'>,
  { refused }: Pick<Choice, 'refused'>,
): string | null => (voucher === refused ? null : voucher);

/** True if the field contains a code that is not applied; paying now would silently charge the price without it. */
export const voucherWaits = ({ typed }: Pick<Choice, 'typed'>): boolean => typed.trim() !== '';

/** True if a voucher takes nothing off what is paid now but something off later instalments. */
export const sparesFirst = ({ rows }: Pick<Simulation, 'rows'>): boolean =>
  rows[0]?.VoucherDiscountValue === 0 && rows.some((row) => row.VoucherDiscountValue > 0);

/** Automatic Pix is an authorisation, whatever mode was chosen before it. */
export const modeOf = ({ mode, method }: Pick<Choice, 'mode' | 'method'>): Mode =>
  method === 'automatic-pix' ? 'recurrence' : mode;

/** True when a whole amount is charged month by month instead of at once. */
export const isMonthly = (price: Pick<Price, 'kind'>, mode: Mode): boolean =>
  isWhole(price) && mode !== 'full';

/** Number of instalments to send: that of the whole plan when its first instalment is paid, otherwise one payment. */
export const installmentsOf = (price: Price, mode: Mode = 'full'): number =>
  price.kind === 'enrollment' || isMonthly(price, mode) ? price.plan.length : 1;

/** Values of the chosen number of instalments. */
export const simulationFor = (
  all: readonly Simulation[],
  price: Price,
  mode: Mode = 'full',
): Simulation | undefined =>
  all.find(({ installments }) => installments === installmentsOf(price, mode)) ?? all[0];

/** What a monthly authorisation covers: how many instalments, and what each of them, or at most, is (cents). */
export function laterOf({ rows }: Pick<Simulation, 'rows'>) {
  const amounts = rows.slice(1).map(({ FinalValue }) => toCents(FinalValue));
  const { kind, cents } = authorisationOf(amounts) ?? { kind: 'fixed', cents: 0 };
  return { count: amounts.filter((amount) => amount > 0).length, cents, upTo: kind === 'variable' };
}

/** The expected simulation of a price before discounts; only its size is shown, never its amounts. */
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
    maxCardInstallments: 1,
    rows: Array.from({ length: installments }, (_, at) => ({ Number: at + 1, ...row })),
  };
}

/** Request body for a choice (spec 14.7). */
export const bodyOf = (options: PaymentOptions, price: Price, choice: Choice): PaymentBody => ({
  purpose: options.purpose,
  priceId: price.priceId,
  method: choice.method ?? 'pix',
  installments: installmentsOf(price, modeOf(choice)),
  voucher: voucherOf(options, choice),
  ...(modeOf(choice) === 'first' ? { mode: 'first-installment' as const } : {}),
  // For automatic Pix the consent was ticked before this is sent.
  ...(choice.method === 'automatic-pix' ? { recurrence: true } : {}),
});
