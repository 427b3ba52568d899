import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { begunSignIns, SIGN_IN_SECONDS } from '../../platform/begun-sign-ins.ts';
import type { CookieChange, HostContext } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';

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

const begun = ({ platform, tenant }: Place) =>
  begunSignIns(
    flowShape,
    { secrets: platform.config.secrets, tenantId: tenant.id, purpose: 'staff sign-in at the provider' },
    platform.clock.wall(),
  );

/** `__Host-` needs https and the path `/`; plain http exists in development only. */
const cookieName = (platform: Platform, request: FastifyRequest): string =>
  request.protocol === 'https' || !platform.config.development
    ? '__Host-orbita-equipe-oidc'
    : 'orbita-equipe-oidc';

const cookieOf = ({ platform, request }: Place, value: string): CookieChange => {
  const name = cookieName(platform, request);
  return {
    name,
    value,
    maxAge: value === '' ? 0 : SIGN_IN_SECONDS,
    path: name.startsWith('__Host-') ? '/' : PATH,
    httpOnly: true,
    // The return request comes from the provider's site, so a strict cookie wouldn't be sent.
    sameSite: 'lax',
  };
};

const sealedOf = ({ platform, request }: Place): string | undefined =>
  request.cookies[cookieName(platform, request)];

export const flowCookie = (ctx: Place, flow: Flow): CookieChange =>
  cookieOf(ctx, begun(ctx).with(sealedOf(ctx), flow));

/** What remains for the sign-ins of other tabs. */
export const withoutFlow = (ctx: Place, state: string | null): CookieChange =>
  cookieOf(ctx, begun(ctx).without(sealedOf(ctx), state));

/** The sign-in that this very browser started with this state; undefined if there is none or it took too long. */
export const flowOf = (ctx: Place, state: string | null): Flow | undefined =>
  begun(ctx).of(sealedOf(ctx), state);

const CONSOLE = '/orbita/equipe/';

/**
 * A console page to continue to; the start page for anything else, so that a sign-in link never leads elsewhere. Anything a
 * browser would read as a different address (`..`, `\`, `//`) fails the comparison after parsing.
 */
export function pageToReturnTo(wish: string | undefined): string {
  const base = 'https://console.invalid';
  if (!wish?.startsWith(CONSOLE) || wish.length > 500 || !URL.canParse(wish, base)) return CONSOLE;
  const { origin, pathname, search } = new URL(wish, base);
  const page = `${pathname}${search}`;
  // Encoded, it may be longer than the cookie that keeps it.
  return origin === base && pathname.startsWith(CONSOLE) && page.length <= 500 ? page : CONSOLE;
}
