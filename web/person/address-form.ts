import { digits, formatZipCode, normaliseZipCode } from '@orbita/domain/foundation';
import { type Address, addressErrors } from '@orbita/domain/person';
import type { Body } from '@orbita/protocol';
import type { PersonData } from './queries.ts';

/** Part of every form that asks for an address. */
export type WithAddress = { personAddress: Address };

/** The address on file as form values; blank if there is none. */
export const addressValues = (address: PersonData['personAddress'] | undefined): Address => ({
  zipCode: formatZipCode(address?.zipCode ?? ''),
  street: address?.street ?? '',
  number: address?.number ?? '',
  complement: address?.complement ?? '',
  neighborhood: address?.neighborhood ?? '',
  stateId: address?.city.state.id ?? null,
  cityId: address?.cityId ?? null,
});

/** Errors of the address, by path; `uf` is the chosen state. */
export const addressProblems = (values: WithAddress, uf: string | undefined) =>
  addressErrors(values.personAddress, uf, 'personAddress.');

type AddressBody = NonNullable<Body<'PUT /candidate/users/{personId}/person-data'>['personAddress']>;

/** The address as the API expects it; the state follows from the city. */
export const addressBody = ({ personAddress: address }: WithAddress): AddressBody => ({
  zipCode: normaliseZipCode(address.zipCode),
  street: address.street ?? '',
  number: address.number ?? '',
  complement: address.complement || null,
  neighborhood: address.neighborhood ?? '',
  cityId: address.cityId ?? 0,
});

/** The digits of a complete CEP (eight), which can be looked up; otherwise null. */
export const wholeZip = (typed: string | null | undefined): string | null => {
  const zip = digits(typed);
  return zip.length === 8 ? zip : null;
};
