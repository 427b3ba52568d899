import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';

/** Locking rules of spec 5.1. */
export const LOCK = { tries: 5, windowMs: 15 * 60_000, lockMs: 15 * 60_000 } as const;

export type Account = {
  id: number;
  person_id: number;
  password_hash: string | null;
  /** Incremented when all sign-in methods are ended; anything authenticated before then can't sign in afterwards. */
  epoch: number;
  disable_institution_global_filter: boolean;
  /** Failed tries in the window, including this one. */
  failed_sign_ins: number;
  locked_until: Date | null;
  uuid: string;
  name: string;
  social_name: string | null;
};

/**
 * Finds an account and counts a try in one statement, before the password is checked, so that parallel tries are counted. A
 * locked account isn't counted.
 */
export const takeTry = (
  on: Runner,
  type: DocumentType,
  document: string,
  now: Date,
): Promise<Account | undefined> => {
  const windowStart = new Date(now.getTime() - LOCK.windowMs);
  return on.one<Account>(sql`
    update user_account a set
      failed_sign_ins = case
        when a.locked_until > ${now}::timestamptz then a.failed_sign_ins
        when a.first_failed_at is null or a.first_failed_at <= ${windowStart}::timestamptz then 1
        else a.failed_sign_ins + 1 end,
      first_failed_at = case
        when a.locked_until > ${now}::timestamptz then a.first_failed_at
        when a.first_failed_at is null or a.first_failed_at <= ${windowStart}::timestamptz then ${now}::timestamptz
        else a.first_failed_at end
    from person p
    where a.tenant_id = ${on.tenantId} and a.document_type = ${type} and a.document = ${document}
      and p.tenant_id = a.tenant_id and p.id = a.person_id and p.anonymised_at is null
    returning a.id, a.person_id, a.password_hash, a.epoch, a.disable_institution_global_filter, a.failed_sign_ins,
      a.locked_until, p.uuid, p.name, p.social_name`);
};

/** Locks an account against password sign-in for a while and restarts the count. */
export const lockAccount = (on: Runner, id: number, now: Date): Promise<unknown> =>
  on.one(sql`
    update user_account set failed_sign_ins = 0, first_failed_at = null,
      locked_until = ${new Date(now.getTime() + LOCK.lockMs)}
    where tenant_id = ${on.tenantId} and id = ${id} returning id`);

/** Resets an account's tries after a correct password. */
export const resetTries = (on: Runner, id: number): Promise<unknown> =>
  on.one(sql`
    update user_account set failed_sign_ins = 0, first_failed_at = null
    where tenant_id = ${on.tenantId} and id = ${id} returning id`);

/**
 * Locks the account row for a successful sign-in, resets failed tries and lifts a lock (spec 5.1). Returns false if its sign-in
 * methods were ended after the person authenticated.
 */
export const enterAccount = async (
  tx: Tx,
  { id, person_id: personId, epoch }: Pick<Account, 'id' | 'person_id' | 'epoch'>,
  now: Date,
): Promise<boolean> =>
  (await tx.one(sql`
    update user_account set failed_sign_ins = 0, first_failed_at = null, locked_until = null, last_login_at = ${now}
    where tenant_id = ${tx.tenantId} and id = ${id} and person_id = ${personId} and epoch = ${epoch}
    returning id`)) !== undefined;

/** True when the document already belongs to an account or, as a CPF, to a person. */
export const isDocumentTaken = async (on: Runner, type: DocumentType, document: string): Promise<boolean> => {
  const row = await on.one<{ taken: boolean }>(sql`
    select exists(select from user_account where tenant_id = ${on.tenantId} and document_type = ${type}
        and document = ${document})
      or (${type} = 'cpf' and exists(select from person where tenant_id = ${on.tenantId} and cpf = ${document})) as taken`);
  return row?.taken === true;
};

export type NewAccount = {
  documentType: DocumentType;
  document: string;
  name: string;
  socialName: string | null;
  birthDate: string;
  nationality: string;
  email: string;
  emailConfirmed: boolean;
  cellPhone: string;
  passwordHash: string;
};

/** Inserts person and account; a unique violation means that the document was taken in the meantime. */
export async function insertAccount(tx: Tx, one: NewAccount, now: Date): Promise<Account> {
  const row = await tx.one<Account>(sql`
    with p as (
      insert into person (tenant_id, name, social_name, birth_date, nationality, cpf, email, email_confirmed_at,
        email_proved_at, cell_phone, created_at, updated_at)
      values (${tx.tenantId}, ${one.name}, ${one.socialName}, ${one.birthDate}, ${one.nationality},
        ${one.documentType === 'cpf' ? one.document : null}, ${one.email}, ${one.emailConfirmed ? now : null},
        ${one.emailConfirmed ? now : null}, ${one.cellPhone}, ${now}, ${now})
      returning tenant_id, id, uuid, name, social_name)
    insert into user_account (tenant_id, person_id, document_type, document, password_hash, last_login_at, created_at)
    select p.tenant_id, p.id, ${one.documentType}::text, ${one.document}::text, ${one.passwordHash}::text,
      ${now}::timestamptz, ${now}::timestamptz from p
    returning id, person_id, password_hash, epoch, disable_institution_global_filter, failed_sign_ins, locked_until,
      (select uuid from p) as uuid, (select name from p) as name, (select social_name from p) as social_name`);
  if (!row) throw new Error('The account was not written');
  return row;
}
