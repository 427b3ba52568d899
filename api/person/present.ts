import type { Answer } from '@orbita/protocol';
import { lockedOf, personalOf } from './person-form.ts';
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

/** Person data as shown to the person (spec 6.3). */
export const presentPerson = (row: PersonRow): PersonData => ({
  personId: row.id,
  uuid: row.uuid,
  ...personalOf(row),
  emailConfirmed: row.email_confirmed_at !== null,
  cellPhoneConfirmed: row.cell_phone_confirmed_at !== null,
  personAddress: presentAddress(row),
  locked: lockedOf(row),
});
