import { type Cents, percentOf, plainLine, sumCents } from '../foundation/index.ts';

export type PriceKind = 'tax' | 'enrollment' | 'semester' | 'total';

/** A registered price (spec 14.1): the values of its instalments in cents, in order. */
export interface Price {
  kind: PriceKind;
  plan: readonly Cents[];
  /** Campaign discount: off every instalment of `enrollment`, otherwise off the whole amount. */
  discount: Cents;
  /** Discount for paying by the due date; applies like `discount`. */
  conditional: Cents;
}

/** A voucher has either a percentage or a fixed amount in cents. */
interface Voucher {
  percent?: number | null;
  amount?: Cents | null;
  appliesTo: 'first' | 'others' | 'all';
  /** Only for whole amounts, so that `first` means all of such an amount, not the share of instalment 1 (D-74). */
  ofWhole?: boolean;
}

export interface PriceRow {
  /** 1 is the payment due now. */
  number: number;
  base: Cents;
  voucher: Cents;
  discount: Cents;
  conditional: Cents;
  final: Cents;
}

export interface RowOptions {
  voucher?: Voucher | null;
  /** Whole amounts are charged in monthly instalments. */
  recurrence?: boolean;
  /** False once the due date has passed. */
  conditional?: boolean;
}

/** Equal parts; remaining cents are added to the first one (spec 14.1). */
export function splitInstallments(amount: Cents, parts: number): Cents[] {
  const each = Math.floor(amount / parts);
  return Array.from({ length: parts }, (_, at) => (at === 0 ? amount - each * (parts - 1) : each));
}

interface Line {
  base: Cents;
  discount: Cents;
  conditional: Cents;
}

function linesOf(price: Price, recurrence: boolean): Line[] {
  const { discount, conditional, plan } = price;
  if (price.kind === 'enrollment') return plan.map((base) => ({ base, discount, conditional }));
  if (!recurrence || plan.length === 0) return [{ base: sumCents(plan), discount, conditional }];
  const discounts = splitInstallments(discount, plan.length);
  const conditionals = splitInstallments(conditional, plan.length);
  return plan.map((base, at) => ({ base, discount: discounts[at] ?? 0, conditional: conditionals[at] ?? 0 }));
}

function voucherPart(voucher: Voucher | null | undefined, number: number, { base, discount }: Line): Cents {
  if (!voucher) return 0;
  const reached = voucher.appliesTo === 'all' || (voucher.appliesTo === 'first') === (number === 1);
  if (!reached) return 0;
  const open = Math.max(0, base - discount);
  return Math.min(open, voucher.percent ? percentOf(open, voucher.percent) : (voucher.amount ?? 0));
}

const WHOLE: readonly PriceKind[] = ['semester', 'total'];

/** Whether all kinds that a voucher names are whole amounts (D-74). */
export const namesWholeAlone = (kinds: readonly PriceKind[] | null | undefined): boolean =>
  Boolean(kinds?.length) && (kinds ?? []).every((kind) => WHOLE.includes(kind));

/**
 * What a voucher for the first instalment is taken off when a whole amount is paid at once: the share of instalment 1, because
 * half off the first month must not be half off the course (D-74). Undefined in any other case.
 */
const firstShare = (price: Price, { voucher, recurrence }: RowOptions): Line | undefined =>
  WHOLE.includes(price.kind) && !recurrence && voucher?.appliesTo === 'first' && !voucher.ofWhole
    ? linesOf(price, true)[0]
    : undefined;

/**
 * Price rows with their discounts (spec 14.3): `final = max(0, base − discount − voucher − conditional)`, percentages on `base −
 * discount`, rounded half up. `enrollment` has one row per instalment; whole amounts have one, or one per monthly charge with
 * `recurrence`.
 */
export function priceRows(price: Price, options: RowOptions = {}): PriceRow[] {
  const { voucher, recurrence = false, conditional: inTime = true } = options;
  const share = firstShare(price, options);
  return linesOf(price, recurrence).map((line, at) => {
    const number = at + 1;
    const part = voucherPart(voucher, number, share ?? line);
    const conditional = inTime ? line.conditional : 0;
    const final = Math.max(0, line.base - line.discount - part - conditional);
    return { number, base: line.base, voucher: part, discount: line.discount, conditional, final };
  });
}

/** Whether the voucher discounts only rows after the first (`otherInstallmentsVoucherDiscounts`, D-28). */
export const discountsOthersOnly = (rows: readonly PriceRow[]): boolean =>
  rows[0]?.voucher === 0 && rows.some(({ voucher }) => voucher > 0);

/** Whether the voucher changes any row; otherwise it is refused as not applicable. */
export const voucherCounts = (rows: readonly PriceRow[]): boolean => rows.some(({ voucher }) => voucher > 0);

/** Amount due now in cents: the final value of row 1. */
export const dueNow = (rows: readonly PriceRow[]): Cents => rows[0]?.final ?? 0;

/** Total of all instalments in cents. */
export const sumFinal = (rows: readonly PriceRow[]): Cents => sumCents(rows.map(({ final }) => final));

export const VOUCHER_TEXTS = {
  notFound: 'Cupom não encontrado ou expirado.',
  others: 'O desconto deste cupom será aplicado a partir da 2ª parcela.',
} as const;

export interface VoucherOffer extends Voucher {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  maxUses?: number | null;
  kinds?: readonly PriceKind[] | null;
}

export interface VoucherUse {
  today: string;
  kind: PriceKind;
  uses: number;
  usedByPerson: boolean;
}

/** Whether a voucher may be used for a price today (spec 14.3). The caller must have checked institution, course and type. */
export function isVoucherUsable(
  voucher: VoucherOffer,
  { today, kind, uses, usedByPerson }: VoucherUse,
): boolean {
  const inTime = voucher.from <= today && today <= voucher.to;
  const left = voucher.maxUses === null || voucher.maxUses === undefined || uses < voucher.maxUses;
  const rightKind = !voucher.kinds || voucher.kinds.length === 0 || voucher.kinds.includes(kind);
  return inTime && left && rightKind && !usedByPerson;
}

/** Voucher codes are case-insensitive and contain no blanks. */
export const normaliseVoucherCode = (code: string): string => plainLine(code).replace(/ /g, '').toUpperCase();
