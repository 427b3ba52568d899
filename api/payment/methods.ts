import {
  type ChosenMethod,
  isSlipTooLate,
  type MethodOption,
  type Purpose,
  paymentMethods,
  slipsByFile,
} from '@orbita/domain/payment';
import type { PaymentSettings } from '@orbita/domain/tenancy';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { type Bill, pricesFor } from './bill.ts';
import { acquirersOf } from './card-order.ts';
import { instrumentOf } from './instruments.ts';

const NOT_ONLINE = 'Esta forma de pagamento não está disponível on-line no momento.';

/**
 * Whether this installation can take the method for the institution: every method except payment at the institution and slips
 * by file needs an account at a provider.
 */
export const isServed = (
  { ports }: Pick<Platform, 'ports'>,
  tenantAlias: string,
  institutionCode: string,
  method: ChosenMethod,
  settings: Pick<PaymentSettings, 'slipProvider'>,
): boolean =>
  method === 'manual' ||
  (method === 'slip' && slipsByFile(settings)) ||
  (instrumentOf(method)?.isServed(ports, tenantAlias, institutionCode) ?? false);

/**
 * Payment methods for a purpose, as offered by spec 14.2; those that this installation cannot take are shown as unavailable.
 */
export function methodsOf(platform: Platform, bill: Bill, purpose: Purpose): MethodOption[] {
  const { settings, state, payer, today } = bill;
  const offered = paymentMethods({
    settings,
    manualPaymentEnabled: bill.parameter('ManualPaymentEnabled'),
    purpose,
    installments: Math.max(0, ...pricesFor(bill, purpose).map(({ plan }) => plan.length)),
    cardDenied: bill.cardDenied,
    payerHasCpf: payer !== null,
    payerHasAddress: bill.payerHasAddress,
    payerLivesAbroad: bill.payerLivesAbroad,
    slipTooLate: isSlipTooLate(today, state.last_day, settings.disableSlipDaysBeforeIntakeEnd),
  });
  const served = (method: ChosenMethod): boolean =>
    method === 'credit-card'
      ? acquirersOf(platform, bill).length > 0
      : isServed(platform, bill.tenantAlias, state.institution_code, method, settings);
  return offered.map((option) =>
    option.enabled && !served(option.method) ? { ...option, enabled: false, reason: NOT_ONLINE } : option,
  );
}

/** Rejects a method that is not offered; a slip so close to the end of the intake gets its own error code. */
export function checkMethod(platform: Platform, bill: Bill, purpose: Purpose, method: ChosenMethod): void {
  const option = methodsOf(platform, bill, purpose).find((one) => one.method === method);
  if (option?.enabled) return;
  const { settings, today, state } = bill;
  const late = isSlipTooLate(today, state.last_day, settings.disableSlipDaysBeforeIntakeEnd);
  fail(method === 'slip' && option && late ? 'SLIP_TOO_LATE' : 'METHOD_UNAVAILABLE');
}
