import { z } from 'zod';
import {
  behalfReason,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  named,
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

/** File of a document with who sent it. */
const opsDocumentFile = documentFile.extend({ sentBy: sender }).meta({ id: 'OperationsDocumentFile' });

/** Document as reviewers see it (spec 17.2). */
const opsDocument = named('OperationsDocument', {
  id,
  subscriptionId: id,
  name: text,
  stage: documentAskedAt,
  required: z.boolean(),
  state: documentState,
  /** The document that, according to the candidate, makes this one unnecessary. */
  coveredBy: id.nullable(),
  files: z.array(opsDocumentFile),
  version: z.number().int().positive(),
  /** Who has claimed it. */
  claim: claim.nullable(),
  /** Currently not offered to the caller, who skipped it within the last day. */
  skipped: z.boolean(),
  /** Since when it has been ready for review; null if no decision is pending. */
  waitingSince: isoDateTime.nullable(),
  /** Who sent its last file; null if there is none. */
  sentBy: sender.nullable(),
});

/** Document of one application, with the one that may currently make it unnecessary and its wording for candidates (D-83). */
export const askedDocument = named('AskedDocument', {
  ...opsDocument.shape,
  cover: z.object({ documentId: id, label: text }).nullable(),
});

const reachedStatus = z.object({ status: statusNumber, statusName: text });

/** One document with everything a decision needs (spec 25.8). */
const opsDocumentPage = named('OperationsDocumentPage', {
  ...opsDocument.shape,
  /** What the person stated, as far as a document of this kind can prove it. */
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
  /** Required documents of the stage that remain open once this one is approved. */
  missingAfter: z.number().int().nonnegative(),
  /** Status that the application moves to if this one is approved and that completes the stage. */
  nextStatus: reachedStatus.nullable(),
  /** Same as `nextStatus`, for a waiver. */
  nextStatusWaived: reachedStatus.nullable(),
  /** Whether the decision may be undone, and if not, why; null while there is none. */
  reopening: z.object({ allowed: z.boolean(), reason: text.nullable() }).nullable(),
});

/** Filters of the document list, besides those common to all lists. */
export const documentFilters = {
  state: documentState.optional(),
  stage: documentAskedAt.optional(),
  ...subscriptionQuery,
};

const documentDecision = {
  decision: z.enum(['approved', 'rejected', 'waived']),
  reason: maybe(rejectionReason),
  note: maybe(typed(2000)),
  /**
   * Whether the decision may complete the stage and so move the application (`nextStatus`); false refuses that. Left out, it is
   * false for team members and true for tokens.
   */
  concludes: z.boolean().optional(),
};
const decisionErrors = ['OWN_FILE', 'CONCLUDES_STAGE', ...itemErrors] as const;

export const documentTeamCalls = defineCalls({
  ...applicationDocumentCalls,
  'GET /operations/documents': {
    summary: 'Documents to review',
    scope: 'documents.read',
    query: z.object({ ...documentFilters, ...listQuery }),
    responses: { 200: listOf(opsDocument) },
  },
  'GET /operations/documents/{id}': {
    summary: 'One document with what it is compared with, and what was decided about it',
    scope: 'documents.read',
    responses: { 200: opsDocumentPage },
  },
  'GET /operations/documents/files/{fileId}': {
    summary: 'A clean file of a document',
    scope: 'documents.read',
    binary: 'application/octet-stream',
    responses: { 200: null },
    errors: ['SCAN_PENDING', 'UNAVAILABLE'],
  },
  'POST /operations/documents/{id}/files': {
    summary: 'Send a file of a document on behalf of the candidate, by the same rules as her own call',
    scope: ['documents.review', 'subscriptions.act'],
    multipart: true,
    formFields: ['reason'],
    responses: { 201: sentFile },
    errors: fileErrors,
  },
  'POST /operations/documents/{id}/covered-by/{otherId}': {
    summary: 'Say on behalf of the candidate that another document shows what this one asks for',
    scope: ['documents.review', 'subscriptions.act'],
    body: z.object({ reason: behalfReason }).optional(),
    responses: { 200: decided },
    errors: ['STATE_CONFLICT'],
  },
  'POST /operations/documents/{id}/review': {
    summary: 'Approve, reject with a reason, or waive a document',
    scope: 'documents.review',
    body: z.object({ ...documentDecision, version: seenVersion }),
    responses: { 200: decided },
    errors: decisionErrors,
  },
  'POST /operations/documents/{id}/reopening': {
    summary: 'Look at a decided document again, while its application has not moved on',
    scope: 'documents.review',
    body: z.object({ reason: z.string().trim().min(1).max(2000), version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'POST /operations/documents/reviews': {
    summary: 'Decide several documents, each on its own: what one is refused for does not hinder the others',
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
  },
});
