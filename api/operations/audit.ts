import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Service } from '../platform/http/context.ts';

/** Keeps who did what with which outcome (spec 17.1). Bodies are not kept: they may hold personal data. */
export async function audit(
  house: House,
  tenantId: number,
  service: Service,
  request: FastifyRequest,
  outcome: number,
): Promise<void> {
  const path = request.url.split('?')[0] ?? '';
  await house.db.tenant(tenantId).one(sql`
    insert into audit_log (tenant_id, at, token_name, operator, action, subject, outcome, detail)
    values (${tenantId}, ${house.clock.now()}, ${service.tokenName}, ${service.operator},
            ${request.routeOptions.config.key ?? request.method}, ${path}, ${outcome},
            ${JSON.stringify({ requestId: request.id })}::jsonb)
    returning id`);
}
