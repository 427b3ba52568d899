import { randomBytes } from 'node:crypto';
import { SOCIAL_LINK_MINUTES, type SocialProvider } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { begunSignIns, SIGN_IN_SECONDS } from '../../platform/begun-sign-ins.ts';
import type { CookieChange, HostContext } from '../../platform/http/context.ts';
import { secretHash } from '../../platform/secret-hash.ts';

/** What the browser keeps, sealed, while the person is on the provider's page. */
const flowShape = z.object({
  provider: z.string(),
  hostId: z.number(),
  state: z.string(),
  /** null = the provider doesn't use one (LinkedIn). */
  nonce: z.string().nullable(),
  codeVerifier: z.string().nullable(),
  redirectUri: z.string(),
  /** Wall clock, in milliseconds. */
  startedAt: z.number(),
});
export type Flow = z.output<typeof flowShape>;

type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request'>;

const cookieName = (
  { platform, request }: Pick<Place, 'platform' | 'request'>,
  name: 'flow' | 'link',
): string =>
  `${request.protocol === 'https' || !platform.config.development ? '__Secure-' : ''}orbita-social-${name}`;

/** Sent only by our own page, which passes on what the provider's page returned. */
const cookieOf = (ctx: Place, name: 'flow' | 'link', value: string, maxAge: number): CookieChange => ({
  name: cookieName(ctx, name),
  value,
  maxAge,
  path: '/orbita/api',
  httpOnly: true,
  sameSite: 'strict',
});

const begun = ({ platform, tenant }: Place) =>
  begunSignIns(
    flowShape,
    { secrets: platform.config.secrets, tenantId: tenant.id, purpose: 'social sign-in at the provider' },
    platform.clock.wall(),
  );

export function flowCookie(ctx: Place, given: Omit<Flow, 'hostId' | 'startedAt'>): CookieChange {
  const flow: Flow = { ...given, hostId: ctx.host.id, startedAt: ctx.platform.clock.wall() };
  const sealed = ctx.request.cookies[cookieName(ctx, 'flow')];
  return cookieOf(ctx, 'flow', begun(ctx).with(sealed, flow), SIGN_IN_SECONDS);
}

/**
 * Takes, once, the sign-in that this very browser started at this host and provider with this state; undefined when there is
 * none, it took too long, or it was used before (S5).
 */
export async function takeFlow(
  ctx: Place,
  provider: SocialProvider,
  state: string,
): Promise<Flow | undefined> {
  const { platform, tenant, host } = ctx;
  const flow = begun(ctx).of(ctx.request.cookies[cookieName(ctx, 'flow')], state);
  if (!flow || flow.provider !== provider || flow.hostId !== host.id) return undefined;
  const first = await platform.db.tenant(tenant.id).one(sql`
    insert into social_state_used (tenant_id, hash, at)
    values (${tenant.id}, ${secretHash(state)}, ${platform.clock.now()}::timestamptz)
    on conflict do nothing returning hash`);
  return first && flow;
}

/** Marks a browser that presented a social account; only that browser may link the account. */
export function linkCookie(ctx: Place): { cookie: CookieChange; browser: string } {
  const kept = ctx.request.cookies[cookieName(ctx, 'link')] ?? '';
  const mark = kept.length === 43 ? kept : randomBytes(32).toString('base64url');
  return {
    cookie: cookieOf(ctx, 'link', mark, SOCIAL_LINK_MINUTES * 60),
    browser: secretHash(mark),
  };
}

/** Hash of that mark as stored with links; '' without one, which matches no link. */
export function linkingBrowser(ctx: Pick<Place, 'platform' | 'request'>): string {
  const mark = ctx.request.cookies[cookieName(ctx, 'link')];
  return mark ? secretHash(mark) : '';
}
