import { type ExamLookUpState, type ExamScores, examAverage } from '@orbita/domain/selection';
import { type Actor, examApproves, type Facts, STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import { emit, emitStepsChanged } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SubscriptionState, settingsReader } from '../../subscription/facts.ts';
import { moveSubscription } from '../../subscription/move.ts';
import { extendForLateDecision } from '../../subscription/payment-deadline.ts';
import { settleItem } from '../../work/decision.ts';
import { offerBulletin } from './bulletin.ts';
import { publishExamScores } from './queue.ts';
import type { LookUpRow } from './store.ts';
import { examYearsOf } from './years.ts';

/** Response of the source or decision of the institution about a look-up; `failed` = there was no response. */
export type ExamResult = { state: 'found'; scores: ExamScores } | { state: 'not-found' | 'failed' };

/** Who gives the result; `shown` is the name for the team. */
type By = { actor: Extract<Actor, 'system' | 'operations'>; decidedBy: string; shown: string };

/** Whether an exam score may still decide this application (TR-40, TR-41). */
export const awaitsExamScore = (state: Pick<SubscriptionState, 'status' | 'ingress_kind'>): boolean =>
  state.ingress_kind === 'exam-score' &&
  (state.status === STATUS.Subscribed || state.status === STATUS.SubscriptionDocumentationPending);

type Exam = NonNullable<Facts['exam']>;

/** The scores with the minimums that apply to this application (spec 3.2). */
export function examOf(state: SubscriptionState, year: number, scores: ExamScores, now: Date): Exam {
  const parameter = settingsReader(state.settings);
  const { oldest, latest } = examYearsOf(state, now);
  return {
    average: examAverage(scores),
    essay: scores.essay,
    minimumAverage: parameter('EnemMinAverage'),
    minimumEssay: parameter('EnemMinEssayScore'),
    yearAccepted: year >= oldest && year <= latest,
  };
}

const VARIANTS = {
  approved: 'resultado',
  rejected: 'resultado',
  'not-found': 'nao-encontrada',
  failed: 'falha',
} as const;

type Concluded = Exclude<ExamLookUpState, 'analysing'>;

const write = (tx: Tx, row: LookUpRow, state: Concluded, scores: ExamScores | null, by: By, now: Date) =>
  tx.one(sql`
    update exam_score set state = ${state}::text, scores = ${scores ? JSON.stringify(scores) : null}::jsonb,
      average = ${scores ? examAverage(scores) : null}::numeric, decided_at = ${now}::timestamptz,
      decided_by = ${by.decidedBy}::text
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);

/** Notifies open pages of the state of the exam score. */
export const emitExamState = (tx: Tx, platform: Platform, subscriptionId: number, state: ExamLookUpState) =>
  emit(tx, platform, { stream: 'business', type: 'exam-score.updated', subscriptionId, data: { state } });

/**
 * Writes the result of a look-up, notifies the candidate (N-13) and moves the application by TR-40 or TR-41; without a result the
 * bulletin is offered. The caller has locked the subscription and the row, and has checked that both are still pending. `quiet`
 * sends no message, because the candidate on the page has just received the result.
 */
export async function concludeLookUp(
  tx: Tx,
  platform: Platform,
  locked: SubscriptionState,
  row: LookUpRow,
  result: ExamResult,
  by: By,
  quiet = false,
): Promise<{ state: Concluded; status: Status }> {
  const now = platform.clock.now();
  const exam = result.state === 'found' ? examOf(locked, row.year, result.scores, now) : undefined;
  const state = exam ? (examApproves(exam) ? 'approved' : 'rejected') : (result.state as Concluded);
  // A late response of the source costs the candidate no days, like a late decision of the institution (spec 7.1).
  if (state !== 'failed') await extendForLateDecision(tx, platform, locked);
  await write(tx, row, state, result.state === 'found' ? result.scores : null, by, now);
  if (row.waiting_since || by.actor === 'operations')
    await settleItem(tx, platform, { kind: 'exam-score', id: row.id }, by.shown);
  else if (state === 'failed') publishExamScores(tx, row.institution_id);
  if (state === 'not-found') await offerBulletin(tx, locked.id, now);
  await emitExamState(tx, platform, locked.id, state);
  if (!quiet) {
    notify(tx, platform, {
      template: 'N-13',
      personId: locked.person_id,
      subscriptionId: locked.id,
      dedupe: `${row.id}:${state}`,
      data: { variante: VARIANTS[state] },
    });
  }
  if (!exam) {
    await emitStepsChanged(tx, platform, locked.id);
    return { state, status: locked.status };
  }
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: locked.id,
    event: state === 'approved' ? 'exam-score-approved' : 'exam-score-rejected',
    actor: by.actor,
    facts: { exam },
  });
  return { state, status: moved.to };
}
