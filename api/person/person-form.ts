import {
  type FieldError,
  isSingleName,
  normaliseCpf,
  normaliseDocument,
  normaliseEmail,
  normaliseName,
  normalisePassport,
  normalisePhone,
  normaliseRg,
  normaliseRne,
  normaliseZipCode,
  plainLine,
  STATES,
} from '@orbita/domain/foundation';
import {
  type Address,
  addressErrors,
  type ForeignAddress,
  GENDERS,
  isCountry,
  LOCKED_AFTER_ACCEPTANCE,
  LOCKED_ONCE_GIVEN,
  type PersonalData,
  type PersonalField,
  personalErrors,
} from '@orbita/domain/person';
import type { ParsedBody } from '@orbita/protocol';
import { shapeOf } from '../platform/database/shape.ts';
import type { PersonalRow, PersonRow } from './store.ts';

export type PersonBody = ParsedBody<'PUT /candidate/users/{personId}/person-data'>;

const FIELDS = [
  'name',
  'singleName',
  'socialName',
  'documentType',
  'document',
  'cpf',
  'rne',
  'passport',
  'rg',
  'rgIssuer',
  'rgState',
  'birthDate',
  'genderId',
  'nationality',
  'motherName',
  'motherSingleName',
  'issuingCountry',
  'email',
  'phone',
  'cellPhone',
] as const satisfies readonly (PersonalField & keyof PersonBody)[];

/** Data that people enter about themselves, in the shape that the field rules expect (spec 6.3). */
export const personalOf = (row: PersonalRow) => {
  const given = {
    ...shapeOf(row),
    singleName: isSingleName(row.name),
    motherSingleName: isSingleName(row.mother_name),
  };
  return Object.fromEntries(FIELDS.map((field) => [field, given[field]])) as Pick<
    typeof given,
    (typeof FIELDS)[number]
  >;
};

const isGiven = (body: PersonBody, field: (typeof FIELDS)[number]): boolean => body[field] !== undefined;

/** The person after the change: fields that were sent replace the stored ones, the others stay. */
export function mergedPerson(row: PersonRow, body: PersonBody): PersonalData {
  const merged: Record<string, unknown> = { ...personalOf(row) };
  for (const field of FIELDS) if (isGiven(body, field)) merged[field] = body[field];
  const values = merged as PersonalData;
  const kept = { ...values, rne: values.rne || row.rne, passport: values.passport || row.passport };
  // A person who signs in with a CPF has a single CPF, whichever of the two fields it was typed into; the same applies to the
  // other documents.
  const type = values.documentType ?? 'cpf';
  if (type === 'cpf') {
    const typed = body.document ?? body.cpf ?? row.document;
    return { ...kept, document: typed, cpf: typed };
  }
  const typed = body.document === undefined ? body[type] || row.document : body.document;
  return { ...kept, document: typed, [type]: typed };
}

/** Errors of values that are not in the corresponding list. */
export const unknownChoices = (values: PersonalData): FieldError[] => {
  const wrong = (field: PersonalField, known: boolean): FieldError[] =>
    known ? [] : [{ field, message: 'Valor inválido.' }];
  const none = (value: unknown) => value === null || value === undefined || value === '';
  return [
    ...wrong('genderId', none(values.genderId) || GENDERS.some(({ id }) => id === values.genderId)),
    ...wrong('nationality', none(values.nationality) || isCountry(values.nationality ?? '')),
    ...wrong('issuingCountry', none(values.issuingCountry) || isCountry(values.issuingCountry ?? '')),
    ...wrong('rgState', none(values.rgState) || STATES.includes(values.rgState ?? '')),
  ];
};

/**
 * Errors of the fields that were sent. Others are not checked here: completeness is checked at the contract, where it matters
 * (spec 12.2).
 */
export function personErrors(
  body: PersonBody,
  values: PersonalData,
  context: { today: string; place: 'profile' | 'enrolment'; usePassport: boolean },
): FieldError[] {
  const typed = (field: string): boolean =>
    isGiven(body, field as (typeof FIELDS)[number]) ||
    (field === 'document' && (body.documentType !== undefined || body.cpf !== undefined));
  const kind: FieldError[] =
    body.documentType === 'passport' && !context.usePassport
      ? [{ field: 'documentType', message: 'Valor inválido.' }]
      : [];
  const errors = [...kind, ...personalErrors(values, context), ...unknownChoices(values)];
  const first = new Map<string, FieldError>();
  for (const error of errors)
    if (typed(error.field) && !first.has(error.field)) first.set(error.field, error);
  return [...first.values()];
}

/** Values as they are stored. */
export function normalisedPerson(values: PersonalData) {
  const documentType = values.documentType ?? 'cpf';
  const plain = (value: string | null | undefined) => plainLine(value) || null;
  return {
    name: normaliseName(values.name),
    socialName: normaliseName(values.socialName) || null,
    birthDate: plain(values.birthDate),
    genderId: values.genderId ?? null,
    nationality: plain(values.nationality) ?? 'BR',
    cpf: normaliseCpf(values.cpf) || null,
    rne: normaliseRne(values.rne) || null,
    passport: normalisePassport(values.passport) || null,
    rg: normaliseRg(values.rg) || null,
    rgIssuer: normaliseName(values.rgIssuer) || null,
    rgState: plain(values.rgState),
    motherName: normaliseName(values.motherName) || null,
    issuingCountry: plain(values.issuingCountry),
    phone: normalisePhone(values.phone) || null,
    email: normaliseEmail(values.email) || null,
    cellPhone: normalisePhone(values.cellPhone) || null,
    documentType,
    document: normaliseDocument(documentType, values.document),
  };
}
export type NormalPerson = ReturnType<typeof normalisedPerson>;

/** Fields that are locked for this person (spec 6.1). */
export const lockedOf = (row: PersonRow): PersonalField[] =>
  row.identity_locked_at
    ? [
        ...LOCKED_AFTER_ACCEPTANCE,
        ...LOCKED_ONCE_GIVEN.filter((field) => row[field as 'rne' | 'passport'] !== null),
      ]
    : [];

/** Locked fields that would change (spec 6.1). */
export function lockedChanges(row: PersonRow, next: NormalPerson): string[] {
  if (!row.identity_locked_at) return [];
  const before: Record<string, unknown> = {
    document: row.document,
    cpf: row.cpf,
    name: row.name,
    birthDate: row.birth_date,
    rne: row.rne,
    passport: row.passport,
  };
  const kind = next.documentType === row.document_type ? [] : ['document'];
  const after: Record<string, unknown> = next;
  return [...kind, ...lockedOf(row).filter((field) => (before[field] ?? null) !== (after[field] ?? null))];
}

/** Whether a link session would replace a contact or an identity document; it may only fill in missing ones (spec 5.2). */
export function replacesForLink(row: PersonRow, next: NormalPerson): boolean {
  const pairs: [string | null, string | null][] = [
    [row.email, next.email],
    [row.cell_phone, next.cellPhone],
    [row.phone, next.phone],
    [row.cpf, next.cpf],
    [row.rne, next.rne],
    [row.passport, next.passport],
    [row.rg, next.rg],
    [row.document, next.document],
    [row.document_type, next.documentType],
  ];
  return pairs.some(([before, after]) => before !== null && before !== after);
}

/** The address of a person who has one. */
export const addressOf = (row: PersonRow) => ({
  street: row.street,
  number: row.number,
  neighborhood: row.neighborhood,
  zipCode: row.zip_code,
  cityId: row.city_id,
  complement: row.complement,
  verified: row.verified,
});

export const storedAddress = (row: PersonRow) => (row.address_id === null ? null : addressOf(row));

/** The address after the change; undefined when none was sent. */
export function mergedAddress(row: PersonRow, body: PersonBody): Address | undefined {
  if (!body.personAddress) return undefined;
  const given = Object.entries(body.personAddress).filter(([, value]) => value !== undefined);
  return { ...storedAddress(row), ...Object.fromEntries(given) };
}

/** The address outside Brazil after the change; undefined when none was sent. */
export function mergedForeignAddress(row: PersonRow, body: PersonBody): ForeignAddress | undefined {
  if (!body.foreignAddress) return undefined;
  const given = Object.entries(body.foreignAddress).filter(([, value]) => value !== undefined);
  return { ...row.foreign_address, ...Object.fromEntries(given) };
}

/** Field errors of an address; `uf` is the state of its city, undefined when that city does not exist. */
export const typedAddressErrors = (address: Address, uf: string | undefined): FieldError[] =>
  addressErrors(uf === undefined ? { ...address, cityId: 0 } : address, uf, 'personAddress.');

export const normalisedAddress = (address: Address) => ({
  street: normaliseName(address.street),
  number: normaliseName(address.number),
  neighborhood: normaliseName(address.neighborhood),
  zipCode: normaliseZipCode(address.zipCode),
  cityId: address.cityId ?? 0,
  complement: normaliseName(address.complement) || null,
});
