import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, listOf, listQuery, text, typed } from '../../foundation/index.ts';
import { documentType } from '../../identity/index.ts';

const { page, pageSize, cursor, institution } = listQuery;

/** One of the two whom a document could be: nothing that finds somebody else. */
const side = z.object({
  name: text,
  birthDate: day.nullable(),
  emailMasked: text.nullable(),
  phoneMasked: text.nullable(),
});

/** An account and somebody whom the institution brought, with one document (spec 25.6.3). */
export const documentCase = z
  .object({
    caseId: id,
    /** Whose account has the document. */
    personId: id,
    documentType,
    documentMasked: text,
    /** In what they differ: a contact that the account proved, first name, birth date, or that the account has applications. */
    reasons: z.array(z.enum(['contact', 'name', 'birth-date', 'applications'])),
    account: side.extend({ applications: z.number().int().nonnegative(), proved: z.boolean() }),
    /** Null once it is decided: what was brought is kept no longer. */
    brought: side.nullable(),
    broughtBy: text,
    openedAt: isoDateTime,
    state: z.enum(['open', 'kept', 'given']),
    decidedBy: text.nullable(),
    decidedAt: isoDateTime.nullable(),
    reason: text.nullable(),
    /** Who has the document since then. */
    givenTo: id.nullable(),
    /** Whether the caller may open the page of the account's person, and of whoever has the document since then. */
    opens: z.object({ account: z.boolean(), given: z.boolean() }),
  })
  .meta({ id: 'DocumentCase' });

export const documentCaseCalls = defineCalls({
  'GET /operations/document-cases': {
    summary:
      'Accounts and imported people with one document, oldest first; without `state` those that are open',
    auth: 'service',
    scope: 'subscriptions.read',
    query: z.object({
      state: z.enum(['open', 'kept', 'given']).optional(),
      institution,
      page,
      pageSize,
      cursor,
    }),
    responses: { 200: listOf(documentCase) },
    errors: ['VALIDATION'],
  },
  'GET /operations/document-cases/{id}': {
    summary: 'One document of an account and an imported person, as it is now',
    auth: 'service',
    scope: 'subscriptions.read',
    responses: { 200: documentCase },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/document-cases/{id}/decision': {
    summary:
      'Decide whose a document is: `kept` leaves it to the account, `given` gives it to the imported person and ends every way into the account',
    auth: 'service',
    scope: 'subscriptions.decide',
    confirm: 'recent',
    body: z.object({
      decision: z.enum(['kept', 'given']),
      /** How it was made sure who has the document. */
      identityCheck: z.enum(['in-person', 'document', 'call-back']),
      reason: typed(500),
    }),
    responses: { 200: documentCase },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'OWN_APPROVAL', 'BLOCKED', 'STATE_CONFLICT', 'VALIDATION'],
  },
});
