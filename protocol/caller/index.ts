import { AUDIT_KINDS } from '@orbita/domain/audit';
import { z } from 'zod';
import { awaitsApproval } from '../approval/index.ts';
import {
  cursor,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  maybe,
  named,
  pageQuery,
  pathId,
  scopes,
  text,
  typed,
} from '../foundation/index.ts';

export { AUDIT_KINDS } from '@orbita/domain/audit';

const tokenState = z.enum(['active', 'expired', 'revoked']).meta({ id: 'TokenState' });

/** Token that created it; null for tokens created by the installation itself. */
const parentId = id.nullable();

/** New service token; `token` is shown only this once (spec 17.2). */
const serviceToken = named('ServiceToken', {
  id,
  parentId,
  token: text,
  name: text,
  tenant: text,
  scopes: z.array(z.enum(scopes)),
  institutions: z.array(text).nullable(),
  expiresAt: isoDateTime,
});

/** Service token without its secret (spec 17.1); `lastUsedAt` is the last call recorded in the audit. */
const knownToken = named('KnownToken', {
  id,
  parentId,
  name: text,
  scopes: z.array(z.enum(scopes)),
  institutions: z.array(text).nullable(),
  state: tokenState,
  createdAt: isoDateTime,
  expiresAt: isoDateTime,
  revokedAt: isoDateTime.nullable(),
  lastUsedAt: isoDateTime.nullable(),
});

/** One audited call (spec 17.1). */
const auditEntry = named('AuditEntry', {
  id,
  at: isoDateTime,
  token: text,
  operator: text.nullable(),
  /** Team member who called, and the role used; null for a service token. */
  staffId: id.nullable(),
  role: text.nullable(),
  action: text,
  /** What the caller did and the outcome, as a sentence in the institution's language. */
  text,
  subject: text.nullable(),
  status: z.number().int(),
  /** Team member who requested what this call decided as a second person. */
  requestedBy: text.nullable(),
  traceId: text,
  /** For calls that are aggregated: how many there were, and the start of the hour they fall in. */
  times: z.number().int().positive().optional(),
  hour: isoDateTime.optional(),
  /** For a search: what was searched and how many results there were; never the search term. */
  kind: text.optional(),
  found: z.number().int().nonnegative().optional(),
});

/** Filters of the audit. */
export const auditFilters = {
  subject: z.string().max(200).optional(),
  operator: z.string().max(120).optional(),
  /** Team member. */
  staffId: pathId.optional(),
  /** Service token. */
  tokenId: pathId.optional(),
  /** Acts that changed something, granted or removed access, or only read something. */
  kind: z.enum(AUDIT_KINDS).optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  /** Time range: from `doneFrom` (inclusive) to `doneTo` (exclusive). */
  doneFrom: isoDateTime.optional(),
  doneTo: isoDateTime.optional(),
} as const;

export const callerCalls = defineCalls({
  'POST /operations/tokens': {
    summary:
      'Create a service token; it is shown this once. What a token makes never has more than itself, nor lasts longer',
    showsSecret: true,
    scope: ['platform', 'tokens'],
    confirm: 'strong',
    body: z.object({
      name: z.string().min(1).max(120),
      tenant: z.string().min(1).max(64),
      scopes: z.array(z.enum(scopes)).min(1),
      institutions: maybe(z.array(typed(60)).min(1).max(100)),
      expiresAt: isoDateTime,
    }),
    secondPerson: true,
    responses: { 201: serviceToken, 202: awaitsApproval },
    errors: ['NOT_FOUND', 'APPROVAL_PENDING'],
  },
  'POST /operations/approvals/{id}/token': {
    summary: 'Have the secret of a token that a second person approved shown, once, to who asked for it',
    showsSecret: true,
    scope: 'tokens',
    confirm: 'strong',
    person: true,
    responses: { 201: serviceToken },
    errors: ['APPROVAL_OVER'],
  },
  'GET /operations/tokens': {
    summary: 'Service tokens of the tenant, last changed first; never what opens anything',
    scope: ['platform', 'tokens'],
    query: z.object({
      state: tokenState.optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(knownToken) },
  },
  'DELETE /operations/tokens/{id}': {
    summary: 'Revoke a service token and every one that was made with it, or with those',
    scope: ['platform', 'tokens'],
    confirm: 'strong',
    responses: { 204: null },
  },
  'GET /operations/audit': {
    summary: 'Audited calls, newest first',
    scope: ['audit', 'privacy'],
    query: z.object({
      ...auditFilters,
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(auditEntry) },
  },
});
