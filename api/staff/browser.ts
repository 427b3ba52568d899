import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { CookieChange } from '../platform/http/context.ts';
import { networksOf } from '../platform/http/network.ts';
import type { Platform } from '../platform/platform.ts';

const DAY_MS = 24 * 3600_000;
/** A browser counts as new again if its member hasn't used it for this many days (spec 25.2.3). */
export const BROWSER_DAYS = 90;

const cookieName = (platform: Platform, request: FastifyRequest): string =>
  `${request.protocol === 'https' || !platform.config.development ? '__Host-' : ''}orbita-equipe-navegador`;

/** The random mark kept by a browser; it reveals nothing about the browser and grants no access. */
const markOf = (platform: Platform, request: FastifyRequest): string => {
  const kept = request.cookies[cookieName(platform, request)] ?? '';
  return kept.length === 43 ? kept : randomBytes(32).toString('base64url');
};

type Seen = { platform: Platform; request: FastifyRequest };

/** Keyed hash of something that identifies a member: the rows of two people who share it have nothing in common. */
const hashOf = (
  { platform }: Pick<Seen, 'platform'>,
  tenantId: number,
  staffId: number,
  what: string,
  secret = platform.config.secret,
): string =>
  createHmac('sha256', secret).update(`staff browser:${tenantId}:${staffId}:${what}`).digest('base64url');

const networkHash = (
  { platform, request }: Seen,
  tenantId: number,
  staffId: number,
  secret = platform.config.secret,
): string => hashOf({ platform }, tenantId, staffId, `network ${networksOf(request.ip).near}`, secret);

const since = ({ platform }: Pick<Seen, 'platform'>): Date =>
  new Date(platform.clock.now().getTime() - BROWSER_DAYS * DAY_MS);

/**
 * How a request is recognised as a member's: a browser or network they signed in from within 90 days, with its hash; undefined
 * if neither.
 */
export async function knownBy(
  on: Runner,
  seen: Seen,
  tenantId: number,
  staffId: number,
): Promise<{ kind: 'browser' | 'network'; hash: string } | undefined> {
  const mark = seen.request.cookies[cookieName(seen.platform, seen.request)] ?? '';
  const hashes = seen.platform.config.secrets.flatMap((secret) => [
    hashOf(seen, tenantId, staffId, mark, secret),
    networkHash(seen, tenantId, staffId, secret),
  ]);
  return on.one<{ kind: 'browser' | 'network'; hash: string }>(sql`
    select kind, hash from staff_browser where tenant_id = ${tenantId} and staff_id = ${staffId}
      and hash = any(${hashes}::text[]) and seen_at > ${since(seen)}::timestamptz
    order by kind = 'network' limit 1`);
}

/**
 * Records that a member signed in from the request's browser and network, and returns whether they had used the browser before.
 * Only keyed hashes of mark and person are stored, so that the rows of two people sharing a browser have nothing in common. The
 * cookie lasts just as long.
 */
export async function noteBrowser(
  tx: Tx,
  seen: Seen,
  staffId: number,
): Promise<{ cookie: CookieChange; known: boolean }> {
  const { platform, request } = seen;
  const now = platform.clock.now();
  const mark = markOf(platform, request);
  const hash = hashOf(seen, tx.tenantId, staffId, mark);
  const before = await tx.one(sql`
    select hash from staff_browser where tenant_id = ${tx.tenantId} and staff_id = ${staffId}
      and hash = any(${platform.config.secrets.map((secret) => hashOf(seen, tx.tenantId, staffId, mark, secret))}::text[])
      and seen_at > ${since(seen)}::timestamptz`);
  await tx.many(sql`
    insert into staff_browser (tenant_id, staff_id, hash, kind, seen_at)
    values (${tx.tenantId}, ${staffId}, ${hash}, 'browser', ${now}::timestamptz),
      (${tx.tenantId}, ${staffId}, ${networkHash(seen, tx.tenantId, staffId)}, 'network', ${now}::timestamptz)
    on conflict (tenant_id, staff_id, hash) do update set seen_at = excluded.seen_at returning hash`);
  const cookie: CookieChange = {
    name: cookieName(platform, request),
    value: mark,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: BROWSER_DAYS * 24 * 3600,
  };
  return { cookie, known: before !== undefined };
}
