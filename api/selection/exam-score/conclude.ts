import { dayInZone } from '@orbita/domain/foundation';
import { type ExamLookUpState, type ExamScores, examAverage, latestExamYear } from '@orbita/domain/selection';
import { type Actor, examApproves, type Facts, STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { emit } from '../../platform/events.ts';
import type { House } from '../../platform/house.ts';
import {
  extendForLateDecision,
  moveSubscription,
  type SubscriptionState,
  settingsReader,
} from '../../subscription/index.ts';
import { offerBulletin } from './bulletin.ts';
import type { LookUpRow } from './store.ts';

/** What the source or the institution says of a look-up; `failed` = nobody could say anything. */
export type ExamResult = { state: 'found'; scores: ExamScores } | { state: 'not-found' | 'failed' };

type By = { actor: Extract<Actor, 'system' | 'operations'>; decidedBy: string };

/** May an exam score still decide about this application (TR-40, TR-41)? */
export const awaitsExamScore = (state: Pick<SubscriptionState, 'status' | 'ingress_kind'>): boolean =>
  state.ingress_kind === 'exam-score' &&
  (state.status === STATUS.Subscribed || state.status === STATUS.SubscriptionDocumentationPending);

type Exam = NonNullable<Facts['exam']>;

/** The scores against the minimums that hold where the application stands (spec 3.2). */
export function examOf(state: SubscriptionState, year: number, scores: ExamScores, now: Date): Exam {
  const parameter = settingsReader(state.settings);
  const latest = latestExamYear(parameter('EnemLatestYear'), dayInZone(now, state.time_zone));
  return {
    average: examAverage(scores),
    essay: scores.essay,
    minimumAverage: parameter('EnemMinAverage'),
    minimumEssay: parameter('EnemMinEssayScore'),
    yearAccepted: year >= parameter('EnemOldestYear') && year <= latest,
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

/** Tells open pages the state of the exam score. */
export const tellExamState = (tx: Tx, house: House, subscriptionId: number, state: ExamLookUpState) =>
  emit(tx, house, { stream: 'business', type: 'exam-score.updated', subscriptionId, data: { state } });

/**
 * Writes the result of a look-up, tells it (N-13) and moves the application by TR-40 or TR-41; a result that was not
 * found offers the bulletin. The caller holds the subscription and the row, and has checked that both still wait.
 * `quiet` leaves the message out: whoever stands before the page has just been told.
 */
export async function concludeLookUp(
  tx: Tx,
  house: House,
  locked: SubscriptionState,
  row: LookUpRow,
  result: ExamResult,
  by: By,
  quiet = false,
): Promise<{ state: Concluded; status: Status }> {
  const now = house.clock.now();
  const exam = result.state === 'found' ? examOf(locked, row.year, result.scores, now) : undefined;
  const state = exam ? (examApproves(exam) ? 'approved' : 'rejected') : (result.state as Concluded);
  // A source that answers late costs the candidate no days, as an institution that decides late does not (spec 7.1).
  if (state !== 'failed') await extendForLateDecision(tx, house, locked);
  await write(tx, row, state, result.state === 'found' ? result.scores : null, by, now);
  if (state === 'not-found') await offerBulletin(tx, locked.id, now);
  await tellExamState(tx, house, locked.id, state);
  if (!quiet) {
    await notify(tx, house, {
      template: 'N-13',
      personId: locked.person_id,
      subscriptionId: locked.id,
      dedupe: `${row.id}:${state}`,
      data: { variante: VARIANTS[state] },
    });
  }
  if (!exam) {
    await emit(tx, house, {
      stream: 'business',
      type: 'subscription.steps-changed',
      subscriptionId: locked.id,
      data: {},
    });
    return { state, status: locked.status };
  }
  const moved = await moveSubscription(tx, house, {
    subscriptionId: locked.id,
    event: state === 'approved' ? 'exam-score-approved' : 'exam-score-rejected',
    actor: by.actor,
    facts: { exam },
  });
  return { state, status: moved.to };
}
