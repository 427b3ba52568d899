import type { CardPayment, PaymentState } from '../cards/types.ts';

/** Transaction status of Cielo E-commerce 3.0. */
const STATUS: Record<PaymentState, number> = {
  authorised: 1,
  paid: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  processing: 12,
  chargedback: 2,
};

const BRANDS: Readonly<Record<string, string>> = {
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

const MESSAGES: Readonly<Record<string, string>> = {
  '00': 'Transacao autorizada',
  '05': 'Nao Autorizada',
  '51': 'Saldo insuficiente',
  '57': 'Cartao Expirado',
  '70': 'Problemas com o Cartao de Credito',
  '77': 'Cartao Cancelado',
  '78': 'Cartao Bloqueado',
  '99': 'Time Out',
};

const BRASILIA_MS = -3 * 3_600_000;

/** "2026-01-12 10:00:00": Cielo writes times in Brasília's zone without saying so. */
export const moment = (instant: string): string =>
  new Date(Date.parse(instant) + BRASILIA_MS).toISOString().slice(0, 19).replace('T', ' ');

const codeOf = (payment: CardPayment): string =>
  payment.state === 'paid' && payment.code === '00' ? '6' : payment.code;

/** A sale as Cielo returns it, after creation and when queried. */
export function presentSale(payment: CardPayment, origin: string) {
  const { face, state } = payment;
  const gone = state === 'voided' || state === 'refunded' || payment.givenBack > 0;
  const approved = state !== 'denied' && state !== 'processing';
  return {
    MerchantOrderId: payment.orderId,
    Customer: { Name: payment.customerName },
    Payment: {
      ServiceTaxAmount: 0,
      Installments: payment.installments,
      Interest: 0,
      Capture: payment.captured > 0,
      Authenticate: false,
      Recurrent: payment.recurring,
      CreditCard: {
        CardNumber: `${face.bin}******${face.last4}`,
        Holder: face.holder,
        ExpirationDate: face.expiry,
        SaveCard: payment.cardId !== null,
        ...(payment.cardId === null ? {} : { CardToken: payment.cardId }),
        ...(face.brand === null ? {} : { Brand: BRANDS[face.brand] }),
      },
      ...(payment.eci === null ? {} : { ExternalAuthentication: { Eci: payment.eci } }),
      Tid: payment.id.replace(/\D/g, '').padEnd(20, '0').slice(0, 20),
      ...(approved
        ? { ProofOfSale: '123456', AuthorizationCode: '654321', IssuerTransactionId: payment.networkId }
        : {}),
      SoftDescriptor: payment.softDescriptor,
      Provider: 'Simulado',
      PaymentId: payment.id,
      Type: 'CreditCard',
      Amount: payment.amount,
      ReceivedDate: moment(payment.createdAt),
      ...(payment.captured > 0
        ? { CapturedAmount: payment.captured, CapturedDate: moment(payment.createdAt) }
        : {}),
      ...(gone ? { VoidedAmount: payment.givenBack, VoidedDate: moment(payment.updatedAt) } : {}),
      ...(state === 'chargedback'
        ? {
            Chargebacks: [
              { Amount: payment.captured, Date: payment.updatedAt.slice(0, 10), Status: 'Received' },
            ],
          }
        : {}),
      Currency: 'BRL',
      Country: 'BRA',
      ReturnCode: codeOf(payment),
      ReturnMessage: MESSAGES[payment.code] ?? '',
      Status: STATUS[state],
      Links: [{ Method: 'GET', Rel: 'self', Href: `${origin}/cielo/1/sales/${payment.id}` }],
    },
  };
}

/** The answer to a capture or a void. */
export function presentChange(payment: CardPayment) {
  return {
    Status: STATUS[payment.state],
    ReasonCode: 0,
    ReasonMessage: 'Successful',
    ProviderReturnCode: payment.givenBack > 0 ? '0' : '6',
    ProviderReturnMessage: 'Operation Successful',
    ReturnCode: payment.givenBack > 0 ? '0' : '6',
    ReturnMessage: 'Operation Successful',
  };
}
