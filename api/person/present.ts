import type { Answer } from '@orbita/protocol';
import { lockedOf } from './person-form.ts';
import type { PersonRow } from './store.ts';

type PersonData = Answer<'GET /candidate/users/{uuid}/person-data'>;

const presentAddress = (row: PersonRow): PersonData['personAddress'] =>
  row.address_id === null
    ? null
    : {
        id: row.address_id,
        street: row.street,
        number: row.number,
        neighborhood: row.neighborhood,
        zipCode: row.zip_code,
        cityId: row.city_id,
        complement: row.complement,
        verified: row.verified,
        city: {
          id: row.city_id,
          name: row.city_name,
          state: { id: row.state_id, name: row.state_name, uf: row.uf },
        },
      };

/** Person data as the person sees it (spec 6.3). */
export const presentPerson = (row: PersonRow): PersonData => ({
  personId: row.id,
  uuid: row.uuid,
  name: row.name,
  socialName: row.social_name,
  documentType: row.document_type,
  document: row.document,
  cpf: row.cpf,
  rne: row.rne,
  passport: row.passport,
  rg: row.rg,
  rgIssuer: row.rg_issuer,
  rgState: row.rg_state,
  birthDate: row.birth_date,
  genderId: row.gender_id,
  nationality: row.nationality,
  motherName: row.mother_name,
  issuingCountry: row.issuing_country,
  email: row.email,
  emailConfirmed: row.email_confirmed_at !== null,
  phone: row.phone,
  cellPhone: row.cell_phone,
  cellPhoneConfirmed: row.cell_phone_confirmed_at !== null,
  personAddress: presentAddress(row),
  locked: lockedOf(row),
});
