import { z } from 'zod';
import { defineCalls, isoDateTime, named, text } from '../foundation/index.ts';
import { payment, purpose } from './shapes.ts';

const { slip, pix, installments, amount, createdAt, paidAt } = payment.shape;

/** What somebody who pays for the candidate sees: one charge, and no personal data (spec 14.9). */
const payerCharge = named('PayerCharge', {
  /** `over`: it was not paid and no longer can be. */
  state: z.enum(['open', 'paid', 'refunded', 'over']),
  institution: text,
  purpose,
  method: z.enum(['pix', 'slip']),
  /** Instalments of the plan; only the first one is charged. */
  installments,
  /** Amount received, once it is paid. */
  amount,
  createdAt,
  paidAt,
  slip,
  pix,
});

/** Link to a payable charge; its URL contains the key and is shown once. */
const payerLink = z
  .object({ link: text, institution: text, expiresAt: isoDateTime })
  .meta({ id: 'PayerLink' });

/** Calls about the link through which somebody else pays (D-91); those of `payer-charge` use its key as their token. */
export const payerLinkCalls = defineCalls({
  'POST /candidate/payments/{paymentId}/payer-links': {
    summary: 'Make a link that shows an open Pix or slip alone, for whoever pays',
    repeats: 'secret',
    accessKey: true,
    responses: { 201: payerLink },
    errors: ['STATE_CONFLICT'],
  },
  'GET /candidate/payments/{paymentId}/payer-links': {
    summary: 'How many links of a payment are valid',
    accessKey: true,
    responses: { 200: z.object({ valid: z.number().int().nonnegative() }) },
  },
  'DELETE /candidate/payments/{paymentId}/payer-links': {
    summary: 'End all links of a payment',
    repeats: 'same',
    accessKey: true,
    responses: { 204: null },
  },
  'GET /candidate/payer-charge': {
    summary: 'The charge of the link, for whoever pays',
    auth: 'payer',
    responses: { 200: payerCharge },
  },
  'GET /candidate/payer-charge/slip': {
    summary: 'The slip of the link as a PDF in base64, without the name and the document of a person',
    auth: 'payer',
    responses: { 200: z.object({ pdf: text }) },
    errors: ['NOT_FOUND', 'SLIP_ERROR'],
  },
});
