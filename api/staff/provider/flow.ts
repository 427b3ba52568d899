import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CookieChange, HostContext } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/seal.ts';

/** Seconds a person has for the provider's page (spec 25.2.6). */
const LIFE_SECONDS = 600;
const PATH = '/orbita/api/operations/staff/oidc/';

/** What the browser keeps, sealed, while the person is at the provider. */
const flowShape = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  /** null = nowhere: what waits for the confirmation is open in another tab. */
  returnTo: z.string().nullable(),
  /** Wall clock in milliseconds; what the provider proves must be newer where a confirmation was asked for. */
  startedAt: z.number(),
  /** The session that is to be confirmed; null = a sign-in. */
  sessionId: z.number().nullable(),
  /** The invite that is to be accepted; null = none, and whoever comes may come. */
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
    // The way back comes from the provider's site, where a strict cookie would stay behind.
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

/** The sign-in that this very browser began with this state; undefined when there is none, or it took too long. */
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
 * A page of the console to go on to; the start page for everything else, so that a link to a sign-in never leads out. What a
 * browser would read as another address (`..`, `\`, `//`) does not come through the comparison after parsing.
 */
export function pageToReturnTo(wish: string | undefined): string {
  const base = 'https://console.invalid';
  if (!wish?.startsWith(CONSOLE) || wish.length > 500 || !URL.canParse(wish, base)) return CONSOLE;
  const { origin, pathname, search } = new URL(wish, base);
  return origin === base && pathname.startsWith(CONSOLE) ? `${pathname}${search}` : CONSOLE;
}
