import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, text, typed } from '../foundation/index.ts';
import { statusNumber } from '../subscription/index.ts';
import { acceptanceDemand, confirmationCalls } from './confirmation.ts';

export { acceptanceDemand } from './confirmation.ts';

/** Contract of a subscription, rendered (spec 13.4). */
export const subscriptionContract = z
  .object({
    contract: z.object({
      Contract: text,
      FormatedContract: text,
      title: text,
      version: z.number().int().positive(),
      hash: text,
      acceptedAt: isoDateTime.nullable(),
    }),
    /** null once it was accepted. */
    acceptance: acceptanceDemand.nullable(),
  })
  .meta({ id: 'SubscriptionContract' });

/** Acceptance with the declared device (spec 13.1). */
export const contractBody = z.object({
  FormatedContract: typed(1_000_000),
  Contract: typed(120),
  DeviceType: z.enum(['desktop', 'mobile', 'tablet']),
  OS: typed(200),
  Browser: typed(200),
  BrowserVendor: typed(200),
  IP: typed(64),
  Address: typed(120),
  acceptanceToken: maybe(typed(4000)),
});

/** Registered acceptance with the status after the automatic moves (spec 13.4). */
export const acceptance = z
  .object({ acceptanceId: id, acceptedAt: isoDateTime, status: statusNumber })
  .meta({ id: 'Acceptance' });

/** What anybody with the code of an acceptance may know: nothing about people (spec 13.9). */
const contractVerification = z
  .object({
    state: z.enum(['valid', 'void']),
    institution: text,
    /** Template and version, as on the paper. */
    contract: text,
    hash: text,
    acceptedAt: isoDateTime,
    voidedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'ContractVerification' });

export const contractCalls = defineCalls({
  ...confirmationCalls,
  'GET /candidate/courses/value/{id}': {
    summary: 'Whether a price list exists for the subscription, which enables the contract',
    auth: 'candidate',
    accessKey: true,
    responses: {
      200: z.object({ Message: z.literal('Ok'), Data: z.object({ priceListId: id }) }),
      404: z.object({ Message: text }),
    },
    errors: ['NOT_FOUND'],
  },
  'GET /candidate/subscriptions/{id}/get-subscription-contract': {
    summary: 'Contract rendered for the subscription',
    auth: 'candidate',
    accessKey: true,
    responses: { 200: subscriptionContract },
    errors: ['NOT_FOUND', 'CONTRACT_UNAVAILABLE'],
  },
  'GET /candidate/contract-verifications/{code}': {
    summary: 'What the code on an accepted contract proves, for anybody who holds it',
    auth: 'public',
    responses: { 200: contractVerification },
    errors: ['NOT_FOUND'],
  },
  'POST /candidate/subscriptions/{id}/contract': {
    summary: 'Accept the contract',
    auth: 'candidate',
    accessKey: true,
    idempotent: true,
    body: contractBody,
    responses: { 201: acceptance },
    errors: [
      'NOT_FOUND',
      'VALIDATION',
      'ALREADY_ACCEPTED',
      'TRANSITION_NOT_ALLOWED',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'PRICE_NOT_REGISTERED',
      'DATA_INCOMPLETE',
      'GUARDIAN_REQUIRED',
      'CONTRACT_CHANGED',
      'CONFIRMATION_REQUIRED',
      'NO_VACANCIES',
    ],
  },
});
