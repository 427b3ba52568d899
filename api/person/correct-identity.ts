import { type DocumentType, dayInZone, type FieldError, isBlank } from '@orbita/domain/foundation';
import { type PersonalData, type PersonalField, personalErrors } from '@orbita/domain/person';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { type RowOf, type ShapeOf, shapeOf } from '../platform/database/shape.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { isBlocked } from '../subscription/blocked.ts';
import { moveSubscription } from '../subscription/move.ts';
import { goOnIfComplete } from './go-on.ts';
import { normalisedPerson, unknownChoices } from './person-form.ts';
import type { PersonalRow } from './store.ts';

const FIELDS = ['name', 'birthDate', 'rg', 'rgIssuer', 'rgState'] as const;
type Field = (typeof FIELDS)[number];

/** Data to be corrected; missing and empty fields stay as they are. `document` is of the type `documentType`. */
export type Identity = Partial<Record<Field | 'document', string | null | undefined>> & {
  documentType?: DocumentType | null | undefined;
};

type Stored = Pick<ShapeOf<PersonalRow>, Field | 'nationality' | 'issuingCountry' | 'cpf'> & {
  accounts: { id: number; type: DocumentType; document: string }[];
};

const TAKEN = 'Já existe outra conta com este documento.';
/** Refuses because another person has the document; nothing is corrected (spec 25.6.3). */
export const documentTaken = (): never => fail('ACCOUNT_EXISTS', { message: TAKEN });

const lock = (tx: Tx, personId: number) =>
  tx.one<RowOf<Stored>>(sql`
    select p.name, p.birth_date, p.rg, p.rg_issuer, p.rg_state, p.nationality, p.issuing_country, p.cpf,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'type', u.document_type, 'document', u.document)
         order by u.id), '[]')
       from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id) as accounts
    from person p
    where p.tenant_id = ${tx.tenantId} and p.id = ${personId} and p.anonymised_at is null for no key update`);

/** The person's current document of one type, or null. */
const documentOf = (stored: Stored, type: DocumentType): string | null =>
  stored.accounts.find((one) => one.type === type)?.document ?? (type === 'cpf' ? stored.cpf : null);

/** The values after the correction; 422 for invalid ones, for a document type that is not accepted, or when nothing is given. */
function wanted(stored: Stored, given: Identity, tenant: Tenant, now: Date) {
  const fields = FIELDS.filter((field) => !isBlank(given[field]));
  const type = given.documentType ?? 'cpf';
  const withDocument = !isBlank(given.document);
  const values: PersonalData = {
    ...stored,
    ...Object.fromEntries(fields.map((field) => [field, given[field]])),
    // The team has seen the document.
    singleName: true,
    rne: documentOf(stored, 'rne'),
    passport: documentOf(stored, 'passport'),
    documentType: type,
    document: withDocument ? given.document : undefined,
  };
  const touched: PersonalField[] = [...fields, ...(withDocument ? (['document'] as const) : [])];
  const errors: FieldError[] = [
    ...(touched.length === 0 ? [{ field: 'name', message: 'Corrija ao menos um dado.' }] : []),
    ...(withDocument && type === 'passport' && !tenant.flags.usePassport
      ? [{ field: 'documentType', message: 'Valor inválido.' }]
      : []),
    ...[
      ...personalErrors(values, { today: dayInZone(now, tenant.timeZone), place: 'profile' }),
      ...unknownChoices(values),
    ].filter(({ field }) => touched.includes(field as PersonalField)),
  ];
  invalid(errors.filter((one, at) => at === errors.findIndex(({ field }) => field === one.field)));
  const { document, ...next } = normalisedPerson(values);
  return { next, type, document: withDocument ? document : null };
}

/**
 * Changes the number of the person's account of this type. If there is none, it is added as another way to sign in, with the same
 * password, as when the person adds it (spec 5.1).
 */
async function setDocument(
  tx: Tx,
  personId: number,
  stored: Stored,
  type: DocumentType,
  document: string,
  now: Date,
) {
  const { tenantId } = tx;
  const other = await tx.one(sql`
    select from person p where p.tenant_id = ${tenantId} and ${type}::text = 'cpf' and p.cpf = ${document}::text
      and p.id <> ${personId}::bigint
    union all select from user_account u where u.tenant_id = ${tenantId} and u.document_type = ${type}::text
      and u.document = ${document}::text and u.person_id <> ${personId}::bigint limit 1`);
  if (other) documentTaken();
  const blocked = await tx.one(sql`
    select from block_entry b where b.tenant_id = ${tenantId} and b.removed_at is null
      and ((b.document_type = ${type}::text and b.document = ${document}::text)
        or ${isBlocked(sql`${tenantId}::bigint`, personId)}) limit 1`);
  // Blocks are by document: another number would escape the block, or enter one without the corresponding moves.
  if (blocked) fail('BLOCKED', { message: 'A pessoa ou o documento está bloqueado. O documento não muda.' });
  const account = stored.accounts.find((one) => one.type === type);
  if (account)
    await tx.one(sql`
      update user_account set document = ${document}::text
      where tenant_id = ${tenantId} and id = ${account.id}::bigint returning id`);
  else
    await tx.one(sql`
      insert into user_account (tenant_id, person_id, document_type, document, password_hash,
        disable_institution_global_filter, created_at)
      select p.tenant_id, p.id, ${type}::text, ${document}::text, u.password_hash,
        coalesce(u.disable_institution_global_filter, false), ${now}::timestamptz
      from person p left join user_account u on u.tenant_id = p.tenant_id
        and u.id = ${stored.accounts[0]?.id ?? null}::bigint
      where p.tenant_id = ${tenantId} and p.id = ${personId}::bigint returning id`);
  if (type === 'cpf')
    await tx.one(sql`
      update person set cpf = ${document}::text where tenant_id = ${tenantId} and id = ${personId}::bigint
      returning id`);
}

/**
 * Corrects a person's identity on the institution's authority, including fields that the candidate may no longer change after an
 * accepted contract, whose text stays as it was (spec 25.6.3). Returns the names of the changed fields, a document by its type.
 * `ACCOUNT_EXISTS` when somebody else has the document, `BLOCKED` when a block prevents the change.
 *
 * Locks the person's applications before the person, as a block does; applications that were waiting for data continue once it is
 * complete.
 */
export async function correctIdentity(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  personId: number,
  given: Identity,
): Promise<string[]> {
  const applications = await tx.many<{ id: number; status: number }>(sql`
    select id, status from subscription
    where tenant_id = ${tx.tenantId} and person_id = ${personId} order by id for update`);
  const stored = shapeOf((await lock(tx, personId)) ?? fail('NOT_FOUND'));
  const now = platform.clock.now();
  const { next, type, document } = wanted(stored, given, tenant, now);
  const changed: string[] = FIELDS.filter((field) => !isBlank(given[field]) && next[field] !== stored[field]);
  if (changed.length > 0) {
    const after = { ...stored, ...Object.fromEntries(changed.map((field) => [field, next[field as Field]])) };
    await tx.one(sql`
      update person set name = ${after.name}::text, birth_date = ${after.birthDate}::date, rg = ${after.rg}::text,
        rg_issuer = ${after.rgIssuer}::text, rg_state = ${after.rgState}::text, updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and id = ${personId} returning id`);
  }
  if (document !== null && document !== documentOf(stored, type)) {
    await setDocument(tx, personId, stored, type, document, now);
    changed.push(type);
  }
  if (changed.length === 0) return changed;
  for (const { id, status } of applications)
    if (status === STATUS.PendingInformation)
      await goOnIfComplete(tx, () =>
        moveSubscription(tx, platform, {
          subscriptionId: id,
          event: 'information-completed',
          actor: 'operations',
        }),
      );
  return changed;
}
