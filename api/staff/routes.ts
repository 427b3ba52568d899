import { partsOfRole, ROLES, roles } from '@orbita/domain/staff';
import { fail } from '../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import { withKey, writeOnce } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { brandAddress } from '../tenancy/brand.ts';
import { consoleOf } from '../tenancy/console.ts';
import { changeGrants, changeState, endSessionsOf, secondForAccess, secondForChange } from './change.ts';
import { enterByPasskey } from './enter.ts';
import { inviteStaff } from './invite.ts';
import { STARTS } from './limits.ts';
import { listStaff } from './list.ts';
import { giveTeamTicket } from './live/ticket.ts';
import { presentMe } from './me.ts';
import { offeredWays } from './offered.ts';
import { confirmOwn, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { addOwnPasskey, beginShown, listOwnPasskeys, removeOwnPasskey } from './passkeys.ts';
import { keepPreferences } from './preferences.ts';
import { presentStaff } from './present.ts';
import { logoutFromProvider } from './provider/back-channel.ts';
import { endAtProvider, startAtProvider } from './provider/sign-in.ts';
import { resetPasskeys } from './reset-passkeys.ts';
import { acceptInvite, askStaffCode, enterByStaffCode, inspectInvite } from './sign-in.ts';
import { staffById } from './store.ts';
import { makeView } from './views/make.ts';
import { openView } from './views/open.ts';

/** Routes for the institution's team, and for how its members sign in and out (spec 25.16, 25.2). */
export const routes = (platform: Platform): Route[] => [
  route('POST /operations/subscriptions/{id}/views', makeView),
  route('POST /candidate/views', openView),
  route('GET /operations/staff/sign-in', async ({ tenant, host }) => {
    const { identityProvider } = await consoleOf(platform, tenant.id);
    return reply(200, {
      tenant: {
        alias: tenant.alias,
        name: tenant.name,
        logo: brandAddress(tenant, host.theme.logoLarge, 'logoLarge'),
      },
      methods: await offeredWays({ platform, tenant }),
      ...(identityProvider ? { idpName: identityProvider.name } : {}),
      build: platform.config.build,
    });
  }),
  route('GET /operations/staff/oidc/start', startAtProvider),
  route('GET /operations/staff/oidc/callback', endAtProvider),
  route('POST /operations/staff/oidc/back-channel-logout', logoutFromProvider),
  route('POST /operations/staff/passkeys/options', async (ctx) => {
    await platform.limits.takeShared([STARTS, { tenant: ctx.tenant.id, address: ctx.ip }]);
    return reply(200, await beginShown(ctx));
  }),
  route('POST /operations/staff/passkeys/sign-in', enterByPasskey),
  route('GET /operations/staff/me/passkeys', listOwnPasskeys),
  route('POST /operations/staff/me/passkeys', addOwnPasskey),
  route('DELETE /operations/staff/me/passkeys/{id}', removeOwnPasskey),
  route('PUT /operations/staff/me/preferences', keepPreferences),
  route('POST /operations/staff/code/challenges', askStaffCode),
  route('POST /operations/staff/code/challenges/{challengeId}/verify', enterByStaffCode),
  route('POST /operations/staff/invites/inspection', inspectInvite),
  route('POST /operations/staff/invites/acceptance', acceptInvite),
  ok('GET /operations/staff/me', ({ tenant, staff }) => presentMe(platform, tenant, staff)),
  route('POST /operations/staff/me/reauthentication', confirmOwn),
  route('POST /operations/staff/events/tickets', giveTeamTicket),
  route('GET /operations/staff/me/sessions', listOwnSessions),
  route('DELETE /operations/staff/me/sessions/{id}', (ctx) => endOwnSession(ctx, ctx.params.id)),
  route('DELETE /operations/staff/me/session', (ctx) => endOwnSession(ctx, ctx.staff.sessionId)),
  route('GET /operations/roles', async () =>
    reply(200, {
      data: ROLES.map((role) => {
        const { label, description } = roles[role];
        return { role, label, description, parts: partsOfRole(role) };
      }),
    }),
  ),
  ok('GET /operations/staff', ({ tenant, service, query }) => listStaff(platform, tenant, service, query)),
  route('GET /operations/staff/{staffId}', async ({ tenant, service, params }) => {
    const on = platform.db.tenant(tenant.id);
    const staff = await staffById(on, tenant.id, params.staffId, service.institutions);
    return reply(200, presentStaff(staff ?? fail('NOT_FOUND'), tenant.timeZone));
  }),
  route('POST /operations/staff/invites', async (ctx) => {
    // The scope `platform` allows calls without a tenant, but a team always has one.
    if (!ctx.tenant) fail('TENANT_REQUIRED');
    const inviting = { ...ctx, tenant: ctx.tenant, hostname: ctx.request.hostname };
    return inviteStaff(inviting, ctx.body());
  }),
  route('PUT /operations/staff/{staffId}/grants', async (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const change = { platform, service: ctx.service, id: ctx.params.staffId, now: platform.clock.now() };
        const given = ctx.body();
        return (
          (await secondForChange(tx, ctx, change, given)) ??
          reply(200, presentStaff(await changeGrants(tx, change, given), ctx.tenant.timeZone))
        );
      }),
    ),
  ),
  route('POST /operations/staff/{staffId}/state', async (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const change = { platform, service: ctx.service, id: ctx.params.staffId, now: platform.clock.now() };
        const given = ctx.body();
        return (
          (await secondForAccess(tx, ctx, change, given)) ??
          reply(200, presentStaff(await changeState(tx, change, given), ctx.tenant.timeZone))
        );
      }),
    ),
  ),
  route('DELETE /operations/staff/{staffId}/passkeys', async (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const change = { platform, service: ctx.service, id: ctx.params.staffId, now: platform.clock.now() };
        return reply(200, presentStaff(await resetPasskeys(tx, change), ctx.tenant.timeZone));
      }),
    ),
  ),
  route('DELETE /operations/staff/{staffId}/sessions', async (ctx) =>
    writeOnce(ctx, 204, (tx) =>
      endSessionsOf(tx, {
        platform,
        service: ctx.service,
        id: ctx.params.staffId,
        now: platform.clock.now(),
      }),
    ),
  ),
];
