import { z } from 'zod';
import { day, defineCalls, id, maybe, named, pathId, text, typedLine, whole } from '../foundation/index.ts';
import { documentType } from '../identity/index.ts';
import { privacyCalls } from './privacy.ts';

export { consents, privacyKind, privacyRequest, privacyState } from './privacy.ts';

/** Gender of the reference list (spec 6.1). */
const gender = z.object({ id, name: text }).meta({ id: 'Gender' });

/** Federative unit, by IBGE code (spec 6.1). */
const state = z.object({ id, name: text, uf: text }).meta({ id: 'State' });

/** Municipality, by IBGE code (spec 6.1). */
const city = z.object({ id, name: text }).meta({ id: 'City' });

/** Address as stored (spec 6.3). */
export const personAddress = named('PersonAddress', {
  id,
  street: text,
  number: text,
  neighborhood: text,
  zipCode: text,
  cityId: id,
  complement: text.nullable(),
  verified: z.boolean(),
  city: z.object({ id, name: text, state }),
});

/** Address outside Brazil as stored; `country` is an ISO 3166-1 alpha-2 code and never BR. */
export const foreignAddress = named('ForeignAddress', {
  country: text,
  /** In pt-BR. */
  countryName: text,
  street: text,
  complement: text.nullable(),
  city: text,
  region: text.nullable(),
  postalCode: text.nullable(),
});

/** Address outside Brazil as typed. */
export const foreignAddressBody = z.object({
  country: maybe(typedLine(20)),
  street: maybe(typedLine(400)),
  complement: maybe(typedLine(400)),
  city: maybe(typedLine(400)),
  region: maybe(typedLine(400)),
  postalCode: maybe(typedLine(60)),
});

/** Address as typed; `cityId` 0 means none chosen. */
export const addressBody = z.object({
  street: maybe(typedLine(400)),
  number: maybe(typedLine(60)),
  neighborhood: maybe(typedLine(400)),
  zipCode: maybe(typedLine(20)),
  cityId: maybe(whole),
  complement: maybe(typedLine(400)),
});

/**
 * Personal data (spec 6.3); `document` is the one used to sign in, `cpf`, `rne` and `passport` are all that the person has. Birth
 * date and contacts are null only for people imported without them.
 */
const personData = named('PersonData', {
  personId: id,
  uuid: text,
  name: text,
  /** The person has only one name (spec 2.4). */
  singleName: z.boolean(),
  socialName: text.nullable(),
  documentType,
  document: text,
  cpf: text.nullable(),
  rne: text.nullable(),
  passport: text.nullable(),
  rg: text.nullable(),
  rgIssuer: text.nullable(),
  rgState: text.nullable(),
  birthDate: day.nullable(),
  genderId: id.nullable(),
  nationality: text.nullable(),
  motherName: text.nullable(),
  issuingCountry: text.nullable(),
  email: text.nullable(),
  emailConfirmed: z.boolean(),
  phone: text.nullable(),
  cellPhone: text.nullable(),
  cellPhoneConfirmed: z.boolean(),
  personAddress: personAddress.nullable(),
  /** Of a person who lives outside Brazil; `personAddress` is then null. */
  foreignAddress: foreignAddress.nullable(),
  locked: z.array(text),
});

/**
 * Personal data as typed; omitted parts are left unchanged (spec 6.3). An existing RNE or passport can be replaced but not
 * removed, as it may be used to sign in.
 */
const personDataBody = z.object({
  name: maybe(typedLine(400)),
  /** The person has only one name; for people with an RNE or a passport. */
  singleName: maybe(z.boolean()),
  socialName: maybe(typedLine(400)),
  documentType: maybe(documentType),
  document: maybe(typedLine(60)),
  cpf: maybe(typedLine(60)),
  rne: maybe(typedLine(60)),
  passport: maybe(typedLine(60)),
  rg: maybe(typedLine(60)),
  rgIssuer: maybe(typedLine(60)),
  rgState: maybe(typedLine(10)),
  birthDate: maybe(typedLine(30)),
  genderId: maybe(whole),
  nationality: maybe(typedLine(20)),
  motherName: maybe(typedLine(400)),
  /** The mother has only one name. */
  motherSingleName: maybe(z.boolean()),
  issuingCountry: maybe(typedLine(20)),
  email: maybe(typedLine(400)),
  phone: maybe(typedLine(60)),
  cellPhone: maybe(typedLine(60)),
  /** Replaces an address outside Brazil. */
  personAddress: maybe(addressBody),
  /** Replaces an address in Brazil; sent alone, without `personAddress`. */
  foreignAddress: maybe(foreignAddressBody),
});

/** Address data of a postal code (spec 6.3). */
const zipCode = named('ZipCode', {
  zipCode: text,
  street: text.nullable(),
  neighborhood: text.nullable(),
  cityId: id,
  cityName: text,
  stateId: id,
  uf: text,
});

export const personCalls = {
  ...defineCalls({
    'GET /candidate/users/{uuid}/person-data': {
      summary: 'Own person data',
      accessKey: true,
      responses: { 200: personData },
    },
    'PUT /candidate/users/{personId}/person-data': {
      summary: 'Change own person data and, with subsId, judge that subscription again',
      repeats: 'same',
      accessKey: true,
      freshProof: 'own',
      query: z.object({ subsId: pathId.optional() }),
      body: personDataBody,
      responses: { 200: personData },
      errors: ['FORBIDDEN', 'FIELD_LOCKED', 'SOCIAL_ALREADY_LINKED'],
    },
    'GET /candidate/genders': {
      summary: 'Genders',
      auth: 'public',
      responses: { 200: z.array(gender) },
    },
    'GET /candidate/states': {
      summary: 'Federative units',
      auth: 'public',
      responses: { 200: z.array(state) },
    },
    'GET /candidate/states/{id}': {
      summary: 'One federative unit',
      auth: 'public',
      responses: { 200: state },
    },
    'GET /candidate/states/{id}/cities': {
      summary: 'Municipalities of a federative unit',
      auth: 'public',
      responses: { 200: z.array(city) },
    },
    'GET /candidate/addresses/zip-codes/{zipCode}': {
      summary: 'Look a postal code up',
      auth: 'public',
      responses: { 200: zipCode },
      errors: ['ZIP_NOT_FOUND', 'VALIDATION', 'UNAVAILABLE'],
    },
    'POST /candidate/users/{personId}/contact-changes': {
      summary: 'Send a code to a new or still unconfirmed e-mail or cell phone',
      repeats: 'code',
      // A person without any way to prove their identity, as after a hand-off, may add a first contact.
      freshProof: 'own',
      body: z.object({ kind: z.enum(['email', 'cellPhone']), value: typedLine(400) }),
      responses: { 202: z.object({ changeId: text }) },
      errors: ['SEND_FAILED'],
    },
    'POST /candidate/users/contact-changes/{changeId}/verify': {
      summary: 'Confirm the contact with the code sent to it',
      repeats: 'answer',
      freshProof: 'own',
      body: z.object({ code: typedLine(30) }),
      responses: { 204: null },
      errors: ['CODE_INVALID', 'CODE_EXPIRED'],
    },
  }),
  ...privacyCalls,
};
