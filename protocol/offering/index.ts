import { z } from 'zod';
import {
  day,
  defineCalls,
  id,
  money,
  named,
  pageOf,
  pageQuery,
  pathId,
  pathNumber,
  text,
} from '../foundation/index.ts';

/** How candidates are selected (spec 7.1). */
export const ingressKind = z
  .enum(['online-essay', 'scheduled-test', 'exam-score', 'document-analysis', 'none'])
  .meta({ id: 'IngressKind' });

/** Template type: 1 graduation, 2 postgraduate, 3 extension, 4 postgraduate with fee (spec 7.1). */
export const educationLevelType = z
  .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
  .meta({ id: 'EducationLevelType' });

/** Class of an offer as shown before applying; `slots` are its free seats, null if they are not shown. */
const offerClass = named('OfferClass', {
  id,
  name: text,
  poleId: id,
  shift: z.enum(['manha', 'tarde', 'noite', 'integral']),
  weekdays: text,
  startDate: day,
  startTime: text.nullable(),
  endTime: text.nullable(),
  place: text.nullable(),
  slots: z.number().int().nonnegative().nullable(),
});

/** Offer in a list to choose from (spec 7.4). */
const offerCard = named('OfferCard', {
  id,
  name: text,
  type: educationLevelType,
  ingressMode: z.object({ name: text, kind: ingressKind }),
  requiresClass: z.boolean(),
  /** Steps of the selection in order; empty if candidates enter directly. */
  selection: z.array(
    z.object({
      code: z.enum(['selection-documents', 'assessment', 'questionnaire', 'interview']),
      label: text,
    }),
  ),
  /** Classes to choose from later, earliest first. */
  classes: z.array(offerClass),
  /** Schooling required by an extension course; the other types require what the law does (spec 7.1). */
  requiredSchooling: z.enum(['high-school', 'degree']).nullable(),
  intake: z.object({ id, startDate: day, endDate: day, classStartDate: day.nullable() }),
  courses: z.array(
    z.object({
      id,
      name: text,
      modalityDescription: text,
      duration: text.nullable(),
      priceFrom: money.nullable(),
      /** Application fee; null if there is none. */
      fee: money.nullable(),
    }),
  ),
  priceFrom: money.nullable(),
  institutionCode: text,
});

/** Course of an offer (spec 7.4), with what S-11 shows; the offer list omits the long text. */
const courseOption = named('CourseOption', {
  id,
  name: text,
  code: text,
  modalityDescription: text,
  description: text.nullable(),
  vacanciesState: z.enum(['open', 'last', 'full']),
});

/** Pole where a course of an offer is given (spec 7.4). */
const poleOption = z.object({ id, description: text, city: text, uf: text }).meta({ id: 'PoleOption' });

/** Available filters of the list of open offers (S-11). */
const offerFilters = named('OfferFilters', {
  types: z.array(educationLevelType),
  ingresses: z.array(z.object({ kind: ingressKind, names: z.array(text) })),
  modalities: z.array(text),
  poles: z.array(poleOption),
});

/** Disciplines of a course in an intake; without limits on the choice, all electives may be taken (spec 7.4, S-27). */
const courseIntake = named('CourseIntake', {
  courseId: id,
  intakeId: id,
  module: z.number().int().positive().nullable(),
  disciplines: z.array(
    z.object({
      id,
      code: text,
      name: text,
      workload: z.number().int().positive(),
      mandatory: z.boolean(),
      group: text.nullable(),
    }),
  ),
  electiveMin: z.number().int().nonnegative(),
  electiveMax: z.number().int().nonnegative(),
});

export const offeringCalls = defineCalls({
  'GET /candidate/offers': {
    summary: 'Open offers, filtered and paged',
    auth: 'public',
    query: z.object({
      /** One type, or several separated by commas: people do not distinguish 2 from 4. */
      type: z
        .string()
        .regex(/^[1-4](,[1-4]){0,3}$/)
        .optional(),
      courseId: pathId.optional(),
      ingress: ingressKind.optional(),
      modality: z.string().max(60).optional(),
      poleId: pathId.optional(),
      q: z.string().max(120).optional(),
      ...pageQuery,
    }),
    responses: { 200: pageOf(offerCard) },
  },
  'GET /candidate/offers/filters': {
    summary: 'What the open offers can be narrowed to: only what finds something',
    auth: 'public',
    responses: { 200: offerFilters },
  },
  'GET /candidate/offers/{offerId}/courses': {
    summary: 'Courses of an offer, or the one that is asked for',
    auth: 'public',
    query: z.object({ c: pathId.optional() }),
    responses: { 200: z.array(courseOption) },
  },
  'GET /candidate/offers/{offerId}/poles': {
    summary: 'Poles of a course of an offer',
    auth: 'public',
    query: z.object({ c: pathId }),
    responses: { 200: z.array(poleOption) },
  },
  'GET /candidate/courses/{courseId}/intakes/{intakeId}': {
    summary: 'Disciplines of a course in an intake',
    auth: 'public',
    query: z.object({
      module: pathNumber.optional(),
      active: z.enum(['true', 'false']).optional(),
    }),
    responses: { 200: courseIntake },
  },
});
