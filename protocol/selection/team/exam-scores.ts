import { z } from 'zod';
import { rejectionReason } from '../../document/index.ts';
import {
  behalfReason,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  text,
  typed,
} from '../../foundation/index.ts';
import { claim, decided, itemErrors, ownItem, seenVersion } from '../../work/index.ts';
import {
  askedExamScore,
  examLookUpState,
  examScore,
  examScores,
  lookUpErrors,
  opsExamScore,
} from '../index.ts';

/** Look-up as shown to those who decide it: with its version and its claim (spec 25.10). */
const teamExamScore = opsExamScore
  .extend({ version: z.number().int().positive(), claim: claim.nullable() })
  .meta({ id: 'TeamExamScore' });

/** One look-up with everything needed to decide it. */
const examScorePage = teamExamScore
  .extend({
    name: text,
    courseName: text,
    requestedAt: isoDateTime,
    /** Clean files of the bulletin, in the order sent; `inCheck` means that one is still being scanned. */
    files: z.array(z.object({ fileId: id })),
    bulletinState: text.nullable(),
    inCheck: z.boolean(),
    /** Minimums for the average and the essay, and whether its year is accepted. */
    minimums: z.object({ average: z.number(), essay: z.number() }),
    yearAccepted: z.boolean(),
    /** Whether a result can be given: the application is still awaiting one. */
    open: z.boolean(),
    decidedBy: text.nullable(),
    decidedAt: isoDateTime.nullable(),
    work: ownItem.nullable(),
  })
  .meta({ id: 'ExamScorePage' });

/** Exam scores as the institution decides them (spec 17.2). */
export const examScoreTeamCalls = defineCalls({
  'GET /operations/exam-scores': {
    summary: 'Look-ups of exam scores, oldest first; each application shows its last one',
    scope: 'exam-scores',
    query: z.object({ state: examLookUpState.optional(), ...listQuery }),
    responses: { 200: listOf(teamExamScore) },
  },
  'GET /operations/exam-scores/{id}': {
    summary: 'One look-up with its bulletin and the minimums its result is judged by',
    scope: 'exam-scores',
    responses: { 200: examScorePage },
  },
  'POST /operations/subscriptions/{id}/exam-score': {
    summary: 'Look up the exam score on behalf of the candidate, by the same rules as her own call',
    scope: ['exam-scores', 'subscriptions.act'],
    body: askedExamScore.extend({ reason: behalfReason }),
    responses: { 202: examScore },
    errors: [...lookUpErrors],
  },
  'POST /operations/exam-scores/{id}/result': {
    summary:
      'Give the result of a look-up; the average is computed here, and must agree with the state. `bulletin-refused` asks for another bulletin with a reason',
    scope: 'exam-scores',
    body: z.object({
      state: z.enum(['approved', 'rejected', 'not-found', 'bulletin-refused']),
      scores: maybe(examScores),
      reason: maybe(rejectionReason),
      note: maybe(typed(2000)),
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: ['OWN_FILE', ...itemErrors],
  },
});
