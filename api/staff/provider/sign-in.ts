import type { ConsoleSettings, IdentityProvider } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import type { Ctx, HostContext, Reply } from '../../platform/http/context.ts';
import { AppError, fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { CLOCK_SECONDS } from '../../platform/openid-errors.ts';
import type { StaffClaims } from '../../platform/ports.ts';
import { consoleOf } from '../../tenancy/console.ts';
import { auditRefused, auditStaff } from '../audit.ts';
import { STARTS } from '../limits.ts';
import { confirmStaffSession, openStaffSession, readStaffSession, sessionById } from '../session.ts';
import { askedOf } from './asked.ts';
import { type Flow, flowCookie, flowOf, pageToReturnTo, withoutFlow } from './flow.ts';
import { confirmedThere, goingOn, shownToPerson } from './page.ts';
import { checkInvited, grantsOf, personOf, replaceGrants } from './people.ts';
import { keptOfProvider, strengthOf } from './session-part.ts';
import { useOnce } from './used-once.ts';

const CALLBACK = '/orbita/api/operations/staff/oidc/callback';

type StartCtx = Ctx<'GET /operations/staff/oidc/start'>;
type EndCtx = Ctx<'GET /operations/staff/oidc/callback'>;

const originOf = ({ request }: Pick<HostContext, 'request'>): string =>
  `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;

/** The tenant's own sign-in; 404 if its catalogue defines none. */
async function providerOf({ platform, tenant }: Pick<HostContext, 'platform' | 'tenant'>) {
  const settings = await consoleOf(platform, tenant.id);
  return { settings, provider: settings.identityProvider ?? fail('NOT_FOUND') };
}

type Purpose = Pick<Flow, 'returnTo' | 'sessionId' | 'inviteId'>;

/**
 * The address of the institution's own sign-in for a browser, and the cookie that records the purpose.
 * @throws `IDP_UNAVAILABLE`.
 */
async function toProvider(ctx: Pick<HostContext, 'platform' | 'tenant' | 'request'>, purpose: Purpose) {
  const { platform, tenant } = ctx;
  const { provider } = await providerOf(ctx);
  const startedAt = platform.clock.wall();
  const again = purpose.sessionId !== null;
  const { address, flow } = await askedOf(platform, tenant.id, () =>
    platform.ports.staffProvider.authorize(provider, `${originOf(ctx)}${CALLBACK}`, again),
  );
  return { address, cookie: flowCookie(ctx, { ...flow, startedAt, ...purpose }) };
}

async function begin(ctx: StartCtx): Promise<Reply> {
  const { platform, tenant, query } = ctx;
  await platform.limits.takeShared([STARTS, { tenant: tenant.id, address: ctx.ip }]);
  const again = query.purpose === 'reauth';
  // Read now: the session's strict cookie isn't sent on the way back from the provider.
  const session = again ? await readStaffSession(platform, tenant, ctx.request) : undefined;
  if (again && !session) fail('STAFF_SESSION_OVER');
  const { address, cookie } = await toProvider(ctx, {
    returnTo: again && query.returnTo === undefined ? null : pageToReturnTo(query.returnTo),
    sessionId: session?.sessionId ?? null,
    inviteId: null,
  });
  return { ...reply(302), headers: { location: address }, cookies: [cookie] };
}

/** Starts accepting an invite through the institution's own sign-in (spec 25.2.6). @throws `IDP_UNAVAILABLE`. */
export async function acceptAtProvider(
  ctx: Pick<HostContext, 'platform' | 'tenant' | 'request'>,
  inviteId: number,
): Promise<Reply> {
  const purpose = { returnTo: pageToReturnTo(undefined), sessionId: null, inviteId };
  const { address, cookie } = await toProvider(ctx, purpose);
  return { ...reply(200, { address }), cookies: [cookie] };
}

/** Redirects a browser to the institution's own sign-in (spec 25.2.6). */
export const startAtProvider = (ctx: StartCtx): Promise<Reply> =>
  begin(ctx).catch((error: unknown) => shownToPerson(ctx, error, []));

type Come = { settings: ConsoleSettings; provider: IdentityProvider; claimed: StaffClaims };

/**
 * Opens a session for the person identified by the provider; roles from their groups replace the previous ones, even if the
 * sign-in is refused.
 */
async function enter(ctx: EndCtx, { settings, provider, claimed }: Come, inviteId: number | null) {
  const { platform, tenant } = ctx;
  const grants = grantsOf(settings, provider, claimed.claims);
  const opened = await platform.db.write(tenant.id, async (tx) => {
    if (inviteId !== null) {
      const come = { issuer: provider.issuer, claims: claimed.claims, inviteId };
      await checkInvited(tx, come, platform.clock.now());
    }
    const found = await personOf(tx, platform, { issuer: provider.issuer, claims: claimed.claims, grants });
    if (!found) return undefined;
    const staff = await replaceGrants(tx, platform, found, grants);
    // Roles taken away by the groups stay removed, so the refusal comes after the commit.
    if (staff.state !== 'active' || staff.grants.length === 0) return undefined;
    const kept = keptOfProvider(platform, tenant.id, claimed);
    return openStaffSession(tx, ctx, staff, {
      method: 'idp',
      strength: strengthOf(provider, claimed),
      ...kept,
    });
  });
  if (!opened) fail('NO_ROLE');
  const session = await sessionById(platform, tenant.id, opened.sessionId);
  await auditStaff(ctx, session ?? fail('STAFF_SESSION_OVER'));
  return opened.cookies;
}

/**
 * Confirms an active session; only its own member may, having authenticated at the provider after the request (spec 25.2.4).
 */
async function confirm(
  ctx: EndCtx,
  { settings, provider, claimed }: Come,
  sessionId: number,
  startedAt: number,
) {
  const { platform, tenant } = ctx;
  const grants = grantsOf(settings, provider, claimed.claims);
  const since = Math.floor(startedAt / 1000) - CLOCK_SECONDS;
  if (claimed.authTime === undefined || claimed.authTime < since) fail('IDP_REFUSED');
  const session = (await sessionById(platform, tenant.id, sessionId)) ?? fail('STAFF_SESSION_OVER');
  const cookies = await platform.db.write(tenant.id, async (tx) => {
    const known = await tx.one(sql`
      select staff_id from staff_identity where tenant_id = ${tenant.id} and issuer = ${provider.issuer}
        and subject = ${claimed.claims.sub} and staff_id = ${session.staffId}`);
    if (!known) fail('IDP_REFUSED');
    const staff = await personOf(tx, platform, { issuer: provider.issuer, claims: claimed.claims, grants });
    if (staff) await replaceGrants(tx, platform, staff, grants);
    const kept = keptOfProvider(platform, tenant.id, claimed);
    const entry = { method: 'idp' as const, strength: strengthOf(provider, claimed), ...kept };
    return [(await confirmStaffSession(tx, ctx, sessionId, entry)).cookie];
  });
  await auditStaff(ctx, session);
  return cookies;
}

async function end(ctx: EndCtx): Promise<Reply> {
  const { platform, tenant } = ctx;
  const { settings, provider } = await providerOf(ctx);
  const flow = flowOf(ctx, ctx.query.state ?? null) ?? fail('IDP_REFUSED');
  const first = await platform.db.write(tenant.id, (tx) =>
    useOnce(tx, 'state', flow.state, platform.clock.now()),
  );
  if (!first) fail('IDP_REFUSED');
  const { search } = new URL(ctx.request.url, 'https://console.invalid');
  const take = async () => {
    const claimed = await askedOf(platform, tenant.id, () =>
      platform.ports.staffProvider.exchange(provider, flow, search),
    );
    const come = { settings, provider, claimed };
    return flow.sessionId === null
      ? enter(ctx, come, flow.inviteId)
      : confirm(ctx, come, flow.sessionId, flow.startedAt);
  };
  // Only a flow that started here is worth a record: anybody can call the address with anything.
  const own = await take().catch(async (error: unknown) => {
    if (error instanceof AppError) await auditRefused(ctx, provider.name, error.status);
    throw error;
  });
  const cookies = [...own, withoutFlow(ctx, flow.state)];
  return flow.returnTo === null ? confirmedThere(cookies) : goingOn(flow.returnTo, cookies);
}

/** Handles the return from the institution's own sign-in (spec 25.2.2). */
export const endAtProvider = (ctx: EndCtx): Promise<Reply> =>
  end(ctx).catch((error: unknown) => shownToPerson(ctx, error, [withoutFlow(ctx, ctx.query.state ?? null)]));
