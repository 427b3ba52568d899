import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { changeGrants, changeState, endSessionsOf } from './change.ts';
import { inviteStaff } from './invite.ts';
import { listStaff } from './list.ts';
import { presentStaff } from './present.ts';
import { staffById } from './store.ts';

/** The institution's team (spec 25.16). */
export const routes = (platform: Platform): Route[] => [
  route('GET /operations/staff', async ({ tenant, service, query }) =>
    reply(200, await listStaff(platform, tenant, service, query)),
  ),
  route('GET /operations/staff/{staffId}', async ({ tenant, service, params }) => {
    const on = platform.db.tenant(tenant.id);
    const staff = await staffById(on, tenant.id, params.staffId, service.institutions);
    return reply(200, presentStaff(staff ?? fail('NOT_FOUND'), tenant.timeZone));
  }),
  route('POST /operations/staff/invites', async (ctx) => {
    // The scope `platform` opens calls without a tenant, which a team always has.
    if (!ctx.tenant) fail('TENANT_REQUIRED');
    return reply(201, await inviteStaff(platform, ctx.tenant, ctx.service, ctx.body()));
  }),
  route('PUT /operations/staff/{staffId}/grants', async (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const change = { service: ctx.service, id: ctx.params.staffId, now: platform.clock.now() };
        return reply(200, presentStaff(await changeGrants(tx, change, ctx.body()), ctx.tenant.timeZone));
      }),
    ),
  ),
  route('POST /operations/staff/{staffId}/state', async (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const change = { service: ctx.service, id: ctx.params.staffId, now: platform.clock.now() };
        return reply(200, presentStaff(await changeState(tx, change, ctx.body()), ctx.tenant.timeZone));
      }),
    ),
  ),
  route('DELETE /operations/staff/{staffId}/sessions', async (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        await endSessionsOf(tx, {
          service: ctx.service,
          id: ctx.params.staffId,
          now: platform.clock.now(),
        });
        return reply(204);
      }),
    ),
  ),
];
