import { noticeAddresses, renewNoticeAddress } from '../../payment/notice-addresses.ts';
import { fail } from '../../platform/http/errors.ts';
import { rememberAnswer } from '../../platform/http/idempotency.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKeyAt } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditNamedTenant, field, mayActFor, requireAllInstitutions, tenantFor } from '../acting.ts';
import { tenantByAlias } from '../hosts.ts';
import { createTenant, showTenant } from '../tenants.ts';

/** Routes about tenants themselves (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
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
    // If two calls run at once, the second finds the tenant that the first created.
    const made = (await tenantByAlias(platform, given.alias))
      ? undefined
      : await make().catch(async (error: unknown) => {
          if (!(await tenantByAlias(platform, given.alias))) throw error;
        });
    await auditNamedTenant(ctx, given.alias);
    if (made) return made;
    // An idempotency key is stored in the tenant it created: a repeated call finds the response there, and other calls find that
    // the alias is taken.
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
];
