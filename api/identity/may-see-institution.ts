import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { hasProved } from './held-contact.ts';

/**
 * Whether data written by the institution may become visible to whoever uses a person's account: they proved a contact with a
 * code, all sign-in methods come from the institution, or there is no account yet.
 */
export const maySeeInstitutionData = async (on: Runner, personId: number): Promise<boolean> =>
  (await on.one(sql`
    select p.id from person p where p.tenant_id = ${on.tenantId} and p.id = ${personId}::bigint
      and (p.rooted_at is not null or ${hasProved} or not exists(
        select from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id))`)) !== undefined;
