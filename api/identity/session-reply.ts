import { isoInZone } from '@orbita/domain/foundation';
import { BASE_PATH } from '@orbita/domain/identity';
import type { FastifyRequest } from 'fastify';
import type { House } from '../platform/house.ts';
import type { CookieChange, Reply, Tenant } from '../platform/http/context.ts';
import { reply } from '../platform/http/route.ts';
import { companionCookieName, type Issued, SESSION_SECONDS } from './session.ts';

/** Who is greeted: what the readable cookies say of a person (spec 4.2). */
export type Greeted = { uuid: string; name: string; socialName: string | null };

const READABLE = ['accessToken', 'uuid', 'name', 'social_name', 'tenantAlias'] as const;
type Readable = (typeof READABLE)[number];

/** Seconds a cookie lives: undefined = until the browser closes, 0 = it goes now. */
type Life = number | undefined;

const readable = (name: Readable, value: string | null, maxAge: Life): CookieChange => ({
  name,
  value: value ?? '',
  // What a person does not have must not stay from the one before.
  maxAge: value === null ? 0 : maxAge,
  path: BASE_PATH,
  sameSite: 'lax',
});

/** The cookies of a name that changed while somebody is signed in. */
export const greetingCookies = (who: Greeted, maxAge: Life): CookieChange[] => [
  readable('name', who.name, maxAge),
  readable('social_name', who.socialName, maxAge),
];

/** The cookies of a session: readable ones for the application and, where it was renewed, the companion. */
export function sessionCookies(
  house: House,
  request: FastifyRequest,
  tenant: Tenant,
  who: Greeted,
  issued: Issued,
): CookieChange[] {
  const { maxAge } = issued.cookie;
  return [
    { ...issued.cookie, name: companionCookieName(house, request.protocol === 'https') },
    readable('accessToken', issued.accessToken, maxAge),
    readable('uuid', who.uuid, maxAge),
    ...greetingCookies(who, maxAge),
    readable('tenantAlias', tenant.alias, maxAge),
  ];
}

/** Takes every cookie of a session away; preferences such as `hideWelcomeModal` stay. */
export const goodbyeCookies = (house: House, request: FastifyRequest): CookieChange[] => [
  ...READABLE.map((name) => readable(name, null, 0)),
  {
    name: companionCookieName(house, request.protocol === 'https'),
    value: '',
    maxAge: 0,
    path: '/orbita/api',
    httpOnly: true,
    sameSite: 'strict',
  },
];

/**
 * The cookies of a tab that a link opened: whoever was signed in is gone, the owner's `uuid` stands, and the token
 * itself stays in the tab (spec 4.2, rule 2a). All of it ends with the browser.
 */
export const tabCookies = (
  house: House,
  request: FastifyRequest,
  uuid: string,
  issued: Issued,
): CookieChange[] => [
  ...READABLE.map((name) => (name === 'uuid' ? readable(name, uuid, undefined) : readable(name, null, 0))),
  { ...issued.cookie, name: companionCookieName(house, request.protocol === 'https') },
];

/** Seconds left of a remembered session; undefined for one that ends with the browser. */
export const secondsLeft = (house: House, session: { remember: boolean; issuedAt: Date }): Life =>
  session.remember
    ? Math.max(
        1,
        SESSION_SECONDS - Math.floor((house.clock.now().getTime() - session.issuedAt.getTime()) / 1000),
      )
    : undefined;

/** Answer that gives out a token together with everything that belongs to it. */
export const sessionReply = (
  house: House,
  request: FastifyRequest,
  tenant: Tenant,
  status: 200 | 201,
  who: Greeted,
  issued: Issued,
): Reply =>
  reply(
    status,
    { accessToken: issued.accessToken, expiresAt: isoInZone(issued.expiresAt, tenant.timeZone) },
    { cookies: sessionCookies(house, request, tenant, who, issued) },
  );
