import { BASE_PATH, safeRedirect } from '@orbita/domain/identity';
import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { pageAddress } from '../../messaging/address.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuseInCase } from '../document-in-case.ts';
import { issueHandoff } from '../handoff.ts';

/**
 * A token restricted to some institutions may hand over only people who applied nowhere else, because the session can see
 * everything.
 */
const mayHandOver = async (platform: Platform, tenant: Tenant, service: Service, personId: number) => {
  if (service.institutions === null) return true;
  const row = await platform.db.tenant(tenant.id).one<{ mine: boolean }>(sql`
    select coalesce(bool_and(i.code = any(${service.institutions}::text[])), false) as mine
    from subscription s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where s.tenant_id = ${tenant.id} and s.person_id = ${personId}`);
  return row?.mine === true;
};

/** The named host, or the tenant's first one, brand hosts before the group's. */
const hostFor = (platform: Platform, tenant: Tenant, named: string | null | undefined) =>
  platform.db.tenant(tenant.id).one<{ host: string }>(sql`
    select host from tenant_host where tenant_id = ${tenant.id} and retired_at is null
      and (${named ?? null}::text is null or host = ${named ?? null}::text)
    order by (institution_id is not null) desc, id limit 1`);

/** Issues the one-time code and the address to which a person's browser is redirected right away (spec 5.3, S-05). */
export async function handOver(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  { personId, redirectTo, host }: Body<'POST /operations/handoffs'>,
): Promise<{ code: string; url: string; expiresAt: string }> {
  if (redirectTo && !safeRedirect(redirectTo))
    invalid([{ field: 'redirectTo', message: `Must be a path below ${BASE_PATH}` }]);
  const found = await hostFor(platform, tenant, host);
  if (!found) fail('VALIDATION', { errors: [{ field: 'host', message: 'No host of this tenant' }] });
  if (!(await mayHandOver(platform, tenant, service, personId))) fail('NOT_FOUND');
  await refuseInCase(platform.db.tenant(tenant.id), personId);
  const issued = await issueHandoff(platform, tenant, { personId, redirectTo: redirectTo ?? null });
  if (!issued) fail('NOT_FOUND');
  return { ...issued, url: pageAddress(platform, found.host, `/auth?code=${issued.code}`) };
}
