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
  named,
  pageQuery,
  text,
  typed,
} from '../foundation/index.ts';
import { refundState } from '../payment/index.ts';

export { APPROVAL_STATES } from '@orbita/domain/approval';

const approvalKind = z.enum(APPROVAL_KINDS).meta({ id: 'ApprovalKind' });
const approvalState = z.enum(APPROVAL_STATES).meta({ id: 'ApprovalState' });
/** Team member, by their current name. */
const staffName = named('StaffName', { staffId: id, name: text });

/** One field that a request changes or states; invisible characters are shown by code point (`‹U+202E›`). */
const approvalField = named('ApprovalField', {
  label: text,
  /** Current value; null if nothing is replaced. */
  before: z.array(text).nullable(),
  after: z.array(text),
  /** Things that could mislead a reader: invisible characters, letters of another alphabet. */
  notes: z.array(text),
});

/** Act that is or was awaiting a second person (spec 25.4.4). */
const approval = named('Approval', {
  id,
  kind: approvalKind,
  /** What the act is about; without an id, it does not exist yet. */
  subject: z.object({ kind: z.enum(APPROVAL_SUBJECTS), id: id.nullable() }),
  subscriptionId: id.nullable(),
  /** Codes of the institutions affected; null means the whole tenant. */
  institutions: z.array(text).nullable(),
  /** Kind of act in words; never contains anything that somebody typed. */
  summary: text,
  /** Everything that is done once it is approved. */
  fields: z.array(approvalField),
  /** Hash of exactly this request, which an approval sends back; null once it is over. */
  hash: text.nullable(),
  amount: money.nullable(),
  reason: text.nullable(),
  requestedBy: z.object({ staffId: id, name: text, email: text }),
  requestedAt: isoDateTime,
  expiresAt: isoDateTime,
  /** When it is done without a second person because nobody else could approve it; null if somebody could. */
  aloneAt: isoDateTime.nullable(),
  state: approvalState,
  /** Who approved or refused it. */
  decidedBy: staffName.nullable(),
  decisionReason: text.nullable(),
  /** When it ended, whatever the outcome. */
  endedAt: isoDateTime.nullable(),
  /** Why the approved act was not carried out. */
  failure: text.nullable(),
  /** State of the resulting refund; null if there is none. */
  refundState: refundState.nullable(),
  /** Whether the caller requested it. */
  mine: z.boolean(),
  /** Whether the caller may be its second person. */
  mayDecide: z.boolean(),
  /** Whether the caller may reveal, once, the secret of the token that it created. */
  mayShowToken: z.boolean(),
});

/** Body of a 202 response to a call whose act awaits a second person; nothing else was done. */
export const awaitsApproval = named('AwaitsApproval', { approval });

/** Second persons: requests awaiting approval, and decisions on them (spec 25.4.4). */
export const approvalCalls = defineCalls({
  'GET /operations/approvals': {
    summary:
      'What waits for a second person, longest first, or with another state what was decided, newest first',
    scope: APPROVERS,
    query: z.object({
      state: z.enum([...APPROVAL_STATES, 'decided']).optional(),
      institution: z.string().max(60).optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(approval) },
  },
  'GET /operations/approvals/{id}': {
    summary: 'One request for a second person',
    scope: APPROVERS,
    responses: { 200: approval },
  },
  'POST /operations/approvals/{id}/decision': {
    summary:
      'Approve as another person, which checks and does it now, or refuse with a reason. What no longer fits answers as failed',
    scope: APPROVERS,
    confirm: 'strong',
    person: true,
    body: z.object({
      decision: z.enum(['approved', 'refused']),
      reason: maybe(typed(2000)),
      /** Hash of the request as it was read; required to approve. */
      hash: maybe(typed(100)),
    }),
    responses: { 200: approval },
    errors: ['OWN_APPROVAL', 'OWN_GRANT', 'LINKED_APPROVAL', 'APPROVAL_CHANGED', 'APPROVAL_OVER'],
  },
  'DELETE /operations/approvals/{id}': {
    summary: 'Withdraw an own request that still waits',
    scope: APPROVERS,
    person: true,
    responses: { 204: null },
    errors: ['APPROVAL_OVER'],
  },
});
