import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditNamedTenant, field, mayActFor, requireAllInstitutions } from '../../tenancy/acting.ts';
import { listAudit } from '../audit/list.ts';
import { showApprovedToken } from './approved-token.ts';
import { listTokens } from './token-list.ts';
import { createToken, revokeToken } from './tokens.ts';

/** Routes for service tokens and the audit of calls (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  route('POST /operations/tokens', async (ctx) => {
    requireAllInstitutions(ctx);
    await auditNamedTenant(ctx, field(ctx, 'tenant'));
    const given = ctx.body();
    if (!mayActFor(ctx, given.tenant)) fail('TENANT_MISMATCH');
    return createToken(platform, ctx.service, given);
  }),
  route('POST /operations/approvals/{id}/token', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(201, await showApprovedToken(ctx, ctx.params.id));
  }),
  route('GET /operations/tokens', async (ctx) => {
    requireAllInstitutions(ctx);
    if (!ctx.tenant) fail('TENANT_REQUIRED');
    return reply(200, await listTokens(platform, ctx.tenant, ctx.query));
  }),
  route('DELETE /operations/tokens/{id}', async (ctx) => {
    requireAllInstitutions(ctx);
    const own = ctx.service.tenantId;
    const tenants = own === null ? await platform.db.tenantIds() : [own];
    ctx.concerns((await revokeToken(platform, tenants, ctx.params.id)) ?? fail('NOT_FOUND'));
    return reply(204);
  }),
  route('GET /operations/audit', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await listAudit(platform, ctx.tenant, ctx.query));
  }),
];
