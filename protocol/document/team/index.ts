import { z } from 'zod';
import {
  behalfReason,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  subscriptionQuery,
  text,
  typed,
} from '../../foundation/index.ts';
import { statusNumber } from '../../subscription/index.ts';
import { claim, decided, itemErrors, seenVersion } from '../../work/index.ts';
import {
  documentAskedAt,
  documentFile,
  documentState,
  fileErrors,
  rejectionReason,
  sentFile,
} from '../index.ts';
import { applicationDocumentCalls } from './of-application.ts';

const sender = z.enum(['candidate', 'institution']);

/** A file of a document with who sent it. */
const opsDocumentFile = documentFile.extend({ sentBy: sender }).meta({ id: 'OperationsDocumentFile' });

/** Document as reviewers see it (spec 17.2). */
const opsDocument = z
  .object({
    id,
    subscriptionId: id,
    name: text,
    stage: documentAskedAt,
    required: z.boolean(),
    state: documentState,
    /** The document with which the candidate says that this one is unnecessary. */
    coveredBy: id.nullable(),
    files: z.array(opsDocumentFile),
    version: z.number().int().positive(),
    /** Who has taken it up. */
    claim: claim.nullable(),
    /** Not offered to the caller now: she skipped it within the last day. */
    skipped: z.boolean(),
    /** Since when somebody can look at it; null where nothing waits for a decision. */
    waitingSince: isoDateTime.nullable(),
    /** Who sent its last file; null without one. */
    sentBy: sender.nullable(),
  })
  .meta({ id: 'OperationsDocument' });

/** A document of one application, with the one that may make it unnecessary now and the candidate's words for it (D-83). */
export const askedDocument = z
  .object({
    ...opsDocument.shape,
    cover: z.object({ documentId: id, label: text }).nullable(),
  })
  .meta({ id: 'AskedDocument' });

const reachedStatus = z.object({ status: statusNumber, statusName: text });

/** One document with all that a decision needs (spec 25.8). */
const opsDocumentPage = z
  .object({
    ...opsDocument.shape,
    /** What the person said, as far as a document of this kind can prove it. */
    compare: z.array(z.object({ label: text, value: text })),
    decisions: z.array(
      z.object({
        state: z.enum(['approved', 'rejected', 'waived', 'reopened']),
        reason: text.nullable(),
        note: text.nullable(),
        by: text,
        at: isoDateTime,
      }),
    ),
    /** Required documents of the stage that stay open once this one is approved. */
    missingAfter: z.number().int().nonnegative(),
    /** Where an approval of this one moves the application, where it completes the stage. */
    nextStatus: reachedStatus.nullable(),
    /** The same where it is waived instead. */
    nextStatusWaived: reachedStatus.nullable(),
    /** Whether what was decided may be taken back, and why not; null while nothing is decided. */
    reopening: z.object({ allowed: z.boolean(), reason: text.nullable() }).nullable(),
  })
  .meta({ id: 'OperationsDocumentPage' });

/** What the list of documents can be filtered by, besides what every list can. */
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

export const documentTeamCalls = defineCalls({
  ...applicationDocumentCalls,
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
});
