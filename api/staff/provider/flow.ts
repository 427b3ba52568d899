import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CookieChange, HostContext } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/seal.ts';

/** Seconds a person may spend on the provider's page (spec 25.2.6). */
const LIFE_SECONDS = 600;
const PATH = '/orbita/api/operations/staff/oidc/';

/** What the browser keeps, sealed, while the person is on the provider's page. */
const flowShape = z.object({
  state: z.string(),
  nonce: z.string(),
  /** null = the provider rejects PKCE. */
  codeVerifier: z.string().nullable(),
  redirectUri: z.string(),
  /** null = nowhere: the page waiting for the confirmation is open in another tab. */
  returnTo: z.string().nullable(),
  /** Wall clock in milliseconds; for a confirmation, the provider's authentication must be more recent. */
  startedAt: z.number(),
  /** The session to be confirmed; null = a sign-in. */
  sessionId: z.number().nullable(),
  /** The invite to be accepted; null = none, so any known person may sign in. */
  inviteId: z.number().nullable(),
});
export type Flow = z.output<typeof flowShape>;

type Place = Pick<HostContext, 'platform' | 'tenant' | 'request'>;

const place = ({ platform, tenant }: Place) => ({
  secrets: platform.config.secrets,
  tenantId: tenant.id,
  purpose: 'staff sign-in at the provider',
});

/** `__Host-` needs https and the path `/`; plain http exists in development only. */
const cookieName = (platform: Platform, request: FastifyRequest): string =>
  request.protocol === 'https' || !platform.config.development
    ? '__Host-orbita-equipe-oidc'
    : 'orbita-equipe-oidc';

const cookieOf = ({ platform, request }: Place, value: string, maxAge: number): CookieChange => {
  const name = cookieName(platform, request);
  return {
    name,
    value,
    maxAge,
    path: name.startsWith('__Host-') ? '/' : PATH,
    httpOnly: true,
    // The return request comes from the provider's site, so a strict cookie wouldn't be sent.
    sameSite: 'lax',
  };
};

export const flowCookie = (ctx: Place, flow: Flow): CookieChange =>
  cookieOf(ctx, seal(place(ctx), JSON.stringify(flow)), LIFE_SECONDS);

export const withoutFlow = (ctx: Place): CookieChange => cookieOf(ctx, '', 0);

const same = (one: string, other: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
};

/** The sign-in that this very browser started with this state; undefined if there is none or it took too long. */
export function flowOf(ctx: Place, state: string | null): Flow | undefined {
  const sealed = ctx.request.cookies[cookieName(ctx.platform, ctx.request)];
  if (!sealed || sealed.length > 4096 || !state) return undefined;
  try {
    const flow = flowShape.parse(JSON.parse(unseal(place(ctx), sealed)));
    const tooLate = ctx.platform.clock.wall() - flow.startedAt > LIFE_SECONDS * 1000;
    return same(flow.state, state) && !tooLate ? flow : undefined;
  } catch {
    return undefined;
  }
}

const CONSOLE = '/orbita/equipe/';

/**
 * A console page to continue to; the start page for anything else, so that a sign-in link never leads elsewhere. Anything a
 * browser would read as a different address (`..`, `\`, `//`) fails the comparison after parsing.
 */
export function pageToReturnTo(wish: string | undefined): string {
  const base = 'https://console.invalid';
  if (!wish?.startsWith(CONSOLE) || wish.length > 500 || !URL.canParse(wish, base)) return CONSOLE;
  const { origin, pathname, search } = new URL(wish, base);
  return origin === base && pathname.startsWith(CONSOLE) ? `${pathname}${search}` : CONSOLE;
}
