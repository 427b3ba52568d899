import {
  type DocumentType,
  dayInZone,
  type FieldError,
  normaliseDocument,
  normaliseEmail,
  normaliseName,
  normalisePhone,
} from '@orbita/domain/foundation';
import { documentTypes } from '@orbita/domain/identity';
import { isCountry, type PersonalData, personalErrors } from '@orbita/domain/person';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { moveSubscription } from '../subscription/move.ts';
import { goOnIfComplete } from './go-on.ts';

type Given = string | null | undefined;

export type ImportedPerson = {
  documentType: DocumentType;
  document: string;
  name: string;
  socialName?: Given;
  birthDate?: Given;
  nationality?: Given;
  email?: Given;
  cellPhone?: Given;
  externalId?: Given;
};

/** Errors of an imported person; fields the import leaves out are asked of the person later (S-13). */
function importErrors(one: ImportedPerson, tenant: Tenant, today: string): FieldError[] {
  const given = (field: string) => Boolean(one[field as keyof ImportedPerson]);
  const values: PersonalData = { ...one, nationality: one.nationality ?? null };
  const always = ['document', 'name'];
  const errors = personalErrors(values, { today, place: 'profile' }).filter(
    ({ field }) => always.includes(field) || given(field),
  );
  const wrong = (field: string): FieldError => ({ field, message: 'Valor inválido.' });
  return [
    ...(documentTypes(tenant.flags.usePassport).includes(one.documentType) ? [] : [wrong('documentType')]),
    ...errors,
    ...(one.nationality && !isCountry(one.nationality) ? [wrong('nationality')] : []),
  ];
}

type Known = { id: number; uuid: string; email: string | null; cell_phone: string | null };

const findByDocument = (tx: Tx, type: DocumentType, document: string) =>
  tx.one<Known>(sql`
    select id, uuid, email, cell_phone from person p
    where tenant_id = ${tx.tenantId} and anonymised_at is null and (
      id = (select person_id from user_account where tenant_id = ${tx.tenantId}
        and document_type = ${type} and document = ${document})
      or (${type} = 'cpf' and cpf = ${document}))
    limit 1 for update`);

const normal = (one: ImportedPerson) => ({
  document: normaliseDocument(one.documentType, one.document),
  name: normaliseName(one.name),
  socialName: normaliseName(one.socialName) || null,
  birthDate: one.birthDate?.trim() || null,
  nationality: one.nationality?.trim() || null,
  email: normaliseEmail(one.email) || null,
  cellPhone: normalisePhone(one.cellPhone) || null,
  externalId: one.externalId?.trim() || null,
});
type Normal = ReturnType<typeof normal>;

// Fields the import leaves out are kept; fields it sends are replaced, and a contact it sends counts as
// confirmed (spec 5.1).
const update = (tx: Tx, id: number, one: Normal, now: Date) =>
  tx.one(sql`
    update person set name = ${one.name}, social_name = coalesce(${one.socialName}, social_name),
      birth_date = coalesce(${one.birthDate}::date, birth_date),
      nationality = coalesce(${one.nationality}, nationality), email = coalesce(${one.email}, email),
      email_confirmed_at = case when ${one.email}::text is null then email_confirmed_at
        else ${now}::timestamptz end,
      cell_phone = coalesce(${one.cellPhone}, cell_phone),
      cell_phone_confirmed_at = case when ${one.cellPhone}::text is null then cell_phone_confirmed_at
        else ${now}::timestamptz end,
      external_id = coalesce(${one.externalId}, external_id), updated_at = ${now}
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);

const insert = (tx: Tx, type: DocumentType, one: Normal, now: Date) =>
  tx.one<Known>(sql`
    insert into person (tenant_id, name, social_name, birth_date, nationality, cpf, email, email_confirmed_at,
      cell_phone, cell_phone_confirmed_at, external_id, created_at, updated_at)
    values (${tx.tenantId}, ${one.name}, ${one.socialName}, ${one.birthDate}::date, ${one.nationality ?? 'BR'},
      ${type === 'cpf' ? one.document : null}, ${one.email}, ${one.email ? now : null}, ${one.cellPhone},
      ${one.cellPhone ? now : null}, ${one.externalId}, ${now}, ${now})
    returning id, uuid, email, cell_phone`);

/** An account without a password: the person first signs in with a code (spec 5.1). */
const ensureAccount = (tx: Tx, personId: number, type: DocumentType, document: string, now: Date) =>
  tx.one(sql`
    insert into user_account (tenant_id, person_id, document_type, document, created_at)
    values (${tx.tenantId}, ${personId}, ${type}, ${document}, ${now})
    on conflict (tenant_id, document_type, document) do nothing returning id`);

/**
 * Notifies the old e-mail when a contact is replaced, so that an account cannot be taken over unnoticed
 * (N-04).
 */
async function notifyOldContact(
  tx: Tx,
  platform: Platform,
  before: Known,
  one: Normal,
  now: Date,
): Promise<void> {
  const changed = [
    ...(one.email && one.email !== before.email ? ['e-mail'] : []),
    ...(one.cellPhone && one.cellPhone !== before.cell_phone ? ['celular'] : []),
  ];
  if (changed.length === 0 || !before.email) return;
  await notify(tx, platform, {
    template: 'N-04',
    personId: before.id,
    dedupe: `import:${before.id}:${now.toISOString()}`,
    data: { alteracao: changed.join(' e ') },
    recipients: [{ channel: 'email', to: before.email }],
  });
}

/**
 * A token limited to some institutions may change people who applied there or have not applied anywhere; for
 * a candidate of other institutions it gets the id but changes nothing.
 */
async function mayChange(tx: Tx, personId: number, institutions: readonly string[] | null): Promise<boolean> {
  if (institutions === null) return true;
  const row = await tx.one<{ free: boolean }>(sql`
    select coalesce(bool_or(i.code = any(${institutions}::text[])), true) as free
    from subscription s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}`);
  return row?.free === true;
}

/** Moves applications that waited for this data (TR-03); those that still lack data keep waiting. */
async function moveWaiting(tx: Tx, platform: Platform, personId: number): Promise<void> {
  const waiting = await tx.many<{ id: number }>(sql`
    select id from subscription where tenant_id = ${tx.tenantId} and person_id = ${personId}
      and status = ${STATUS.PendingInformation} order by id`);
  for (const { id: subscriptionId } of waiting) {
    await goOnIfComplete(tx, () =>
      moveSubscription(tx, platform, { subscriptionId, event: 'information-completed', actor: 'operations' }),
    );
  }
}

/** Creates or updates a person by document (spec 17.2); 422 names the fields. */
export async function importPerson(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  institutions: readonly string[] | null,
  one: ImportedPerson,
): Promise<{ personId: number; uuid: string; created: boolean }> {
  const now = platform.clock.now();
  invalid(importErrors(one, tenant, dayInZone(now, tenant.timeZone)));
  const next = normal(one);
  const save = () => write(tx, platform, { institutions, type: one.documentType, next, now });
  // When two imports create the same document at once, the second reads what the first wrote.
  return tx.savepoint(save).catch((error: unknown) => {
    if (sqlState(error) === UNIQUE_VIOLATION) return save();
    throw error;
  });
}

type Write = { institutions: readonly string[] | null; type: DocumentType; next: Normal; now: Date };

async function write(tx: Tx, platform: Platform, { institutions, type, next, now }: Write) {
  const known = await findByDocument(tx, type, next.document);
  if (!known) {
    const made = await insert(tx, type, next, now);
    if (!made) throw new Error('The person was not written');
    await ensureAccount(tx, made.id, type, next.document, now);
    return { personId: made.id, uuid: made.uuid, created: true };
  }
  if (await mayChange(tx, known.id, institutions)) {
    await update(tx, known.id, next, now);
    await ensureAccount(tx, known.id, type, next.document, now);
    await notifyOldContact(tx, platform, known, next, now);
    await moveWaiting(tx, platform, known.id);
  }
  return { personId: known.id, uuid: known.uuid, created: false };
}
