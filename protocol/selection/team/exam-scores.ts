import { z } from 'zod';
import { behalfReason, defineCalls, listOf, listQuery, maybe } from '../../foundation/index.ts';
import { decided } from '../../work/index.ts';
import {
  askedExamScore,
  examLookUpState,
  examScore,
  examScores,
  lookUpErrors,
  opsExamScore,
} from '../index.ts';

/** Exam scores as the institution decides them (spec 17.2). */
export const examScoreTeamCalls = defineCalls({
  'GET /operations/exam-scores': {
    summary: 'Look-ups of exam scores, oldest first; each application shows its last one',
    auth: 'service',
    scope: 'exam-scores',
    query: z.object({ state: examLookUpState.optional(), ...listQuery }),
    responses: { 200: listOf(opsExamScore) },
    errors: [],
  },
  'POST /operations/subscriptions/{id}/exam-score': {
    summary: 'Look up the exam score on behalf of the candidate, by the same rules as her own call',
    auth: 'service',
    scope: ['exam-scores', 'subscriptions.act'],
    body: askedExamScore.extend({ reason: behalfReason }),
    responses: { 202: examScore },
    errors: [...lookUpErrors],
  },
  'POST /operations/exam-scores/{id}/result': {
    summary: 'Give the result of a look-up; the average is computed here, and must agree with the state',
    auth: 'service',
    scope: 'exam-scores',
    body: z.object({ state: z.enum(['approved', 'rejected', 'not-found']), scores: maybe(examScores) }),
    responses: { 200: decided },
    errors: ['NOT_FOUND', 'VALIDATION', 'STATE_CONFLICT'],
  },
});
