import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, typedLine } from '../foundation/index.ts';
import { subscription } from '../subscription/index.ts';

const score = z.number().min(0).max(1000);

/** Scores of the four areas and the essay (spec 9.2). */
export const examScores = z
  .object({ languages: score, humanities: score, sciences: score, mathematics: score, essay: score })
  .meta({ id: 'ExamScores' });

/** State of one look-up (spec 9.2). */
export const examLookUpState = z
  .enum(['analysing', 'approved', 'rejected', 'not-found', 'failed'])
  .meta({ id: 'ExamLookUpState' });

/** Exam score of an application (spec 9.2). */
export const examScore = named('ExamScore', {
  state: z.enum(['none', ...examLookUpState.options]),
  registration: z.string().nullable(),
  year: z.number().int().nullable(),
  scores: examScores.nullable(),
  average: score.nullable(),
  expectedBy: isoDateTime.nullable(),
  attemptsLeft: z.number().int().nonnegative(),
  /** Exam years that this application may use (spec 3.2). */
  years: z.object({ oldest: z.number().int(), latest: z.number().int() }),
});

/** Exam score as the institution sees it (spec 17.2). */
export const opsExamScore = named('OperationsExamScore', {
  id,
  subscriptionId: id,
  registration: z.string().nullable(),
  year: z.number().int(),
  cpf: z.string().nullable(),
  state: examLookUpState,
  scores: examScores.nullable(),
  average: score.nullable(),
  bulletinFileId: id.nullable(),
});

/** What a look-up needs (spec 9.2). */
export const askedExamScore = z.object({
  registration: typedLine(40),
  year: z.number().int().min(0).max(9999),
});

export const lookUpErrors = [
  'NOT_FOUND',
  'VALIDATION',
  'ALREADY_ANALYSING',
  'NO_ATTEMPTS',
  'TRANSITION_NOT_ALLOWED',
  'INTAKE_INACTIVE',
  'DATA_INCOMPLETE',
  'EXAM_LOOKUP_FAILED',
] as const;

export const examScoreCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/exam-score': {
    summary: 'State of the exam score and look-ups left',
    accessKey: true,
    responses: { 200: examScore },
  },
  'POST /candidate/subscriptions/{id}/exam-score': {
    summary: 'Look up the exam score; the result comes with exam-score.updated',
    accessKey: true,
    body: askedExamScore,
    responses: { 202: examScore },
    errors: [...lookUpErrors],
  },
  'POST /candidate/subscriptions/{id}/ingress-switch': {
    summary: 'Change to another form of ingress of the same intake, course and pole',
    accessKey: true,
    body: z.object({ kind: z.enum(['online-essay', 'exam-score', 'scheduled-test']) }),
    responses: { 200: subscription },
    errors: [
      'INGRESS_SWITCH_FAILED',
      'OFFER_CHANGE_FAILED',
      'TRANSITION_NOT_ALLOWED',
      'SUBSCRIPTION_EXISTS',
      'INTAKE_INACTIVE',
      'NO_VACANCIES',
    ],
  },
});
