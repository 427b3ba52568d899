import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Write } from '../platform/http/with-key.ts';

/**
 * PUT institution-filter (spec 3.9): whether a person may look beyond the institution of a brand host. Applies to all accounts
 * of the person, from their next session check. Refused for tokens restricted to some institutions, because the setting shows
 * data of others; 404 for a person who is unknown or whose account was erased.
 */
export async function setInstitutionFilter(
  ctx: Ctx<'PUT /operations/persons/{id}/institution-filter'>,
  write: Write,
): Promise<Reply> {
  const { tenant, platform, params, service } = ctx;
  if (service.institutions) fail('FORBIDDEN');
  const account = await platform.db
    .tenant(tenant.id)
    .one(
      sql`select id from user_account where tenant_id = ${tenant.id} and person_id = ${params.id} limit 1`,
    );
  if (!account) fail('NOT_FOUND');
  const { disabled } = ctx.body();
  return write(async (tx) => {
    await tx.many(sql`
      update user_account set disable_institution_global_filter = ${disabled}::boolean
      where tenant_id = ${tenant.id} and person_id = ${params.id}::bigint returning id`);
    return reply(200, { personId: params.id, disabled });
  });
}
