import { isoInZone } from '@orbita/domain/foundation';
import { BASE_PATH } from '@orbita/domain/identity';
import type { FastifyRequest } from 'fastify';
import { companionCookieName, type Issued, SESSION_SECONDS } from '../caller/session.ts';
import type { CookieChange, Reply, Tenant } from '../platform/http/context.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';

/** The person's data in the readable cookies (spec 4.2). */
export type Greeted = { uuid: string; name: string; socialName: string | null };

const READABLE = ['accessToken', 'uuid', 'name', 'social_name', 'tenantAlias'] as const;
type Readable = (typeof READABLE)[number];

/** Seconds a cookie is valid: undefined = until the browser closes, 0 = removed now. */
type Life = number | undefined;

const readable = (name: Readable, value: string | null, maxAge: Life): CookieChange => ({
  name,
  value: value ?? '',
  // An empty value removes the cookie, so that the previous person's doesn't remain.
  maxAge: value === null ? 0 : maxAge,
  path: BASE_PATH,
  sameSite: 'lax',
});

/** Cookies with a signed-in person's name, sent when it changed. */
export const greetingCookies = (who: Greeted, maxAge: Life): CookieChange[] => [
  readable('name', who.name, maxAge),
  readable('social_name', who.socialName, maxAge),
];

/** A session's cookies: readable ones for the application and the companion. */
export function sessionCookies(
  platform: Platform,
  request: FastifyRequest,
  tenant: Tenant,
  who: Greeted,
  issued: Issued,
): CookieChange[] {
  const { maxAge } = issued.cookie;
  return [
    { ...issued.cookie, name: companionCookieName(platform, request.protocol === 'https') },
    readable('accessToken', issued.accessToken, maxAge),
    readable('uuid', who.uuid, maxAge),
    ...greetingCookies(who, maxAge),
    readable('tenantAlias', tenant.alias, maxAge),
  ];
}

/** Removes every session cookie; preferences such as `hideWelcomeModal` stay. */
export const clearedCookies = (platform: Platform, request: FastifyRequest): CookieChange[] => [
  ...READABLE.map((name) => readable(name, null, 0)),
  {
    name: companionCookieName(platform, request.protocol === 'https'),
    value: '',
    maxAge: 0,
    path: '/orbita/api',
    httpOnly: true,
    sameSite: 'strict',
  },
];

/**
 * Cookies of a tab opened by a link: those of a signed-in person are removed, the owner's `uuid` is set, and the token itself
 * stays in the tab (spec 4.2, rule 2a). All of them end with the browser session.
 */
export const tabCookies = (
  platform: Platform,
  request: FastifyRequest,
  uuid: string,
  issued: Issued,
): CookieChange[] => [
  ...READABLE.map((name) => (name === 'uuid' ? readable(name, uuid, undefined) : readable(name, null, 0))),
  { ...issued.cookie, name: companionCookieName(platform, request.protocol === 'https') },
];

/** Seconds left of a remembered session; undefined for one that ends with the browser. */
export const secondsLeft = (platform: Platform, session: { remember: boolean; issuedAt: Date }): Life =>
  session.remember
    ? Math.max(
        1,
        SESSION_SECONDS - Math.floor((platform.clock.now().getTime() - session.issuedAt.getTime()) / 1000),
      )
    : undefined;

/** Response with a token and all the cookies that go with it. */
export const sessionReply = (
  platform: Platform,
  request: FastifyRequest,
  tenant: Tenant,
  status: 200 | 201,
  who: Greeted,
  issued: Issued,
): Reply =>
  reply(
    status,
    { accessToken: issued.accessToken, expiresAt: isoInZone(issued.expiresAt, tenant.timeZone) },
    { cookies: sessionCookies(platform, request, tenant, who, issued) },
  );
