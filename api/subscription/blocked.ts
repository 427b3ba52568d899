import sql, { type Sql } from 'sql-template-tag';

/** SQL condition: the person is blocked (TR-94), by their CPF or by the document of an account. */
export const isBlocked = (tenantId: Sql, personId: number): Sql => sql`
  exists(
    select from block_entry b where b.tenant_id = ${tenantId} and b.removed_at is null and (
      (b.document_type = 'cpf' and b.document = (
        select p.cpf from person p where p.tenant_id = ${tenantId} and p.id = ${personId}))
      or exists(select from user_account u where u.tenant_id = ${tenantId} and u.person_id = ${personId}
        and u.document_type = b.document_type and u.document = b.document)))`;
