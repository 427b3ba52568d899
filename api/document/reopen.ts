import { isRefusedFile, reopenedState } from '@orbita/domain/document';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription } from '../subscription/move.ts';
import { checkDecision, type Decider, requireVersion, settleItem } from '../work/decision.ts';
import { type DecisionRow, judgedDocument, keepDecision, lastDecision, refuseState } from './decisions.ts';
import { type DocumentRow, findDocument, lockDocument, setState } from './store.ts';
import { startWaiting } from './waiting.ts';

export type ReopenCommand = {
  documentId: number;
  reason: string;
  decider?: Decider;
  version?: number | null | undefined;
  by: string;
};

/** Status in which a stage's documents are required: there, a decision hasn't had consequences yet. */
const ASKED_IN: Record<DocumentRow['stage'], number> = {
  selection: STATUS.SubscriptionDocumentationPending,
  enrollment: STATUS.DocumentationPending,
};

/** Why a decision can't be undone once its application has moved on. */
export const MOVED_ON = 'A inscrição já seguiu adiante.';

/** Whether an application has moved on since the last decision about one of its documents. */
export const hasMovedOn = (
  { status }: Pick<SubscriptionState, 'status'>,
  { stage }: Pick<DocumentRow, 'stage'>,
  last: Pick<DecisionRow, 'status'> | undefined,
): boolean => status !== ASKED_IN[stage] && status !== last?.status;

/**
 * Undoes a decision about a document (spec 25.8): it awaits review again, or a file if it has none. Refused with
 * `STATE_CONFLICT` once its application has moved on, because the consequences of the decision remain.
 */
export async function reopenDocumentIn(tx: Tx, platform: Platform, command: ReopenCommand) {
  const known = await findDocument(tx, command.documentId);
  if (!known) fail('NOT_FOUND');
  requireVersion(command.decider, command.version);
  const locked = await lockSubscription(tx, known.subscription_id);
  const document = await lockDocument(tx, command.documentId);
  if (!document) fail('NOT_FOUND');
  const hasFiles = document.files.some(({ scan }) => !isRefusedFile(scan));
  const state = reopenedState(document.state, hasFiles);
  const last = await lastDecision(tx, document.id);
  if (!state) refuseState(document, locked, last);
  const now = platform.clock.now();
  const zone = locked.time_zone;
  const item = judgedDocument(document, last);
  await checkDecision(tx, { decider: command.decider, item, seen: command.version, now, zone });
  if (hasMovedOn(locked, document, last))
    fail('STATE_CONFLICT', {
      message: MOVED_ON,
      extra: { state: document.state, status: locked.status },
    });
  setState(tx, document.id, state, now);
  await askAgain(tx, document.id, now);
  await startWaiting(tx, platform, document);
  keepDecision(tx, document.id, {
    ...{ decision: 'reopened', reason: null, note: command.reason, by: command.by },
    ...{ staffId: command.decider?.staff?.id ?? null, status: locked.status, at: now },
  });
  await settleItem(tx, platform, { kind: 'document', id: document.id }, command.by);
  await emit(tx, platform, {
    stream: 'business',
    type: 'document.reviewed',
    subscriptionId: document.subscription_id,
    data: { documentId: document.id, name: document.name, state },
  });
  return { id: document.id, state, subscriptionId: document.subscription_id, status: locked.status };
}

/** Documents that the approval had made unnecessary are required again until it is approved once more. */
const askAgain = (tx: Tx, documentId: number, now: Date): Promise<unknown> =>
  tx.many(sql`
    update required_document d set updated_at = ${now}::timestamptz,
      state = case when exists (select from document_file f where f.tenant_id = d.tenant_id
        and f.required_document_id = d.id and f.removed_at is null and f.scan not in ('infected', 'too-big')) then 'sent' else 'pending' end
    where d.tenant_id = ${tx.tenantId} and d.covered_by = ${documentId} and d.state = 'waived' returning d.id`);
