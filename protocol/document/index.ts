import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, text, typed } from '../foundation/index.ts';

/** When a document is asked (spec 15.1). */
export const documentAskedAt = z.enum(['selection', 'enrollment']).meta({ id: 'DocumentAskedAt' });

/** State of a required document (spec 15.1). */
export const documentState = z
  .enum(['pending', 'sent', 'approved', 'rejected', 'waived'])
  .meta({ id: 'DocumentState' });

/** Why a document was rejected (spec 15.1). */
export const rejectionReason = z
  .enum(['unreadable', 'file-error', 'wrong-file', 'missing-information', 'other'])
  .meta({ id: 'RejectionReason' });

/** File of a document (spec 15.3). */
export const documentFile = z
  .object({
    fileId: id,
    name: text,
    size: z.number().int().nonnegative(),
    type: text,
    sentAt: isoDateTime,
    scan: z.enum(['pending', 'clean', 'infected']),
  })
  .meta({ id: 'DocumentFile' });

/** Document asked of a candidate (spec 15.3). */
export const requiredDocument = z
  .object({
    documentId: id,
    name: text,
    help: text.nullable(),
    required: z.boolean(),
    stage: documentAskedAt,
    state: documentState,
    acceptedFormats: z.array(z.enum(['pdf', 'jpeg', 'xlsx'])),
    rejection: z.object({ reason: rejectionReason, note: text.nullable() }).nullable(),
    files: z.array(documentFile),
  })
  .meta({ id: 'RequiredDocument' });

/** A link that opens one file for five minutes. */
export const fileLink = z.object({ url: text, expiresAt: isoDateTime }).meta({ id: 'FileLink' });

/** What can be printed (spec 18). */
export const printKind = z
  .enum(['contract', 'slip', 'receipt', 'essay-result', 'enrolment-proof'])
  .meta({ id: 'PrintKind' });

export const documentCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/documents': {
    summary: 'Documents asked, with their files',
    auth: 'candidate',
    accessKey: true,
    query: z.object({ stage: documentAskedAt.optional() }),
    responses: { 200: z.array(requiredDocument) },
    errors: ['NOT_FOUND', 'VALIDATION'],
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/files': {
    summary: 'Send a file of a document',
    auth: 'candidate',
    accessKey: true,
    multipart: true,
    responses: { 201: z.object({ ...documentFile.shape, documentId: id, state: documentState }) },
    errors: [
      'NOT_FOUND',
      'FILE_TOO_BIG',
      'FORMAT_NOT_ACCEPTED',
      'FILE_EMPTY',
      'FILE_PROTECTED',
      'FILE_DAMAGED',
      'FILE_TOO_COMPLEX',
      'APPROVED',
      'TOO_MANY_FILES',
      'FILES_FULL',
      'UPLOAD_FAILED',
    ],
  },
  'GET /candidate/documents/files/{fileId}': {
    summary: 'A file, or with link=1 an address that opens it for five minutes',
    auth: 'candidate',
    accessKey: true,
    query: z.object({ link: z.enum(['0', '1']).optional() }),
    binary: 'application/octet-stream',
    responses: { 200: fileLink },
    errors: ['NOT_FOUND', 'SCAN_PENDING', 'UNAVAILABLE'],
  },
  'GET /candidate/documents/links/{ticket}': {
    summary: 'The file behind a five-minute link, for the browser of the session that asked for it',
    auth: 'public',
    binary: 'application/octet-stream',
    responses: { 200: null },
    errors: ['NOT_FOUND', 'LINK_EXPIRED', 'UNAVAILABLE'],
  },
  'DELETE /candidate/documents/files/{fileId}': {
    summary: 'Remove a file',
    auth: 'candidate',
    accessKey: true,
    responses: { 204: null },
    errors: ['NOT_FOUND', 'APPROVED', 'UNAVAILABLE'],
  },
  'POST /candidate/print-tickets': {
    summary: 'Ticket that opens one printable document for five minutes',
    auth: 'candidate',
    accessKey: true,
    body: z.object({ kind: printKind, subscriptionId: id, refId: maybe(z.union([id, typed(120)])) }),
    responses: { 200: z.object({ ticket: text, url: text }) },
    errors: ['NOT_FOUND', 'VALIDATION', 'STATE_CONFLICT', 'SLIP_ERROR', 'UNAVAILABLE'],
  },
  'GET /candidate/print/{ticket}': {
    summary: 'Printable document of a ticket',
    auth: 'public',
    responses: { 200: z.object({ kind: printKind, title: text, html: text }) },
    errors: ['TICKET_EXPIRED'],
  },
});
