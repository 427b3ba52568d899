import {
  addressText,
  check,
  type FieldError,
  isBlank,
  maxLength,
  normaliseName,
  noSpecialCharacters,
  plainLine,
  type Rule,
  type Rules,
  required,
} from '../foundation/index.ts';
import { countries, countryName, isCountry } from './countries.ts';

type Typed = string | null | undefined;

/**
 * An address outside Brazil as its post writes it: no CEP, state or city of a list, and nothing is looked up. Countries without
 * postal codes or regions exist, so both may be left out.
 */
export interface ForeignAddress {
  /** ISO 3166-1 alpha-2; never BR. */
  country?: Typed;
  /** Street, number and the rest of the line, in the order of the country. */
  street?: Typed;
  complement?: Typed;
  city?: Typed;
  region?: Typed;
  postalCode?: Typed;
}

export type ForeignAddressField = keyof ForeignAddress;

export const FOREIGN_ADDRESS_LABELS: Record<ForeignAddressField, string> = {
  country: 'País',
  street: 'Rua e número',
  complement: 'Complemento',
  city: 'Cidade',
  region: 'Estado, província ou região',
  postalCode: 'Código postal',
};

export const LIVES_ABROAD = 'Moro fora do Brasil';

const HOME = 'BR';

const abroad: Rule = (value) =>
  isBlank(value) || (isCountry(plainLine(value)) && plainLine(value) !== HOME)
    ? undefined
    : 'Valor inválido.';

const RULES: Rules<ForeignAddress> = {
  country: [required, abroad],
  street: [required, addressText, maxLength(120)],
  complement: [addressText, maxLength(60)],
  city: [required, addressText, maxLength(80)],
  region: [addressText, maxLength(80)],
  postalCode: [noSpecialCharacters, maxLength(16)],
};

/** Field errors of an address abroad, named `prefix` + field (`foreignAddress.street`). */
export const foreignAddressErrors = (address: ForeignAddress, prefix = ''): FieldError[] =>
  check(address, RULES).map(({ field, message }) => ({ field: `${prefix}${field}`, message }));

/** Countries that an address abroad may be in, with their names in pt-BR, sorted by name. */
export const countriesAbroad = (): { code: string; name: string }[] =>
  countries().filter(({ code }) => code !== HOME);

/** The address as it is stored; what is empty is null. */
export const normalisedForeignAddress = (address: ForeignAddress) => ({
  country: plainLine(address.country),
  street: normaliseName(address.street),
  complement: normaliseName(address.complement) || null,
  city: normaliseName(address.city),
  region: normaliseName(address.region) || null,
  postalCode: normaliseName(address.postalCode).toUpperCase() || null,
});

/** The address in one line, as shown in reviews and contracts; the country comes last. */
export const foreignAddressLine = (address: ForeignAddress): string => {
  const street = [address.street, address.complement].filter((part) => !isBlank(part)).join(', ');
  const place = [address.city, address.region].filter((part) => !isBlank(part)).join(', ');
  return [street, place, address.postalCode, countryName(address.country ?? '')]
    .filter((part) => !isBlank(part))
    .join(' – ');
};
