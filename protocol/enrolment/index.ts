import { z } from 'zod';
import { day, defineCalls, id, maybe, named, text, typed, typedLine, whole } from '../foundation/index.ts';
import { addressBody, foreignAddress, foreignAddressBody } from '../person/index.ts';
import { classCalls } from './classes.ts';
import { disciplineCalls } from './disciplines.ts';

export { disciplineChoice } from './disciplines.ts';

/** Schooling as stored; only the fields of the application type are set (spec 12.4). */
const schooling = named('Schooling', {
  schoolName: text.nullable(),
  schoolType: text.nullable(),
  stateId: id.nullable(),
  cityId: id.nullable(),
  institutionName: text.nullable(),
  courseName: text.nullable(),
  level: text.nullable(),
  conclusionYear: z.number().int().nullable(),
  fies: z.boolean().nullable(),
});

/** Schooling as typed (spec 12.4). */
const schoolingBody = z.object({
  schoolName: maybe(typedLine(400)),
  schoolType: maybe(typed(60)),
  stateId: maybe(whole),
  cityId: maybe(whole),
  institutionName: maybe(typedLine(400)),
  courseName: maybe(typedLine(400)),
  level: maybe(typed(60)),
  conclusionYear: maybe(whole),
  /** The person confirms a conclusion year that falls in their childhood. */
  conclusionSure: maybe(z.boolean()),
  fies: maybe(z.boolean()),
});

/** Guardian as stored (spec 12.4). */
const guardian = named('Guardian', {
  relationship: text,
  name: text,
  cpf: text,
  birthDate: day,
  email: text,
  cellPhone: text,
  sameAddress: z.boolean(),
  personAddress: z
    .object({
      street: text,
      number: text,
      neighborhood: text,
      zipCode: text,
      cityId: id,
      complement: text.nullable(),
    })
    .nullable(),
  /** Of a guardian who lives outside Brazil, and not with the candidate; `personAddress` is then null. */
  foreignAddress: foreignAddress.omit({ countryName: true }).nullable(),
});

/** Guardian as typed (spec 12.4). */
const guardianBody = z.object({
  relationship: typed(60),
  name: typedLine(400),
  /** The guardian has only one name. */
  singleName: maybe(z.boolean()),
  cpf: typedLine(60),
  birthDate: typedLine(30),
  email: typedLine(400),
  cellPhone: typedLine(60),
  sameAddress: z.boolean(),
  personAddress: maybe(addressBody),
  /** In place of `personAddress`. */
  foreignAddress: maybe(foreignAddressBody),
});

/** Enrolment data and which sections are complete; true for sections that are not required (spec 12.4). */
const enrollmentData = named('EnrollmentData', {
  schooling: schooling.nullable(),
  /** State and city names of the school, so that a summary does not need the list of cities. */
  schoolPlace: z.object({ state: text.nullable(), city: text.nullable() }).nullable(),
  guardian: guardian.nullable(),
  motherName: text.nullable(),
  complete: z.object({
    personal: z.boolean(),
    schooling: z.boolean(),
    guardian: z.boolean(),
    disciplines: z.boolean(),
  }),
  conclusionYearLimit: z.number().int(),
  minor: z.boolean(),
  /** The ingress mode includes the choice of disciplines, and the course has some for module 1. */
  useDisciplines: z.boolean(),
});

const dataCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/enrollment-data': {
    summary: 'Schooling, guardian and what is still missing',
    accessKey: true,
    responses: { 200: enrollmentData },
  },
  'PUT /candidate/subscriptions/{id}/schooling': {
    summary: 'Save the schooling',
    repeats: 'same',
    accessKey: true,
    body: schoolingBody,
    responses: { 200: schooling },
    errors: ['FIELD_LOCKED'],
  },
  'PUT /candidate/subscriptions/{id}/guardian': {
    summary: 'Save the guardian of a candidate under 18',
    repeats: 'same',
    accessKey: true,
    body: guardianBody,
    responses: { 200: guardian },
    errors: ['GUARDIAN_UNDERAGE', 'GUARDIAN_SAME_CPF', 'GUARDIAN_SAME_CONTACT', 'FIELD_LOCKED'],
  },
});

export const enrolmentCalls = { ...dataCalls, ...classCalls, ...disciplineCalls };
