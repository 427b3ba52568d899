import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { shownContact } from '../identity/held-contact.ts';
import type { ShapeOf } from '../platform/database/shape.ts';
import type { Runner, Tx } from '../platform/database/types.ts';

/** What people enter about themselves; the document is that of one of their accounts. */
export type PersonalRow = {
  name: string;
  social_name: string | null;
  birth_date: string | null;
  gender_id: number | null;
  nationality: string;
  cpf: string | null;
  rg: string | null;
  rg_issuer: string | null;
  rg_state: string | null;
  mother_name: string | null;
  issuing_country: string | null;
  email: string | null;
  cell_phone: string | null;
  phone: string | null;
  document_type: DocumentType | null;
  document: string | null;
  /** Numbers from all accounts of the person, one per document type. */
  rne: string | null;
  passport: string | null;
};

export type PersonRow = PersonalRow & {
  id: number;
  uuid: string;
  email_confirmed_at: Date | null;
  cell_phone_confirmed_at: Date | null;
  identity_locked_at: Date | null;
  account_id: number;
  document_type: DocumentType;
  document: string;
  address_id: number | null;
  street: string;
  number: string;
  neighborhood: string;
  zip_code: string;
  city_id: number;
  complement: string | null;
  verified: boolean;
  city_name: string;
  state_id: number;
  state_name: string;
  uf: string;
  foreign_address: ForeignAddressRow | null;
};

/** Address outside Brazil as its column names say; what is empty is null. */
export type ForeignAddressRow = {
  country: string;
  street: string;
  complement: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
};

/**
 * The address outside Brazil of person `p`, or null. The release before may add an address in Brazil beside it, which is then the
 * later one and counts.
 */
export const selectForeignAddress = sql`(
  select jsonb_build_object('country', f.country, 'street', f.street, 'complement', f.complement, 'city', f.city,
    'region', f.region, 'postalCode', f.postal_code)
  from person_foreign_address f where f.tenant_id = p.tenant_id and f.person_id = p.id
    and not exists (select from person_address b where b.tenant_id = p.tenant_id and b.person_id = p.id))`;

const documentOfPerson = (type: 'rne' | 'passport') => sql`(
  select o.document from user_account o where o.tenant_id = p.tenant_id and o.person_id = p.id
    and o.document_type = ${type} order by (o.id = u.id) desc, o.id limit 1)`;

/**
 * A person with address and the account of the session; undefined once anonymised. The contacts are those to which codes are
 * sent: contacts set by the team stay hidden until they take effect.
 */
export const findPerson = (on: Runner, personId: number, accountId: number): Promise<PersonRow | undefined> =>
  on.one<PersonRow>(sql`
    select p.*, ${shownContact('email')} as email, ${shownContact('cellPhone')} as cell_phone, u.id as account_id, u.document_type, u.document,
      ${documentOfPerson('rne')} as rne, ${documentOfPerson('passport')} as passport, a.id as address_id, a.street, a.number,
      a.neighborhood, a.zip_code, a.city_id, a.complement, a.verified, c.name as city_name, s.id as state_id,
      s.name as state_name, s.uf, ${selectForeignAddress} as foreign_address
    from person p
    join user_account u on u.tenant_id = p.tenant_id and u.person_id = p.id and u.id = ${accountId}
    left join person_address a on a.tenant_id = p.tenant_id and a.person_id = p.id
    left join city c on c.id = a.city_id
    left join state s on s.id = c.state_id
    where p.tenant_id = ${on.tenantId} and p.id = ${personId} and p.anonymised_at is null`);

/** Contacts are only stored while the person has none. */
export type PersonChange = Omit<ShapeOf<PersonalRow>, 'documentType' | 'document' | 'rne' | 'passport'> & {
  /** The contacts come from a link session and get no codes until they are confirmed. */
  byLink: boolean;
};

/** Whether the person has any way to sign in or receive codes other than links in messages. */
export const hasOtherWayIn = async (tx: Tx, personId: number): Promise<boolean> => {
  const row = await tx.one<{ has: boolean }>(sql`
    select p.email is not null or p.cell_phone is not null
      or exists (select from user_account a where a.tenant_id = p.tenant_id and a.person_id = p.id
        and (a.password_hash is not null
          or exists (select from social_account s where s.tenant_id = a.tenant_id and s.account_id = a.id)))
      or exists (select from passkey k where k.tenant_id = p.tenant_id and k.person_id = p.id) as has
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId}`);
  return row?.has === true;
};

/** Updates a person; an existing contact stays, because it can only be changed through a code sent to the new one (spec 6.1). */
export const updatePerson = (tx: Tx, personId: number, one: PersonChange, now: Date): Promise<unknown> =>
  tx.one(sql`
    update person set name = ${one.name}, social_name = ${one.socialName}, birth_date = ${one.birthDate}::date,
      gender_id = ${one.genderId}, nationality = ${one.nationality}, cpf = ${one.cpf}, rg = ${one.rg},
      rg_issuer = ${one.rgIssuer}, rg_state = ${one.rgState}, mother_name = ${one.motherName},
      issuing_country = ${one.issuingCountry}, phone = ${one.phone}, email = coalesce(email, ${one.email}),
      cell_phone = coalesce(cell_phone, ${one.cellPhone}),
      email_by_link = case when email is null then ${one.byLink} else email_by_link end,
      cell_phone_by_link = case when cell_phone is null then ${one.byLink} else cell_phone_by_link end,
      updated_at = ${now}
    where tenant_id = ${tx.tenantId} and id = ${personId} returning id`);

/** Changes the document with which an account signs in; a unique violation means that it belongs to another account. */
export const updateDocument = (
  tx: Tx,
  accountId: number,
  type: DocumentType,
  document: string,
): Promise<unknown> =>
  tx.one(sql`
    update user_account set document_type = ${type}, document = ${document}
    where tenant_id = ${tx.tenantId} and id = ${accountId} returning id`);

/** Adds another document type with which a person can sign in, with the same password (spec 5.1). */
export const linkDocument = (
  tx: Tx,
  { id: personId, account_id: accountId }: Pick<PersonRow, 'id' | 'account_id'>,
  type: DocumentType,
  document: string,
  now: Date,
): Promise<unknown> =>
  tx.one(sql`
    with known as (
      update user_account set document = ${document}
      where tenant_id = ${tx.tenantId} and person_id = ${personId} and document_type = ${type} returning id)
    insert into user_account (tenant_id, person_id, document_type, document, password_hash,
      disable_institution_global_filter, created_at)
    select tenant_id, person_id, ${type}::text, ${document}::text, password_hash, disable_institution_global_filter,
      ${now}::timestamptz
    from user_account where tenant_id = ${tx.tenantId} and id = ${accountId} and not exists (select from known)
    returning id`);

export type AddressChange = {
  street: string;
  number: string;
  neighborhood: string;
  zipCode: string;
  cityId: number;
  complement: string | null;
  verified: boolean;
};

/** Stores an address in Brazil; call it with the person locked, as for the one outside Brazil. */
export const saveAddress = (tx: Tx, personId: number, one: AddressChange): Promise<unknown> =>
  tx.one(sql`
    with abroad as (
      delete from person_foreign_address where tenant_id = ${tx.tenantId} and person_id = ${personId})
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id, complement,
      verified)
    values (${tx.tenantId}, ${personId}, ${one.street}, ${one.number}, ${one.neighborhood}, ${one.zipCode},
      ${one.cityId}, ${one.complement}, ${one.verified})
    on conflict (tenant_id, person_id) do update set street = excluded.street, number = excluded.number,
      neighborhood = excluded.neighborhood, zip_code = excluded.zip_code, city_id = excluded.city_id,
      complement = excluded.complement, verified = excluded.verified
    returning id`);

/** Stores an address outside Brazil in place of one in Brazil. */
export const saveForeignAddress = (tx: Tx, personId: number, one: ForeignAddressRow): Promise<unknown> =>
  tx.one(sql`
    with home as (
      delete from person_address where tenant_id = ${tx.tenantId}::bigint and person_id = ${personId}::bigint)
    insert into person_foreign_address (tenant_id, person_id, country, street, complement, city, region, postal_code)
    values (${tx.tenantId}, ${personId}, ${one.country}, ${one.street}, ${one.complement}, ${one.city}, ${one.region},
      ${one.postalCode})
    on conflict (tenant_id, person_id) do update set country = excluded.country, street = excluded.street,
      complement = excluded.complement, city = excluded.city, region = excluded.region,
      postal_code = excluded.postal_code
    returning id`);

/** Removes where a person lives. */
export const deleteAddresses = (tx: Tx, personId: number): Promise<unknown> =>
  tx.many(sql`
    with abroad as (
      delete from person_foreign_address where tenant_id = ${tx.tenantId}::bigint and person_id = ${personId}::bigint)
    delete from person_address where tenant_id = ${tx.tenantId}::bigint and person_id = ${personId}::bigint
    returning id`);
