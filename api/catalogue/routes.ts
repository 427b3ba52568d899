import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey, withKeyAt } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { auditNamedTenant, mayActFor, requireAllInstitutions } from '../tenancy/acting.ts';
import { refreshAcademic } from './academic/refresh.ts';
import { showAcademic } from './academic/show.ts';
import { applyAsked, exportCatalogue, fillTenant, planCatalogue, tenantOfCatalogue } from './apply.ts';
import { notifyHosts } from './hold.ts';
import { catalogueSchema } from './schema.ts';

/** Catalogues: plan, apply, export, and what the academic system gives (spec 17.2). */
export const routes = (platform: Platform): Route[] => [
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
];
