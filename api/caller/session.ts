import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { isProof, SESSION } from '@orbita/domain/identity';
import type { FastifyRequest } from 'fastify';
import { compactVerify, decodeJwt, SignJWT } from 'jose';
import sql, { type Sql } from 'sql-template-tag';
import { TenantMoving } from '../platform/database/outage.ts';
import type { Runner } from '../platform/database/types.ts';
import type { CookieChange, Session, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { verifySigned } from '../platform/signed-token.ts';
import { claimsOf, isTenantAudience } from '../platform/token-claims.ts';
import { openedFrom } from './opened-from.ts';

/** Seconds that a remembered session lasts (spec 2.6), and the server's limit for one that is not remembered (spec 4.2). */
export const SESSION_SECONDS = SESSION.rememberedSeconds;
const UNREMEMBERED_SECONDS = SESSION.unrememberedSeconds;
/** The heartbeat of a session is stored this often, so the idle time may be measured too long by as much. The person sees it. */
const SEEN_MS = 5 * 60_000;
const SILENCE_MS = SESSION.idleSeconds * 1000 + SEEN_MS;

/** How long a node trusts its cached result that a session is not revoked; sign-out notifies all nodes immediately. */
const SURE_MS = 10_000;
/** Number of verified tokens that a node caches; beyond it the cache is cleared. */
const MOST_VERIFIED = 20_000;

const bytesOf = (secret: string) => new TextEncoder().encode(secret);

/** `__Secure-` requires https; plain http is only used in development, where the name has no prefix (S9). */
export const companionCookieName = (platform: Platform, secure: boolean): string =>
  secure || !platform.config.development ? '__Secure-orbita-session' : 'orbita-session';

export type Issued = {
  sessionId: string;
  accessToken: string;
  expiresAt: Date;
  cookie: Omit<CookieChange, 'name'>;
};

type Who = { accountId: number; personId: number; uuid: string; name: string; disableFilter: boolean };

const companionCookie = (value: string, remember: boolean, seconds: number): Issued['cookie'] => ({
  value,
  maxAge: remember ? seconds : undefined,
  path: '/orbita/api',
  httpOnly: true,
  sameSite: 'strict',
});

/** The companion cookie of a request. */
export const companionOf = (platform: Platform, request: FastifyRequest): string | undefined =>
  request.cookies[companionCookieName(platform, request.protocol === 'https')];

/** Hash of that companion cookie, as sessions store it; undefined without one. */
export const companionHashOf = (platform: Platform, request: FastifyRequest): string | undefined => {
  const companion = companionOf(platform, request);
  return companion && secretHash(companion);
};

/**
 * Opens a session: a signed token for the header and an HttpOnly companion cookie whose hash is in the token,
 * so that a stolen token alone is useless (spec 4.2, D-55). `on` is the transaction in which the person
 * signed in.
 */
export async function openSession(
  platform: Platform,
  on: Runner,
  tenant: Tenant,
  who: Who,
  options: {
    method: string;
    remember: boolean;
    scope?: Session['scope'];
    /** The access key it was created from; revoking the key ends the session. */
    accessKeyId?: number;
    /** Companion that the browser already has, so that other tokens bound to it stay valid. */
    companion?: string | undefined;
    /** Latest end of the session. */
    until?: Date;
    /** The request that opens it; its device and network are later shown to the person. */
    request?: Pick<FastifyRequest, 'ip' | 'headers'>;
  },
): Promise<Issued> {
  const companion = options.companion ?? randomBytes(32).toString('base64url');
  const id = randomUUID();
  const now = platform.clock.now();
  const seconds = options.remember ? SESSION_SECONDS : UNREMEMBERED_SECONDS;
  const own = now.getTime() + seconds * 1000;
  const expiresAt = new Date(Math.min(own, options.until?.getTime() ?? own));
  const scope = options.scope ?? 'candidate';
  const from = options.request && openedFrom(platform, tenant, options.request);
  await on.one(sql`
    insert into login_session
      (tenant_id, id, account_id, person_id, subscription_id, access_key_id, method, companion_hash, remember,
       device, network, network_hash, proved_at, created_at, last_seen_at, expires_at)
    values (${tenant.id}, ${id}, ${who.accountId}, ${who.personId},
            ${scope === 'candidate' ? null : scope.subscriptionId}, ${options.accessKeyId ?? null}::bigint,
            ${options.method}, ${secretHash(companion)},
            ${options.remember}, ${from?.device ?? null}::text, ${from?.network ?? null}::text,
            ${from?.networkHash ?? null}::text, ${isProof(options.method) ? now : null}::timestamptz,
            ${now}, ${now}, ${expiresAt}) returning id`);
  const accessToken = await signToken(
    platform,
    tenant,
    {
      ...who,
      sessionId: id,
      scope,
      method: options.method,
      remember: options.remember,
      issuedAt: now,
    },
    secretHash(companion),
    expiresAt,
  );
  return {
    sessionId: id,
    accessToken,
    expiresAt,
    cookie: companionCookie(companion, options.remember, seconds),
  };
}

/** Signs a token for an active session, for instance when it is renewed (spec 5.1). */
const signToken = (
  platform: Platform,
  tenant: Tenant,
  s: Session,
  companionHash: string,
  expiresAt: Date,
): Promise<string> => {
  const { issuer, audience } = claimsOf('candidate', tenant);
  return new SignJWT({
    acc: s.accountId,
    per: s.personId,
    nam: s.name,
    flt: s.disableFilter,
    scp: s.scope === 'candidate' ? 'candidate' : `subscription:${s.scope.subscriptionId}`,
    met: s.method,
    rem: s.remember,
    cmp: companionHash,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(s.uuid)
    .setJti(s.sessionId)
    .setIssuedAt(Math.floor(s.issuedAt.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(bytesOf(platform.config.secret));
};

type Sure = { alive: boolean; until: number; silentAt: number };
const sessions = new WeakMap<Platform, Map<string, Sure>>();
const sureOf = (platform: Platform) => {
  let map = sessions.get(platform);
  if (!map) {
    map = new Map();
    sessions.set(platform, map);
  }
  return map;
};

const isAlive = async (platform: Platform, tenant: Tenant, id: string): Promise<boolean> => {
  const sure = sureOf(platform);
  const key = `${tenant.id}:${id}`;
  const known = sure.get(key);
  const now = platform.clock.now();
  if (known && known.until > platform.clock.wall() && known.silentAt > now.getTime()) return known.alive;
  const on = platform.db.tenant(tenant.id);
  const living = sql`select id, remember, last_seen_at from login_session where tenant_id = ${tenant.id} and id = ${id}
    and ${livingAt(now)}`;
  const seen = on.one<{ remember: boolean }>(sql`
    with living as (${living}),
    seen as (
      update login_session s set last_seen_at = ${now}::timestamptz from living
      where s.tenant_id = ${tenant.id} and s.id = living.id
        and living.last_seen_at < ${new Date(now.getTime() - SEEN_MS)})
    select remember from living`);
  const row = await seen.catch((error: unknown) => {
    // While the tenant is being moved, its users can still read.
    if (error instanceof TenantMoving) return on.one<{ remember: boolean }>(living);
    throw error;
  });
  // The session may have ended while the query was running.
  const meanwhile = sure.get(key);
  if (meanwhile && !meanwhile.alive && meanwhile.until > platform.clock.wall()) return false;
  if (sure.size > 100_000) sure.clear();
  const silentAt = row && !row.remember ? now.getTime() + SEEN_MS : Number.POSITIVE_INFINITY;
  sure.set(key, { alive: row !== undefined, until: platform.clock.wall() + SURE_MS, silentAt });
  return row !== undefined;
};

/** Marks a session as ended on this node; an ended one never becomes active again. */
export const forgetSession = (platform: Platform, key: string): void =>
  void sureOf(platform).set(key, {
    alive: false,
    until: platform.clock.wall() + SURE_MS,
    silentAt: Number.POSITIVE_INFINITY,
  });

/** Clears the cache of active sessions, because this node may have missed the notification that one ended. */
export const forgetSessions = (platform: Platform): void => sureOf(platform).clear();

/** Those of the given sessions that have not ended. */
export async function livingSessions(
  platform: Platform,
  tenantId: number,
  ids: string[],
): Promise<Set<string>> {
  const rows = await platform.db.tenant(tenantId).many<{ id: string }>(sql`
    select id from login_session where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and revoked_at is null`);
  return new Set(rows.map(({ id }) => id));
}

/** Token from `Authorization`: `Bearer x`, or bare, as older clients send it (spec 2.2). */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.replace(/^Bearer\s+/i, '') || undefined;

/**
 * The session of a request, after checking signature, issuer, audience, companion cookie, time and revocation; undefined if any
 * of them fails.
 */
export const readSession = (
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<Session | undefined> => readToken(platform, tenant, request, tokenOf(request));

/** Same as `readSession`, for a token that was not sent in the header; the companion is still the request's cookie. */
export async function readToken(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
  token: string | undefined,
): Promise<Session | undefined> {
  const companion = companionOf(platform, request);
  if (!token || !companion) return undefined;
  const session = await verifiedToken(platform, tenant, token, companion);
  return session && (await isAlive(platform, tenant, session.sessionId)) ? session : undefined;
}

/**
 * Whether the request carries a token that we signed for another tenant, valid or expired: on this host it is refused before
 * anything else (spec 2.2, S15). A forged token counts as none.
 */
export async function isForeign(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<boolean> {
  const token = tokenOf(request);
  if (!token) return false;
  try {
    // Only decoded here: tokens of this tenant are verified later, and cached.
    const { iss, aud } = decodeJwt(token);
    const own = claimsOf('candidate', tenant);
    if (iss !== own.issuer || !isTenantAudience(aud) || aud === own.audience) return false;
    await Promise.any(
      platform.config.secrets.map((secret) =>
        compactVerify(token, bytesOf(secret), { algorithms: ['HS256'] }),
      ),
    );
    return true;
  } catch {
    return false;
  }
}

type Verified = { session: Session; expiresAt: number };
const verified = new WeakMap<Platform, Map<string, Verified>>();

/** A token whose signature and companion were verified once stays verified: only its expiry and its session are checked again. */
async function verifiedToken(
  platform: Platform,
  tenant: Tenant,
  token: string,
  companion: string,
): Promise<Session | undefined> {
  const cache = verified.get(platform) ?? new Map<string, Verified>();
  verified.set(platform, cache);
  const key = `${tenant.publicId} ${companion} ${token}`;
  const known = cache.get(key);
  if (known && known.expiresAt > platform.clock.now().getTime()) return known.session;
  const fresh = await verifyToken(platform, tenant, token, companion);
  if (!fresh) return undefined;
  if (cache.size > MOST_VERIFIED) cache.clear();
  cache.set(key, fresh);
  return fresh.session;
}

async function verifyToken(
  platform: Platform,
  tenant: Tenant,
  token: string,
  companion: string,
): Promise<Verified | undefined> {
  try {
    const { payload: p } = await verifySigned(platform.config.secrets, token, {
      ...claimsOf('candidate', tenant),
      requiredClaims: ['exp', 'iat'],
      currentDate: platform.clock.now(),
    });
    if (
      !isTenantAudience(p.aud) ||
      typeof p.cmp !== 'string' ||
      typeof p.scp !== 'string' ||
      !p.sub ||
      !p.jti
    )
      return undefined;
    const [expected, given] = [Buffer.from(p.cmp), Buffer.from(secretHash(companion))];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    const session: Session = {
      sessionId: p.jti,
      accountId: Number(p.acc),
      personId: Number(p.per),
      uuid: p.sub,
      name: String(p.nam ?? ''),
      scope: p.scp === 'candidate' ? 'candidate' : { subscriptionId: Number(p.scp.split(':')[1]) },
      method: String(p.met),
      remember: p.rem === true,
      disableFilter: p.flt === true,
      issuedAt: new Date(Number(p.iat) * 1000),
    };
    return { session, expiresAt: Number(p.exp) * 1000 };
  } catch {
    return undefined;
  }
}

/** Sessions that still grant access: not ended, not expired, and not idle for too long if idling ends them. */
export const livingAt = (now: Date): Sql => sql`revoked_at is null and expires_at > ${now}::timestamptz
  and (remember or last_seen_at > ${new Date(now.getTime() - SILENCE_MS)}::timestamptz)`;

/**
 * Renews an active session with a new token and a new end, but never beyond its absolute one. The companion cookie keeps its
 * value, so that other tabs stay signed in. The session was read from this request, so its companion is known to match.
 */
export async function renewSession(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
  session: Session,
): Promise<Issued> {
  const companion = companionOf(platform, request) ?? '';
  const now = platform.clock.now();
  const seconds = session.remember ? SESSION_SECONDS : UNREMEMBERED_SECONDS;
  const most = session.remember ? SESSION.rememberedMostSeconds : SESSION.unrememberedMostSeconds;
  const row = await platform.db.tenant(tenant.id).one<{ expires_at: Date }>(sql`
    update login_session set expires_at = least(${new Date(now.getTime() + seconds * 1000)}::timestamptz,
      created_at + ${most}::int * interval '1 second')
    where tenant_id = ${tenant.id} and id = ${session.sessionId} and revoked_at is null returning expires_at`);
  if (!row) fail('UNAUTHENTICATED');
  const expiresAt = row.expires_at;
  const accessToken = await signToken(
    platform,
    tenant,
    { ...session, issuedAt: now },
    secretHash(companion),
    expiresAt,
  );
  const left = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
  return {
    sessionId: session.sessionId,
    accessToken,
    expiresAt,
    cookie: companionCookie(companion, session.remember, left),
  };
}
