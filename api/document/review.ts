import {
  documentMove,
  isRejectionComplete,
  isStageComplete,
  REJECTIONS,
  type Rejection,
  rejectionText,
} from '@orbita/domain/document';
import { TEXTS } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import type { Tenant } from '../platform/http/context.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import {
  extendForLateDecision,
  lockSubscription,
  moveSubscription,
  type SubscriptionState,
  subscriptionById,
} from '../subscription/index.ts';
import { type DocumentRow, findDocument, listDocuments, lockDocument, setState } from './store.ts';

export type ReviewCommand = {
  documentId: number;
  decision: 'approved' | 'rejected' | 'waived';
  reason?: string | null | undefined;
  note?: string | null | undefined;
  /** Institutions the reviewer may see; null or absent = all. Documents of others do not exist for it. */
  institutions?: readonly string[] | null | undefined;
};

export type Reviewed = {
  id: number;
  state: ReviewCommand['decision'];
  subscriptionId: number;
  status: number;
};

const EVENTS = { approved: 'approve', rejected: 'reject', waived: 'waive' } as const;

type Refusal = { reason: Rejection; note: string | null };

/** A rejection names its reason; "other" says it in words (spec 15.1). */
function refusalOf({ decision, reason, note }: ReviewCommand): Refusal | null {
  if (decision !== 'rejected') return null;
  if (!reason) invalid([{ field: 'reason', message: TEXTS.required }]);
  if (!Object.hasOwn(REJECTIONS, reason ?? '')) invalid([{ field: 'reason', message: 'Valor inválido.' }]);
  const known = reason as Rejection;
  if (!isRejectionComplete(known, note)) invalid([{ field: 'note', message: TEXTS.required }]);
  return { reason: known, note: note?.trim() || null };
}

const lastClean = ({ files }: DocumentRow) => files.findLast(({ scan }) => scan === 'clean')?.fileId ?? 0;

/** Tells the candidate of a rejection by message; the event reaches open pages. */
async function tell(
  tx: Tx,
  house: House,
  document: DocumentRow,
  state: SubscriptionState,
  refusal: Refusal | null,
  decision: ReviewCommand['decision'],
): Promise<void> {
  await emit(tx, house, {
    stream: 'business',
    type: 'document.reviewed',
    subscriptionId: state.id,
    data: { documentId: document.id, state: decision, ...(refusal ? { reason: refusal.reason } : {}) },
  });
  if (!refusal) return;
  await notify(tx, house, {
    template: 'N-24',
    personId: state.person_id,
    subscriptionId: state.id,
    // A document is rejected once for what was last sent of it.
    dedupe: `${document.id}:${lastClean(document)}`,
    data: { documento: document.name, motivo: rejectionText(refusal.reason, refusal.note) },
  });
}

/** All required documents of the stage are done: the candidate hears it and the application goes on (TR-20, 76, 77). */
async function finishStage(tx: Tx, house: House, state: SubscriptionState, stage: DocumentRow['stage']) {
  await notify(tx, house, {
    template: 'N-25',
    personId: state.person_id,
    subscriptionId: state.id,
    dedupe: `${state.id}:${stage}:${state.accepted_at?.getTime() ?? 0}`,
  });
  if (stage === 'enrollment') {
    if (state.status !== STATUS.DocumentationPending) return state.status;
    const event = 'documents-approved';
    return (await moveSubscription(tx, house, { subscriptionId: state.id, event, actor: 'system' })).to;
  }
  if (state.status !== STATUS.SubscriptionDocumentationPending) return state.status;
  const event = 'selection-documents-approved';
  try {
    const move = () => moveSubscription(tx, house, { subscriptionId: state.id, event, actor: 'operations' });
    return (await tx.savepoint(move)).to;
  } catch (error) {
    // The analysis of the disciplines is still to come; it moves the application when it is there.
    if (error instanceof AppError) return state.status;
    throw error;
  }
}

/**
 * Decides about a document for operations (spec 15.1, 17.2), in the caller's transaction. Files count only once they
 * were found clean: what nobody could see is neither approved nor rejected. Refuses with `NOT_FOUND`, `VALIDATION`,
 * `STATE_CONFLICT` (with the document's `state` and the `status`).
 */
export async function reviewDocumentIn(tx: Tx, house: House, command: ReviewCommand): Promise<Reviewed> {
  const known = await findDocument(tx, tx.tenantId, command.documentId);
  const owner = known && (await subscriptionById(tx, tx.tenantId, known.subscription_id));
  if (!owner || command.institutions?.includes(owner.institution_code) === false) fail('NOT_FOUND');
  const refusal = refusalOf(command);
  // Subscription first, document second: the order in which a move locks them.
  const locked = await lockSubscription(tx, owner.id);
  const document = await lockDocument(tx, command.documentId);
  if (!document) fail('NOT_FOUND');
  const next = documentMove(document.state, EVENTS[command.decision]);
  const seen = command.decision === 'waived' || lastClean(document) > 0;
  if (!next || !seen) fail('STATE_CONFLICT', { extra: { state: document.state, status: locked.status } });
  const state = await extendForLateDecision(tx, house, locked);
  const now = house.clock.now();
  await setState(tx, document.id, next, now, refusal, now);
  await tell(tx, house, document, state, refusal, command.decision);
  const stage = await listDocuments(tx, tx.tenantId, state.id, document.stage);
  const complete = command.decision !== 'rejected' && document.required && isStageComplete(stage);
  const status = complete ? await finishStage(tx, house, state, document.stage) : state.status;
  return { id: document.id, state: command.decision, subscriptionId: state.id, status };
}

/** As `reviewDocumentIn`, as a transaction of its own. */
export const reviewDocument = (
  house: House,
  tenant: Pick<Tenant, 'id'>,
  command: ReviewCommand,
): Promise<Reviewed> => house.db.write(tenant.id, (tx) => reviewDocumentIn(tx, house, command));
