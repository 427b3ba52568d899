import { z } from 'zod';
import { disciplineChoice } from '../../enrolment/index.ts';
import { accommodationRequest } from '../../essay/index.ts';
import { behalfReason, defineCalls, isoDateTime, maybe, named, text, typed } from '../../foundation/index.ts';
import { decided, itemErrors, seenVersion } from '../../work/index.ts';

/** Class with its seats (spec 17.2). */
const opsClass = named('OperationsClass', {
  code: text,
  offerCode: text,
  name: text,
  slots: z.number().int().nonnegative(),
  taken: z.number().int().nonnegative(),
});

/** Accommodations requested by and granted to a person with a disability; sensitive (spec 17.2, 18). */
const accommodations = named('Accommodations', {
  essayExtraMinutes: z.number().int().min(0).max(60),
  notes: text.nullable(),
  asked: z.object({ kinds: z.array(text), notes: text.nullable() }).nullable(),
  updatedAt: isoDateTime.nullable(),
  /** Request made before the essay or test, with its response. */
  request: accommodationRequest.nullable(),
});

/** Decisions about a single application in progress: selection documents, essays, classes (spec 17.2). */
export const decisionCalls = defineCalls({
  'POST /operations/subscriptions/{id}/discipline-analysis': {
    summary: 'Tell which disciplines of a transfer are accepted, by their codes',
    scope: 'documents.review',
    body: z.object({
      favourable: z.boolean(),
      accepted: z.array(typed(60)).max(200),
      term: maybe(z.number().int().min(1).max(20)),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'POST /operations/subscriptions/{id}/papers': {
    summary: 'Try stuck papers again: the PDF of a contract, files that were not scanned',
    scope: 'documents.review',
    body: z.object({ version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'GET /operations/subscriptions/{id}/disciplines': {
    summary: 'Disciplines of an application as its candidate may choose them',
    scope: 'subscriptions.act',
    responses: { 200: disciplineChoice },
  },
  'PUT /operations/subscriptions/{id}/disciplines': {
    summary:
      'Choose the electives by their codes on behalf of the candidate, by the same rules as her own call',
    scope: 'subscriptions.act',
    body: z.object({ electives: z.array(typed(60)).max(200), reason: behalfReason }),
    responses: { 200: disciplineChoice },
    errors: ['ELECTIVE_COUNT', 'FIELD_LOCKED'],
  },
  'POST /operations/subscriptions/{id}/selection-decision': {
    summary: 'Approve the selection documents as a whole, or reject the application with a reason',
    scope: 'documents.review',
    body: z.object({
      decision: z.enum(['approved', 'rejected']),
      reason: maybe(typed(2000)),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: ['TRANSITION_NOT_ALLOWED', 'VERSION_REQUIRED', 'VERSION_CONFLICT'],
  },
  'POST /operations/subscriptions/{id}/essay-attempts': {
    summary: 'Grant more attempts at the essay',
    scope: 'essays.lead',
    body: z.object({ extra: z.number().int().min(1).max(10) }),
    responses: { 200: decided },
    errors: ['NOT_ESSAY_INGRESS', 'STATE_CONFLICT'],
  },
  'GET /operations/subscriptions/{id}/accommodations': {
    summary: 'What was asked for and granted because of a disability',
    scope: 'essays.lead',
    responses: { 200: accommodations },
  },
  'PUT /operations/subscriptions/{id}/accommodations': {
    summary: 'Grant more time for the essay, with notes on how a test is to be held',
    scope: 'essays.lead',
    body: z.object({
      essayExtraMinutes: z.number().int().min(0).max(60),
      notes: maybe(typed(2000)),
      message: maybe(typed(1000)),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'POST /operations/subscriptions/{id}/accommodation-refusal': {
    summary: 'Refuse what was asked for before the essay or test, with the reason that the candidate reads',
    scope: 'essays.lead',
    body: z.object({ reason: typed(1000), version: seenVersion }),
    responses: { 200: decided },
    errors: [...itemErrors],
  },
  'PUT /operations/classes/{code}/capacity': {
    summary: 'Set the places of a class; the offer is named where several have a class of this code',
    scope: 'students',
    body: z.object({ slots: z.number().int().min(0).max(100_000), offerCode: maybe(typed(60)) }),
    responses: { 200: opsClass },
    errors: ['CAPACITY_BELOW_TAKEN'],
  },
});
