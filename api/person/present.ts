import { countryName } from '@orbita/domain/person';
import type { Answer } from '@orbita/protocol';
import { addressOf, lockedOf, personalOf } from './person-form.ts';
import type { ForeignAddressRow, PersonRow } from './store.ts';

type PersonData = Answer<'GET /candidate/users/{uuid}/person-data'>;

const presentAddress = (row: PersonRow): PersonData['personAddress'] =>
  row.address_id === null
    ? null
    : {
        id: row.address_id,
        ...addressOf(row),
        city: {
          id: row.city_id,
          name: row.city_name,
          state: { id: row.state_id, name: row.state_name, uf: row.uf },
        },
      };

/** An address outside Brazil as it is shown, with the name of its country. */
export const presentForeignAddress = (address: ForeignAddressRow | null) =>
  address && { ...address, countryName: countryName(address.country) };

/** Person data as shown to the person (spec 6.3). */
export const presentPerson = (row: PersonRow): PersonData => ({
  personId: row.id,
  uuid: row.uuid,
  ...personalOf(row),
  documentType: row.document_type,
  document: row.document,
  emailConfirmed: row.email_confirmed_at !== null,
  cellPhoneConfirmed: row.cell_phone_confirmed_at !== null,
  personAddress: presentAddress(row),
  foreignAddress: presentForeignAddress(row.foreign_address),
  locked: lockedOf(row),
});
