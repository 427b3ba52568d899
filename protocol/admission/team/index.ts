import { z } from 'zod';
import {
  behalfReason,
  day,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  named,
  text,
  typed,
} from '../../foundation/index.ts';
import { claim, decided, itemErrors, ownItem, seenVersion } from '../../work/index.ts';
import {
  appointment,
  interviewChannel,
  interviewState,
  ownQuestionnaire,
  preferredPeriod,
  questionnaireSection,
  questionnaireState,
  savedSection,
  sectionDraft,
  submittedQuestionnaire,
} from '../index.ts';
import { applicationAdmissionCalls } from './of-application.ts';

/** Interview as the institution sees it (spec 17.2). */
const opsInterview = named('OperationsInterview', {
  id,
  subscriptionId: id,
  state: interviewState,
  channel: interviewChannel.nullable(),
  periods: z.array(preferredPeriod),
  appointment: appointment.nullable(),
  requestedAt: isoDateTime.nullable(),
  name: text,
  courseName: text,
  institutionCode: text,
  minutes: z.number().int().positive(),
  /** Who conducts the interview; null while nobody is assigned. */
  interviewer: z.object({ staffId: id, name: text }).nullable(),
  version: z.number().int().positive(),
  claim: claim.nullable(),
});

/** One interview with the questionnaire answered before it and the team's notes. */
const interviewPage = opsInterview
  .extend({
    /** Visible to the team only. */
    notes: text.nullable(),
    reason: text.nullable(),
    heldAt: isoDateTime.nullable(),
    decidedBy: text.nullable(),
    decidedAt: isoDateTime.nullable(),
    sections: z.array(questionnaireSection),
    work: ownItem.nullable(),
  })
  .meta({ id: 'InterviewPage' });

/** Questionnaire as the institution sees it (spec 17.2). */
const opsQuestionnaire = named('OperationsQuestionnaire', {
  id,
  subscriptionId: id,
  state: questionnaireState,
  comment: text.nullable(),
  submittedAt: isoDateTime.nullable(),
  sections: z.array(questionnaireSection),
  version: z.number().int().positive(),
  claim: claim.nullable(),
});

/** One questionnaire with what is needed to decide on it. */
const questionnairePage = opsQuestionnaire
  .extend({
    name: text,
    courseName: text,
    decidedBy: text.nullable(),
    decidedAt: isoDateTime.nullable(),
    work: ownItem.nullable(),
  })
  .meta({ id: 'QuestionnairePage' });

const REFUSALS = [...itemErrors, 'TRANSITION_NOT_ALLOWED'] as const;

/** Questionnaires and interviews as the institution handles them (spec 17.2). */
export const admissionTeamCalls = defineCalls({
  ...applicationAdmissionCalls,
  'GET /operations/questionnaires': {
    summary: 'Questionnaires, least recently changed first; `submitted` are those that wait for a decision',
    scope: 'admissions.decide',
    query: z.object({ state: questionnaireState.optional(), ...listQuery }),
    responses: { 200: listOf(opsQuestionnaire) },
  },
  'GET /operations/questionnaires/{id}': {
    summary: 'One questionnaire with who decided it; answers that were not sent are left out',
    scope: 'admissions.decide',
    responses: { 200: questionnairePage },
  },
  'GET /operations/subscriptions/{id}/questionnaire': {
    summary: 'The questionnaire as its candidate sees it, for whoever fills it in on her behalf',
    scope: ['admissions.decide', 'subscriptions.act'],
    responses: { 200: ownQuestionnaire },
  },
  'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}': {
    summary: 'Keep a section as draft on behalf of the candidate, by the same rules as her own call',
    scope: ['admissions.decide', 'subscriptions.act'],
    body: sectionDraft.extend({ reason: behalfReason }),
    responses: { 200: savedSection },
    errors: ['READ_ONLY', 'STALE_REVISION'],
  },
  'POST /operations/subscriptions/{id}/questionnaire/submit': {
    summary:
      'Send the questionnaire on behalf of the candidate; 422 names the sections that are not complete',
    scope: ['admissions.decide', 'subscriptions.act'],
    body: z.object({ reason: behalfReason }).optional(),
    responses: { 200: submittedQuestionnaire },
    errors: ['READ_ONLY', 'INCOMPLETE', 'TRANSITION_NOT_ALLOWED'],
  },
  'POST /operations/questionnaires/{id}/decision': {
    summary: 'Approve, return with a comment, or reject with a reason in the comment',
    scope: 'admissions.decide',
    body: z.object({
      decision: z.enum(['approved', 'returned', 'rejected']),
      comment: maybe(typed(2000)),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: [...REFUSALS],
  },
  'GET /operations/interviews': {
    summary: 'Interviews, least recently changed first; `requested` are those that wait for an appointment',
    scope: ['admissions.interview', 'admissions.decide'],
    query: z.object({
      state: interviewState.optional(),
      /** Range of appointment days, inclusive; when it is given, the list is sorted by appointment. */
      from: day.optional(),
      to: day.optional(),
      mine: z.enum(['true', 'false']).optional(),
      ...listQuery,
    }),
    responses: { 200: listOf(opsInterview) },
  },
  'GET /operations/interviews/{id}': {
    summary:
      'One interview with the questionnaire before it; who only interviews has her own and those of nobody',
    scope: ['admissions.interview', 'admissions.decide'],
    responses: { 200: interviewPage },
  },
  'GET /operations/interviewers': {
    summary: 'People of the team who may hold interviews of an institution, by name',
    scope: ['admissions.interview', 'admissions.decide'],
    query: z.object({ institution: z.string().max(60) }),
    responses: { 200: z.array(z.object({ staffId: id, name: text })) },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/interviews/{id}/cancellation': {
    summary:
      'Take an appointment back with a reason the candidate reads; the interview waits for another date',
    scope: ['admissions.interview', 'admissions.decide'],
    body: z.object({ reason: z.string().trim().min(1).max(500), version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'PUT /operations/interviews/{id}/appointment': {
    summary: 'Set or change when and where; the candidate is told',
    scope: ['admissions.interview', 'admissions.decide'],
    body: z.object({
      at: isoDateTime,
      place: maybe(typed(200)),
      link: maybe(typed(500)),
      minutes: maybe(z.number().int().min(5).max(480)),
      interviewerId: maybe(id),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: ['INTERVIEWER_BUSY', ...REFUSALS],
  },
  'POST /operations/interviews/{id}/outcome': {
    summary: 'Held, or the candidate did not come and may ask again',
    scope: ['admissions.interview', 'admissions.decide'],
    body: z.object({ held: z.boolean(), version: seenVersion }),
    responses: { 200: decided },
    errors: [...REFUSALS],
  },
  'POST /operations/interviews/{id}/decision': {
    summary: 'Approve, reject with a reason, or ask for another interview',
    scope: ['admissions.interview', 'admissions.decide'],
    body: z.object({
      decision: z.enum(['approved', 'rejected', 'repeat']),
      reason: maybe(typed(2000)),
      notes: maybe(typed(5000)),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: [...REFUSALS],
  },
});
