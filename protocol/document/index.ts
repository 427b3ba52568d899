import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, named, text, typed } from '../foundation/index.ts';

/** When a document is requested (spec 15.1). */
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
export const documentFile = named('DocumentFile', {
  fileId: id,
  name: text,
  size: z.number().int().nonnegative(),
  type: text,
  sentAt: isoDateTime,
  scan: z.enum(['pending', 'clean', 'infected', 'too-big']),
});

/** Document requested from a candidate (spec 15.3). */
const requiredDocument = named('RequiredDocument', {
  documentId: id,
  name: text,
  help: text.nullable(),
  required: z.boolean(),
  stage: documentAskedAt,
  state: documentState,
  acceptedFormats: z.array(z.enum(['pdf', 'jpeg', 'xlsx'])),
  rejection: z.object({ reason: rejectionReason, note: text.nullable() }).nullable(),
  /** The document that would make this one unnecessary, as candidates read it; `chosen` if the candidate says that it does. */
  cover: z.object({ documentId: id, label: text, chosen: z.boolean() }).nullable(),
  /** Approved document of another application that can be reused. */
  reusable: z.object({ documentId: id, approvedAt: isoDateTime }).nullable(),
  files: z.array(documentFile),
});

/** File that a document has just received, with the state of the document (spec 15.3). */
export const sentFile = z.object({ ...documentFile.shape, documentId: id, state: documentState });

/** Upload whose bytes have not all arrived (spec 15.9). */
const unfinishedUpload = named('UnfinishedUpload', {
  uploadId: z.uuid(),
  documentId: id,
  name: text,
  size: z.number().int().nonnegative(),
  received: z.number().int().nonnegative(),
  /** Hash of the file as declared by the sender, so that the same file is recognised when it is chosen again. */
  sha256: text.nullable(),
  expiresAt: isoDateTime,
});

export const fileErrors = [
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
] as const;

/** Link that opens one file for five minutes. */
const fileLink = named('FileLink', { url: text, expiresAt: isoDateTime });

/** What can be printed (spec 18). */
const printKind = z
  .enum(['contract', 'slip', 'receipt', 'essay-result', 'enrolment-proof'])
  .meta({ id: 'PrintKind' });

/** PDF of an accepted contract (spec 13.1): `preparing` until its job has produced it; `none` before an acceptance. */
/** Media type of the bytes of a resumable upload. */
export const UPLOAD_BYTES = 'application/offset+octet-stream';

const tusOptions = {
  summary: 'What of tus 1.0 is understood: versions, extensions, size of a file',
  auth: 'public',
  headers: { read: [], answered: ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size'] },
  responses: { 204: null },
} as const;

const contractCopy = named('ContractCopy', {
  state: z.enum(['none', 'preparing', 'ready']),
  url: text.nullable(),
  expiresAt: isoDateTime.nullable(),
});

export const documentCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/documents': {
    summary: 'Documents asked, with their files',
    accessKey: true,
    query: z.object({ stage: documentAskedAt.optional() }),
    responses: { 200: z.array(requiredDocument) },
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/files': {
    summary: 'Send a file of a document',
    repeats: 'file',
    accessKey: true,
    multipart: true,
    responses: { 201: sentFile },
    errors: fileErrors,
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/uploads': {
    summary:
      'Begin an upload that can be resumed (tus 1.0, creation, with its first bytes or without); its address is the header Location',
    repeats: 'file',
    accessKey: true,
    bodyMayBe: UPLOAD_BYTES,
    headers: {
      read: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
      answered: ['Location', 'Tus-Resumable', 'Upload-Offset'],
    },
    responses: { 201: null },
    errors: [
      'UPLOAD_PROTOCOL',
      'FILE_TOO_BIG',
      'FILE_EMPTY',
      'FORMAT_NOT_ACCEPTED',
      'APPROVED',
      'TOO_MANY_FILES',
      'FILES_FULL',
      'UPLOAD_FAILED',
    ],
  },
  'OPTIONS /candidate/subscriptions/{id}/documents/{documentId}/uploads': tusOptions,
  'OPTIONS /candidate/uploads/{uploadId}': tusOptions,
  'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}': {
    summary: 'Say that another document makes this one unnecessary',
    accessKey: true,
    responses: { 200: requiredDocument },
    errors: ['STATE_CONFLICT'],
  },
  'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}': {
    summary: 'Take that back',
    accessKey: true,
    responses: { 204: null },
    errors: ['APPROVED'],
  },
  'POST /candidate/subscriptions/{id}/documents/{documentId}/reused-from/{otherId}': {
    summary: 'Use the files of a document that was approved in another application',
    repeats: 'file',
    responses: { 201: requiredDocument },
    errors: fileErrors,
  },
  'GET /candidate/subscriptions/{id}/uploads': {
    summary: 'Uploads of the application that have not ended, to be resumed',
    accessKey: true,
    responses: { 200: z.array(unfinishedUpload) },
  },
  'HEAD /candidate/uploads/{uploadId}': {
    summary: 'How much of an upload has arrived (tus 1.0)',
    accessKey: true,
    override: true,
    headers: {
      read: ['Tus-Resumable'],
      answered: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata'],
    },
    responses: { 200: null },
    errors: ['UPLOAD_PROTOCOL'],
  },
  'PATCH /candidate/uploads/{uploadId}': {
    summary: 'Send the next bytes of an upload (tus 1.0)',
    repeats: 'file',
    accessKey: true,
    override: true,
    bodyType: UPLOAD_BYTES,
    headers: { read: ['Tus-Resumable', 'Upload-Offset'], answered: ['Tus-Resumable', 'Upload-Offset'] },
    responses: { 204: null },
    errors: ['UPLOAD_MOVED', 'UPLOAD_PROTOCOL', 'FILE_TOO_BIG', 'UPLOAD_FAILED'],
  },
  'DELETE /candidate/uploads/{uploadId}': {
    summary: 'Give up an upload (tus 1.0, termination)',
    repeats: 'file',
    accessKey: true,
    override: true,
    headers: { read: ['Tus-Resumable'], answered: ['Tus-Resumable'] },
    responses: { 204: null },
    errors: ['UPLOAD_PROTOCOL'],
  },
  'POST /candidate/uploads/{uploadId}/file': {
    summary:
      'Turn an upload that has arrived whole into a file of its document; repeated, it answers the same file',
    repeats: 'file',
    accessKey: true,
    responses: { 201: sentFile },
    errors: [...fileErrors, 'UPLOAD_UNFINISHED'],
  },
  'GET /candidate/documents/files/{fileId}': {
    summary: 'A file, or with link=1 an address that opens it for five minutes',
    accessKey: true,
    query: z.object({ link: z.enum(['0', '1']).optional() }),
    binary: 'application/octet-stream',
    responses: { 200: fileLink },
    errors: ['SCAN_PENDING', 'UNAVAILABLE'],
  },
  'GET /candidate/documents/links/{ticket}': {
    summary: 'The file behind a five-minute link, for the browser of the session that asked for it',
    auth: 'public',
    binary: 'application/octet-stream',
    responses: { 200: null },
    errors: ['LINK_EXPIRED', 'UNAVAILABLE'],
  },
  'DELETE /candidate/documents/files/{fileId}': {
    summary: 'Remove a file',
    repeats: 'same',
    accessKey: true,
    responses: { 204: null },
    errors: ['APPROVED', 'UNAVAILABLE'],
  },
  'GET /candidate/subscriptions/{id}/contract-copy': {
    summary:
      'Whether the PDF of the accepted contract is there; with link=1 also an address that opens it for five minutes',
    accessKey: true,
    query: z.object({ link: z.enum(['0', '1']).optional() }),
    responses: { 200: contractCopy },
    errors: ['UNAVAILABLE'],
  },
  'POST /candidate/print-tickets': {
    summary: 'Ticket that opens one printable document for five minutes',
    repeats: 'secret',
    accessKey: true,
    body: z.object({ kind: printKind, subscriptionId: id, refId: maybe(z.union([id, typed(120)])) }),
    responses: { 200: z.object({ ticket: text, url: text }) },
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'SLIP_ERROR', 'UNAVAILABLE'],
  },
  'GET /candidate/print/{ticket}': {
    summary: 'Printable document of a ticket',
    auth: 'public',
    responses: {
      200: z.object({
        kind: printKind,
        title: text,
        html: text,
        /** The 44 digits of a slip's barcode. */
        barcode: text.nullable(),
      }),
    },
    errors: ['TICKET_EXPIRED'],
  },
});
