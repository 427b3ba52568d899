import { z } from 'zod';
import { documentAskedAt, documentState, fileErrors, rejectionReason, sentFile } from '../document/index.ts';
import { defineCalls, id, isoDateTime, listOf, maybe, text, typed, typedLine } from '../foundation/index.ts';
import { statusNumber } from '../subscription/index.ts';
import { seenVersion } from '../work/index.ts';
import { behalfReason } from './behalf.ts';
import {
  decided,
  itemErrors,
  listQuery,
  notification,
  opsDocument,
  opsDocumentPage,
  opsSubscription,
  opsSubscriptionCard,
  subscriptionQuery,
} from './shapes.ts';

/** What the list of applications can be filtered by, besides what every list can. */
export const subscriptionFilters = {
  state: z.string().max(20).optional(),
  /** Code of an offer. */
  offer: z.string().max(60).optional(),
  course: z.string().max(60).optional(),
  pole: z.string().max(60).optional(),
  /** Code of an intake; several institutions may have one of the same name. */
  intake: z.string().max(60).optional(),
  /** Only applications made since then, the last made first. */
  createdFrom: isoDateTime.optional(),
  createdTo: isoDateTime.optional(),
  /** Only those that somebody must look at. */
  attention: z.literal('true').optional(),
  /** The number an application was given by the system that made it. */
  externalId: z.string().max(120).optional(),
};

/** The same of the list of documents. */
export const documentFilters = {
  state: documentState.optional(),
  stage: documentAskedAt.optional(),
  ...subscriptionQuery,
};

const documentDecision = {
  decision: z.enum(['approved', 'rejected', 'waived']),
  reason: maybe(rejectionReason),
  note: maybe(typed(2000)),
};
const decisionErrors = ['OWN_FILE', ...itemErrors] as const;

export const workCalls = defineCalls({
  'GET /operations/subscriptions': {
    summary: 'Subscriptions, most recently changed first; state is the number of a status',
    auth: 'service',
    scope: 'subscriptions.read',
    query: z.object({ ...subscriptionFilters, ...listQuery }),
    responses: { 200: listOf(opsSubscriptionCard) },
    errors: [],
  },
  // A read with a body: what names a person does not stand in addresses, which are kept in logs on the way.
  'POST /operations/subscriptions/search': {
    summary:
      'The same list for people who have a document, e-mail or cell phone, or whose name begins so; all that is given must be so',
    auth: 'service',
    scope: 'subscriptions.read',
    body: z.object({
      /** `cpf` when it is not said. */
      documentType: z.enum(['cpf', 'rne', 'passport']).optional(),
      document: typedLine(40).optional(),
      /** Beginning of the name or social name; further words may begin any other word of it. */
      name: typedLine(200).optional(),
      email: typedLine(254).optional(),
      cellPhone: typedLine(30).optional(),
      ...subscriptionFilters,
      ...listQuery,
    }),
    responses: { 200: listOf(opsSubscriptionCard) },
    errors: ['VALIDATION'],
  },
  'GET /operations/subscriptions/{id}': {
    summary: 'Whole subscription with history, acceptances, payments and documents',
    auth: 'service',
    scope: 'subscriptions.read',
    responses: { 200: opsSubscription },
    errors: ['NOT_FOUND'],
  },
  'GET /operations/documents': {
    summary: 'Documents to review',
    auth: 'service',
    scope: 'documents.read',
    query: z.object({ ...documentFilters, ...listQuery }),
    responses: { 200: listOf(opsDocument) },
    errors: [],
  },
  'GET /operations/documents/{id}': {
    summary: 'One document with what it is compared with, and what was decided about it',
    auth: 'service',
    scope: 'documents.read',
    responses: { 200: opsDocumentPage },
    errors: ['NOT_FOUND'],
  },
  'GET /operations/documents/files/{fileId}': {
    summary: 'A clean file of a document',
    auth: 'service',
    scope: 'documents.read',
    binary: 'application/octet-stream',
    responses: { 200: null },
    errors: ['NOT_FOUND', 'SCAN_PENDING', 'UNAVAILABLE'],
  },
  'POST /operations/documents/{id}/files': {
    summary: 'Send a file of a document on behalf of the candidate, by the same rules as her own call',
    auth: 'service',
    scope: ['documents.review', 'subscriptions.act'],
    multipart: true,
    formFields: ['reason'],
    responses: { 201: sentFile },
    errors: fileErrors,
  },
  'POST /operations/documents/{id}/covered-by/{otherId}': {
    summary: 'Say on behalf of the candidate that another document shows what this one asks for',
    auth: 'service',
    scope: ['documents.review', 'subscriptions.act'],
    body: z.object({ reason: behalfReason }).optional(),
    responses: { 200: decided },
    errors: ['NOT_FOUND', 'VALIDATION', 'STATE_CONFLICT'],
  },
  'POST /operations/documents/{id}/review': {
    summary: 'Approve, reject with a reason, or waive a document',
    auth: 'service',
    scope: 'documents.review',
    body: z.object({ ...documentDecision, version: seenVersion }),
    responses: { 200: decided },
    errors: decisionErrors,
  },
  'POST /operations/documents/{id}/reopening': {
    summary: 'Look at a decided document again, while its application has not moved on',
    auth: 'service',
    scope: 'documents.review',
    body: z.object({ reason: z.string().trim().min(1).max(2000), version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'POST /operations/documents/reviews': {
    summary: 'Decide several documents, each on its own: what one is refused for does not hinder the others',
    auth: 'service',
    scope: 'documents.review',
    body: z.object({
      items: z
        .array(z.object({ id, ...documentDecision, version: z.int32().positive() }))
        .min(1)
        .max(50),
    }),
    responses: {
      200: z.array(
        z.object({ id, state: text.optional(), status: statusNumber.optional(), code: text.optional() }),
      ),
    },
    errors: ['VALIDATION'],
  },
  'PUT /operations/subscriptions/{id}/student': {
    summary: 'Deliver the student number of an enrolled candidate',
    auth: 'service',
    scope: 'students',
    body: z.object({ studentLyceumId: z.string().trim().min(1).max(60), version: seenVersion }),
    responses: { 200: decided },
    errors: ['STUDENT_NUMBER_TAKEN', ...itemErrors],
  },
  'GET /operations/notifications': {
    summary: 'Messages, newest first',
    auth: 'service',
    scope: 'messages.read',
    query: z.object({
      state: z.enum(['pending', 'sent', 'failed']).optional(),
      ...subscriptionQuery,
      ...listQuery,
    }),
    responses: { 200: listOf(notification) },
    errors: [],
  },
  'POST /operations/notifications/{id}/resend': {
    summary: 'Send a message again, to the contact known now and with a fresh link; never one with a code',
    auth: 'service',
    scope: 'messages.send',
    responses: { 201: notification },
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'NOT_RESENDABLE'],
  },
});
