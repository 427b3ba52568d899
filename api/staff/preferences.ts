import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { reply } from '../platform/http/route.ts';

/** Stores a member's console preferences, replacing the previous ones (spec 25.2.6). */
export async function keepPreferences({
  platform,
  tenant,
  staff,
  body,
}: Ctx<'PUT /operations/staff/me/preferences'>): Promise<Reply> {
  const preferences = body();
  await platform.db.tenant(tenant.id).one(sql`
    update staff set preferences = ${JSON.stringify(preferences)}::jsonb
    where tenant_id = ${tenant.id} and id = ${staff.staffId} returning id`);
  return reply(200, preferences);
}
