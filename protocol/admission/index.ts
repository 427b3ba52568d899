import { SECTION_KEYS } from '@orbita/domain/admission';
import { z } from 'zod';
import { day, defineCalls, isoDateTime, maybe, named, text, typed } from '../foundation/index.ts';

const count = z.number().int().nonnegative();

/** State of a questionnaire (spec 11.3). */
export const questionnaireState = z
  .enum(['draft', 'submitted', 'returned', 'approved', 'rejected'])
  .meta({ id: 'QuestionnaireState' });

const sectionKey = z.enum(SECTION_KEYS).meta({ id: 'QuestionnaireSectionKey' });

/** Row of a section: its fields by name (spec 2.7); fields that are not filled in are null. */
const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Section of a questionnaire with its answers (spec 11.3). */
export const questionnaireSection = named('QuestionnaireSection', {
  key: sectionKey,
  label: text,
  mandatory: z.boolean(),
  min: count,
  max: count,
  complete: z.boolean(),
  rows: z.array(row),
});

/** Section as the candidate sees it; `revision` counts the times it was saved (spec 11.4). */
const ownSection = questionnaireSection.extend({ revision: count }).meta({ id: 'OwnQuestionnaireSection' });

/** State of an interview (spec 11.2). */
export const interviewState = z
  .enum(['not-requested', 'requested', 'scheduled', 'held', 'approved', 'rejected'])
  .meta({ id: 'InterviewState' });

export const interviewChannel = z.enum(['whatsapp', 'email']).meta({ id: 'InterviewChannel' });

export const preferredPeriod = named('PreferredPeriod', {
  date: day,
  period: z.enum(['morning', 'afternoon', 'evening']),
});

export const appointment = named('InterviewAppointment', {
  at: isoDateTime,
  place: text.nullable(),
  link: text.nullable(),
});

/** Interview as the candidate sees it (spec 11.3); `channels` are the channels currently available for requesting one. */
const interview = named('Interview', {
  state: interviewState,
  channels: z.array(interviewChannel),
  channel: interviewChannel.nullable(),
  periods: z.array(preferredPeriod),
  appointment: appointment.nullable(),
  whatsappLink: text.nullable(),
});

/** Questionnaire as the candidate sees it (spec 11.3). */
export const ownQuestionnaire = named('Questionnaire', {
  state: questionnaireState,
  comment: text.nullable(),
  /** What years are checked against: the candidate's own year of birth and the year in which classes start (spec 12.2). */
  years: z.object({ birthDate: day.nullable(), limit: z.number().int() }),
  sections: z.array(ownSection),
});

/** Rows of one section as typed; sending the last known revision keeps a save made elsewhere from being overwritten. */
export const sectionDraft = z.object({
  rows: z
    .array(z.record(typed(60), z.union([typed(5000), z.number().min(-999_999).max(999_999), z.null()])))
    .max(50),
  revision: maybe(z.number().int().min(0).max(999_999)),
});

export const savedSection = ownSection
  .extend({ savedAt: isoDateTime })
  .meta({ id: 'SavedQuestionnaireSection' });

export const submittedQuestionnaire = z.object({ state: questionnaireState, status: z.number().int() });

export const admissionCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/questionnaire': {
    summary: 'Questionnaire with its sections and what was answered',
    accessKey: true,
    responses: {
      200: ownQuestionnaire,
    },
  },
  'PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}': {
    summary:
      'Keep a section as draft; fields of rows are named as in the tables of the documentation. With the last known revision, a save from another window is not overwritten',
    repeats: 'same',
    accessKey: true,
    body: sectionDraft,
    responses: { 200: savedSection },
    errors: ['READ_ONLY', 'STALE_REVISION'],
  },
  'POST /candidate/subscriptions/{id}/questionnaire/submit': {
    summary: 'Send the questionnaire; 422 names the keys of the sections that are not complete',
    accessKey: true,
    responses: { 200: submittedQuestionnaire },
    errors: ['READ_ONLY', 'INCOMPLETE', 'TRANSITION_NOT_ALLOWED'],
  },
  'GET /candidate/subscriptions/{id}/interview': {
    summary: 'Interview: what was asked for and what was arranged',
    accessKey: true,
    responses: { 200: interview },
  },
  'POST /candidate/subscriptions/{id}/interview': {
    summary: 'Ask for an interview, or for another appointment',
    accessKey: true,
    body: z.object({
      channel: maybe(typed(20)),
      periods: maybe(z.array(z.object({ date: typed(20), period: typed(20) })).max(20)),
    }),
    responses: { 200: interview },
    errors: ['STATE_CONFLICT'],
  },
});
