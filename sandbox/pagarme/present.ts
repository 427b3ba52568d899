import type { CardPayment, PaymentState } from '../cards/types.ts';

/** State of a charge of Pagar.me v5. */
const CHARGE: Record<PaymentState, string> = {
  authorised: 'pending',
  paid: 'paid',
  denied: 'failed',
  processing: 'processing',
  voided: 'canceled',
  refunded: 'canceled',
  chargedback: 'chargedback',
};
const ORDER: Record<PaymentState, string> = {
  authorised: 'pending',
  paid: 'paid',
  denied: 'failed',
  processing: 'pending',
  voided: 'canceled',
  refunded: 'canceled',
  chargedback: 'paid',
};
const TRANSACTION: Record<PaymentState, string> = {
  authorised: 'authorized_pending_capture',
  paid: 'captured',
  denied: 'not_authorized',
  processing: 'processing',
  voided: 'voided',
  refunded: 'refunded',
  chargedback: 'chargedback',
};

const compact = (id: string): string => id.replaceAll('-', '');
export const orderIdOf = (payment: CardPayment): string => `or_${compact(payment.id).slice(0, 16)}`;
export const chargeIdOf = (payment: CardPayment): string => `ch_${compact(payment.id).slice(0, 16)}`;
const cardIdOf = (cardId: string): string => `card_${compact(cardId)}`;
export const tokenIdOf = (tokenId: string): string => `token_${compact(tokenId)}`;

/** The id behind `token_…` or `card_…`; an empty text for anything else. */
export function keptIdOf(prefix: 'token_' | 'card_', given: string): string {
  const hex = given.startsWith(prefix) ? given.slice(prefix.length) : '';
  return /^[0-9a-f]{32}$/.test(hex)
    ? [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    : '';
}

const zulu = (instant: string): string => `${instant.slice(0, 19)}Z`;

/** A charge as Pagar.me shows it. */
export function presentCharge(payment: CardPayment) {
  const { face, state } = payment;
  const [month = '', year = ''] = face.expiry.split('/');
  return {
    id: chargeIdOf(payment),
    code: payment.orderId,
    gateway_id: compact(payment.id).slice(0, 12),
    amount: payment.amount,
    ...(payment.captured > 0 ? { paid_amount: payment.captured, paid_at: zulu(payment.createdAt) } : {}),
    ...(payment.givenBack > 0 || state === 'voided' ? { canceled_amount: payment.givenBack } : {}),
    status: CHARGE[state],
    currency: 'BRL',
    payment_method: 'credit_card',
    created_at: zulu(payment.createdAt),
    updated_at: zulu(payment.updatedAt),
    order: { id: orderIdOf(payment), code: payment.orderId, status: ORDER[state] },
    last_transaction: {
      id: `tran_${compact(payment.id).slice(0, 16)}`,
      transaction_type: 'credit_card',
      amount: payment.amount,
      status: TRANSACTION[state],
      success: state !== 'denied',
      installments: payment.installments,
      statement_descriptor: payment.softDescriptor,
      operation_type: 'auth_and_capture',
      ...(payment.code === '' ? {} : { acquirer_return_code: payment.code === '00' ? '0000' : payment.code }),
      acquirer_message: state === 'denied' ? 'Transação não autorizada' : 'Transação aprovada com sucesso',
      ...(state === 'denied' ? {} : { brand_id: payment.networkId }),
      card: {
        ...(payment.cardId === null ? {} : { id: cardIdOf(payment.cardId) }),
        first_six_digits: face.bin,
        last_four_digits: face.last4,
        ...(face.brand === null ? {} : { brand: face.brand[0]!.toUpperCase() + face.brand.slice(1) }),
        holder_name: face.holder,
        exp_month: Number(month),
        exp_year: Number(year),
        type: 'credit',
      },
    },
  };
}

/** An order as Pagar.me shows it: ours have one charge each. */
export function presentOrder(payment: CardPayment) {
  const { order: _order, ...charge } = presentCharge(payment);
  return {
    id: orderIdOf(payment),
    code: payment.orderId,
    amount: payment.amount,
    currency: 'BRL',
    closed: true,
    status: ORDER[payment.state],
    created_at: zulu(payment.createdAt),
    updated_at: zulu(payment.updatedAt),
    customer: { name: payment.customerName },
    charges: [charge],
  };
}
