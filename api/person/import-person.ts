import {
  type DocumentType,
  dayInZone,
  digits,
  type FieldError,
  firstName,
  normaliseDocument,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  plainLine,
  TEXTS,
} from '@orbita/domain/foundation';
import { documentTypes } from '@orbita/domain/identity';
import { isCountry, type PersonalData, personalErrors } from '@orbita/domain/person';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { isClaimed } from '../identity/claimed.ts';
import { endWaysIn } from '../identity/end-ways-in.ts';
import { hasProved } from '../identity/held-contact.ts';
import { notify } from '../messaging/notify.ts';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { moveSubscription } from '../subscription/move.ts';
import { type BroughtData, closeAgreed, closeFreed, openCase } from './document-case.ts';
import { goOnIfComplete } from './go-on.ts';
import { type Holder, importVerdict } from './import-verdict.ts';
import { deleteAddresses } from './store.ts';

type Given = string | null | undefined;

export type ImportedPerson = {
  documentType: DocumentType;
  document: string;
  name: string;
  singleName?: boolean | null | undefined;
  socialName?: Given;
  birthDate?: Given;
  nationality?: Given;
  email?: Given;
  cellPhone?: Given;
  externalId?: Given;
};

/** Errors of an imported person; the person is asked later for fields that the import leaves out (S-13). */
export function importErrors(one: ImportedPerson, tenant: Tenant, today: string): FieldError[] {
  const given = (field: string) => Boolean(one[field as keyof ImportedPerson]);
  const values: PersonalData = { ...one, nationality: one.nationality ?? null };
  const always = ['document', 'name'];
  const errors = personalErrors(values, { today, place: 'profile' }).filter(
    ({ field }) => always.includes(field) || given(field),
  );
  // A spreadsheet that treated the number as numeric lost its leading zeros.
  const lacksZeros = one.documentType === 'cpf' && /^[0-9]{9,10}$/.test(digits(one.document));
  const named = errors.map((error) =>
    error.field === 'document' && lacksZeros ? { ...error, message: TEXTS.cpfZeros } : error,
  );
  const wrong = (field: string): FieldError => ({ field, message: 'Valor inválido.' });
  return [
    ...(documentTypes(tenant.flags.usePassport).includes(one.documentType) ? [] : [wrong('documentType')]),
    ...named,
    ...(one.nationality && !isCountry(plainLine(one.nationality)) ? [wrong('nationality')] : []),
  ];
}

type Known = RowOf<Omit<Holder, 'proved'>> & {
  id: number;
  uuid: string;
  email_proved: boolean;
  cell_phone_proved: boolean;
  proved: boolean;
};

export const findByDocument = (tx: Tx, type: DocumentType, document: string, now: Date) =>
  tx.one<Known>(sql`
    select p.id, p.uuid, p.name, p.social_name, p.birth_date, p.nationality, p.email, p.cell_phone,
      p.email_proved_at is not null as email_proved, p.cell_phone_proved_at is not null as cell_phone_proved,
      ${hasProved} as proved, p.rooted_at is not null as rooted,
      exists(select from subscription s where s.tenant_id = p.tenant_id and s.person_id = p.id) as applied,
      ${isClaimed(now)} as claimed
    from person p
    where p.tenant_id = ${tx.tenantId} and p.anonymised_at is null and (
      p.id = (select person_id from user_account where tenant_id = ${tx.tenantId}
        and document_type = ${type} and document = ${document})
      or (${type} = 'cpf' and p.cpf = ${document}))
    limit 1 for update of p`);

export const holderOf = (known: Known): Holder => ({
  ...shapeOf(known),
  proved: { email: known.email_proved, cellPhone: known.cell_phone_proved, any: known.proved },
});

export const normal = (one: ImportedPerson) => ({
  document: normaliseDocument(one.documentType, one.document),
  name: normaliseName(one.name),
  socialName: normaliseName(one.socialName) || null,
  birthDate: plainLine(one.birthDate) || null,
  nationality: plainLine(one.nationality) || null,
  email: normaliseEmail(one.email) || null,
  cellPhone: normalisePhone(one.cellPhone) || null,
  externalId: plainLine(one.externalId) || null,
});
type Normal = ReturnType<typeof normal>;

const broughtOf = ({ document: _, ...brought }: Normal): BroughtData => brought;

// Fields that the import leaves out are kept; fields it contains are replaced.
const updateData = (tx: Tx, id: number, one: Normal, now: Date) =>
  tx.one(sql`
    update person set name = ${one.name}, social_name = coalesce(${one.socialName}, social_name),
      birth_date = coalesce(${one.birthDate}::date, birth_date),
      nationality = coalesce(${one.nationality}, nationality),
      external_id = coalesce(${one.externalId}, external_id), updated_at = ${now}
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);

// An imported contact counts as confirmed, on the institution's authority (spec 5.1).
const updateContacts = (tx: Tx, id: number, one: Normal, now: Date) =>
  tx.one(sql`
    update person set email = coalesce(${one.email}, email),
      email_confirmed_at = case when ${one.email}::text is null then email_confirmed_at
        else ${now}::timestamptz end,
      cell_phone = coalesce(${one.cellPhone}, cell_phone),
      cell_phone_confirmed_at = case when ${one.cellPhone}::text is null then cell_phone_confirmed_at
        else ${now}::timestamptz end,
      rooted_at = coalesce(rooted_at, ${now}::timestamptz)
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);

/** Data typed by a possible stranger is not passed on to the person; the next form asks for it. */
async function dropTyped(tx: Tx, id: number): Promise<void> {
  await tx.one(sql`
    update person set social_name = null, birth_date = null, gender_id = null, rg = null, rg_issuer = null,
      rg_state = null, mother_name = null, issuing_country = null
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await deleteAddresses(tx, id);
}

/**
 * Writes a person from the institution's data, without an account. `unproved`: the data was given orally, so a code must prove
 * the contacts before anything that grants access is sent to them.
 */
export async function insertPerson(
  tx: Tx,
  type: DocumentType,
  one: Normal,
  now: Date,
  unproved = false,
): Promise<{ id: number; uuid: string }> {
  const said = unproved ? null : now;
  const made = await tx.one<{ id: number; uuid: string }>(sql`
    insert into person (tenant_id, name, social_name, birth_date, nationality, cpf, email, email_confirmed_at,
      cell_phone, cell_phone_confirmed_at, external_id, rooted_at, created_at, updated_at)
    values (${tx.tenantId}, ${one.name}, ${one.socialName}, ${one.birthDate}::date, ${one.nationality ?? 'BR'},
      ${type === 'cpf' ? one.document : null}, ${one.email}, ${one.email ? said : null}, ${one.cellPhone},
      ${one.cellPhone ? said : null}, ${one.externalId}, ${said}, ${now}, ${now})
    returning id, uuid`);
  if (!made) throw new Error('The person was not written');
  return made;
}

/** An account without a password: the person first signs in with a code (spec 5.1). */
export const insertAccount = (tx: Tx, personId: number, type: DocumentType, document: string, now: Date) =>
  tx.one<{ id: number }>(sql`
    insert into user_account (tenant_id, person_id, document_type, document, created_at)
    values (${tx.tenantId}, ${personId}, ${type}, ${document}, ${now})
    on conflict (tenant_id, document_type, document) do nothing returning id`);

/**
 * Notifies the old e-mail when a contact is replaced, so that an account cannot be taken over unnoticed, and tells the new one
 * how to sign in if all existing ways were ended (N-04).
 */
async function notifyContacts(
  tx: Tx,
  platform: Platform,
  before: Known,
  one: Normal,
  { ended, now }: { ended: boolean; now: Date },
): Promise<void> {
  const changed = [
    ...(one.email && one.email !== before.email ? ['e-mail'] : []),
    ...(one.cellPhone && one.cellPhone !== before.cell_phone ? ['celular'] : []),
    ...(ended ? ['formas de entrar'] : []),
  ];
  const notice = { template: 'N-04', personId: before.id } as const;
  const dedupe = `import:${before.id}:${now.toISOString()}`;
  if (changed.length > 0 && before.email && before.email !== one.email)
    notify(tx, platform, {
      ...notice,
      dedupe,
      data: { alteracao: changed.join(' e ') },
      // The holder of the old address must not learn the name that the institution imported.
      recipients: [{ channel: 'email', to: before.email, name: firstName(before.name) }],
    });
  if (ended && one.email)
    notify(tx, platform, {
      ...notice,
      dedupe: `${dedupe}:way`,
      data: { variante: 'acessos' },
      recipients: [{ channel: 'email', to: one.email }],
    });
}

/**
 * Whether an importer may change a person: a token limited to some institutions may only if the person applied there or nowhere.
 * For candidates of other institutions it gets the id but changes nothing.
 */
async function mayChange(tx: Tx, personId: number, institutions: readonly string[] | null): Promise<boolean> {
  if (institutions === null) return true;
  const row = await tx.one<{ free: boolean }>(sql`
    select coalesce(bool_or(i.code = any(${institutions}::text[])), true) as free
    from subscription s join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}`);
  return row?.free === true;
}

/** Moves on applications that were waiting for this data (TR-03); those that still lack data stay. */
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

/** Who imports: the institutions of the token (null for all), its name and id. */
export type Importer = { institutions: readonly string[] | null; name: string; tokenId: number | null };

export type Imported = {
  personId: number;
  uuid: string;
  created: boolean;
  /** Set when people must decide whose the document is; until then nothing was written. */
  caseId: number | null;
  /** Contacts that were not replaced, because the person has proved theirs. */
  kept: ('email' | 'cellPhone')[];
};

/**
 * Creates or updates a person by document (spec 17.2); 422 names the fields. An account that has not proved the imported contacts
 * either loses every way to sign in first, or becomes a case for the team.
 */
export async function importPerson(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  by: Importer,
  one: ImportedPerson,
): Promise<Imported> {
  const now = platform.clock.now();
  invalid(importErrors(one, tenant, dayInZone(now, tenant.timeZone)));
  const next = normal(one);
  const save = () => write(tx, platform, { by, type: one.documentType, next, now });
  // If two requests create the same document at once, the second reads what the first wrote, be it an import or a sign-up.
  return tx.savepoint(save).catch((error: unknown) => {
    if (sqlState(error) === UNIQUE_VIOLATION || error instanceof Taken) return save();
    throw error;
  });
}

/** The document was given to an account between the check and the insert. */
export class Taken extends Error {}

type Write = { by: Importer; type: DocumentType; next: Normal; now: Date };

/** Creates a separate person for a document that nobody has. */
export async function insertImported(
  tx: Tx,
  type: DocumentType,
  next: Normal,
  now: Date,
  unproved = false,
): Promise<{ id: number; uuid: string }> {
  const made = await insertPerson(tx, type, next, now, unproved);
  if (!(await insertAccount(tx, made.id, type, next.document, now))) throw new Taken();
  return made;
}

async function write(tx: Tx, platform: Platform, { by, type, next, now }: Write): Promise<Imported> {
  const known = await findByDocument(tx, type, next.document, now);
  if (!known) {
    const { id: personId, uuid } = await insertImported(tx, type, next, now);
    await closeFreed(tx, { documentType: type, document: next.document, givenTo: personId }, now);
    return { personId, uuid, created: true, caseId: null, kept: [] };
  }
  const who = { personId: known.id, uuid: known.uuid, created: false, caseId: null, kept: [] };
  const verdict = importVerdict(holderOf(known), next);
  const of = { personId: known.id, documentType: type, document: next.document };
  const mine = await mayChange(tx, known.id, by.institutions);
  const foreign = !mine && verdict.kind === 'write' && verdict.end;
  if (verdict.kind === 'case' || foreign) {
    const reasons = verdict.kind === 'case' ? verdict.reasons : (['applications'] as const);
    const order = { ...of, brought: broughtOf(next), reasons, institutions: by.institutions, by };
    return { ...who, caseId: await openCase(tx, order, now) };
  }
  if (!mine || verdict.kind === 'nothing') return who;
  await closeAgreed(tx, of, now);
  const kept = verdict.kind === 'hers' ? contactsKept(known, next) : [];
  if (verdict.kind === 'write') await writeOver(tx, platform, known, next, { end: verdict.end, now });
  await updateData(tx, known.id, next, now);
  if (verdict.kind === 'write') await updateContacts(tx, known.id, next, now);
  await insertAccount(tx, known.id, type, next.document, now);
  await moveWaiting(tx, platform, known.id);
  return { ...who, kept };
}

const contactsKept = (known: Known, next: Normal): ('email' | 'cellPhone')[] => [
  ...(next.email && next.email !== known.email ? (['email'] as const) : []),
  ...(next.cellPhone && next.cellPhone !== known.cell_phone ? (['cellPhone'] as const) : []),
];

/** Ends every way to sign in, and removes what somebody else may have typed, before the institution's data is written. */
async function writeOver(
  tx: Tx,
  platform: Platform,
  known: Known,
  next: Normal,
  { end, now }: { end: boolean; now: Date },
): Promise<void> {
  const same = next.email === known.email || next.cellPhone === known.cell_phone;
  if (end) {
    const bringing = [next.email, next.cellPhone].filter((one) => one !== null);
    await endWaysIn(tx, platform, known.id, { byInstitution: { bringing } });
    if (known.claimed && !known.rooted && !same && !known.applied) await dropTyped(tx, known.id);
  }
  await notifyContacts(tx, platform, known, next, { ended: end && known.claimed, now });
}
