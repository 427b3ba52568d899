export * from './card-access.ts';
export * from './card-frame.ts';
export type { HolderCheckAccess } from './holder-check.ts';

import { z } from 'zod';
import { defineCalls, flag, id, maybe, text, typed, typedLine } from '../foundation/index.ts';
import { cardAccess } from './card-access.ts';
import { cardAuthentication } from './card-frame.ts';
import {
  cardProvider,
  chosenMethod,
  discount,
  payment,
  paymentOptions,
  purpose,
  simulation,
  voucherRefused,
} from './shapes.ts';

export { payerLinkCalls } from './payer-link.ts';
export {
  cycleState,
  month,
  monthlyMethod,
  monthMark,
  recurrenceCalls,
  recurrenceRecord,
} from './recurrence.ts';
export {
  chargeState,
  method,
  payment,
  purpose,
  recurrenceState,
  refundState,
} from './shapes.ts';

/** What is charged and how (spec 14.7); the card itself is only a token of the acquirer. */
const paymentBody = z.object({
  purpose,
  priceId: id,
  method: chosenMethod,
  installments: z.number().int().min(1).max(120),
  voucher: maybe(typedLine(60)),
  recurrence: maybe(z.boolean()),
  mode: maybe(z.enum(['full', 'first-installment'])),
  card: maybe(
    z.object({
      /** Provider whose card fields returned the token. */
      provider: cardProvider,
      token: typed(400),
      /** For display only, like `last4`; the acquirer's response is authoritative. */
      brand: maybe(typed(40)),
      last4: typed(4),
      holderName: typedLine(200),
      holderDocument: typedLine(60),
      authentication: maybe(cardAuthentication),
    }),
  ),
  replace: maybe(z.boolean()),
});

export const paymentCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/payment-options': {
    summary:
      'Prices, methods and deadline, from the review of the contract on; the purpose follows from the status when left out',
    accessKey: true,
    query: z.object({ purpose: purpose.optional() }),
    responses: { 200: paymentOptions },
    errors: ['NOT_PAYABLE', 'PRICE_NOT_REGISTERED'],
  },
  'POST /candidate/subscriptions/{id}/simulateinstallments': {
    summary: 'Values of every possible number of instalments',
    repeats: 'same',
    accessKey: true,
    body: z.object({
      priceId: id,
      method: chosenMethod,
      voucher: maybe(typedLine(60)),
      recurrency: maybe(z.boolean()),
    }),
    responses: {
      200: z.object({ Message: z.literal('OK'), Data: z.array(simulation) }),
      404: voucherRefused,
    },
  },
  'GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}': {
    summary: 'Effect of a voucher on a price; nothing is taken',
    accessKey: true,
    query: z.object({ recurrency: flag.optional() }),
    responses: { 200: discount, 404: voucherRefused },
  },
  'PUT /candidate/subscriptions/{id}/payment-voucher': {
    summary:
      'Keep a voucher with a payment of the application, or take it off (null); nothing is charged or used',
    repeats: 'same',
    accessKey: true,
    body: z.object({ purpose, voucher: typed(60).nullable() }),
    responses: { 204: null },
    errors: ['VOUCHER_INVALID'],
  },
  'POST /candidate/subscriptions/{id}/payments': {
    summary: 'Create a charge; 202 while the outside system is still working on it',
    accessKey: true,
    idempotent: true,
    body: paymentBody,
    responses: { 201: payment, 202: payment },
    errors: [
      'ALREADY_PAID',
      'CLASS_HOLD_EXPIRED',
      'NOT_PAYABLE',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'OPEN_CHARGE',
      'GUARDIAN_REQUIRED',
      'PRICE_NOT_REGISTERED',
      'METHOD_UNAVAILABLE',
      'SLIP_TOO_LATE',
      'VOUCHER_INVALID',
      'CONSENT_REQUIRED',
      'ATTEMPT_LIMIT',
      'CARD_DENIED',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'POST /candidate/subscriptions/{id}/card-access': {
    summary: 'Fresh values for one use of the card fields of an acquirer; asked for at each submission',
    repeats: 'secret',
    accessKey: true,
    body: z.object({ purpose: maybe(purpose), provider: cardProvider }),
    responses: { 200: cardAccess },
    errors: [
      'ALREADY_PAID',
      'CLASS_HOLD_EXPIRED',
      'NOT_PAYABLE',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'METHOD_UNAVAILABLE',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'GET /candidate/subscriptions/{id}/payments': {
    summary: 'Payments of a subscription, newest first',
    accessKey: true,
    responses: { 200: z.array(payment) },
  },
  'GET /candidate/payments/{paymentId}': {
    summary: 'One payment',
    accessKey: true,
    responses: { 200: payment },
  },
  'GET /candidate/payments/{paymentId}/slip': {
    summary: 'The slip as a PDF in base64, once the bank has registered it',
    accessKey: true,
    responses: { 200: z.object({ pdf: text }) },
    errors: ['SLIP_ERROR'],
  },
  'POST /candidate/payments/{paymentId}/renew': {
    summary: 'New pix code or slip after the old one ended',
    accessKey: true,
    responses: { 201: payment, 202: payment },
    errors: [
      'ALREADY_PAID',
      'CLASS_HOLD_EXPIRED',
      'NOT_PAYABLE',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'OPEN_CHARGE',
      'GUARDIAN_REQUIRED',
      'METHOD_UNAVAILABLE',
      'SLIP_TOO_LATE',
      'STATE_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'DELETE /candidate/payments/{paymentId}': {
    summary: 'Cancel an open charge',
    accessKey: true,
    responses: { 204: null },
    errors: ['ALREADY_PAID', 'OPEN_CHARGE', 'STATE_CONFLICT', 'PROVIDER_UNAVAILABLE'],
  },
});
