import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, named, text, typed, whole } from '../foundation/index.ts';

const count = z.number().int().nonnegative();

/** State of an essay (spec 10.2). */
export const essayState = z
  .enum(['not-started', 'in-progress', 'finished', 'timed-out', 'withdrawn', 'graded'])
  .meta({ id: 'EssayState' });

/** Essay as its author sees it (spec 10.4). */
const essay = named('Essay', {
  id,
  subscriptionId: id,
  attempt: z.number().int().positive(),
  state: essayState,
  timedOut: z.boolean(),
  title: text.nullable(),
  essay: text.nullable(),
  score: z.number().nullable(),
  hasPlagiarism: z.boolean().nullable(),
  completedDate: isoDateTime.nullable(),
  dateNow: isoDateTime,
  theme: z.object({ title: text, texts: z.array(text) }).nullable(),
  startedAt: isoDateTime.nullable(),
  deadline: isoDateTime.nullable(),
  minWords: count,
  maxWords: count,
  maxCharacters: count,
  /** Longest time for which changed text stays unsaved while the candidate keeps typing (`EssayAutosaveSeconds`). */
  autosaveSeconds: count,
  revision: count,
  feedback: text.nullable(),
});

/** Essay rules and attempts of an application (spec 10.4). */
const essayOverview = named('EssayOverview', {
  attempts: z.array(
    z.object({
      id,
      attempt: z.number().int().positive(),
      state: essayState,
      timedOut: z.boolean(),
      score: z.number().nullable(),
    }),
  ),
  attemptsLeft: count,
  rules: z.object({
    minutes: count,
    minWords: count,
    maxWords: count,
    maxCharacters: count,
    titleMin: count,
    titleMax: count,
  }),
});

/** Accommodation requested before the essay or test, for instance because of a disability, with its response (spec 10.1, 18). */
export const accommodationRequest = named('AccommodationRequest', {
  state: z.enum(['asked', 'granted', 'refused']),
  kinds: z.array(text),
  notes: text.nullable(),
  /** The person states that a medical report will follow. */
  reportLater: z.boolean(),
  askedAt: isoDateTime,
  message: text.nullable(),
  decidedAt: isoDateTime.nullable(),
});

/** Response to saving a draft (spec 10.4). */
const savedDraft = named('SavedDraft', {
  revision: count,
  savedAt: isoDateTime,
  wordCount: count,
  dateNow: isoDateTime,
});

// Far above every limit of spec 10.1: the real limits count code points and are checked by the domain.
const title = typed(2000);
const essayText = typed(60_000);

export const essayCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/essays': {
    summary: 'Rules, attempts made and attempts left',
    accessKey: true,
    responses: { 200: essayOverview },
  },
  'POST /candidate/subscriptions/{id}/essays': {
    summary: 'Start an essay: draws the theme and starts the clock',
    accessKey: true,
    idempotent: true,
    body: z.object({ rulesAccepted: z.boolean() }),
    responses: { 201: essay },
    errors: ['ESSAY_IN_PROGRESS', 'ESSAY_FINISHED', 'NO_ATTEMPTS', 'NOT_ESSAY_INGRESS', 'INTAKE_INACTIVE'],
  },
  'GET /candidate/subscriptions/{id}/accommodation-request': {
    summary: 'The last request for more time or another condition, with its answer',
    accessKey: true,
    responses: { 200: z.object({ mayAsk: z.boolean(), request: accommodationRequest.nullable() }) },
  },
  'PUT /candidate/subscriptions/{id}/accommodation-request': {
    summary: 'Ask for more time or another condition; a request that waits is replaced',
    repeats: 'same',
    accessKey: true,
    body: z.object({
      kinds: z.array(typed(60)).max(20),
      notes: maybe(typed(1000)),
      reportLater: z.boolean(),
    }),
    responses: { 200: z.object({ mayAsk: z.boolean(), request: accommodationRequest.nullable() }) },
    errors: ['STATE_CONFLICT'],
  },
  'GET /candidate/subscriptions/essays/{essayId}': {
    summary: 'One essay with the time of the server',
    accessKey: true,
    responses: { 200: essay },
  },
  'PUT /candidate/subscriptions/essays/{essayId}/draft': {
    summary: 'Keep the text; revision is the last one received',
    repeats: 'same',
    accessKey: true,
    body: z.object({ title, essay: essayText, revision: whole.min(0) }),
    responses: { 200: savedDraft },
    errors: ['STALE_REVISION', 'ESSAY_TIMED_OUT', 'ESSAY_FINISHED'],
  },
  'POST /candidate/subscriptions/essays/{essayId}/finish': {
    summary: 'Deliver the essay',
    accessKey: true,
    idempotent: true,
    body: z.object({ title, essay: essayText }),
    responses: { 200: z.object({ state: z.literal('finished'), completedDate: isoDateTime }) },
    errors: ['ESSAY_TIMED_OUT', 'ESSAY_FINISHED'],
  },
});
