import {
  documentMove,
  isRejectionComplete,
  isStageComplete,
  REJECTIONS,
  type Rejection,
  rejectionInSentence,
} from '@orbita/domain/document';
import { TEXTS } from '@orbita/domain/foundation';
import { STATUS, statusInfo } from '@orbita/domain/subscription';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { settleAnalysis } from '../subscription/analysis-wait.ts';
import { type JudgedRow, readJudged } from '../subscription/judged.ts';
import { moveSubscription } from '../subscription/move.ts';
import { extendForLateDecision } from '../subscription/payment-deadline.ts';
import { checkDecision, type Decider, requireVersion, settleItem } from '../work/decision.ts';
import { checkNotOwnFile, judgedDocument, keepDecision, lastDecision, refuseState } from './decisions.ts';
import { type DocumentRow, listDocuments, lockDocument, setState, settleCovered } from './store.ts';

export type ReviewCommand = {
  documentId: number;
  decision: 'approved' | 'rejected' | 'waived';
  reason?: string | null | undefined;
  note?: string | null | undefined;
  /** Institutions the reviewer may see; null or absent = all. Documents of others are reported as not found. */
  institutions?: readonly string[] | null | undefined;
  /** The deciding staff member, if any, and the version they saw (spec 25.4). */
  decider?: Decider;
  version?: number | null | undefined;
  /** Whether it may complete the stage and move the application; absent: a person's may not, any other may (spec 25.8). */
  concludes?: boolean | undefined;
  /** Who decides, as recorded with the decision. */
  by?: string | undefined;
};

export type Reviewed = {
  id: number;
  state: ReviewCommand['decision'];
  subscriptionId: number;
  status: number;
};

const EVENTS = { approved: 'approve', rejected: 'reject', waived: 'waive' } as const;

type Refusal = { reason: Rejection; note: string | null };

/** A rejection needs a reason; "other" also needs a text (spec 15.1). */
function refusalOf({ decision, reason, note }: ReviewCommand): Refusal | null {
  if (decision !== 'rejected') return null;
  if (!reason) invalid([{ field: 'reason', message: TEXTS.required }]);
  if (!Object.hasOwn(REJECTIONS, reason ?? '')) invalid([{ field: 'reason', message: 'Valor inválido.' }]);
  const known = reason as Rejection;
  if (!isRejectionComplete(known, note)) invalid([{ field: 'note', message: TEXTS.required }]);
  return { reason: known, note: note?.trim() || null };
}

const lastClean = ({ files }: DocumentRow) => files.findLast(({ scan }) => scan === 'clean')?.fileId ?? 0;

/** Notifies the candidate of a rejection by message; the event updates open pages. */
async function notifyRejection(
  tx: Tx,
  platform: Platform,
  document: DocumentRow,
  state: JudgedRow,
  refusal: Refusal | null,
  decision: ReviewCommand['decision'],
): Promise<void> {
  await emit(tx, platform, {
    stream: 'business',
    type: 'document.reviewed',
    subscriptionId: state.id,
    data: {
      documentId: document.id,
      name: document.name,
      state: decision,
      ...(refusal ? { reason: refusal.reason } : {}),
    },
  });
  if (!refusal) return;
  notify(tx, platform, {
    template: 'N-24',
    personId: state.person_id,
    subscriptionId: state.id,
    // One rejection message per last file sent.
    dedupe: `${document.id}:${lastClean(document)}`,
    data: { documento: document.name, motivo: rejectionInSentence(refusal.reason, refusal.note) },
  });
}

/**
 * When all required documents of the stage are done, notifies the candidate and moves the application (TR-20, 76, 77). Returns
 * the status.
 */
export async function finishStage(tx: Tx, platform: Platform, state: JudgedRow, stage: DocumentRow['stage']) {
  notify(tx, platform, {
    template: 'N-25',
    personId: state.person_id,
    subscriptionId: state.id,
    dedupe: `${state.id}:${stage}:${state.accepted_at?.getTime() ?? 0}`,
  });
  if (stage === 'enrollment') {
    if (state.status !== STATUS.DocumentationPending) return state.status;
    const event = 'documents-approved';
    return (await moveSubscription(tx, platform, { subscriptionId: state.id, event, actor: 'system' })).to;
  }
  if (state.status !== STATUS.SubscriptionDocumentationPending) return state.status;
  const event = 'selection-documents-approved';
  try {
    const move = () =>
      moveSubscription(tx, platform, { subscriptionId: state.id, event, actor: 'operations' });
    return (await tx.savepoint(move)).to;
  } catch (error) {
    // The analysis of the disciplines is still missing; it will move the application.
    if (error instanceof AppError) return state.status;
    throw error;
  }
}

/**
 * Decides on a document for operations (spec 15.1, 17.2), in the caller's transaction. Only files found clean count: a document
 * nobody could see is neither approved nor rejected. Refuses with `NOT_FOUND`, `VALIDATION`, `STATE_CONFLICT` (with the
 * document's `state` and the `status`), and `CONCLUDES_STAGE` (with the `nextStatus`) when nobody said that it may move the
 * application.
 */
export async function reviewDocumentIn(
  tx: Tx,
  platform: Platform,
  command: ReviewCommand,
): Promise<Reviewed> {
  const document = await lockDocument(tx, command.documentId);
  if (!document) fail('NOT_FOUND');
  const locked = await readJudged(tx, document.subscription_id);
  if (command.institutions?.includes(locked.institution_code) === false) fail('NOT_FOUND');
  const refusal = refusalOf(command);
  requireVersion(command.decider, command.version);
  const next = documentMove(document.state, EVENTS[command.decision]);
  const seen = command.decision === 'waived' || lastClean(document) > 0;
  const now = platform.clock.now();
  const by = command.by ?? 'sistema';
  // The last decider is needed only for a refusal.
  const mayRefuse = !next || !seen || (command.version ?? null) !== null;
  const last = mayRefuse ? await lastDecision(tx, document.id) : undefined;
  if (!next || !seen) refuseState(document, locked, last);
  await checkDecision(tx, {
    decider: command.decider,
    item: judgedDocument(document, last),
    seen: command.version,
    now,
    zone: locked.time_zone,
  });
  if (command.decision === 'approved') await checkNotOwnFile(tx, document.id, command.decider);
  const state = await extendForLateDecision(tx, platform, locked);
  setState(tx, document.id, next, now, refusal, now);
  keepDecision(tx, document.id, {
    decision: command.decision,
    reason: refusal?.reason ?? null,
    note: refusal?.note ?? (command.decision === 'waived' ? command.note?.trim() || null : null),
    by,
    staffId: command.decider?.staff?.id ?? null,
    status: locked.status,
    at: now,
  });
  await settleItem(tx, platform, { kind: 'document', id: document.id }, by);
  const covered = await settleCovered(tx, document.id, command.decision === 'approved', now);
  if (document.stage === 'selection') await settleAnalysis(tx, platform, state.id);
  await notifyRejection(tx, platform, document, state, refusal, command.decision);
  const stage = await listDocuments(tx, state.id, document.stage);
  const counts = document.required || covered.length > 0;
  const complete = command.decision !== 'rejected' && counts && isStageComplete(stage);
  const status = complete ? await finishStage(tx, platform, state, document.stage) : state.status;
  // Asked last: only the move itself, under the lock of the application, knows that no other document is missing any more.
  if (status !== state.status && !(command.concludes ?? !command.decider?.staff))
    fail('CONCLUDES_STAGE', { extra: { nextStatus: { status, statusName: statusInfo(status).label } } });
  return { id: document.id, state: command.decision, subscriptionId: state.id, status };
}
