import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text } from '../foundation/index.ts';
import { confirmationCalls } from './confirmation.ts';
import { guardianCalls, guardianLink } from './guardian.ts';
import {
  acceptance,
  acceptanceDemand,
  contractBody,
  contractErrors,
  contractPlan,
  contractText,
} from './shapes.ts';

/** Contract of a subscription, rendered (spec 13.4). */
const subscriptionContract = named('SubscriptionContract', {
  contract: contractText,
  /** Null once accepted. */
  acceptance: acceptanceDemand.nullable(),
  /** Last link sent to the guardian, if still valid. */
  guardianLink: guardianLink.nullable(),
  /** Payment plans, one of which is chosen after the contract; empty without a price list and once the contract is accepted. */
  plans: z.array(contractPlan),
});

/** What anybody who has the code of an acceptance may know: nothing about people (spec 13.9). */
const contractVerification = named('ContractVerification', {
  state: z.enum(['valid', 'void']),
  institution: text,
  /** Template and version, as on the printed contract. */
  contract: text,
  hash: text,
  acceptedAt: isoDateTime,
  voidedAt: isoDateTime.nullable(),
});

export const contractCalls = defineCalls({
  ...confirmationCalls,
  ...guardianCalls,
  'GET /candidate/courses/value/{id}': {
    summary: 'Whether a price list exists for the subscription, which enables the contract',
    accessKey: true,
    responses: {
      200: z.object({ Message: z.literal('Ok'), Data: z.object({ priceListId: id }) }),
      404: z.object({ Message: text }),
    },
  },
  'GET /candidate/subscriptions/{id}/get-subscription-contract': {
    summary: 'Contract rendered for the subscription',
    accessKey: true,
    responses: { 200: subscriptionContract },
    errors: ['CONTRACT_UNAVAILABLE'],
  },
  'GET /candidate/contract-verifications/{code}': {
    summary: 'What the code on an accepted contract proves, for anybody who holds it',
    auth: 'public',
    responses: { 200: contractVerification },
  },
  'POST /candidate/subscriptions/{id}/contract': {
    summary: 'Accept the contract',
    accessKey: true,
    idempotent: true,
    body: contractBody,
    responses: { 201: acceptance },
    errors: [...contractErrors, 'CONTRACT_CHANGED', 'CONFIRMATION_REQUIRED', 'NO_VACANCIES'],
  },
});
