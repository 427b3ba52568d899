import type { FastifyRequest } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { calledAddress } from '../../platform/http/canonical.ts';
import type { Reply, Service } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';

/** Ids of records, which are harmless whether or not such a record exists. */
const NUMBER = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const CODE = /^[\w.:~-]{1,64}$/;

/**
 * Subject of a call: its address, or that of the record it created. Text typed in place of a code that does not exist is left
 * out, because the audit keeps its contents permanently and the text could be anybody's name.
 */
const subjectOf = (request: FastifyRequest, { status, body }: Outcome): string => {
  const isCode = (value: string) => status < 400 && CODE.test(value);
  const path = calledAddress(request, (name, value) =>
    NUMBER.test(value) || isCode(value) ? value : `{${name}}`,
  );
  const made = status === 201 ? (body as { id?: unknown } | undefined)?.id : undefined;
  return typeof made === 'number' ? `${path}/${made}` : path;
};

/** What people can be searched by; the names of the terms are stored, their values are not. */
const TERMS = ['document', 'name', 'email', 'cellPhone'];

/** Who requested the act that a second person decided about, taken from the response of the decision call. */
function askedBy(action: string, { status, body }: Outcome) {
  if (action !== DECISION || status !== 200) return {};
  const { requestedBy } = (body ?? {}) as { requestedBy?: { name?: string } };
  return requestedBy?.name === undefined ? {} : { requestedBy: requestedBy.name };
}

/** Id of the approval request that a held-back act became. */
function heldBack({ status, body }: Outcome) {
  const { approval } = (body ?? {}) as { approval?: { id?: number } };
  return status === 202 && approval?.id !== undefined ? { approvalId: approval.id } : {};
}

const DECISION = 'POST /operations/approvals/{id}/decision';

/** For a search: where it looked and how much it found, never the term (spec 25.2.5). */
function foundBy(action: string, asked: unknown, { status, body }: Outcome) {
  const { kind, data } = (body ?? {}) as { kind?: string; data?: unknown[] };
  if (status !== 200) return {};
  const found = data?.length ?? 0;
  if (action === 'POST /operations/search') return { kind, found };
  if (action === SEARCH_OF_KEPT) return { kind: (asked as { by?: string }).by, found };
  if (action !== 'POST /operations/subscriptions/search') return {};
  const given = (asked ?? {}) as Record<string, unknown>;
  return { kind: TERMS.filter((term) => given[term] !== undefined).join('+'), found };
}

/** The paper with which a person was identified at the front desk, and whether the product already knew them. */
function knownBy(action: string, { status, body }: Outcome) {
  if (action !== 'POST /operations/front-desk/applications' || status !== 201) return {};
  const { paper, made } = body as { paper: string; made: boolean };
  return { paper, made };
}

const SEARCH_OF_KEPT = 'POST /operations/kept-records/search';
/** Calls that state their purpose as one of a few codes. */
const WITH_REASON = [
  'GET /operations/subscriptions/{id}/dossier',
  'GET /operations/kept-records/{personId}',
  SEARCH_OF_KEPT,
];

/** For what purpose a person's data was exported, searched or opened. */
function madeFor(action: string, { query, body }: FastifyRequest, { status }: Outcome) {
  if (!WITH_REASON.includes(action) || status !== 200) return {};
  const { reason } = (action === SEARCH_OF_KEPT ? body : query) as { reason?: string | null };
  return reason ? { reason } : {};
}

type Outcome = Pick<Reply, 'status' | 'body'>;

/**
 * Records who did what with which outcome (spec 17.1), for every tenant involved. Bodies are left out, because they may contain
 * personal data. A call with one of the platform's own tokens that involves no tenant is written to the log.
 */
export async function audit(
  platform: Platform,
  tenants: readonly number[],
  service: Service,
  request: FastifyRequest,
  outcome: Outcome,
): Promise<void> {
  if (tenants.length === 0)
    platform.log.info(
      {
        ...{ token: service.tokenName, operator: service.operator, action: actionOf(request) },
        ...{ status: outcome.status, requestId: request.id },
      },
      'audit',
    );
  for (const tenantId of tenants)
    await platform.db.tenant(tenantId).one(auditStatement(platform, tenantId, service, request, outcome));
}

/** Statement that writes an audit entry, for a call whose entry is committed together with what it did. */
export function auditStatement(
  platform: Platform,
  tenantId: number,
  { tokenId, tokenName, operator, staff }: Service,
  request: FastifyRequest,
  outcome: Outcome,
): Sql {
  const action = actionOf(request);
  const detail = {
    requestId: request.id,
    ...foundBy(action, request.body, outcome),
    ...askedBy(action, outcome),
    ...heldBack(outcome),
    ...knownBy(action, outcome),
    ...madeFor(action, request, outcome),
  };
  return sql`
    insert into audit_log (tenant_id, at, token_id, token_name, operator, staff_id, role, action, subject, outcome,
      detail)
    values (${tenantId}, ${platform.clock.now()}, ${tokenId}::bigint, ${tokenName}, ${operator},
            ${staff?.id ?? null}::bigint, ${staff?.role ?? null}::text, ${action}, ${subjectOf(request, outcome)},
            ${outcome.status}, ${JSON.stringify(detail)}::jsonb)
    returning id`;
}

const actionOf = (request: FastifyRequest): string => request.routeOptions.config.key ?? request.method;
