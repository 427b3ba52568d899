import type { ChosenMethod } from '@orbita/domain/payment';
import { type Mode, suggestedMethod, usableMethods } from './choice.ts';
import type { Payment, PaymentOptions } from './queries.ts';

export type Denial = NonNullable<Payment['denial']>;
export type DeniedOption = Denial['options'][number];

/** The best way first: wrong data should be corrected, otherwise a smaller charge helps most. */
const ORDER: readonly DeniedOption[] = ['first-installment', 'recurrence', 'retry', 'other-method'];
const MEND: readonly DeniedOption[] = ['retry', 'first-installment', 'recurrence', 'other-method'];

/** The ways out of a denied card, most helpful first (S-33b). */
export const waysOut = ({ reason, options }: Denial): DeniedOption[] =>
  (reason === 'fix-data' ? MEND : ORDER).filter((way) => options.includes(way));

/** True when only the limit on attempts prevents another try of the card (spec 14.4). */
export const leftNoTry = ({ reason, options }: Denial): boolean =>
  !options.includes('retry') && reason !== 'final' && reason !== 'authentication';

/** How the denied charge was to be made: a smaller charge that is no longer offered must have been the denied one. */
export function modeOf({ options, reason }: Denial, fallback: PaymentOptions['fallback']): Mode {
  if (reason === 'final' || reason === 'authentication') return 'full';
  if (fallback.firstInstallment && !options.includes('first-installment')) return 'first';
  if (fallback.recurrence && options.includes('retry') && !options.includes('recurrence'))
    return 'recurrence';
  return 'full';
}

/** The choice that a way out leads to: the card again if that is allowed, otherwise another method (D-67). */
export function afterDenial(
  way: DeniedOption,
  denial: Denial,
  options: Pick<PaymentOptions, 'methods' | 'cardFields' | 'fallback'>,
): { mode: Mode; method: ChosenMethod | null } {
  const before = modeOf(denial, options.fallback);
  const other = suggestedMethod(options, 'credit-card');
  // Only a card can give a monthly authorisation.
  if (way === 'other-method') return { mode: before === 'first' ? 'first' : 'full', method: other };
  const again = denial.options.includes('retry') && usableMethods(options).includes('credit-card');
  const mode: Mode = way === 'retry' ? before : way === 'recurrence' ? 'recurrence' : 'first';
  return { mode, method: again ? 'credit-card' : other };
}
