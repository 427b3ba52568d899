import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import { calledAddress } from '../platform/http/canonical.ts';
import type { Reply, Service } from '../platform/http/context.ts';

/** What was acted on: the address of the call, and of what it made. */
const subjectOf = (request: FastifyRequest, { status, body }: Outcome): string => {
  const path = calledAddress(request);
  const made = status === 201 ? (body as { id?: unknown } | undefined)?.id : undefined;
  return typeof made === 'number' ? `${path}/${made}` : path;
};

type Outcome = Pick<Reply, 'status' | 'body'>;

/**
 * Keeps who did what with which outcome (spec 17.1), at every tenant it concerns. Bodies are not kept: they may hold
 * personal data. A call of the house's own tokens that concerns no tenant is told to the log.
 */
export async function audit(
  house: House,
  tenants: readonly number[],
  service: Service,
  request: FastifyRequest,
  outcome: Outcome,
): Promise<void> {
  const { tokenId, tokenName, operator } = service;
  const action = request.routeOptions.config.key ?? request.method;
  if (tenants.length === 0)
    house.log.info(
      { token: tokenName, operator, action, status: outcome.status, requestId: request.id },
      'audit',
    );
  for (const tenantId of tenants)
    await house.db.tenant(tenantId).one(sql`
      insert into audit_log (tenant_id, at, token_id, token_name, operator, action, subject, outcome, detail)
      values (${tenantId}, ${house.clock.now()}, ${tokenId}::bigint, ${tokenName}, ${operator}, ${action}, ${subjectOf(request, outcome)},
              ${outcome.status}, ${JSON.stringify({ requestId: request.id })}::jsonb)
      returning id`);
}
