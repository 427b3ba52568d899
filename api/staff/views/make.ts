import { randomBytes } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import { STAFF_VIEW, VIEW_PATH } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { hostOf, pageAddress } from '../../messaging/address.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { maySee } from '../../platform/lists/lists.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { subscriptionById } from '../../subscription/row.ts';

/**
 * Issues a code that opens an application's pages once, within 60 seconds (spec 25.6.3); 404 outside the caller's institutions.
 */
export async function makeView(ctx: Ctx<'POST /operations/subscriptions/{id}/views'>): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  const db = platform.db.tenant(tenant.id);
  const row = await subscriptionById(db, params.id);
  if (!row || !maySee(service, row.institution_code)) fail('NOT_FOUND');
  const reason = ctx.body().reason?.trim() || null;
  // Calls with `person` are refused for tokens before this point.
  const staff = service.staff ?? fail('FORBIDDEN');
  const host = await hostOf(platform, tenant.id, row.institution_id);
  if (!host) fail('NOT_FOUND');
  const code = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  const until = new Date(now.getTime() + STAFF_VIEW.codeSeconds * 1000);
  await db.one(sql`
    insert into staff_view
      (tenant_id, subscription_id, staff_id, session_id, reason, code_hash, created_at, code_until)
    values (${tenant.id}, ${row.id}, ${staff.id}, ${staff.sessionId}, ${reason}::text, ${secretHash(code)},
      ${now}::timestamptz, ${until}::timestamptz) returning id`);
  // Behind `#`, so that no log and no other page can read it.
  const url = `${pageAddress(platform, host, `${VIEW_PATH}/`)}#${code}`;
  return reply(201, { url, expiresAt: isoInZone(until, tenant.timeZone) });
}
