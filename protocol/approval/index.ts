import { APPROVAL_KINDS, APPROVAL_STATES, APPROVAL_SUBJECTS, APPROVERS } from '@orbita/domain/approval';
import { z } from 'zod';
import {
  cursor,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  maybe,
  money,
  pageQuery,
  text,
  typed,
} from '../foundation/index.ts';
import { refundState } from '../payment/index.ts';

export { APPROVAL_STATES } from '@orbita/domain/approval';

const approvalKind = z.enum(APPROVAL_KINDS).meta({ id: 'ApprovalKind' });
const approvalState = z.enum(APPROVAL_STATES).meta({ id: 'ApprovalState' });
/** Somebody of the team, by her name of today. */
const staffName = z.object({ staffId: id, name: text }).meta({ id: 'StaffName' });

/** One thing that a request changes or says; characters nobody sees stand in it by their number (`‹U+202E›`). */
const approvalField = z
  .object({
    label: text,
    /** What holds now; null where nothing is replaced. */
    before: z.array(text).nullable(),
    after: z.array(text),
    /** What a reader may take for something else: invisible characters, letters of another alphabet. */
    notes: z.array(text),
  })
  .meta({ id: 'ApprovalField' });

/** An act that waits, or waited, for a second person (spec 25.4.4). */
const approval = z
  .object({
    id,
    kind: approvalKind,
    /** What it is about; without an id: something or somebody that does not exist yet. */
    subject: z.object({ kind: z.enum(APPROVAL_SUBJECTS), id: id.nullable() }),
    subscriptionId: id.nullable(),
    /** Codes of the institutions that it touches; null = all of the tenant. */
    institutions: z.array(text).nullable(),
    /** What kind of act it is; never holds what somebody typed. */
    summary: text,
    /** Everything that is done when it is approved. */
    fields: z.array(approvalField),
    /** Mark of exactly this request, which an approval sends back; null once it is over. */
    hash: text.nullable(),
    amount: money.nullable(),
    reason: text.nullable(),
    requestedBy: z.object({ staffId: id, name: text, email: text }),
    requestedAt: isoDateTime,
    expiresAt: isoDateTime,
    /** When it is done without a second person, because nobody else could approve; null where somebody could. */
    aloneAt: isoDateTime.nullable(),
    state: approvalState,
    /** Who approved or refused it. */
    decidedBy: staffName.nullable(),
    decisionReason: text.nullable(),
    /** When it ended, however it did. */
    endedAt: isoDateTime.nullable(),
    /** Why what was approved was not done. */
    failure: text.nullable(),
    /** How the money that it gave back travels; null where it gave none back. */
    refundState: refundState.nullable(),
    /** Whether the caller asked for it. */
    mine: z.boolean(),
    /** Whether the caller may be its second person. */
    mayDecide: z.boolean(),
    /** Whether the caller may have the secret of the token it made shown, once. */
    mayShowToken: z.boolean(),
  })
  .meta({ id: 'Approval' });

/** What a call answers with 202 whose act waits for a second person: nothing else was done. */
export const awaitsApproval = z.object({ approval }).meta({ id: 'AwaitsApproval' });

/** Second persons: what waits for one, and what one says (spec 25.4.4). */
export const approvalCalls = defineCalls({
  'GET /operations/approvals': {
    summary:
      'What waits for a second person, longest first, or with another state what was decided, newest first',
    auth: 'service',
    scope: APPROVERS,
    query: z.object({
      state: z.enum([...APPROVAL_STATES, 'decided']).optional(),
      institution: z.string().max(60).optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(approval) },
    errors: [],
  },
  'GET /operations/approvals/{id}': {
    summary: 'One request for a second person',
    auth: 'service',
    scope: APPROVERS,
    responses: { 200: approval },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/approvals/{id}/decision': {
    summary:
      'Approve as another person, which checks and does it now, or refuse with a reason. What no longer fits answers as failed',
    auth: 'service',
    scope: APPROVERS,
    confirm: 'strong',
    person: true,
    body: z.object({
      decision: z.enum(['approved', 'refused']),
      reason: maybe(typed(2000)),
      /** Of what was read; needed to approve. */
      hash: maybe(typed(100)),
    }),
    responses: { 200: approval },
    errors: [
      'NOT_FOUND',
      'OWN_APPROVAL',
      'OWN_GRANT',
      'LINKED_APPROVAL',
      'VALIDATION',
      'APPROVAL_CHANGED',
      'APPROVAL_OVER',
    ],
  },
  'DELETE /operations/approvals/{id}': {
    summary: 'Withdraw an own request that still waits',
    auth: 'service',
    scope: APPROVERS,
    person: true,
    responses: { 204: null },
    errors: ['NOT_FOUND', 'APPROVAL_OVER'],
  },
});
