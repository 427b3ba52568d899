import { CNAB_LAYOUTS, CNAB_TEXTS, type CnabSettings, MOST_SLIP_NUMBER } from './cnab-settings.ts';
import { ACQUIRERS, type AcquirerProvider, SLIP_PROVIDERS, type SlipProvider } from './money-providers.ts';

/** Exactly one is chosen per institution (spec 14.2). */
export const PAYMENT_VARIANTS = [
  'onlySubscription',
  'onlySubscriptionWithRecurrence',
  'totalOrSemester',
  'totalOrSemesterWithFallback',
  'totalOrSemesterWithRecurrence',
  'totalOrSemesterWithFallbackAndRecurrence',
] as const;
export type PaymentVariant = (typeof PAYMENT_VARIANTS)[number];

/** When an institution requires the cardholder to confirm the payment with 3-D Secure (D-68). */
export const THREE_D_SECURE = ['off', 'when-available', 'required'] as const;
export type ThreeDSecure = (typeof THREE_D_SECURE)[number];

/** Payment toggles of spec 14.2. */
export interface PaymentSettings {
  creditCard: boolean;
  slip: boolean;
  pix: boolean;
  automaticPix: boolean;
  cardProvider: AcquirerProvider | null;
  acquirersConfig: {
    provider: AcquirerProvider;
    merchantId: string;
    softDescriptor?: string;
    maxInstallments?: number;
  }[];
  threeDSecure: ThreeDSecure;
  pixKey: string | null;
  receiver: { name: string; city: string; document: string } | null;
  slipAgreement: { bank: string; agreement: string; wallet: string } | null;
  slipProvider: SlipProvider;
  /** Only needed with `slipProvider: cnab`. */
  cnab: CnabSettings | null;
  variant: PaymentVariant;
  /** Calendar days; 0 turns the rule off. */
  disableSlipDaysBeforeIntakeEnd: number;
}

export const DEFAULT_PAYMENT_SETTINGS: PaymentSettings = {
  creditCard: true,
  slip: true,
  pix: true,
  automaticPix: false,
  cardProvider: null,
  acquirersConfig: [],
  threeDSecure: 'when-available',
  pixKey: null,
  receiver: null,
  slipAgreement: null,
  slipProvider: SLIP_PROVIDERS[0],
  cnab: null,
  variant: 'onlySubscription',
  disableSlipDaysBeforeIntakeEnd: 3,
};

type Check = (value: unknown) => boolean;
const isBool: Check = (value) => typeof value === 'boolean';
const isText =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most;
const isCount =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const isOneOf =
  (...options: readonly string[]): Check =>
  (value) =>
    options.includes(value as string);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** Whether the value is an object whose fields all pass their checks and that has no other fields. */
export const hasShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => Object.hasOwn(shape, key)) &&
    Object.entries(shape).every(([key, check]) => check((value as Record<string, unknown>)[key]));

const isLike =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const isCnab = hasShape({
  layout: isOneOf(...CNAB_LAYOUTS),
  bankName: isLike(CNAB_TEXTS.bankName),
  agency: isLike(CNAB_TEXTS.agency),
  agencyDigit: isLike(CNAB_TEXTS.agencyDigit),
  account: isLike(CNAB_TEXTS.account),
  accountDigit: isLike(CNAB_TEXTS.accountDigit),
  bothDigit: isLike(CNAB_TEXTS.bothDigit),
  company: orNull(isLike(CNAB_TEXTS.company)),
  fileWallet: isLike(CNAB_TEXTS.fileWallet),
  species: isLike(CNAB_TEXTS.species),
  fileVersion: isLike(CNAB_TEXTS.fileVersion),
  lotVersion: isLike(CNAB_TEXTS.lotVersion),
  modality: isLike(CNAB_TEXTS.modality),
  firstNumber: isCount(1, MOST_SLIP_NUMBER),
  lastNumber: isCount(1, MOST_SLIP_NUMBER),
});

const isProvider = isOneOf(...ACQUIRERS);
const isAcquirer = hasShape({
  provider: isProvider,
  merchantId: isText(60),
  softDescriptor: orAbsent(isText(13)),
  maxInstallments: orAbsent(isCount(1, 24)),
});

/** Whether the value is a complete set of payment settings of spec 14.2: every field known, of its type and within its limits. */
export const arePaymentSettings: Check = hasShape({
  creditCard: isBool,
  slip: isBool,
  pix: isBool,
  automaticPix: isBool,
  cardProvider: orNull(isProvider),
  acquirersConfig: (value) => Array.isArray(value) && value.every(isAcquirer),
  threeDSecure: isOneOf(...THREE_D_SECURE),
  pixKey: orNull(isText(77)),
  receiver: orNull(
    hasShape({
      name: isText(25),
      city: isText(15),
      document: (value) => typeof value === 'string' && /^[A-Z0-9]{12}\d{2}$/.test(value),
    }),
  ),
  slipAgreement: orNull(
    hasShape({
      bank: (value) => typeof value === 'string' && /^\d{3}$/.test(value),
      agreement: isText(20),
      wallet: isText(10),
    }),
  ),
  slipProvider: isOneOf(...SLIP_PROVIDERS),
  cnab: orNull(isCnab),
  variant: isOneOf(...PAYMENT_VARIANTS),
  disableSlipDaysBeforeIntakeEnd: isCount(0, 90),
});
