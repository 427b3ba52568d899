import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import { STAFF_VIEW } from '@orbita/domain/staff';
import { type ApplicationType, routeOf } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { isGuessing, noteWrongKey } from '../../identity/access-keys/wrong-keys.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { publishToTeam } from '../../platform/team-events.ts';
import { auditView } from './audit.ts';
import { livingView, VIEW_TOKEN } from './read.ts';

const MINUTE_MS = 60_000;

/**
 * Exchanges a code for a view's token (spec 25.6.3). No cookie is set, and a person signed in in the browser stays signed in.
 * The token leaves the server only after the audit row is written.
 * @throws `LINK_EXPIRED` for a code that is unknown, used, older than a minute, or from a session that has ended.
 */
export async function openView(ctx: Ctx<'POST /candidate/views'>): Promise<Reply> {
  const { platform, tenant, ip } = ctx;
  if (isGuessing(platform, tenant.id, ip)) fail('RATE_LIMITED');
  const { code } = ctx.body();
  const now = platform.clock.now();
  const token = `${VIEW_TOKEN}${randomBytes(32).toString('base64url')}`;
  const endsAt = new Date(now.getTime() + STAFF_VIEW.minutes * MINUTE_MS);
  const db = platform.db.tenant(tenant.id);
  const taken = await db.one<{ id: number }>(sql`
    update staff_view set opened_at = ${now}::timestamptz, token_hash = ${secretHash(token)},
      ends_at = ${endsAt}::timestamptz
    where tenant_id = ${tenant.id} and code_hash = ${secretHash(code)} and opened_at is null
      and code_until > ${now}::timestamptz returning id`);
  const found = taken && (await livingView(platform, tenant, sql`v.id = ${taken.id}`));
  if (!found) {
    await noteWrongKey(platform, tenant.id, ip);
    fail('LINK_EXPIRED');
  }
  const { session, subscriptionId, uuid, applicationType } = found;
  await auditView(platform, tenant.id, session, ctx.request, { status: 201, body: { id: subscriptionId } });
  await platform.db.write(tenant.id, async (tx) =>
    publishToTeam(tx, platform, {
      type: 'application.changed',
      data: { subscriptionId, version: found.version },
      to: { parts: ['subscriptions.read'], institution: found.institutionId },
    }),
  );
  return reply(201, {
    token,
    subscriptionId,
    uuid,
    path: routeOf(applicationType as ApplicationType, subscriptionId),
    expiresAt: isoInZone(endsAt, tenant.timeZone),
  });
}
