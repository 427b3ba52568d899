import type { PaymentSettings, PaymentVariant } from '../tenancy/index.ts';
import { SLIP_TOO_LATE } from './deadlines.ts';
import type { PriceKind } from './price.ts';

export type PaymentMethod = 'slip' | 'credit-card' | 'pix' | 'automatic-pix' | 'manual' | 'waived';
/** Methods that a candidate may choose. */
export type ChosenMethod = Exclude<PaymentMethod, 'waived'>;
export type Purpose = 'tax' | 'enrollment';

export const METHOD_LABELS: Record<PaymentMethod, string> = {
  'credit-card': 'Cartão de crédito',
  slip: 'Boleto',
  pix: 'Pix',
  'automatic-pix': 'Pix Automático',
  manual: 'Pagar na instituição',
  waived: 'Isento',
};

/** Label of a stored method; anything except slip, card, manual and waived is labelled Pix [seed]. */
export const methodLabel = (method: string): string =>
  Object.hasOwn(METHOD_LABELS, method) ? METHOD_LABELS[method as PaymentMethod] : METHOD_LABELS.pix;

/** Methods whose first payment arrives through an immediate charge of API Pix. */
export const PIX_METHODS = ['pix', 'automatic-pix'] as const satisfies readonly PaymentMethod[];
export const isPixMethod = (method: PaymentMethod): method is (typeof PIX_METHODS)[number] =>
  (PIX_METHODS as readonly PaymentMethod[]).includes(method);

export const METHOD_TEXTS = {
  none: 'Nenhuma forma de pagamento disponível no momento. Entre em contato com a instituição.',
  noPrice: 'Tabela de preços não cadastrada. Entre em contato com a instituição.',
  needsAddress: 'Informe seu endereço no seu cadastro para pagar com boleto.',
  livesAbroad: 'Os bancos só emitem boleto para quem mora no Brasil. Escolha outra forma.',
  needsCpf: 'Informe um CPF no seu cadastro para pagar com esta forma.',
  replaceOpen: 'Você já tem um pagamento em aberto. Deseja cancelá-lo e gerar outro?',
  replaceSlip: 'Se você já pagou o boleto, aguarde a confirmação em até 2 dias úteis.',
  attemptLimit: 'Você já tentou muitas vezes. Tente amanhã ou pague de outro jeito.',
} as const;

/** What a variant charges and offers (table of spec 14.2). */
export interface VariantRules {
  whole: boolean;
  /** The monthly authorisation is required immediately. */
  recurrenceDemanded: boolean;
  /** Alternatives offered when the card is denied. */
  fallback: { firstInstallment: boolean; recurrence: boolean };
}

const variant = (
  whole: boolean,
  recurrenceDemanded: boolean,
  first = false,
  recurrence = false,
): VariantRules => ({
  whole,
  recurrenceDemanded,
  fallback: { firstInstallment: first, recurrence },
});

export const VARIANTS: Record<PaymentVariant, VariantRules> = {
  onlySubscription: variant(false, false),
  onlySubscriptionWithRecurrence: variant(false, true),
  totalOrSemester: variant(true, false),
  totalOrSemesterWithFallback: variant(true, false, true),
  totalOrSemesterWithRecurrence: variant(true, false, false, true),
  totalOrSemesterWithFallbackAndRecurrence: variant(true, false, true, true),
};

/** Kinds of price that can be chosen; empty means "price list not registered" (spec 14.2). */
export function payableKinds(
  purpose: Purpose,
  chosen: PaymentVariant,
  flags: { chargeFullSaleAmount: boolean; semesterFullSaleAmount: boolean },
): PriceKind[] {
  if (purpose === 'tax') return ['tax'];
  if (!VARIANTS[chosen].whole) return ['enrollment'];
  return [
    ...(flags.chargeFullSaleAmount ? (['total'] as const) : []),
    ...(flags.semesterFullSaleAmount ? (['semester'] as const) : []),
  ];
}

export interface MethodContext {
  settings: PaymentSettings;
  manualPaymentEnabled: boolean;
  purpose: Purpose;
  /** Number of instalments of the longest plan offered. */
  installments: number;
  /** Whether a card was denied for this application since the current contract was accepted (D-67). */
  cardDenied: boolean;
  /** CPF of the candidate, or of the guardian for minors. */
  payerHasCpf: boolean;
  /** Whether that person has an address in Brazil; banks register slips by it and print it. */
  payerHasAddress: boolean;
  /** Whether the only address of that person is outside Brazil. */
  payerLivesAbroad: boolean;
  /** See `isSlipTooLate`. */
  slipTooLate: boolean;
}

export interface MethodOption {
  method: ChosenMethod;
  enabled: boolean;
  /** Text next to a disabled method, otherwise null. */
  reason: string | null;
}

/** Whether slips are created here and sent to the bank by file, instead of through its API (D-73). */
export const slipsByFile = ({ slipProvider }: Pick<PaymentSettings, 'slipProvider'>): boolean =>
  slipProvider === 'cnab';

function isConfigured(method: ChosenMethod, context: MethodContext): boolean {
  const { settings } = context;
  const hasPix = Boolean(settings.pixKey);
  const { recurrenceDemanded, fallback } = VARIANTS[settings.variant];
  const recurrent = recurrenceDemanded || (fallback.recurrence && context.cardDenied);
  switch (method) {
    case 'credit-card':
      return settings.creditCard && settings.acquirersConfig.length > 0;
    case 'slip':
      return (
        settings.slip && settings.slipAgreement !== null && (!slipsByFile(settings) || settings.cnab !== null)
      );
    case 'pix':
      return settings.pix && hasPix;
    case 'automatic-pix':
      return (
        settings.automaticPix &&
        hasPix &&
        recurrent &&
        context.purpose === 'enrollment' &&
        context.installments > 1
      );
    case 'manual':
      return context.manualPaymentEnabled;
  }
}

function disabledReason(method: ChosenMethod, context: MethodContext): string | null {
  if (method === 'slip' && context.slipTooLate) return SLIP_TOO_LATE;
  if (!context.payerHasCpf && (method === 'slip' || method === 'automatic-pix')) return METHOD_TEXTS.needsCpf;
  if (method !== 'slip' || context.payerHasAddress) return null;
  return context.payerLivesAbroad ? METHOD_TEXTS.livesAbroad : METHOD_TEXTS.needsAddress;
}

const METHODS: readonly ChosenMethod[] = ['credit-card', 'slip', 'pix', 'automatic-pix', 'manual'];

/** Offered methods: those switched off or not configured are left out, those not possible right now have a reason (14.2). */
export const paymentMethods = (context: MethodContext): MethodOption[] =>
  METHODS.filter((method) => isConfigured(method, context)).map((method) => {
    const reason = disabledReason(method, context);
    return { method, enabled: reason === null, reason };
  });
