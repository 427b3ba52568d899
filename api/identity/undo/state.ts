import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';

/**
 * How a person signs in, and where their codes go, at one point in time. Timestamps are database text. Passkeys and social
 * accounts are just lists of ids: later ones can be removed, but removed ones don't come back.
 */
export type AccessState = {
  email: string | null;
  emailConfirmedAt: string | null;
  emailByLink: boolean;
  cellPhone: string | null;
  cellPhoneConfirmedAt: string | null;
  cellPhoneByLink: boolean;
  cpf: string | null;
  accounts: { id: number; type: DocumentType; document: string }[];
  passkeys: string[];
  social: number[];
};

/** Reads the current state; the person is locked until the end of the transaction, so that changes happen one after another. */
export async function accessState(tx: Tx, personId: number): Promise<AccessState> {
  await tx.one(
    sql`select id from person where tenant_id = ${tx.tenantId} and id = ${personId}::bigint for update`,
  );
  const row = await tx.one<{ state: AccessState }>(sql`
    select jsonb_build_object(
      'email', p.email, 'emailConfirmedAt', p.email_confirmed_at, 'emailByLink', p.email_by_link,
      'cellPhone', p.cell_phone, 'cellPhoneConfirmedAt', p.cell_phone_confirmed_at,
      'cellPhoneByLink', p.cell_phone_by_link, 'cpf', p.cpf,
      'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'type', a.document_type,
          'document', a.document) order by a.id), '[]') from user_account a
        where a.tenant_id = p.tenant_id and a.person_id = p.id),
      'passkeys', (select coalesce(jsonb_agg(k.id order by k.id), '[]') from passkey k
        where k.tenant_id = p.tenant_id and k.person_id = p.id),
      'social', (select coalesce(jsonb_agg(s.id order by s.id), '[]') from social_account s
        join user_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
        where s.tenant_id = p.tenant_id and a.person_id = p.id)) as state
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId}::bigint`);
  if (!row) throw new Error(`Person ${personId} is gone`);
  return row.state;
}

/**
 * Restores contacts and documents, and removes every sign-in method added since, along with the password: whoever made the
 * change may know it. A document that now belongs to someone else is left alone.
 */
export async function restoreAccess(tx: Tx, personId: number, before: AccessState, now: Date): Promise<void> {
  const { tenantId } = tx;
  const mine = sql`tenant_id = ${tenantId} and person_id = ${personId}::bigint`;
  await tx.one(sql`
    update person p set email = ${before.email}::text, email_confirmed_at = ${before.emailConfirmedAt}::timestamptz,
      email_by_link = ${before.emailByLink}::boolean, cell_phone = ${before.cellPhone}::text,
      cell_phone_confirmed_at = ${before.cellPhoneConfirmedAt}::timestamptz,
      cell_phone_by_link = ${before.cellPhoneByLink}::boolean,
      cpf = case when exists (select from person o where o.tenant_id = p.tenant_id and o.cpf = ${before.cpf}::text
        and o.id <> p.id) then p.cpf else ${before.cpf}::text end,
      updated_at = ${now}::timestamptz
    where p.tenant_id = ${tenantId} and p.id = ${personId}::bigint returning p.id`);
  for (const { id, type, document } of before.accounts)
    await tx.one(sql`
      update user_account a set document_type = ${type}::text, document = ${document}::text
      where a.tenant_id = ${tenantId} and a.id = ${id}::bigint and a.person_id = ${personId}::bigint
        and not exists (select from user_account o where o.tenant_id = a.tenant_id
          and o.document_type = ${type}::text and o.document = ${document}::text and o.id <> a.id)
      returning a.id`);
  await tx.many(sql`
    update user_account set password_hash = null, failed_sign_ins = 0, first_failed_at = null, locked_until = null
    where ${mine} returning id`);
  await tx.many(sql`
    delete from passkey where ${mine} and not (id = any(${before.passkeys}::uuid[])) returning id`);
  await tx.many(sql`
    delete from social_account s using user_account a
    where s.tenant_id = ${tenantId} and a.tenant_id = s.tenant_id and a.id = s.account_id
      and a.person_id = ${personId}::bigint and not (s.id = any(${before.social}::bigint[])) returning s.id`);
  await tx.many(sql`
    update code_challenge set used_at = ${now}::timestamptz, payload = '{}'::jsonb
    where ${mine} and used_at is null returning id`);
}
