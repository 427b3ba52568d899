import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { codeContact } from './held-contact.ts';

/** A person found by a document; imported people have no account until their first sign-in (spec 5.1). */
export type Known = {
  person_id: number;
  account_id: number | null;
  name: string;
  social_name: string | null;
  /** Where codes are sent: the previous contact while a staff correction is on hold. */
  email: string | null;
  cell_phone: string | null;
};

/** Finds the person a document belongs to: through an account or, for the CPF of an imported person, without one. */
export const findByDocument = (
  on: Runner,
  type: DocumentType,
  document: string,
): Promise<Known | undefined> =>
  on.one<Known>(sql`
    with found as (
      select person_id, id as account_id from user_account
      where tenant_id = ${on.tenantId} and document_type = ${type} and document = ${document}
      union all
      select id, null from person where tenant_id = ${on.tenantId} and ${type} = 'cpf' and cpf = ${document})
    select p.id as person_id, f.account_id, p.name, p.social_name, ${codeContact('email')} as email,
      ${codeContact('cellPhone')} as cell_phone
    from found f join person p on p.tenant_id = ${on.tenantId} and p.id = f.person_id and p.anonymised_at is null
    order by f.account_id nulls last limit 1`);
