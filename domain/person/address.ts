import {
  addressText,
  check,
  citySelected,
  type FieldError,
  formatZipCode,
  isBlank,
  maxLength,
  normaliseName,
  normaliseZipCode,
  noSpecialCharacters,
  plainLine,
  type Rules,
  required,
  zipCodeOf,
} from '../foundation/index.ts';

type Typed = string | null | undefined;

/** `personAddress` of the seed; the state is needed during typing, to validate the CEP and to list cities. */
export interface Address {
  zipCode?: Typed;
  street?: Typed;
  number?: Typed;
  complement?: Typed;
  neighborhood?: Typed;
  stateId?: number | null;
  cityId?: number | null;
}

export type AddressField = keyof Address;

export const ADDRESS_LABELS: Record<AddressField, string> = {
  zipCode: 'CEP',
  street: 'Endereço',
  number: 'Número',
  complement: 'Complemento',
  neighborhood: 'Bairro',
  stateId: 'Estado',
  cityId: 'Cidade',
};

export const ZIP_NOT_FOUND = 'CEP não encontrado. Preencha o endereço.';

/** Rules for an address in Brazil; the CEP must be in `uf`, the state of the selected city. */
const addressRules = (uf: Typed): Rules<Address> => ({
  zipCode: [required, zipCodeOf(uf)],
  street: [required, addressText, maxLength(120)],
  number: [required, noSpecialCharacters, maxLength(10)],
  complement: [addressText, maxLength(60)],
  neighborhood: [required, addressText, maxLength(80)],
  cityId: citySelected,
});

/** Field errors of an address, named `prefix` + field (`personAddress.street`) when a prefix is given. */
export const addressErrors = (address: Address, uf: Typed, prefix = ''): FieldError[] =>
  check(address, addressRules(uf)).map(({ field, message }) => ({ field: `${prefix}${field}`, message }));

/** Result of a CEP look-up. */
export interface ZipAnswer {
  street?: Typed;
  neighborhood?: Typed;
  cityId: number;
  stateId: number;
}

/** Parts of an address that depend on the CEP, as they were when it was looked up. */
export type ZipParts = Pick<Address, 'street' | 'neighborhood' | 'cityId' | 'stateId'>;

/**
 * The parts of an address after a look-up; `found` is null for an unknown CEP. Parts filled in for the previous CEP (`brought`)
 * are replaced; street and neighbourhood typed by hand stay. The city always follows the CEP, which belongs to exactly one.
 */
export function fillFromZip(address: Address, found: ZipAnswer | null, brought: ZipParts): ZipParts {
  const byHand = (part: keyof ZipParts) => plain(part, address[part]) !== plain(part, brought[part]);
  const words = (part: 'street' | 'neighborhood') =>
    byHand(part) && !isBlank(address[part]) ? address[part] : (found?.[part] ?? '');
  const place = (part: 'cityId' | 'stateId') => found?.[part] ?? (byHand(part) ? address[part] : null);
  return {
    street: words('street'),
    neighborhood: words('neighborhood'),
    stateId: place('stateId'),
    cityId: place('cityId'),
  };
}

const PARTS = ['zipCode', 'street', 'number', 'complement', 'neighborhood', 'cityId'] as const;
const plain = (part: AddressField, value: string | number | null | undefined) =>
  part === 'zipCode' ? normaliseZipCode(String(value ?? '')) : plainLine(String(value ?? ''));

/** Whether any stored part of the address differs; `verified` then becomes false (spec 6.1). */
export const addressChanged = (before: Address | null | undefined, after: Address): boolean =>
  PARTS.some((part) => plain(part, before?.[part]) !== plain(part, after[part]));

const sameWords = (known: Typed, typed: Typed): boolean =>
  isBlank(known) || normaliseName(known).toLowerCase() === normaliseName(typed).toLowerCase();

/**
 * The `verified` flag of an address being saved (spec 6.1): true when the look-up of a new CEP returned this city and neither
 * street nor neighbourhood was edited. An unchanged address keeps its flag; editing any part resets it until another CEP is
 * looked up.
 */
export function verifiedAfter(
  before: (Address & { verified: boolean }) | null,
  after: Address,
  lookup: Pick<ZipAnswer, 'cityId' | 'street' | 'neighborhood'> | null,
): boolean {
  if (before && !addressChanged(before, after)) return before.verified;
  if (!lookup || (before && plain('zipCode', before.zipCode) === plain('zipCode', after.zipCode)))
    return false;
  return (
    lookup.cityId === after.cityId &&
    sameWords(lookup.street, after.street) &&
    sameWords(lookup.neighborhood, after.neighborhood)
  );
}

/** The address in one line, as shown in reviews and contracts. */
export function addressLine(address: Address, city: { name: string; uf: string } | null): string {
  const street = [address.street, address.number, address.complement]
    .filter((part) => !isBlank(part))
    .join(', ');
  const place = city ? `${city.name}/${city.uf}` : '';
  const zip = isBlank(address.zipCode) ? '' : `CEP ${formatZipCode(normaliseZipCode(address.zipCode))}`;
  return [street, address.neighborhood, place, zip].filter((part) => !isBlank(part)).join(' – ');
}
