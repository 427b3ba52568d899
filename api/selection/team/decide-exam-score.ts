import type { Rejection } from '@orbita/domain/document';
import { isoInZone, TEXTS } from '@orbita/domain/foundation';
import { BULLETIN, type ExamScores, examScoreErrors, isAnswered } from '@orbita/domain/selection';
import { examApproves } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { checkNotOwnFile, keepDecision } from '../../document/decisions.ts';
import { reviewDocumentIn } from '../../document/review.ts';
import { setState } from '../../document/store.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Service } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { checkDecision, requireVersion, settleItem } from '../../work/decision.ts';
import { awaitsExamScore, concludeLookUp, examOf } from '../exam-score/conclude.ts';
import { type LookUpRow, lockLookUp, lookUpById } from '../exam-score/store.ts';

type Given = {
  state: 'approved' | 'rejected' | 'not-found' | 'bulletin-refused';
  scores?: ExamScores | null | undefined;
  reason?: Rejection | null | undefined;
  note?: string | null | undefined;
  version?: number | null | undefined;
};

/** Who gave a result, for display: the name without the system it came through. */
export const nameOf = (by: string): string =>
  by === 'source' ? 'consulta automática' : (by.split(' / ').at(-1) ?? by);

/** Scores are required for a "found" decision and ignored otherwise, each 0–1000 with one decimal. */
function scoresOf({ state, scores }: Given): ExamScores | null {
  if (state === 'not-found' || state === 'bulletin-refused') return null;
  if (!scores) invalid([{ field: 'scores', message: TEXTS.required }]);
  invalid(examScoreErrors(scores as ExamScores));
  return scores as ExamScores;
}

/** Whether the institution may still decide: "not found" only once, after which a bulletin may follow. */
const isOpen = ({ state }: LookUpRow, given: Given['state']): boolean =>
  state === 'not-found' ? given !== 'not-found' : !isAnswered(state) && given !== 'bulletin-refused';

/** Who decides, as stored and as shown to the team. */
type Deciding = { decider: Service; decidedBy: string; shown: string };

/** The look-up, under the locks of its application and itself, checked as an item of the queue. */
async function lockOpen(tx: Tx, platform: Platform, id: number, given: Given, decider: Service) {
  const known = await lookUpById(tx, id);
  if (!known) fail('NOT_FOUND');
  requireVersion(decider, given.version);
  const subscription = await lockSubscription(tx, known.subscription_id);
  const row = await lockLookUp(tx, id);
  if (!row) fail('NOT_FOUND');
  const { time_zone: zone } = subscription;
  if (!isOpen(row, given.state) || row.set_aside_at || !awaitsExamScore(subscription)) {
    const decided = row.decided_at && row.decided_by && isAnswered(row.state);
    const by = decided && {
      by: nameOf(row.decided_by ?? ''),
      at: isoInZone(row.decided_at ?? row.requested_at, zone),
    };
    fail('STATE_CONFLICT', { extra: { state: row.state, status: subscription.status, ...(by || {}) } });
  }
  await checkDecision(tx, {
    decider,
    item: { kind: 'exam-score', id, version: row.version, changedAt: row.decided_at ?? row.requested_at },
    seen: given.version,
    now: platform.clock.now(),
    zone,
  });
  return { subscription, row };
}

/**
 * Decides a look-up manually, from the bulletin or because the source is down (TR-40, TR-41). `STATE_CONFLICT` with `state` and
 * `status` for decided look-ups, for applications that need no score, and for a repeated "not found". A bulletin whose scores
 * were used is approved together with them.
 */
export async function decideLookUp(tx: Tx, platform: Platform, id: number, given: Given, by: Deciding) {
  const scores = scoresOf(given);
  const { subscription, row } = await lockOpen(tx, platform, id, given, by.decider);
  if (given.state === 'bulletin-refused') return refuseBulletin(tx, platform, row, given, by);
  const now = platform.clock.now();
  if (scores) {
    const exam = examOf(subscription, row.year, scores, now);
    const follows = examApproves(exam) ? 'approved' : 'rejected';
    if (follows !== given.state)
      invalid([{ field: 'state', message: `The scores (average ${exam.average}) give ${follows}` }]);
  }
  const bulletin = scores && (await waitingBulletin(tx, subscription.id));
  if (bulletin) await checkNotOwnFile(tx, bulletin.id, by.decider);
  const result = scores ? ({ state: 'found', scores } as const) : ({ state: 'not-found' } as const);
  const done = await concludeLookUp(tx, platform, subscription, row, result, { actor: 'operations', ...by });
  if (bulletin) {
    setState(tx, bulletin.id, 'approved', now, null, now);
    keepDecision(tx, bulletin.id, {
      ...{
        decision: 'approved',
        reason: null,
        note: null,
        by: by.shown,
        at: now,
        status: subscription.status,
      },
      staffId: by.decider.staff?.id ?? null,
    });
    await settleItem(tx, platform, { kind: 'document', id: bulletin.id }, by.shown);
  }
  return { id, state: done.state, subscriptionId: subscription.id, status: done.status };
}

/** The bulletin that is pending review, with its version. */
const waitingBulletin = (tx: Tx, subscriptionId: number) =>
  tx.one<{ id: number; version: number }>(sql`
    select id, version from required_document
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and stage = 'selection'
      and code = ${BULLETIN.code} and state = 'sent' and readable for update`);

/** Requests another bulletin, as for any other document; the look-up stays without a result. */
async function refuseBulletin(tx: Tx, platform: Platform, row: LookUpRow, given: Given, by: Deciding) {
  const bulletin = await waitingBulletin(tx, row.subscription_id);
  if (!bulletin) fail('STATE_CONFLICT', { extra: { state: row.state } });
  const { status } = await reviewDocumentIn(tx, platform, {
    documentId: bulletin.id,
    decision: 'rejected',
    reason: given.reason,
    note: given.note,
    decider: by.decider,
    version: bulletin.version,
    by: by.shown,
  });
  await settleItem(tx, platform, { kind: 'exam-score', id: row.id }, by.shown);
  return { id: row.id, state: given.state, subscriptionId: row.subscription_id, status };
}
