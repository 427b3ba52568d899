import { noticeAddresses, renewNoticeAddress } from '../../payment/notice-addresses.ts';
import type { CallContext, ServiceContext, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { rememberAnswer } from '../../platform/http/idempotency.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey, withKeyAt } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { listAudit } from '../audit-list.ts';
import { refreshAcademic } from '../catalogue/academic/refresh.ts';
import { showAcademic } from '../catalogue/academic/show.ts';
import {
  applyAsked,
  exportCatalogue,
  fillTenant,
  planCatalogue,
  tenantOfCatalogue,
} from '../catalogue/apply.ts';
import { notifyHosts } from '../catalogue/hold.ts';
import { catalogueSchema } from '../catalogue/schema.ts';
import { showApprovedToken } from './approved-token.ts';
import { createTenant, showTenant } from './tenants.ts';
import { listTokens } from './token-list.ts';
import { createToken, revokeToken } from './tokens.ts';

/** Records the call for the tenant it names, before the body is validated. */
type PlatformCall = ServiceContext<Tenant | undefined>;

/** A tenant that a call of the platform names gets it in its audit, before anything else is said of the body. */
const auditNamedTenant = async (
  { platform, service, concerns }: Pick<PlatformCall, 'platform' | 'service' | 'concerns'>,
  alias: unknown,
): Promise<void> => {
  const named =
    service.tenantId === null && typeof alias === 'string' && (await tenantByAlias(platform, alias));
  if (named) concerns(named.id);
};
const field = ({ request }: Pick<CallContext, 'request'>, name: 'alias' | 'tenant'): unknown =>
  (request.body as Record<string, unknown> | null | undefined)?.[name];

/** Refuses tokens of some institutions for calls about the whole tenant. */
const requireAllInstitutions = (ctx: Pick<ServiceContext, 'service'>): void => {
  if (ctx.service.institutions) fail('FORBIDDEN');
};

/** What the token may act for: a token of a tenant for that one alone, those of the platform for all (spec 17.1). */
const mayActFor = ({ service, tenant }: Pick<PlatformCall, 'service' | 'tenant'>, alias: string): boolean =>
  service.tenantId === null || tenant?.alias === alias;

/** The tenant that a call is about, which gets it in its audit; 404 for tenants that the token may not act for. */
async function tenantFor(platform: Platform, ctx: PlatformCall, alias: string): Promise<Tenant> {
  requireAllInstitutions(ctx);
  const known = (mayActFor(ctx, alias) && (await tenantByAlias(platform, alias))) || fail('NOT_FOUND');
  ctx.concerns(known.id);
  return known;
}

/** Tenants, tokens, catalogue, audit (spec 17.2). */
export const provisioningRoutes = (platform: Platform): Route[] => [
  route('POST /operations/tenants', async (ctx) => {
    requireAllInstitutions(ctx);
    await auditNamedTenant(ctx, field(ctx, 'alias'));
    const given = ctx.body();
    if (!mayActFor(ctx, given.alias)) fail('TENANT_MISMATCH');
    const make = async () =>
      reply(
        201,
        await createTenant(platform, given, async (tx, made) => {
          const command = ctx.command(tx.tenantId);
          if (command) await rememberAnswer(platform, tx, command, reply(201, made));
        }),
      );
    // Of two simultaneous calls, the second finds the tenant the first created.
    const made = (await tenantByAlias(platform, given.alias))
      ? undefined
      : await make().catch(async (error: unknown) => {
          if (!(await tenantByAlias(platform, given.alias))) throw error;
        });
    await auditNamedTenant(ctx, given.alias);
    if (made) return made;
    // An idempotency key is stored in the tenant it created: its repeat finds the answer there, and other
    // calls find that the alias is taken.
    const known = await tenantByAlias(platform, given.alias);
    return known ? withKeyAt(ctx, known.id, make) : make();
  }),
  route('GET /operations/tenants/{alias}', async (ctx) => {
    const known = await tenantFor(platform, ctx, ctx.params.alias);
    return reply(200, await showTenant(platform.db.tenant(known.id), known.alias));
  }),
  route('GET /operations/tenants/{alias}/notice-addresses', async (ctx) => {
    const known = await tenantFor(platform, ctx, ctx.params.alias);
    return reply(200, { data: await noticeAddresses(platform, known) });
  }),
  route('POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation', async (ctx) => {
    const { alias, provider } = ctx.params;
    const known = await tenantFor(platform, ctx, alias);
    const { overlapHours } = ctx.body();
    return reply(
      200,
      await platform.db.write(known.id, (tx) =>
        renewNoticeAddress(tx, platform, known, provider, overlapHours),
      ),
    );
  }),
  route('POST /operations/tenants/catalogue', async (ctx) => {
    requireAllInstitutions(ctx);
    const made = await tenantOfCatalogue(platform, ctx.body(), async (alias) => {
      if (!mayActFor(ctx, alias)) fail('TENANT_MISMATCH');
      await auditNamedTenant(ctx, alias);
    });
    ctx.concerns(made.tenantId);
    const fill: Parameters<typeof withKeyAt>[2] = (write) =>
      write(async (tx) => reply(201, await fillTenant(tx, platform, made)));
    const answer = await withKeyAt(ctx, made.tenantId, fill);
    await notifyHosts(platform);
    return answer;
  }),
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
  route('POST /operations/catalogue/plan', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await planCatalogue(platform, ctx.tenant, ctx.body(), ctx));
  }),
  route('POST /operations/catalogue/apply', (ctx) => {
    requireAllInstitutions(ctx);
    return withKey(ctx, async () => {
      const done = await applyAsked(ctx, ctx.body());
      return 'status' in done ? done : reply(200, done);
    });
  }),
  route('GET /operations/catalogue/export', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await exportCatalogue(platform, ctx.tenant));
  }),
  route('GET /operations/catalogue/schema', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, catalogueSchema());
  }),
  route('GET /operations/catalogue/academic', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await showAcademic(platform, ctx.tenant));
  }),
  route('POST /operations/catalogue/academic/refresh', async (ctx) => {
    requireAllInstitutions(ctx);
    const { allowEmpty } = ctx.body();
    if (platform.ports.academicCatalogue.isConfigured(ctx.tenant.alias))
      await refreshAcademic(platform, ctx.tenant, platform.clock.now(), allowEmpty);
    return reply(200, await showAcademic(platform, ctx.tenant));
  }),
  route('GET /operations/audit', async (ctx) => {
    requireAllInstitutions(ctx);
    return reply(200, await listAudit(platform, ctx.tenant, ctx.query));
  }),
];
