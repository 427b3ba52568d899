import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { hasProved } from './held-contact.ts';

/**
 * Whether data that the institution writes may become visible to whoever has the account of a person: she proved a contact
 * by a code, every way in comes from the institution, or nobody has it yet.
 */
export const maySeeInstitutionData = async (
  on: Runner,
  tenantId: number,
  personId: number,
): Promise<boolean> =>
  (await on.one(sql`
    select p.id from person p where p.tenant_id = ${tenantId} and p.id = ${personId}::bigint
      and (p.rooted_at is not null or ${hasProved} or not exists(
        select from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id))`)) !== undefined;
