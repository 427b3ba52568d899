import { withoutCardNumbers } from '@orbita/domain/payment';
import { z } from 'zod';
import type { CardCharge, CardSale } from '../platform/acquirer-port.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import type { ProviderAnswer } from './provider-http.ts';

const ORDER = /^[A-Za-z0-9]{1,50}$/;
const MOST_INSTALLMENTS = 99;
/** Maximum length of the acquirer's own error text that we keep. */
const MOST_REASON = 140;

/** Validates our order number of a charge: 1 to 50 letters and digits, as every acquirer accepts. Throws RangeError. */
export function checkedOrder(orderId: string): string {
  if (!ORDER.test(orderId)) throw new RangeError('Not an order number: 1 to 50 letters and digits');
  return orderId;
}

/** Validates a positive amount in whole cents. Throws RangeError. */
export function checkedCents(cents: number): number {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('Not an amount in whole cents');
  return cents;
}

/** Validates a sale before it is sent to an acquirer; a card number in place of a token is rejected. Throws RangeError. */
export function checkedSale(sale: CardSale): CardSale {
  checkedOrder(sale.orderId);
  checkedCents(sale.amountCents);
  const { installments } = sale;
  if (!Number.isInteger(installments) || installments < 1 || installments > MOST_INSTALLMENTS)
    throw new RangeError('Not a number of instalments');
  if (!/^[\w-]{8,100}$/.test(sale.token) || /^\d{13,19}$/.test(sale.token))
    throw new RangeError('Not a token of a card');
  if (!/^[A-Za-z0-9 ]{0,13}$/.test(sale.softDescriptor)) throw new RangeError('Not a text of a bill');
  if (sale.storedCredential !== undefined && installments > 1)
    throw new RangeError('A stored credential is charged in one instalment');
  return sale;
}

/** Reason of a refusal, from our words and the acquirer's, with anything that looks like a card number removed. */
export const reasonOf = (provider: string, ...parts: (string | number | undefined)[]): string =>
  withoutCardNumbers(
    [provider, ...parts]
      .filter((part) => part !== undefined && part !== '')
      .join(' ')
      .slice(0, MOST_REASON),
  );

/** The error for a failed answer. A 5xx does not say whether the request was executed, except 503, which means it was not. */
export const refusedBy = (provider: string, { status, body }: ProviderAnswer): Error => {
  const words = z
    .union([
      z
        .array(z.object({ Code: z.coerce.string(), Message: z.string() }))
        .transform(([first]) => first?.Message),
      z.object({ message: z.string() }).transform(({ message }) => message),
    ])
    .safeParse(body).data;
  const text = reasonOf(provider, 'answered', status, words);
  return status >= 500 && status !== 503 ? new ProviderUnknown(text) : new ProviderUnavailable(text);
};

/** HTTP statuses that mean the acquirer did nothing and never will for this request. */
export const FINAL_REFUSALS: readonly number[] = [400, 404, 409, 412, 422];

/** Which of several charges under one order number counts, first to last: captured money outranks any other outcome. */
const COUNTS: readonly CardCharge['status'][] = [
  'PAID',
  'CHARGEDBACK',
  'PROCESSING',
  'UNKNOWN',
  'REFUNDED',
  'VOIDED',
  'DENIED',
];
export const chargeThatCounts = (charges: readonly CardCharge[]): CardCharge | undefined =>
  [...charges].sort((one, other) => COUNTS.indexOf(one.status) - COUNTS.indexOf(other.status))[0];
