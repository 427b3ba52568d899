import { MONEY_PROVIDERS } from '@orbita/domain/tenancy';
import { z } from 'zod';
import {
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  money,
  named,
  text,
  typed,
} from '../../foundation/index.ts';

const reportState = z.enum(['waiting', 'running', 'failed', 'done']).meta({ id: 'ReconciliationState' });
export const comparedProvider = z.enum(MONEY_PROVIDERS).meta({ id: 'ComparedProvider' });
const differenceState = z.enum(['open', 'applied', 'resolved']).meta({ id: 'DifferenceState' });
const differenceKind = z
  .enum(['unknown-here', 'missing-there', 'other-amount', 'other-state', 'refund-missing', 'refund-unknown'])
  .meta({ id: 'DifferenceKind' });
const count = z.number().int().nonnegative();

/** Comparison of our records with a provider's list, for one institution (spec 14.8). */
const reconciliation = named('Reconciliation', {
  id,
  institution: text,
  provider: comparedProvider,
  fromDay: z.iso.date(),
  untilDay: z.iso.date(),
  nightly: z.boolean(),
  state: reportState,
  /** Number of charges on both sides that were compared; one that is on two lists counts twice. */
  compared: count,
  applied: count,
  open: count,
  /** Why the last attempt failed, and when the next one is due. */
  failure: text.nullable(),
  attempts: count,
  nextAttemptAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
  endedAt: isoDateTime.nullable(),
});

const side = z.object({
  stage: z.enum(['open', 'paid', 'ended', 'unsure']),
  asked: money,
  received: money,
  refunded: money,
});

/** One charge that the two sides disagree about; a side that does not know it is null. */
const reconciliationDifference = named('ReconciliationDifference', {
  id,
  reconciliationId: id,
  institution: text,
  provider: comparedProvider,
  kind: differenceKind,
  reference: text,
  paymentId: id.nullable(),
  subscriptionId: id.nullable(),
  recurrenceId: id.nullable(),
  cycle: z.number().int().nullable(),
  ours: side.nullable(),
  theirs: side.nullable(),
  state: differenceState,
  reason: text.nullable(),
  resolvedAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
});

/** The nightly comparison as operations see it (spec 14.8, 17.2). */
export const reconciliationCalls = defineCalls({
  'GET /operations/reconciliations': {
    summary: 'Comparisons of our books with the lists of providers, most recently changed first',
    scope: 'payments.read',
    query: z.object({ state: reportState.optional(), ...listQuery }),
    responses: { 200: listOf(reconciliation) },
  },
  'GET /operations/reconciliations/{id}': {
    summary: 'One comparison, with its first 100 differences, open ones first',
    scope: 'payments.read',
    responses: { 200: z.object({ ...reconciliation.shape, differences: z.array(reconciliationDifference) }) },
  },
  'POST /operations/reconciliations': {
    summary: 'Compare the last three days now; one that is under way is answered as it is',
    scope: 'payments.settle',
    body: z.object({ institution: typed(60).min(1), provider: maybe(comparedProvider) }),
    responses: { 202: z.array(reconciliation) },
    errors: ['INSTITUTION_UNKNOWN'],
  },
  'GET /operations/reconciliation-differences': {
    summary: 'Differences of all comparisons, most recently changed first',
    scope: 'payments.read',
    query: z.object({ state: differenceState.optional(), ...listQuery }),
    responses: { 200: listOf(reconciliationDifference) },
  },
  'POST /operations/reconciliation-differences/{id}/resolution': {
    summary: 'Say what became of a difference: it is not found again with the same figures, its mark goes',
    scope: 'payments.settle',
    body: z.object({ reason: z.string().trim().min(1).max(2000) }),
    responses: { 200: reconciliationDifference },
    errors: ['STATE_CONFLICT'],
  },
});
