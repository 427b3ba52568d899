import { isoInZone } from '@orbita/domain/foundation';
import type { Ctx, Reply, Session } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { type Issued, readToken, renewSession, revokeSession } from '../session.ts';
import { sessionCookies, tabCookies } from '../session-reply.ts';
import { findKey, type OpenedKey, openTab, shownOwner } from './open.ts';
import { isGuessing, noteWrongKey } from './wrong-keys.ts';

type Call = Ctx<'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}'>;

/** The answer changes cookies, so no other site and no plain link may ask for it (S11). */
function checkCaller(ctx: Pick<Ctx, 'header'>): void {
  const from = ctx.header('sec-fetch-site');
  if (from !== undefined && from !== 'same-origin') fail('FORBIDDEN');
}

const answer = (ctx: Call, key: OpenedKey, issued: Issued, named: boolean) => ({
  isValid: true,
  accessToken: issued.accessToken,
  expiresAt: isoInZone(issued.expiresAt, ctx.tenant.timeZone),
  uuid: key.owner.uuid,
  subscriptionId: key.subscriptionId,
  ...(named ? { name: shownOwner(key) } : {}),
});

/** The link is the signed-in person's own: she stays signed in, with the whole of her rights (spec 5.2). */
async function stay(ctx: Call, key: OpenedKey, session: Session): Promise<Reply> {
  const issued = await renewSession(ctx.house, ctx.tenant, ctx.request, session);
  return reply(200, answer(ctx, key, issued, true), {
    cookies: sessionCookies(ctx.house, ctx.request, ctx.tenant, key.owner, issued),
  });
}

/**
 * Exchanges a key (spec 5.2). Whoever else was signed in is signed out for good: nobody goes on with an application
 * beside the session of somebody else, and nobody finds that session again.
 */
async function exchange(ctx: Call, userToken?: string): Promise<Reply> {
  checkCaller(ctx);
  const { house, tenant, params, query } = ctx;
  if (isGuessing(house, tenant.id, ctx.ip)) fail('RATE_LIMITED');
  const before = userToken ? await readToken(house, tenant, ctx.request, userToken) : undefined;
  const signedIn = before?.scope === 'candidate' ? before : undefined;
  const opened = await house.db.write(tenant.id, async (tx) => {
    const named = { id: params.subscriptionId, of: query.of ?? 'subscription', key: params.key } as const;
    const key = await findKey(tx, tenant.id, house.clock.now(), named);
    if (!key) return undefined;
    const own = signedIn?.personId === key.owner.personId;
    return { key, issued: own ? undefined : await openTab(ctx, tx, key) };
  });
  if (!opened) {
    noteWrongKey(house, tenant.id, ctx.ip);
    return reply(200, { isValid: false });
  }
  const { key, issued } = opened;
  const entry = {
    tenant: tenant.alias,
    person: key.owner.uuid,
    subscription: key.subscriptionId,
    key: key.keyId,
  };
  house.log.info(entry, 'access key used');
  if (!issued) return stay(ctx, key, signedIn as Session);
  if (signedIn) await revokeSession(house, tenant, signedIn.sessionId);
  return reply(200, answer(ctx, key, issued, userToken !== undefined), {
    cookies: tabCookies(house, ctx.request, key.owner.uuid, issued),
  });
}

/** `GET /auth/{subscriptionId}/checkaccesskey/{key}`. */
export const exchangeKey = (ctx: Ctx<'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}'>) =>
  exchange(ctx);

/** `…/usertoken/{userToken}`, asked by a browser in which somebody is signed in. */
export const exchangeKeyOf = (
  ctx: Ctx<'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}'>,
) => exchange(ctx, ctx.params.userToken);
