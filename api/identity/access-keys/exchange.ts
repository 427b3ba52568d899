import { isoInZone, shownName } from '@orbita/domain/foundation';
import { revokeSession } from '../../caller/end-session.ts';
import { type Issued, readToken, renewSession } from '../../caller/session.ts';
import type { CallContext, Ctx, Reply, Session } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { sessionCookies, tabCookies } from '../session-reply.ts';
import { findKey, type OpenedKey, openTab } from './open.ts';
import { isGuessing, noteWrongKey } from './wrong-keys.ts';

type Call = Ctx<'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}'>;

/** The response changes cookies, so requests from other sites and plain links are refused (S11). */
function checkCaller(ctx: Pick<CallContext, 'header'>): void {
  const from = ctx.header('sec-fetch-site');
  if (from !== undefined && from !== 'same-origin') fail('FORBIDDEN');
}

const answer = (ctx: Call, key: OpenedKey, issued: Issued, named: boolean) => ({
  isValid: true,
  accessToken: issued.accessToken,
  expiresAt: isoInZone(issued.expiresAt, ctx.tenant.timeZone),
  uuid: key.uuid,
  subscriptionId: key.subscriptionId,
  ...(named ? { name: shownName(key) } : {}),
});

/** The link belongs to the person who is already signed in; they keep their session with full rights (spec 5.2). */
async function stay(ctx: Call, key: OpenedKey, session: Session): Promise<Reply> {
  const issued = await renewSession(ctx.platform, ctx.tenant, ctx.request, session);
  return reply(200, answer(ctx, key, issued, true), {
    cookies: sessionCookies(ctx.platform, ctx.request, ctx.tenant, key, issued),
  });
}

/**
 * Exchanges a key (spec 5.2). If another person was signed in, their session is ended on the server, so that nobody works on an
 * application next to someone else's session or comes across that session later.
 */
async function exchange(ctx: Call, userToken?: string): Promise<Reply> {
  checkCaller(ctx);
  const { platform, tenant, params, query } = ctx;
  if (isGuessing(platform, tenant.id, ctx.ip)) fail('RATE_LIMITED');
  const before = userToken ? await readToken(platform, tenant, ctx.request, userToken) : undefined;
  const signedIn = before?.scope === 'candidate' ? before : undefined;
  const opened = await platform.db.write(tenant.id, async (tx) => {
    const named = { id: params.subscriptionId, of: query.of ?? 'subscription', key: params.key } as const;
    const key = await findKey(tx, platform.clock.now(), named);
    if (!key) return undefined;
    const own = signedIn?.personId === key.personId;
    return { key, issued: own ? undefined : await openTab(ctx, tx, key) };
  });
  if (!opened) {
    await noteWrongKey(platform, tenant.id, ctx.ip);
    return reply(200, { isValid: false });
  }
  const { key, issued } = opened;
  const entry = {
    tenant: tenant.alias,
    person: key.uuid,
    subscription: key.subscriptionId,
    key: key.keyId,
  };
  platform.log.info(entry, 'access key used');
  if (!issued) return stay(ctx, key, signedIn as Session);
  if (signedIn) await revokeSession(platform, tenant, signedIn.sessionId);
  return reply(200, answer(ctx, key, issued, userToken !== undefined), {
    cookies: tabCookies(platform, ctx.request, key.uuid, issued),
  });
}

/** `GET /auth/{subscriptionId}/checkaccesskey/{key}`. */
export const exchangeKey = (ctx: Ctx<'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}'>) =>
  exchange(ctx);

/** `…/usertoken/{userToken}`, called by a browser that already has a session. */
export const exchangeKeyOf = (
  ctx: Ctx<'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}'>,
) => exchange(ctx, ctx.params.userToken);
