import { IDENTITY_PROOFS } from '@orbita/domain/person';
import { SEARCH_KINDS } from '@orbita/domain/subscription';
import { z } from 'zod';
import {
  day,
  defineCalls,
  id,
  isoDateTime,
  maybe,
  named,
  text,
  typed,
  typedLine,
} from '../../foundation/index.ts';
import { documentType } from '../../identity/index.ts';
import { statusNumber, subscriptionCard } from '../../subscription/index.ts';
import { consents, foreignAddress, personAddress, privacyKind, privacyState } from '../index.ts';
import { documentCase } from './document-cases.ts';

/**
 * One application, or a person without any, as a search result: nothing that could be used to find somebody else (spec 25.3.3).
 */
const searchHit = named('SearchHit', {
  personId: id,
  subscriptionId: id.nullable(),
  name: text,
  documentMasked: text,
  emailMasked: text.nullable(),
  phoneMasked: text.nullable(),
  courseName: text.nullable(),
  status: statusNumber.nullable(),
  statusName: text.nullable(),
  statusColor: text.nullable(),
  institutionCode: text.nullable(),
});

/** Everything that the reader's institutions know about a person (spec 25.6.1). */
const opsPersonPage = named('OperationsPersonPage', {
  personId: id,
  /** Civil name. */
  name: text,
  socialName: text.nullable(),
  birthDate: day.nullable(),
  documents: z.array(z.object({ type: z.enum(['cpf', 'rne', 'passport', 'rg']), number: text })),
  contacts: z.array(
    z.object({
      channel: z.enum(['email', 'sms']),
      value: text,
      confirmedAt: isoDateTime.nullable(),
      /** Codes still go to the previous contact, because a single team member set this one. */
      held: z.boolean(),
      /** Until when; null if only another team member can end it, because the account is in use. */
      heldUntil: isoDateTime.nullable(),
    }),
  ),
  /** Whether the caller may release held contacts: never if they corrected one of them. */
  mayRelease: z.boolean(),
  address: personAddress.nullable(),
  /** Of a person who lives outside Brazil; `address` is then null. */
  foreignAddress: foreignAddress.nullable(),
  /** How the person can sign in. */
  signIn: z.object({
    accounts: z.array(z.object({ documentType, lastAt: isoDateTime.nullable() })),
    password: z.boolean(),
    passkeys: z.number().int().nonnegative(),
    providers: z.array(text),
  }),
  applications: z.array(subscriptionCard),
  /** Applications at institutions that the reader may not see. */
  othersCount: z.number().int().nonnegative(),
  /** `id` and `reason` only for those who work for all institutions. */
  block: z.object({ id: id.nullable(), since: isoDateTime, reason: text.nullable() }).nullable(),
  consents,
  openRequests: z.array(
    z.object({ id, kind: privacyKind, status: privacyState, requestedAt: isoDateTime, dueAt: isoDateTime }),
  ),
  /** Open cases about whether the document is theirs: the institution brought in somebody with the same one. */
  documentCases: z.array(documentCase),
  /** Set once the first contract is accepted; the contract keeps its text whatever is corrected later. */
  identityLockedAt: isoDateTime.nullable(),
});

/** How the identity of the person asking was verified. */
const identityCheck = z.enum(['in-person', 'document', 'call-back']);

/** Search and the page of a person (spec 25.3.3, 25.6). */
export const personPageCalls = defineCalls({
  // A read with a body: personal identifiers are kept out of URLs, which get logged along the way.
  'POST /operations/search': {
    summary: 'People and applications by e-mail, CPF, phone, number, document or the beginning of a name',
    scope: 'subscriptions.read',
    body: z.object({ q: typedLine(120) }),
    responses: {
      200: z.object({ kind: z.enum(SEARCH_KINDS), data: z.array(searchHit), more: z.boolean() }),
    },
  },
  'GET /operations/persons/{personId}': {
    summary: 'A person with the applications at the institutions of the caller',
    scope: 'subscriptions.read',
    responses: { 200: opsPersonPage },
  },
  'PUT /operations/persons/{personId}/contacts': {
    summary: 'Correct the contacts of a person; they count as unconfirmed until a code sent there comes back',
    scope: 'subscriptions.support',
    confirm: 'recent',
    body: z.object({
      email: maybe(typedLine(400)),
      cellPhone: maybe(typedLine(60)),
      identityCheck,
      reason: typed(500),
    }),
    responses: { 200: opsPersonPage },
  },
  'POST /operations/persons/{personId}/contacts/release': {
    summary: 'Let codes go to the contacts that somebody else of the team corrected',
    scope: 'subscriptions.support',
    person: true,
    confirm: 'recent',
    body: z.object({ identityCheck, reason: typed(500) }),
    responses: { 200: opsPersonPage },
    errors: ['OWN_APPROVAL', 'LINKED_APPROVAL', 'STATE_CONFLICT'],
  },
  'PUT /operations/persons/{personId}/identity': {
    summary:
      'Correct civil name, birth date, document or RG of a person; the accepted contract stays as it was',
    scope: 'subscriptions.decide',
    confirm: 'recent',
    body: z.object({
      name: maybe(typedLine(400)),
      birthDate: maybe(typedLine(40)),
      /** Type of `document`, by default CPF; a type the person does not have yet becomes an additional way to sign in. */
      documentType: maybe(documentType),
      document: maybe(typedLine(60)),
      rg: maybe(typedLine(60)),
      rgIssuer: maybe(typedLine(60)),
      rgState: maybe(typedLine(10)),
      /** Document that was seen. */
      proof: z.enum(IDENTITY_PROOFS),
      reason: typed(500),
    }),
    responses: { 200: opsPersonPage },
    errors: ['BLOCKED', 'ACCOUNT_EXISTS', 'CONTACT_UNCONFIRMED'],
  },
});
