import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { SESSION } from '@orbita/domain/identity';
import type { FastifyRequest } from 'fastify';
import { compactVerify, decodeJwt, jwtVerify, SignJWT } from 'jose';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import type { CookieChange, Session, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** Seconds a remembered session lives (spec 2.6), and the server's limit for one that is not (spec 4.2). */
export const SESSION_SECONDS = SESSION.rememberedSeconds;
const UNREMEMBERED_SECONDS = SESSION.unrememberedSeconds;
/** A sign of life is written down this often; silence is measured that much too generously. */
const SEEN_MS = 5 * 60_000;
const SILENCE_MS = SESSION.idleSeconds * 1000 + SEEN_MS;

/** How long a node may go on without asking again whether a session was revoked; sign-out tells all nodes at once. */
const SURE_MS = 10_000;
/** Tokens a node remembers as good; beyond it all are looked at again. */
const MOST_VERIFIED = 20_000;
export const REVOKED_CHANNEL = 'orbita_revoked';

const keyOf = (house: House) => new TextEncoder().encode(house.config.secret);

/** `__Secure-` needs https; plain http exists in a development start alone, and there alone counts the name for it (S9). */
export const companionCookieName = (house: House, secure: boolean): string =>
  secure || !house.config.development ? '__Secure-orbita-session' : 'orbita-session';

export type Issued = { accessToken: string; expiresAt: Date; cookie: Omit<CookieChange, 'name'> };

type Who = { accountId: number; personId: number; uuid: string; name: string; disableFilter: boolean };

const companionCookie = (value: string, remember: boolean): Issued['cookie'] => ({
  value,
  maxAge: remember ? SESSION_SECONDS : undefined,
  path: '/orbita/api',
  httpOnly: true,
  sameSite: 'strict',
});

/** The companion a browser brings along. */
export const companionOf = (house: House, request: FastifyRequest): string | undefined =>
  request.cookies[companionCookieName(house, request.protocol === 'https')];

/** Hash of that companion, as sessions keep it; undefined without one. */
export const companionHashOf = (house: House, request: FastifyRequest): string | undefined => {
  const companion = companionOf(house, request);
  return companion && secretHash(companion);
};

/**
 * Opens a session: a signed token for the header and an HttpOnly companion whose hash is in the token, so that a
 * stolen token alone opens nothing (spec 4.2, D-55). `on` is the transaction in which the person signed in.
 */
export async function openSession(
  house: House,
  on: Runner,
  tenant: Tenant,
  who: Who,
  options: {
    method: string;
    remember: boolean;
    scope?: Session['scope'];
    /** The access key it was made from; revoking the key ends it. */
    accessKeyId?: number;
    /** Companion the browser already has, so that what else is bound to it goes on. */
    companion?: string | undefined;
    /** It ends no later than this. */
    until?: Date;
  },
): Promise<Issued> {
  const companion = options.companion ?? randomBytes(32).toString('base64url');
  const id = randomUUID();
  const now = house.clock.now();
  const seconds = options.remember ? SESSION_SECONDS : UNREMEMBERED_SECONDS;
  const own = now.getTime() + seconds * 1000;
  const expiresAt = new Date(Math.min(own, options.until?.getTime() ?? own));
  const scope = options.scope ?? 'candidate';
  await on.one(sql`
    insert into login_session
      (tenant_id, id, account_id, person_id, subscription_id, access_key_id, method, companion_hash, remember,
       created_at, last_seen_at, expires_at)
    values (${tenant.id}, ${id}, ${who.accountId}, ${who.personId},
            ${scope === 'candidate' ? null : scope.subscriptionId}, ${options.accessKeyId ?? null}::bigint,
            ${options.method}, ${secretHash(companion)},
            ${options.remember}, ${now}, ${now}, ${expiresAt}) returning id`);
  const accessToken = await signToken(
    house,
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
    accessToken,
    expiresAt,
    cookie: companionCookie(companion, options.remember),
  };
}

/** Signs a token for a living session, for instance when it is renewed (spec 5.1). */
export const signToken = (
  house: House,
  tenant: Tenant,
  s: Session,
  companionHash: string,
  expiresAt: Date,
): Promise<string> =>
  new SignJWT({
    ten: tenant.publicId,
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
    .setSubject(s.uuid)
    .setJti(s.sessionId)
    .setIssuedAt(Math.floor(s.issuedAt.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(keyOf(house));

type Sure = { alive: boolean; until: number; silentAt: number };
const sessions = new WeakMap<House, Map<string, Sure>>();
const sureOf = (house: House) => {
  let map = sessions.get(house);
  if (!map) {
    map = new Map();
    sessions.set(house, map);
  }
  return map;
};

const isAlive = async (house: House, tenant: Tenant, id: string): Promise<boolean> => {
  const sure = sureOf(house);
  const key = `${tenant.id}:${id}`;
  const known = sure.get(key);
  const now = house.clock.now();
  if (known && known.until > house.clock.wall() && known.silentAt > now.getTime()) return known.alive;
  const row = await house.db.tenant(tenant.id).one<{ remember: boolean }>(sql`
    with living as (
      select id, remember, last_seen_at from login_session where tenant_id = ${tenant.id} and id = ${id}
        and revoked_at is null and expires_at > ${now}
        and (remember or last_seen_at > ${new Date(now.getTime() - SILENCE_MS)})),
    seen as (
      update login_session s set last_seen_at = ${now}::timestamptz from living
      where s.tenant_id = ${tenant.id} and s.id = living.id and not living.remember
        and living.last_seen_at < ${new Date(now.getTime() - SEEN_MS)})
    select remember from living`);
  // It ended while the question was on its way.
  const meanwhile = sure.get(key);
  if (meanwhile && !meanwhile.alive && meanwhile.until > house.clock.wall()) return false;
  if (sure.size > 100_000) sure.clear();
  const silentAt = row && !row.remember ? now.getTime() + SEEN_MS : Number.POSITIVE_INFINITY;
  sure.set(key, { alive: row !== undefined, until: house.clock.wall() + SURE_MS, silentAt });
  return row !== undefined;
};

/** Another node (or this one) ended a session; an ended one never comes back. */
export const forgetSession = (house: House, key: string): void =>
  void sureOf(house).set(key, {
    alive: false,
    until: house.clock.wall() + SURE_MS,
    silentAt: Number.POSITIVE_INFINITY,
  });

/** What this node is sure of is asked again: it may not have been told of an end. */
export const forgetSessions = (house: House): void => sureOf(house).clear();

/** Those of the named sessions that have not been ended. */
export async function livingSessions(house: House, tenantId: number, ids: string[]): Promise<Set<string>> {
  const rows = await house.db.tenant(tenantId).many<{ id: string }>(sql`
    select id from login_session where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and revoked_at is null`);
  return new Set(rows.map(({ id }) => id));
}

/** Token from `Authorization`: `Bearer x`, or bare as older clients send it (spec 2.2). */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.replace(/^Bearer\s+/i, '') || undefined;

/** The session of a request: signature, tenant, companion cookie, time and revocation all hold; else undefined. */
export const readSession = (
  house: House,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<Session | undefined> => readToken(house, tenant, request, tokenOf(request));

/** The same for a token that came another way than by its header; the companion is the request's all the same. */
export async function readToken(
  house: House,
  tenant: Tenant,
  request: FastifyRequest,
  token: string | undefined,
): Promise<Session | undefined> {
  const companion = companionOf(house, request);
  if (!token || !companion) return undefined;
  const session = await verifiedToken(house, tenant, token, companion);
  return session && (await isAlive(house, tenant, session.sessionId)) ? session : undefined;
}

/**
 * Whether the request brings a token that this product signed for another tenant, living or over: at this host it is
 * refused before anything else (spec 2.2, S15). A forged one is no token at all.
 */
export async function isForeign(house: House, tenant: Tenant, request: FastifyRequest): Promise<boolean> {
  const token = tokenOf(request);
  if (!token) return false;
  try {
    // Read before it is verified: tokens of this tenant are verified later, and remembered.
    if (decodeJwt(token).ten === tenant.publicId) return false;
    const { payload } = await compactVerify(token, keyOf(house), { algorithms: ['HS256'] });
    return typeof JSON.parse(new TextDecoder().decode(payload)).ten === 'string';
  } catch {
    return false;
  }
}

type Verified = { session: Session; expiresAt: number };
const verified = new WeakMap<House, Map<string, Verified>>();

/** A token whose signature and companion were good stays so: only its end and its session have to be looked at again. */
async function verifiedToken(
  house: House,
  tenant: Tenant,
  token: string,
  companion: string,
): Promise<Session | undefined> {
  const cache = verified.get(house) ?? new Map<string, Verified>();
  verified.set(house, cache);
  const key = `${tenant.publicId} ${companion} ${token}`;
  const known = cache.get(key);
  if (known && known.expiresAt > house.clock.now().getTime()) return known.session;
  const fresh = await verifyToken(house, tenant, token, companion);
  if (!fresh) return undefined;
  if (cache.size > MOST_VERIFIED) cache.clear();
  cache.set(key, fresh);
  return fresh.session;
}

async function verifyToken(
  house: House,
  tenant: Tenant,
  token: string,
  companion: string,
): Promise<Verified | undefined> {
  try {
    const { payload: p } = await jwtVerify(token, keyOf(house), {
      algorithms: ['HS256'],
      currentDate: house.clock.now(),
    });
    if (
      p.ten !== tenant.publicId ||
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

/**
 * Gives a living session a new token and a new end; the companion cookie keeps its value, so other tabs go on.
 * The session was read from this request, hence its companion is the right one.
 */
export async function renewSession(
  house: House,
  tenant: Tenant,
  request: FastifyRequest,
  session: Session,
): Promise<Issued> {
  const companion = companionOf(house, request) ?? '';
  const now = house.clock.now();
  const seconds = session.remember ? SESSION_SECONDS : UNREMEMBERED_SECONDS;
  const most = session.remember ? null : SESSION.unrememberedMostSeconds;
  const row = await house.db.tenant(tenant.id).one<{ expires_at: Date }>(sql`
    update login_session set expires_at = least(${new Date(now.getTime() + seconds * 1000)}::timestamptz,
      created_at + ${most}::int * interval '1 second')
    where tenant_id = ${tenant.id} and id = ${session.sessionId} and revoked_at is null returning expires_at`);
  if (!row) fail('UNAUTHENTICATED');
  const expiresAt = row.expires_at;
  const accessToken = await signToken(
    house,
    tenant,
    { ...session, issuedAt: now },
    secretHash(companion),
    expiresAt,
  );
  return { accessToken, expiresAt, cookie: companionCookie(companion, session.remember) };
}

/** Tells this node and all others that a session is over. */
export async function announceEnd(house: House, tenantId: number, sessionId: string): Promise<void> {
  const key = `${tenantId}:${sessionId}`;
  forgetSession(house, key);
  await house.db.notify(REVOKED_CHANNEL, key);
}

/** The same with the commit of a transaction: every node hears of it then, this one once more. */
export async function announceEndIn(
  on: Runner,
  house: House,
  tenantId: number,
  sessionId: string,
): Promise<void> {
  const key = `${tenantId}:${sessionId}`;
  forgetSession(house, key);
  await on.one(sql`select pg_notify(${REVOKED_CHANNEL}::text, ${key}::text)`);
}

/** Ends one session, everywhere. */
export async function revokeSession(house: House, tenant: Tenant, sessionId: string): Promise<void> {
  await house.db.tenant(tenant.id).one(sql`
    update login_session set revoked_at = ${house.clock.now()}
    where tenant_id = ${tenant.id} and id = ${sessionId} and revoked_at is null returning id`);
  await announceEnd(house, tenant.id, sessionId);
}

/**
 * Ends the session a browser brings along when somebody signs in in it: the new one replaces it, whoever's it was (S7).
 * The companion is enough to name it: the token may be gone or over already.
 */
export async function replaceSession(
  house: House,
  tenant: Tenant,
  on: Runner,
  request: FastifyRequest,
): Promise<void> {
  const companion = companionOf(house, request);
  if (!companion) return;
  const ended = await on.many<{ id: string }>(sql`
    update login_session set revoked_at = ${house.clock.now()}
    where tenant_id = ${tenant.id} and companion_hash = ${secretHash(companion)} and subscription_id is null
      and revoked_at is null returning id`);
  for (const { id } of ended) await announceEndIn(on, house, tenant.id, id);
}
