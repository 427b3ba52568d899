import {
  formatCpf,
  formatPhone,
  formatRne,
  isBlank,
  isSingleName,
  normaliseEmail,
} from '@orbita/domain/foundation';
import {
  maySingleName,
  type PersonalContext,
  type PersonalData,
  type PersonalField,
  personalErrors,
  personalFields,
} from '@orbita/domain/person';
import type { Body } from '@orbita/protocol';
import { dayFromTyped, typedFromDay } from '../base/typed-date.ts';
import type { PersonData } from './queries.ts';

const documentShown = ({ documentType, document }: Pick<PersonData, 'documentType' | 'document'>) =>
  documentType === 'cpf' ? formatCpf(document) : documentType === 'rne' ? formatRne(document) : document;

/** Personal data on file as form values: formatted, dates as dd/mm/aaaa, Brazil when no country is known. */
export const personalValues = (data: PersonData): PersonalData => ({
  name: data.name,
  singleName: data.singleName,
  socialName: data.socialName ?? '',
  documentType: data.documentType,
  document: documentShown(data),
  cpf: data.documentType === 'cpf' ? '' : formatCpf(data.cpf ?? ''),
  rg: data.rg ?? '',
  rgIssuer: data.rgIssuer ?? '',
  rgState: data.rgState ?? '',
  birthDate: typedFromDay(data.birthDate),
  genderId: data.genderId,
  nationality: data.nationality ?? 'BR',
  motherName: data.motherName ?? '',
  motherSingleName: isSingleName(data.motherName),
  rne: data.documentType === 'rne' ? '' : formatRne(data.rne ?? ''),
  passport: data.documentType === 'passport' ? '' : (data.passport ?? ''),
  issuingCountry: data.issuingCountry ?? '',
  email: data.email ?? '',
  cellPhone: formatPhone(data.cellPhone ?? ''),
  phone: formatPhone(data.phone ?? ''),
});

const withDay = (values: PersonalData): PersonalData => ({
  ...values,
  birthDate: dayFromTyped(values.birthDate),
});

/** Errors of the typed personal data, in the order of the fields on the page. */
export function personalProblems(values: PersonalData, context: PersonalContext) {
  const order = personalFields(values, context.place);
  const place = (field: string) => order.indexOf(field as PersonalField);
  return personalErrors(withDay(values), context)
    .filter(({ field }) => place(field) >= 0)
    .sort((a, b) => place(a.field) - place(b.field));
}

type PersonBody = Body<'PUT /candidate/users/{personId}/person-data'>;

const orNull = (value: string | null | undefined) => (isBlank(value) ? null : (value ?? null));

/**
 * The typed personal data as the API expects it. Fields locked by the acceptance, and those the page does not ask, are omitted:
 * omitted fields stay unchanged.
 */
export function personalBody(
  values: PersonalData,
  place: PersonalContext['place'],
  locked: readonly string[] = [],
): PersonBody {
  const asked = personalFields(values, place).filter((field) => !locked.includes(field));
  const all: Partial<Record<PersonalField, string | number | null>> = {
    name: orNull(values.name),
    socialName: orNull(values.socialName),
    document: orNull(values.document),
    cpf: orNull(values.cpf),
    rne: orNull(values.rne),
    passport: orNull(values.passport),
    rg: orNull(values.rg),
    rgIssuer: orNull(values.rgIssuer),
    rgState: orNull(values.rgState),
    birthDate: orNull(dayFromTyped(values.birthDate)),
    genderId: values.genderId ?? null,
    nationality: orNull(values.nationality),
    motherName: orNull(values.motherName),
    issuingCountry: orNull(values.issuingCountry),
    email: normaliseEmail(values.email) || null,
    cellPhone: orNull(values.cellPhone),
    phone: orNull(values.phone),
  };
  const body = Object.fromEntries(asked.flatMap((field) => (field in all ? [[field, all[field]]] : [])));
  return {
    ...body,
    ...(asked.includes('name') && maySingleName(values) ? { singleName: values.singleName === true } : {}),
    ...(asked.includes('motherName') ? { motherSingleName: values.motherSingleName === true } : {}),
    ...(asked.includes('document') && values.documentType ? { documentType: values.documentType } : {}),
  } as PersonBody;
}

type Typed = { [field: string]: unknown };
const isGroup = (value: unknown): value is Typed => typeof value === 'object' && value !== null;

/** What was typed since `sent` was read from the form, by field path. */
export const typedSince = (sent: object, now: object): [field: string, value: unknown][] =>
  Object.entries(now).flatMap(([field, value]) => {
    const before = (sent as Typed)[field];
    if (isGroup(value) && isGroup(before))
      return typedSince(before, value).map(([inner, one]): [string, unknown] => [`${field}.${inner}`, one]);
    return value === before ? [] : [[field, value]];
  });
