import { type Schooling, schoolingKind } from '@orbita/domain/enrolment';
import sql from 'sql-template-tag';
import { type ForeignAddressRow, type PersonalRow, selectForeignAddress } from '../person/store.ts';
import type { Runner, Tx } from '../platform/database/types.ts';

export type StoredSchooling = {
  [F in Exclude<keyof Required<Schooling>, 'conclusionSure'>]: Schooling[F] | null;
};
export type StoredGuardian = {
  relationship: string;
  name: string;
  cpf: string;
  birthDate: string;
  email: string;
  cellPhone: string;
  sameAddress: boolean;
  /** In Brazil; null if the guardian lives abroad or with the candidate. */
  personAddress: StoredAddress | null;
  foreignAddress: ForeignAddressRow | null;
};
export type StoredAddress = {
  street: string;
  number: string;
  neighborhood: string;
  zipCode: string;
  cityId: number;
  complement: string | null;
};

/** All columns that the enrolment rules read; database names, one flat row. */
export type EnrolmentRow = PersonalRow & {
  subscription_id: number;
  application_type: string;
  time_zone: string;
  class_start_date: string | null;
  asks_disciplines: boolean;
  disciplines_chosen: boolean;
  accepted: boolean;
  person_id: number;
  address: (StoredAddress & { uf: string; cityName: string }) | null;
  foreign_address: ForeignAddressRow | null;
  schooling: StoredSchooling | null;
  /** The schooling level that the candidate declared when applying. */
  schooling_level: string | null;
  /** Names of the school's state and city; null if the schooling names no place. */
  school_place: { state: string | null; city: string | null } | null;
  guardian: StoredGuardian | null;
  /** City of the guardian's own address. */
  guardian_city: { name: string; uf: string } | null;
};

/** Schooling without any data yet. */
export const NO_SCHOOLING: StoredSchooling = {
  schoolName: null,
  schoolType: null,
  stateId: null,
  cityId: null,
  institutionName: null,
  courseName: null,
  level: null,
  conclusionYear: null,
  fies: false,
};

/**
 * What is known about the candidate's schooling: what they filled in and, for an extension course, the level declared when
 * applying.
 */
export function schoolingOf({
  application_type,
  schooling,
  schooling_level,
}: EnrolmentRow): StoredSchooling | null {
  const level = schooling?.level ?? schooling_level;
  const asksLevel = schoolingKind(application_type) === 'level';
  return asksLevel && level ? { ...(schooling ?? NO_SCHOOLING), level } : schooling;
}

/** The address outside Brazil of guardian `g`, or null. The release before writes the other one without clearing it. */
export const guardianAbroad = sql`case when g.address is null and not g.same_address then g.foreign_address end`;

/** The enrolment data of a subscription, in one statement; undefined when there is no such subscription. */
export const findEnrolment = (on: Runner, subscriptionId: number): Promise<EnrolmentRow | undefined> =>
  on.one<EnrolmentRow>(sql`
    select s.id as subscription_id, s.application_type, s.schooling_level, t.time_zone, i.class_start_date,
      im.use_disciplines and exists(select from discipline d where d.tenant_id = s.tenant_id
        and d.course_id = s.course_id and d.intake_id = s.intake_id and d.module = 1 and d.active
        and d.retired_at is null and not d.mandatory and not exists(select from discipline_analysis a
          where a.tenant_id = s.tenant_id and a.subscription_id = s.id and a.accepted @> to_jsonb(d.id)))
        as asks_disciplines,
      s.disciplines_chosen_at is not null as disciplines_chosen,
      exists(select from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
        and a.voided_at is null) as accepted,
      p.id as person_id, p.name, p.social_name, p.birth_date, p.gender_id, p.nationality, p.cpf, p.rg, p.rg_issuer,
      p.rg_state, p.mother_name, p.issuing_country, p.email, p.cell_phone, p.phone,
      u.document_type, u.document, other.rne, other.passport,
      (select jsonb_build_object('street', a.street, 'number', a.number, 'neighborhood', a.neighborhood,
          'zipCode', a.zip_code, 'cityId', a.city_id, 'complement', a.complement, 'uf', st.uf, 'cityName', c.name)
       from person_address a join city c on c.id = a.city_id join state st on st.id = c.state_id
       where a.tenant_id = s.tenant_id and a.person_id = s.person_id) as address,
      ${selectForeignAddress} as foreign_address,
      (select jsonb_build_object('schoolName', x.school_name, 'schoolType', x.school_type, 'stateId', x.state_id,
          'cityId', x.city_id, 'institutionName', x.institution_name, 'courseName', x.course_name, 'level', x.level,
          'conclusionYear', x.conclusion_year, 'fies', x.fies)
       from schooling x where x.tenant_id = s.tenant_id and x.subscription_id = s.id) as schooling,
      (select jsonb_build_object('state', st.name, 'city', c.name)
       from schooling x join state st on st.id = x.state_id left join city c on c.id = x.city_id
       where x.tenant_id = s.tenant_id and x.subscription_id = s.id) as school_place,
      (select jsonb_build_object('relationship', g.relationship, 'name', g.name, 'cpf', g.cpf,
          'birthDate', to_char(g.birth_date, 'YYYY-MM-DD'), 'email', g.email, 'cellPhone', g.cell_phone,
          'sameAddress', g.same_address, 'personAddress', g.address, 'foreignAddress', ${guardianAbroad})
       from guardian g where g.tenant_id = s.tenant_id and g.subscription_id = s.id) as guardian,
      (select jsonb_build_object('name', c.name, 'uf', st.uf)
       from guardian g join city c on c.id = (g.address->>'cityId')::int join state st on st.id = c.state_id
       where g.tenant_id = s.tenant_id and g.subscription_id = s.id) as guardian_city
    from subscription s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    left join lateral (select a.document_type, a.document from user_account a where a.tenant_id = p.tenant_id
      and a.person_id = p.id order by (a.document_type = 'cpf') desc, a.id limit 1) u on true
    left join lateral (select max(a.document) filter (where a.document_type = 'rne') as rne,
        max(a.document) filter (where a.document_type = 'passport') as passport
      from user_account a where a.tenant_id = p.tenant_id and a.person_id = p.id) other on true
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
    join tenant t on t.id = s.tenant_id
    where s.tenant_id = ${on.tenantId} and s.id = ${subscriptionId}`);

/**
 * Locks the subscription and returns whether its contract was accepted, after which the data it names must not change. Undefined
 * when there is no such subscription.
 */
export const lockForData = async (
  tx: Tx,
  subscriptionId: number,
): Promise<{ accepted: boolean } | undefined> => {
  const locked = await tx.one(
    sql`select id from subscription where tenant_id = ${tx.tenantId} and id = ${subscriptionId} for update`,
  );
  if (!locked) return undefined;
  return tx.one<{ accepted: boolean }>(sql`
    select exists(select from contract_acceptance where tenant_id = ${tx.tenantId}
      and subscription_id = ${subscriptionId} and voided_at is null) as accepted`);
};

/** Replaces the schooling. */
export const saveSchooling = (
  tx: Tx,
  subscriptionId: number,
  one: StoredSchooling,
  now: Date,
): Promise<unknown> =>
  tx.one(sql`
    insert into schooling (tenant_id, subscription_id, school_name, school_type, state_id, city_id, institution_name,
      course_name, level, conclusion_year, fies, updated_at)
    values (${tx.tenantId}, ${subscriptionId}, ${one.schoolName}::text, ${one.schoolType}::text, ${one.stateId}::int,
      ${one.cityId}::int, ${one.institutionName}::text, ${one.courseName}::text, ${one.level}::text,
      ${one.conclusionYear}::int, ${one.fies ?? false}::boolean, ${now}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set school_name = excluded.school_name,
      school_type = excluded.school_type, state_id = excluded.state_id, city_id = excluded.city_id,
      institution_name = excluded.institution_name, course_name = excluded.course_name, level = excluded.level,
      conclusion_year = excluded.conclusion_year, fies = excluded.fies, updated_at = excluded.updated_at
    returning subscription_id`);

const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value);

/** Replaces the guardian. */
export const saveGuardian = (
  tx: Tx,
  subscriptionId: number,
  one: StoredGuardian,
  now: Date,
): Promise<unknown> =>
  tx.one(sql`
    insert into guardian (tenant_id, subscription_id, relationship, name, cpf, birth_date, email, cell_phone,
      same_address, address, foreign_address, updated_at)
    values (${tx.tenantId}, ${subscriptionId}, ${one.relationship}::text, ${one.name}::text, ${one.cpf}::text,
      ${one.birthDate}::date, ${one.email}::text, ${one.cellPhone}::text, ${one.sameAddress}::boolean,
      ${jsonOrNull(one.personAddress)}::jsonb, ${jsonOrNull(one.foreignAddress)}::jsonb, ${now}::timestamptz)
    on conflict (tenant_id, subscription_id) do update set relationship = excluded.relationship, name = excluded.name,
      cpf = excluded.cpf, birth_date = excluded.birth_date, email = excluded.email,
      cell_phone = excluded.cell_phone, same_address = excluded.same_address, address = excluded.address,
      foreign_address = excluded.foreign_address, updated_at = excluded.updated_at
    returning subscription_id`);
