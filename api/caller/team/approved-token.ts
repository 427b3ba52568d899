import { isoInZone } from '@orbita/domain/foundation';
import type { Grantable } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import type { Act } from '../../approval/act.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { hashServiceToken } from './service-token.ts';
import {
  checkOfTeam,
  insertToken,
  knownInstitutions,
  type NewToken,
  newSecret,
  refuseUnknown,
} from './tokens.ts';

/**
 * Creates a token that a second person approved. Nobody knows its secret: the requester has one generated and shown
 * (`showApprovedToken`), so that none is stored until then.
 */
export const tokenAct: Act = {
  async run(tx, { platform, approval, command, service }) {
    const given = command as NewToken;
    const now = platform.clock.now();
    const expiresAt = new Date(given.expiresAt);
    checkOfTeam(given, service.staff?.grants ?? [], now);
    if (expiresAt <= now) invalid([{ field: 'expiresAt', message: 'Must lie in the future' }]);
    const institutions = given.institutions ?? null;
    if (institutions) refuseUnknown(institutions, await knownInstitutions(tx));
    const { name, scopes } = given;
    const id = await insertToken(tx, { name, scopes, institutions, expiresAt, token: newSecret(), now });
    await tx.one(sql`
      update approval set token_id = ${id} where tenant_id = ${tx.tenantId} and id = ${approval.id} returning id`);
    return undefined;
  },
};

type Shown = {
  name: string;
  scopes: Grantable[];
  institutions: string[] | null;
  expires_at: Date;
  token_id: number;
};

/** The secret of an approved token, shown once and only to its requester (spec 25.16). @throws `APPROVAL_OVER`. */
export async function showApprovedToken(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  approvalId: number,
) {
  const token = newSecret();
  const now = platform.clock.now();
  return platform.db.write(tenant.id, async (tx) => {
    const asked = await tx.one<{ token_id: number | null; shown: boolean }>(sql`
      select token_id, token_shown_at is not null as shown from approval
      where tenant_id = ${tenant.id} and id = ${approvalId} and kind = 'token'
        and requested_by = ${service.staff?.id ?? 0}::bigint for update`);
    if (!asked) fail('NOT_FOUND');
    if (asked.token_id === null || asked.shown) fail('APPROVAL_OVER');
    const row = await tx.one<Shown>(sql`
      update service_token set token_hash = ${hashServiceToken(token)}
      where tenant_id = ${tenant.id} and id = ${asked.token_id} and revoked_at is null
        and expires_at > ${now}::timestamptz
      returning id as token_id, name, scopes, institutions, expires_at`);
    if (!row) fail('APPROVAL_OVER');
    await tx.one(sql`
      update approval set token_shown_at = ${now}::timestamptz
      where tenant_id = ${tenant.id} and id = ${approvalId} returning id`);
    const { name, scopes, institutions, token_id: id } = row;
    const expiresAt = isoInZone(row.expires_at, tenant.timeZone);
    return { id, token, name, tenant: tenant.alias, scopes, institutions, expiresAt, parentId: null };
  });
}
