import { nameForBank, withoutAccents } from '@orbita/domain/foundation';
import { type CardBrand, readCardBrand } from '@orbita/domain/payment';
import { z } from 'zod';
import type { CardCharge, CardSale } from '../../platform/acquirer-port.ts';
import { ProviderUnknown } from '../../platform/ports.ts';
import { identifier, momentOf, text } from '../answer-shapes.ts';
import type { ProviderAnswer } from '../provider-http.ts';

/** Brand names as Cielo spells them. */
const BRANDS: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Master',
  amex: 'Amex',
  elo: 'Elo',
  hipercard: 'Hipercard',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  aura: 'Aura',
};
const MOST_HOLDER = 25;

/** It becomes part of addresses. */
const paymentId = z.string().regex(/^[0-9A-Za-z-]{1,40}$/);
const cents = z.number().int().nonnegative().nullish().catch(null);

// Cielo may add fields and values: an unknown status leads to another lookup, not to an error.
const saleShape = z.object({
  MerchantOrderId: identifier,
  Payment: z.object({
    PaymentId: paymentId,
    Status: z.number().catch(-1),
    Amount: z.number().int().nonnegative(),
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: text,
    MerchantAdviceCode: text,
    IssuerTransactionId: text,
    ReceivedDate: text,
    Chargebacks: z.array(z.unknown()).nullish().catch(null),
    CreditCard: z.object({ CardNumber: text, Brand: text, CardToken: text }).nullish().catch(null),
  }),
});
type Payment = z.infer<typeof saleShape>['Payment'];

/** Status numbers of E-commerce 3.0; 1 is an authorisation that has not been captured. */
export const AUTHORISED = 1;
const STATUS: Readonly<Record<number, CardCharge['status']>> = {
  0: 'PROCESSING',
  [AUTHORISED]: 'PROCESSING',
  2: 'PAID',
  3: 'DENIED',
  10: 'VOIDED',
  11: 'REFUNDED',
  12: 'PROCESSING',
  13: 'DENIED',
  20: 'PROCESSING',
};

/**
 * ISO timestamp of "2026-01-12 10:00:00", which Cielo means in Brasília time without saying so; null if it cannot be parsed.
 */
const instantOf = (moment: string | null | undefined): string | null => {
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(moment ?? '');
  return found ? momentOf(`${found[1]}T${found[2]}-03:00`) : null;
};

const statusOf = ({ Status, Chargebacks }: Payment): CardCharge['status'] => {
  const status = STATUS[Status] ?? 'UNKNOWN';
  return status === 'PAID' && (Chargebacks?.length ?? 0) > 0 ? 'CHARGEDBACK' : status;
};

const last4Of = (shown: string | null | undefined): string | null => /\d{4}$/.exec(shown ?? '')?.[0] ?? null;

/** A sale with Cielo's own status number. */
export type CieloSale = { charge: CardCharge; cieloStatus: number };

/** Parses a sale in Cielo's answer. Throws `ProviderUnknown` if the body is not a sale. */
export function readSale(answer: ProviderAnswer): CieloSale {
  const read = saleShape.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('Cielo answered something that is no sale');
  const { MerchantOrderId, Payment: payment } = read.data;
  const status = statusOf(payment);
  const taken = status === 'PAID' || status === 'CHARGEDBACK' || status === 'REFUNDED';
  const capturedCents = payment.CapturedAmount ?? (taken ? payment.Amount : 0);
  const ended = status === 'VOIDED' || status === 'REFUNDED';
  return {
    cieloStatus: payment.Status,
    charge: {
      orderId: MerchantOrderId,
      providerId: payment.PaymentId,
      status,
      amountCents: payment.Amount,
      capturedCents,
      refundedCents: payment.VoidedAmount ?? (ended ? capturedCents : 0),
      brand: readCardBrand(payment.CreditCard?.Brand),
      last4: last4Of(payment.CreditCard?.CardNumber),
      declineCode: status === 'DENIED' ? payment.ReturnCode || null : null,
      adviceCode: payment.MerchantAdviceCode || null,
      networkId: payment.IssuerTransactionId || null,
      cardReference: payment.CreditCard?.CardToken || null,
      at: instantOf(payment.ReceivedDate),
    },
  };
}

const listShape = z.object({ Payments: z.array(z.object({ PaymentId: paymentId })).max(100) });

/** Ids of the payments under one order. Throws `ProviderUnknown` if the body is not a list. */
export function readPayments(answer: ProviderAnswer): string[] {
  const read = listShape.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('Cielo answered something that is no list of payments');
  return read.data.Payments.map(({ PaymentId }) => PaymentId);
}

/** What Mastercard requires for a stored credential: who initiated the charge. */
const initiated = (category: 'C1' | 'M1') => ({
  InitiatedTransactionIndicator: { Category: category, Subcategory: 'StandingOrder' },
});

/** The stored-credential fields of a sale, in Cielo's format. */
function credentialOf({ storedCredential, brand }: CardSale) {
  if (storedCredential === undefined) return { card: {}, payment: {} };
  const first = storedCredential === 'first';
  return {
    card: {
      ...(first ? { SaveCard: true } : {}),
      CardOnFile: { Usage: first ? 'First' : 'Used', Reason: 'Recurring' },
    },
    payment: {
      Recurrent: true,
      ...(brand === 'mastercard' ? initiated(first ? 'C1' : 'M1') : {}),
      ...(first || storedCredential.networkId === null
        ? {}
        : { IssuerTransactionId: storedCredential.networkId }),
    },
  };
}

const identityOf = (document: CardSale['customer']['document']) =>
  document?.kind === 'cpf' ? { Identity: document.number, IdentityType: 'CPF' } : {};

const MOST_NAME = 255;
/** Letters only, as Cielo requires for names: accents are stripped, and anything else becomes a space. */
const letters = (name: string): string =>
  withoutAccents(name)
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .slice(0, MOST_NAME);
/** The customer's name in letters only; if nothing is left, the name on the card. */
const nameOf = ({ customer, holderName }: CardSale): string =>
  letters(customer.name) || letters(holderName) || 'Cliente';

/** Body of POST /1/sales/. */
export function saleBody(sale: CardSale): unknown {
  const { authentication, brand, customer } = sale;
  const credential = credentialOf(sale);
  const stored = typeof sale.storedCredential === 'object';
  return {
    MerchantOrderId: sale.orderId,
    Customer: { Name: nameOf(sale), Email: customer.email, ...identityOf(customer.document) },
    Payment: {
      Type: 'CreditCard',
      Amount: sale.amountCents,
      Installments: sale.installments,
      Interest: 'ByMerchant',
      Capture: true,
      SoftDescriptor: sale.softDescriptor,
      Currency: 'BRL',
      Country: 'BRA',
      ...credential.payment,
      CreditCard: {
        ...(stored ? { CardToken: sale.token } : { PaymentToken: sale.token }),
        Holder: nameForBank(sale.holderName, MOST_HOLDER),
        ...(brand === null ? {} : { Brand: BRANDS[brand] }),
        ...credential.card,
      },
      ...(authentication
        ? {
            ExternalAuthentication: {
              Eci: authentication.eci,
              ...(authentication.cavv === null ? {} : { Cavv: authentication.cavv }),
              ...(authentication.xid === null ? {} : { Xid: authentication.xid }),
              Version: authentication.version,
              ...(authentication.referenceId === null ? {} : { ReferenceId: authentication.referenceId }),
            },
          }
        : {}),
    },
  };
}

/** Answer to a void; its return code is not that of the sale. */
export const changeShape = z.object({ ReturnCode: text, ReturnMessage: text });

/**
 * Change types that concern money: status, refused void, chargeback, partial void or refund. The others are about risk and
 * recurrence.
 */
const MONEY_CHANGES: readonly number[] = [1, 5, 7, 25];
export const noticeShape = z.object({
  PaymentId: z.uuid(),
  ChangeType: z.coerce.number().refine((kind) => MONEY_CHANGES.includes(kind)),
});
