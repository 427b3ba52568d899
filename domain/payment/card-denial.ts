import type { PaymentVariant } from '../tenancy/index.ts';
import { declineOf } from './card-decline.ts';
import type { DeclineClass } from './card-decline-table.ts';
import { type CardBrand, readCardBrand } from './card-number.ts';
import { type Purpose, VARIANTS } from './methods.ts';

/**
 * Why a card was not charged, as far as the person can act on it: the ABECS classes, and `authentication` when the cardholder did
 * not confirm the payment (D-68). `final`: the card network forbids another attempt.
 */
export const DENIAL_REASONS = [
  'retry-later',
  'fix-data',
  'other-card',
  'final',
  'authentication',
  'unknown',
] as const;
export type DenialReason = (typeof DENIAL_REASONS)[number];

export const DENIED_OPTIONS = ['retry', 'first-installment', 'recurrence', 'other-method'] as const;
export type DeniedOption = (typeof DENIED_OPTIONS)[number];

const REASON_OF: Record<DeclineClass, DenialReason> = {
  RETRY_LATER: 'retry-later',
  FIX_DATA: 'fix-data',
  OTHER_CARD: 'other-card',
  STOP: 'final',
  UNKNOWN: 'unknown',
};

/** A denied card charge. */
export interface DeniedCharge {
  purpose: Purpose;
  variant: PaymentVariant;
  mode: 'full' | 'first-installment';
  recurrence: boolean;
  brand: string | null;
  declineCode: string | null;
  adviceCode: string | null;
  /** The cardholder did not confirm, so no charge was attempted. */
  unconfirmed: boolean;
  /** Whether `CardAttemptLimit` is reached. */
  limitReached: boolean;
}

const reasonOf = ({ unconfirmed, brand, declineCode, adviceCode }: DeniedCharge): DenialReason => {
  if (unconfirmed) return 'authentication';
  const known: CardBrand | null = readCardBrand(brand);
  return REASON_OF[declineOf(known, declineCode, adviceCode).class];
};

/**
 * What the person can do about a denied card (S-33b, spec 14.2): try again within the limit, choose a smaller charge that the
 * variant offers and that was not the denied one, or pay in another way. After a final refusal or a missing confirmation only
 * another payment method is left (D-68, D-69). The fee is always a single payment.
 */
export function denialOf(denied: DeniedCharge): { reason: DenialReason; options: DeniedOption[] } {
  const reason = reasonOf(denied);
  if (reason === 'final' || reason === 'authentication') return { reason, options: ['other-method'] };
  const { purpose, variant, mode, recurrence, limitReached } = denied;
  const offered = VARIANTS[variant].fallback;
  const smaller = purpose === 'enrollment';
  const first = smaller && offered.firstInstallment && (mode === 'full' || recurrence);
  return {
    reason,
    options: [
      ...(limitReached ? [] : (['retry'] as const)),
      ...(first ? (['first-installment'] as const) : []),
      ...(smaller && offered.recurrence && !recurrence && !limitReached ? (['recurrence'] as const) : []),
      'other-method',
    ],
  };
}
