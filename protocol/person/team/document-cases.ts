import { z } from 'zod';
import {
  day,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  named,
  text,
  typed,
} from '../../foundation/index.ts';
import { documentType } from '../../identity/index.ts';

const { page, pageSize, cursor, institution } = listQuery;

/** One of the two people a document could belong to: nothing that could be used to find somebody else. */
const side = z.object({
  name: text,
  birthDate: day.nullable(),
  emailMasked: text.nullable(),
  phoneMasked: text.nullable(),
});

/** An account and a person brought in by the institution who share a document (spec 25.6.3). */
export const documentCase = named('DocumentCase', {
  caseId: id,
  /** Owner of the account that has the document. */
  personId: id,
  documentType,
  documentMasked: text,
  /** Why they may differ: a contact that the account proved, first name, birth date, or the account having applications. */
  reasons: z.array(z.enum(['contact', 'name', 'birth-date', 'applications'])),
  account: side.extend({ applications: z.number().int().nonnegative(), proved: z.boolean() }),
  /** Null once decided: what was brought in is no longer stored. */
  brought: side.nullable(),
  broughtBy: text,
  openedAt: isoDateTime,
  state: z.enum(['open', 'kept', 'given']),
  decidedBy: text.nullable(),
  decidedAt: isoDateTime.nullable(),
  reason: text.nullable(),
  /** Who has had the document since the decision. */
  givenTo: id.nullable(),
  /**
   * Whether the caller may open the page of the account's owner, and of the person who has had the document since the decision.
   */
  opens: z.object({ account: z.boolean(), given: z.boolean() }),
});

export const documentCaseCalls = defineCalls({
  'GET /operations/document-cases': {
    summary:
      'Accounts and imported people with one document, oldest first; without `state` those that are open',
    scope: 'subscriptions.read',
    query: z.object({
      state: z.enum(['open', 'kept', 'given']).optional(),
      institution,
      page,
      pageSize,
      cursor,
    }),
    responses: { 200: listOf(documentCase) },
  },
  'GET /operations/document-cases/{id}': {
    summary: 'One document of an account and an imported person, as it is now',
    scope: 'subscriptions.read',
    responses: { 200: documentCase },
  },
  'POST /operations/document-cases/{id}/decision': {
    summary:
      'Decide whose a document is: `kept` leaves it to the account, `given` gives it to the imported person and ends every way into the account',
    scope: 'subscriptions.decide',
    confirm: 'recent',
    body: z.object({
      decision: z.enum(['kept', 'given']),
      /** How the identity of the document's owner was verified. */
      identityCheck: z.enum(['in-person', 'document', 'call-back']),
      reason: typed(500),
    }),
    responses: { 200: documentCase },
    errors: ['OWN_APPROVAL', 'BLOCKED', 'STATE_CONFLICT'],
  },
});
