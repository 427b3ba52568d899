import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  money,
  named,
  text,
  typed,
} from '../../foundation/index.ts';

const count = z.number().int().nonnegative();
/** CNAB 240 return file in base64; at most 10,000 lines are read. */
const RETURN_BYTES = 4 * 1024 * 1024;
const MOST_FILE_SIGNS = 3_600_000;

/** CNAB 240 file that registers slips with an institution's bank and writes others off (spec 14.8). */
const slipRemittance = named('SlipRemittance', {
  id,
  institution: text,
  /** Three-digit code of the bank. */
  bank: text,
  agreement: text,
  /** Incremented with each file of the agreement. */
  sequence: z.number().int().positive(),
  entries: count,
  writeOffs: count,
  /** Total amount of the new slips. */
  total: money,
  /** Whether the file still exists; it is kept for 90 days. */
  hasFile: z.boolean(),
  createdBy: text,
  createdAt: isoDateTime,
});

const outcome = z
  .enum([
    'applied',
    'wrong-amount',
    'attention',
    'noted',
    'repeated',
    'conflict',
    'unknown-number',
    'unreadable',
  ])
  .meta({ id: 'SlipReturnOutcome' });

const returnLine = z.object({
  line: z.number().int().positive(),
  outcome,
  /** What happened, in Portuguese, for whoever handles the file. */
  message: text,
  movement: z
    .enum([
      'registered',
      'rejected',
      'settled',
      'written-off',
      'due-date-changed',
      'settled-late',
      'instruction-rejected',
      'fees',
      'settlement-reversed',
      'unknown',
    ])
    .nullable(),
  paymentId: id.nullable(),
  paid: money.nullable(),
});

/** What was read from a return file of the bank, line by line. */
const slipReturn = named('SlipReturn', {
  id,
  institution: text,
  bank: text,
  sequence: count,
  day: z.iso.date().nullable(),
  /** Lines by outcome; outcomes without lines are left out. */
  counts: z.record(z.string(), count),
  lines: z.array(returnLine),
});

/** Return file that was read, without its lines; reading it again replaces the name of the reader. */
const readReturn = named('ReadSlipReturn', {
  ...slipReturn.omit({ lines: true }).shape,
  importedBy: text,
  readAt: isoDateTime,
});

const institution = typed(60).min(1);

/** Slips of any bank through files (spec 14.8, 17.2). */
export const slipFileCalls = defineCalls({
  'GET /operations/slip-remittances': {
    summary: 'Files with slips for the bank, newest first',
    scope: 'payments.read',
    query: z.object(listQuery),
    responses: { 200: listOf(slipRemittance) },
  },
  'GET /operations/slip-remittances/{id}/file': {
    summary: 'The file as it was made, plain ASCII with CRLF',
    scope: 'payments.settle',
    responses: { 200: z.object({ name: text, content: text }) },
  },
  'POST /operations/slip-remittances': {
    summary: 'Make the next file: slips that are in none yet, and write-offs of those that ended',
    scope: 'payments.settle',
    body: z.object({ institution }),
    responses: { 201: slipRemittance },
    errors: ['INSTITUTION_UNKNOWN', 'SLIPS_NOT_BY_FILE', 'NOTHING_TO_SEND'],
  },
  'GET /operations/slip-returns': {
    summary: 'Files of banks that were read, the last read first',
    scope: 'payments.read',
    query: z.object(listQuery),
    responses: { 200: listOf(readReturn) },
  },
  'GET /operations/slip-returns/{id}': {
    summary: 'One file of a bank, with what became of each line when it was last read',
    scope: 'payments.read',
    responses: { 200: readReturn.extend({ lines: z.array(returnLine) }) },
  },
  'POST /operations/slip-returns': {
    summary: 'Read a return of the bank; each line counts once, however often the file comes',
    scope: 'payments.settle',
    body: z.object({
      institution,
      file: z.string().min(1).max(MOST_FILE_SIGNS),
      /** base64 preserves the bytes of a file in Latin 1. */
      encoding: z.enum(['text', 'base64']).default('text'),
    }),
    bodyLimit: RETURN_BYTES,
    secondPerson: true,
    responses: { 200: slipReturn, 202: awaitsApproval },
    errors: ['INSTITUTION_UNKNOWN', 'SLIPS_NOT_BY_FILE', 'RETURN_REFUSED', 'APPROVAL_PENDING'],
  },
});
