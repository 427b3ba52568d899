import { randomBytes } from 'node:crypto';
import { STAFF_SESSION, type StaffMethod, type Strength } from '@orbita/domain/staff';
import type { FastifyRequest } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Tx } from '../platform/database/types.ts';
import type { CookieChange, StaffSession, Tenant } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { noteBrowser } from './browser.ts';
import { notifyNewBrowser } from './notices.ts';
import type { ProviderPart } from './provider/session-part.ts';
import { staffSettings, staffSettingsIn } from './settings.ts';
import { heldGrants, type StaffRow } from './store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Input is recorded at most this often, so that an active page doesn't cause a write on every call. */
const INPUT_MS = MINUTE_MS;

/**
 * `__Host-` binds the cookie to this very host and requires https; plain http exists in development only, without the prefix.
 */
const cookieName = (platform: Platform, request: FastifyRequest): string =>
  request.protocol === 'https' || !platform.config.development ? '__Host-orbita-equipe' : 'orbita-equipe';

/** The secret in a request's session cookie. */
export const staffCookieOf = (platform: Platform, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(platform, request)] || undefined;

const cookieOf = (platform: Platform, request: FastifyRequest, value: string): CookieChange => ({
  name: cookieName(platform, request),
  value,
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
});

/** Removes the cookie. */
export const withoutCookie = (platform: Platform, request: FastifyRequest): CookieChange => ({
  ...cookieOf(platform, request, ''),
  maxAge: 0,
});

/** SQL condition: member `s` has a passkey with which they could confirm their identity. */
const hasPasskey = sql`exists (select from staff_passkey p where p.tenant_id = s.tenant_id and p.staff_id = s.id)`;

/**
 * SQL condition: member `s` may create their first passkey, within the period after their very first sign-in or one opened by
 * the administration. Later, anybody who can read their mailbox could create one and act as them (spec 25.2.4).
 */
const mayEnrol = (now: Date): Sql =>
  sql`(coalesce(s.enrol_until > ${now}::timestamptz, false) and not ${hasPasskey})`;

/** SQL for the columns of a `StaffSession`, from session `k` of member `s`. */
const sessionColumns = (now: Date): Sql => sql`
  k.id as session_id, s.id as staff_id, s.name, s.email, k.method, k.started_at, k.ends_at, k.reauth_at,
  ${heldGrants} as grants, ${hasPasskey} as has_passkey, k.strength, ${mayEnrol(now)} as may_enrol
  from staff_session k join staff s on s.tenant_id = k.tenant_id and s.id = k.staff_id`;

const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The session for a request's cookie at this tenant; undefined if it is unknown, expired, idle for too long, revoked, or its
 * member is no longer in the team. Nothing is cached between two calls, so a session that has ended is refused by the next call
 * on every node.
 */
export async function readStaffSession(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<StaffSession | undefined> {
  const secret = staffCookieOf(platform, request);
  if (!secret || secret.length > 100) return undefined;
  const now = platform.clock.now();
  const { idleMinutes } = await staffSettings(platform, tenant.id);
  const idleSince = new Date(now.getTime() - idleMinutes * MINUTE_MS);
  const db = platform.db.tenant(tenant.id);
  const row = await db.one<RowOf<StaffSession> & { last_input_at: Date }>(sql`
    select k.last_input_at, ${sessionColumns(now)}
    where k.tenant_id = ${tenant.id} and k.hash = ${secretHash(secret)} and k.revoked_at is null
      and k.ends_at > ${now}::timestamptz and k.last_input_at > ${idleSince}::timestamptz and s.state = 'active'`);
  if (!row) return undefined;
  const { lastInputAt, ...session } = shapeOf(row);
  const isInput = request.headers['x-background'] !== '1';
  if (isInput && now.getTime() - lastInputAt.getTime() >= INPUT_MS)
    await db.one(sql`
      with input as (
        update staff_session set last_input_at = ${now}::timestamptz
        where tenant_id = ${tenant.id} and id = ${session.sessionId} returning tenant_id, staff_id)
      update staff s set last_seen_at = ${now}::timestamptz from input
      where s.tenant_id = input.tenant_id and s.id = input.staff_id returning s.id`);
  return session;
}

/**
 * Whether a request's cookie belonged to a member whose access the administration ended: their page says so instead of asking
 * them to sign in again (spec 25.2.3).
 */
export async function wasDisabled(
  platform: Platform,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<boolean> {
  const secret = staffCookieOf(platform, request);
  if (!secret || secret.length > 100) return false;
  const row = await platform.db.tenant(tenant.id).one(sql`
    select s.id from staff_session k join staff s on s.tenant_id = k.tenant_id and s.id = k.staff_id
    where k.tenant_id = ${tenant.id} and k.hash = ${secretHash(secret)} and s.state = 'disabled'`);
  return row !== undefined;
}

/** An active session by id, in the form of `readStaffSession`; undefined if it has ended. */
export const sessionById = async (
  platform: Platform,
  tenantId: number,
  sessionId: number,
): Promise<StaffSession | undefined> => {
  const now = platform.clock.now();
  const row = await platform.db.tenant(tenantId).one<RowOf<StaffSession>>(sql`
    select ${sessionColumns(now)}
    where k.tenant_id = ${tenantId} and k.id = ${sessionId} and k.revoked_at is null
      and k.ends_at > ${now}::timestamptz and s.state = 'active'`);
  return row && shapeOf(row);
};

/** How a member signed in, and what the session stores if it was through the institution's own sign-in. */
export type Entry = {
  method: StaffMethod;
  /** What makes it more than proof of a mailbox; null if nothing does. */
  strength?: Strength | null;
  provider?: ProviderPart;
  /**
   * The member's first sign-in, with a code sent to the mailbox that the new-browser message would go to; that message would be
   * redundant.
   */
  byInvite?: true;
};

const ofProvider = async (tx: Tx, { provider }: Entry, now: Date) => ({
  sid: provider?.sid ?? null,
  subject: provider?.subject ?? null,
  refreshToken: provider?.refreshToken ?? null,
  checkedAt: provider ? now : null,
  recheckAt: provider?.refreshToken ? await recheckAt(tx, now) : null,
});

/** When the institution's own sign-in is next asked about a session (spec 25.2.3). */
export async function recheckAt(tx: Tx, now: Date): Promise<Date> {
  return minutesAfter(now, (await staffSettingsIn(tx)).recheckMinutes);
}

/** Opens a session for a member who has just proved their identity; their oldest sessions end if there are too many. */
export async function openStaffSession(
  tx: Tx,
  { platform, request }: { platform: Platform; request: FastifyRequest },
  staff: Pick<StaffRow, 'id' | 'name' | 'email'>,
  entry: Entry = { method: 'code' },
): Promise<{ cookies: CookieChange[]; sessionId: number }> {
  const now = platform.clock.now();
  const secret = newSecret();
  const kept = await ofProvider(tx, entry, now);
  const unchecked = entry.method === 'idp' && !kept.refreshToken;
  const settings = await staffSettingsIn(tx);
  const hours = unchecked ? Math.min(settings.hours, STAFF_SESSION.uncheckedHours) : settings.hours;
  const row = await tx.one<{ id: number }>(sql`
    insert into staff_session
      (tenant_id, staff_id, hash, method, strength, started_at, last_input_at, ends_at, reauth_at, place,
        idp_sid, idp_subject, refresh_token, checked_at, recheck_at)
    values (${tx.tenantId}, ${staff.id}, ${secretHash(secret)}, ${entry.method}::text, ${entry.strength ?? null}::text, ${now}::timestamptz,
      ${now}::timestamptz, ${new Date(now.getTime() + hours * HOUR_MS)}::timestamptz,
      ${minutesAfter(now, settings.recentMinutes)}::timestamptz, ${placeOf(request)}::text, ${kept.sid}::text, ${kept.subject}::text,
      ${kept.refreshToken}::text, ${kept.checkedAt}::timestamptz, ${kept.recheckAt}::timestamptz) returning id`);
  if (!row) throw new Error('The session was not kept');
  await tx.many(sql`
    update staff_session set revoked_at = ${now}::timestamptz where tenant_id = ${tx.tenantId} and id in (
      select id from staff_session where tenant_id = ${tx.tenantId} and staff_id = ${staff.id}
        and revoked_at is null and ends_at > ${now}::timestamptz
      order by id desc offset ${STAFF_SESSION.most}::int)
    returning id`);
  await tx.one(sql`
    update staff set last_seen_at = ${now}::timestamptz,
      enrol_until = case when last_seen_at is null then ${minutesAfter(now, STAFF_SESSION.enrolMinutes)}::timestamptz else enrol_until end
    where tenant_id = ${tx.tenantId} and id = ${staff.id} returning id`);
  const browser = await noteBrowser(tx, { platform, request }, staff.id);
  if (!browser.known && !entry.byInvite && entry.method !== 'demo')
    await notifyNewBrowser(tx, platform, {
      to: staff,
      sessionId: row.id,
      userAgent: request.headers['user-agent'],
    });
  return { cookies: [cookieOf(platform, request, secret), browser.cookie], sessionId: row.id };
}

/**
 * Continues the session under a new secret and allows acts that require a recent sign-in again. Confirming with a stronger
 * method upgrades the session to it.
 */
export async function confirmStaffSession(
  tx: Tx,
  { platform, request }: { platform: Platform; request: FastifyRequest },
  sessionId: number,
  entry?: Entry,
): Promise<{ cookie: CookieChange; until: Date }> {
  const now = platform.clock.now();
  const secret = newSecret();
  const { recentMinutes } = await staffSettingsIn(tx);
  const until = minutesAfter(now, recentMinutes);
  if (entry?.provider) {
    const kept = await ofProvider(tx, entry, now);
    await tx.one(sql`
      update staff_session set method = ${entry.method}::text, idp_sid = ${kept.sid}::text,
        idp_subject = ${kept.subject}::text, refresh_token = coalesce(${kept.refreshToken}::text, refresh_token),
        checked_at = ${now}::timestamptz, recheck_at = coalesce(${kept.recheckAt}::timestamptz, recheck_at)
      where tenant_id = ${tx.tenantId} and id = ${sessionId} and revoked_at is null returning id`);
  }
  await tx.one(sql`
    update staff_session set hash = ${secretHash(secret)}, reauth_at = ${until}::timestamptz,
      method = coalesce(${entry?.method ?? null}::text, method),
      strength = ${entry ? sql`${entry.strength ?? null}::text` : sql`strength`}
    where tenant_id = ${tx.tenantId} and id = ${sessionId} and revoked_at is null returning id`);
  return { cookie: cookieOf(platform, request, secret), until };
}

const minutesAfter = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);

/** The browser's own description, truncated: what members recognise in the list of their sessions. */
const placeOf = (request: FastifyRequest): string => (request.headers['user-agent'] ?? '').slice(0, 200);
