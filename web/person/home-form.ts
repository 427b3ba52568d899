import { type ForeignAddress, foreignAddressErrors } from '@orbita/domain/person';
import type { Body } from '@orbita/protocol';
import { addressBody, addressProblems, addressValues, type WithAddress } from './address-form.ts';
import type { PersonData } from './queries.ts';

/** Part of every form that asks where a person lives; only one of the two addresses is asked and sent. */
export type WithHome = WithAddress & { livesAbroad: boolean; foreignAddress: ForeignAddress };

/** Where the person lives as form values; blank and in Brazil if nothing is on file. */
export const homeValues = ({
  personAddress,
  foreignAddress: abroad,
}: Pick<PersonData, 'personAddress'> & { foreignAddress: ForeignAddress | null }): WithHome => ({
  personAddress: addressValues(personAddress),
  livesAbroad: abroad !== null,
  foreignAddress: {
    country: abroad?.country ?? '',
    street: abroad?.street ?? '',
    complement: abroad?.complement ?? '',
    city: abroad?.city ?? '',
    region: abroad?.region ?? '',
    postalCode: abroad?.postalCode ?? '',
  },
});

/** Errors of the address that is asked, by path; `uf` is the chosen state in Brazil. */
export const homeProblems = (values: WithHome, uf: string | undefined) =>
  values.livesAbroad
    ? foreignAddressErrors(values.foreignAddress, 'foreignAddress.')
    : addressProblems(values, uf);

type PersonBody = Body<'PUT /candidate/users/{personId}/person-data'>;

/** The address that was asked, as the API expects it; what was left empty is cleared. */
export const homeBody = (values: WithHome): Pick<PersonBody, 'personAddress' | 'foreignAddress'> => {
  if (!values.livesAbroad) return { personAddress: addressBody(values) };
  const { country, street, complement, city, region, postalCode } = values.foreignAddress;
  return {
    foreignAddress: {
      ...{ country: country ?? '', street: street ?? '', city: city ?? '' },
      ...{ complement: complement || null, region: region || null, postalCode: postalCode || null },
    },
  };
};
