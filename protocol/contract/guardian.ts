import { z } from 'zod';
import { day, defineCalls, isoDateTime, named, text } from '../foundation/index.ts';
import {
  acceptance,
  acceptanceDemand,
  channel,
  codeBody,
  confirmation,
  contractBody,
  contractErrors,
  contractPlan,
  contractText,
  sentCode,
} from './shapes.ts';

/** What a guardian sees through their link: the contract and its summary, nothing else of the application (spec 12.9). */
const guardianContract = named('GuardianContract', {
  /** `closed`: the application is no longer awaiting its contract. */
  state: z.enum(['open', 'accepted', 'closed']),
  candidate: text,
  guardian: text,
  institution: text,
  course: z.object({
    name: text,
    modality: text,
    ingressMode: text,
    /** Null if the institution does not show places. */
    place: text.nullable(),
    classStart: day.nullable(),
    requiresClass: z.boolean(),
  }),
  plans: z.array(contractPlan),
  contract: contractText,
  /** Null unless the contract is open. */
  acceptance: acceptanceDemand.nullable(),
});

/** Link sent to the guardian. */
export const guardianLink = named('GuardianLink', {
  channel,
  masked: text,
  sentAt: isoDateTime,
  expiresAt: isoDateTime,
});

/** Calls of a guardian who accepts on their own (D-79); all but the first use the key of the link as their token. */
export const guardianCalls = defineCalls({
  'POST /candidate/subscriptions/{id}/guardian-links': {
    summary: 'Send the guardian a link to read and accept the contract alone',
    repeats: 'code',
    accessKey: true,
    body: z.object({ channel }),
    responses: { 202: guardianLink },
    errors: [...contractErrors, 'PARTY_NOT_ALLOWED', 'SEND_FAILED'],
  },
  'GET /candidate/guardian-acceptance': {
    summary: 'Contract and summary for the guardian who holds the link',
    auth: 'guardian',
    responses: { 200: guardianContract },
    errors: ['CONTRACT_UNAVAILABLE'],
  },
  'POST /candidate/guardian-acceptance/challenges': {
    summary: 'Send the guardian a code that confirms the acceptance',
    auth: 'guardian',
    repeats: 'code',
    body: z.object({ channel }),
    responses: { 202: sentCode },
    errors: ['ALREADY_ACCEPTED', 'TRANSITION_NOT_ALLOWED', 'SEND_FAILED'],
  },
  'POST /candidate/guardian-acceptance/challenges/{challengeId}/verify': {
    summary: 'Answer the code; the token it gives goes with the acceptance',
    auth: 'guardian',
    repeats: 'answer',
    body: codeBody,
    responses: { 200: confirmation },
    errors: ['CODE_INVALID', 'CODE_EXPIRED'],
  },
  'POST /candidate/guardian-acceptance/contract': {
    summary: 'Accept the contract as the guardian',
    auth: 'guardian',
    idempotent: true,
    body: contractBody,
    responses: { 201: acceptance },
    errors: [...contractErrors, 'CONTRACT_CHANGED', 'CONFIRMATION_REQUIRED', 'NO_VACANCIES'],
  },
});
