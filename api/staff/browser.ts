import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { CookieChange } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';

const DAY_MS = 24 * 3600_000;
/** A browser is new again when its person was not seen in it for so long (spec 25.2.3). */
export const BROWSER_DAYS = 90;

const cookieName = (platform: Platform, request: FastifyRequest): string =>
  `${request.protocol === 'https' || !platform.config.development ? '__Host-' : ''}orbita-equipe-navegador`;

/** The random mark that a browser keeps; it says nothing about the browser and opens nothing. */
const markOf = (platform: Platform, request: FastifyRequest): string => {
  const kept = request.cookies[cookieName(platform, request)] ?? '';
  return kept.length === 43 ? kept : randomBytes(32).toString('base64url');
};

/**
 * Notes that somebody signed in from the browser of a request, and whether she was seen there before. Kept is a keyed hash of
 * mark and person, so that the rows of two people who share a browser have nothing in common. The cookie lasts as long.
 */
export async function noteBrowser(
  tx: Tx,
  { platform, request }: { platform: Platform; request: FastifyRequest },
  staffId: number,
): Promise<{ cookie: CookieChange; known: boolean }> {
  const now = platform.clock.now();
  const mark = markOf(platform, request);
  const hash = createHmac('sha256', platform.config.secret)
    .update(`staff browser:${tx.tenantId}:${staffId}:${mark}`)
    .digest('base64url');
  const before = await tx.one(sql`
    select hash from staff_browser where tenant_id = ${tx.tenantId} and staff_id = ${staffId} and hash = ${hash}
      and seen_at > ${new Date(now.getTime() - BROWSER_DAYS * DAY_MS)}::timestamptz`);
  await tx.one(sql`
    insert into staff_browser (tenant_id, staff_id, hash, seen_at)
    values (${tx.tenantId}, ${staffId}, ${hash}, ${now}::timestamptz)
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
