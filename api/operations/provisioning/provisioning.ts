import type { House } from '../../platform/house.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { rememberAnswer } from '../../platform/http/idempotency.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { tenantByAlias } from '../../tenancy/index.ts';
import { listAudit } from '../audit-list.ts';
import {
  applyCatalogue,
  exportCatalogue,
  fillTenant,
  planCatalogue,
  tellHosts,
  tenantOfCatalogue,
} from '../catalogue/apply.ts';
import { catalogueSchema } from '../catalogue/schema.ts';
import { createTenant, showTenant } from './tenants.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

/** A tenant that a call of the house names hears of it, before anything else is said of the body. */
const tellTenant = async (
  { house, service, concerns }: Pick<Ctx, 'house' | 'service' | 'concerns'>,
  alias: unknown,
): Promise<void> => {
  const named = service.tenantId === null && typeof alias === 'string' && (await tenantByAlias(house, alias));
  if (named) concerns(named.id);
};
const field = ({ request }: Pick<Ctx, 'request'>, name: 'alias' | 'tenant'): unknown =>
  (request.body as Record<string, unknown> | null | undefined)?.[name];

/** Whole-tenant work is not for a token of some institutions only. */
const wholeTenant = (ctx: Pick<Ctx, 'service'>): void => {
  if (ctx.service.institutions) fail('FORBIDDEN');
};

/** What the token may act for: a token of a tenant for that one alone, those of the house for all (spec 17.1). */
const mayActFor = ({ service, tenant }: Pick<Ctx, 'service' | 'tenant'>, alias: string): boolean =>
  service.tenantId === null || tenant.alias === alias;

/** Tenants, tokens, catalogue, audit (spec 17.2). */
export const provisioningRoutes = (house: House): Route[] => [
  route('POST /operations/tenants', async (ctx) => {
    wholeTenant(ctx);
    await tellTenant(ctx, field(ctx, 'alias'));
    const given = ctx.body();
    if (!mayActFor(ctx, given.alias)) fail('TENANT_MISMATCH');
    const make = async () =>
      reply(
        201,
        await createTenant(house, given, async (tx, made) => {
          const command = ctx.command(tx.tenantId);
          if (command) await rememberAnswer(house, tx, command, reply(201, made));
        }),
      );
    // Of two calls at once the second finds what the first one made.
    const made = (await tenantByAlias(house, given.alias))
      ? undefined
      : await make().catch(async (error: unknown) => {
          if (!(await tenantByAlias(house, given.alias))) throw error;
        });
    await tellTenant(ctx, given.alias);
    if (made) return made;
    // A key is kept at the tenant it made: there its repeat finds the answer, and everybody else that it is taken.
    const known = await tenantByAlias(house, given.alias);
    return known ? withKey(ctx, make, known.id) : make();
  }),
  route('GET /operations/tenants/{alias}', async (ctx) => {
    wholeTenant(ctx);
    const { alias } = ctx.params;
    const known = (mayActFor(ctx, alias) && (await tenantByAlias(house, alias))) || fail('NOT_FOUND');
    ctx.concerns(known.id);
    return reply(200, await showTenant(house.db.tenant(known.id), known.alias));
  }),
  route('POST /operations/tenants/catalogue', async (ctx) => {
    wholeTenant(ctx);
    const made = await tenantOfCatalogue(house, ctx.body(), async (alias) => {
      if (!mayActFor(ctx, alias)) fail('TENANT_MISMATCH');
      await tellTenant(ctx, alias);
    });
    ctx.concerns(made.tenantId);
    const fill: Parameters<typeof withKey>[1] = (write) =>
      write(async (tx) => reply(201, await fillTenant(tx, house, made)));
    const answer = await withKey(ctx, fill, made.tenantId);
    await tellHosts(house);
    return answer;
  }),
  route('POST /operations/tokens', async (ctx) => {
    wholeTenant(ctx);
    await tellTenant(ctx, field(ctx, 'tenant'));
    const given = ctx.body();
    if (!mayActFor(ctx, given.tenant)) fail('TENANT_MISMATCH');
    return reply(201, await createToken(house, ctx.service, given));
  }),
  route('GET /operations/tokens', async (ctx) => {
    wholeTenant(ctx);
    if (!ctx.tenant) fail('TENANT_REQUIRED');
    return reply(200, await listTokens(house, ctx.tenant, ctx.query));
  }),
  route('DELETE /operations/tokens/{id}', async (ctx) => {
    wholeTenant(ctx);
    const own = ctx.service.tenantId;
    const tenants = own === null ? await house.db.tenantIds() : [own];
    ctx.concerns((await revokeToken(house, tenants, ctx.params.id)) ?? fail('NOT_FOUND'));
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
