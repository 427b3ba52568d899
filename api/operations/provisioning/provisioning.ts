import type { House } from '../../platform/house.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { tenantByAlias } from '../../tenancy/index.ts';
import { audit } from '../audit.ts';
import { listAudit } from '../audit-list.ts';
import { applyCatalogue, exportCatalogue, planCatalogue, tenantFromCatalogue } from '../catalogue/apply.ts';
import { catalogueSchema } from '../catalogue/schema.ts';
import { createTenant, showTenant } from './tenants.ts';
import { createToken, revokeToken } from './tokens.ts';

/** Calls that name a tenant themselves are kept in that tenant's audit, when the token has none of its own. */
const auditAt = async (
  ctx: Pick<Ctx, 'tenant' | 'house' | 'service' | 'request'>,
  tenantId: number | undefined,
  outcome: number,
): Promise<void> => {
  if (ctx.tenant || tenantId === undefined) return;
  await audit(ctx.house, tenantId, ctx.service, ctx.request, outcome);
};

/** Whole-tenant work is not for a token of some institutions only. */
const wholeTenant = (ctx: Pick<Ctx, 'service'>): void => {
  if (ctx.service.institutions) fail('FORBIDDEN');
};

/** Tenants, tokens, catalogue, audit (spec 17.2). */
export const provisioningRoutes = (house: House): Route[] => [
  route('POST /operations/tenants', async (ctx) => {
    wholeTenant(ctx);
    const created = await createTenant(house, ctx.body());
    await auditAt(ctx, (await tenantByAlias(house, created.alias))?.id, 201);
    return reply(201, created);
  }),
  route('GET /operations/tenants/{alias}', async (ctx) => {
    wholeTenant(ctx);
    const shown = (await showTenant(house, ctx.params.alias)) ?? fail('NOT_FOUND');
    await auditAt(ctx, (await tenantByAlias(house, shown.alias))?.id, 200);
    return reply(200, shown);
  }),
  route('POST /operations/tenants/catalogue', async (ctx) => {
    wholeTenant(ctx);
    const made = await tenantFromCatalogue(house, ctx.body());
    await auditAt(ctx, (await tenantByAlias(house, made.tenant.alias))?.id, 201);
    return reply(201, made);
  }),
  route('POST /operations/tokens', async (ctx) => {
    wholeTenant(ctx);
    const { tenantId, shown } = await createToken(house, ctx.body());
    await auditAt(ctx, tenantId, 201);
    return reply(201, shown);
  }),
  route('DELETE /operations/tokens/{id}', async (ctx) => {
    wholeTenant(ctx);
    const tenantId = (await revokeToken(house, ctx.params.id)) ?? fail('NOT_FOUND');
    await auditAt(ctx, tenantId, 204);
    return reply(204);
  }),
  route('POST /operations/catalogue/plan', async (ctx) => {
    wholeTenant(ctx);
    return reply(200, await planCatalogue(house, ctx.tenant, ctx.body()));
  }),
  route('POST /operations/catalogue/apply', (ctx) => {
    wholeTenant(ctx);
    return withKey(ctx, async () => reply(200, await applyCatalogue(house, ctx.tenant, ctx.body())));
  }),
  route('GET /operations/catalogue/export', async (ctx) => {
    wholeTenant(ctx);
    return reply(200, await exportCatalogue(house, ctx.tenant));
  }),
  route('GET /operations/catalogue/schema', async (ctx) => {
    wholeTenant(ctx);
    return reply(200, catalogueSchema());
  }),
  route('GET /operations/audit', async (ctx) => {
    wholeTenant(ctx);
    return reply(200, await listAudit(house, ctx.tenant, ctx.query));
  }),
];
