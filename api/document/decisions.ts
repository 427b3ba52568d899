import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import type { Decider, JudgedItem } from '../work/decision.ts';
import type { DocumentRow } from './store.ts';

export type DecisionRow = {
  decision: 'approved' | 'rejected' | 'waived' | 'reopened';
  reason: string | null;
  note: string | null;
  by: string;
  at: Date;
  /** Status of the application at the time of the decision. */
  status: number;
};

/** Decisions about a document, oldest first (spec 25.8). */
export const decisionsOf = (on: Runner, documentId: number): Promise<DecisionRow[]> =>
  on.many<DecisionRow>(sql`
    select decision, reason, note, decided_by as by, at, status from document_decision
    where tenant_id = ${on.tenantId} and required_document_id = ${documentId} order by id`);

export const lastDecision = async (tx: Tx, documentId: number): Promise<DecisionRow | undefined> =>
  tx.one<DecisionRow>(sql`
    select decision, reason, note, decided_by as by, at, status from document_decision
    where tenant_id = ${tx.tenantId} and required_document_id = ${documentId} order by id desc limit 1`);

/** Records who decided what, and why; a later decision doesn't remove it. */
export const keepDecision = (
  tx: Tx,
  documentId: number,
  { decision, reason, note, by, staffId, at, status }: DecisionRow & { staffId: number | null },
): void =>
  tx.alongside(sql`
    insert into document_decision (tenant_id, required_document_id, decision, reason, note, decided_by, staff_id,
      status, at)
    values (${tx.tenantId}, ${documentId}::bigint, ${decision}::text, ${reason}::text, ${note}::text, ${by}::text,
      ${staffId}::bigint, ${status}::int, ${at}::timestamptz) returning id`);

/**
 * A document in the form that decision checks need; its last change is attributed to the last decider if that decision was the
 * change.
 */
export const judgedDocument = (document: DocumentRow, last: DecisionRow | undefined): JudgedItem => ({
  kind: 'document',
  id: document.id,
  version: document.version,
  changedAt: document.updated_at,
  changedBy: last && last.at >= document.updated_at ? last.by : null,
});

/** Reports the document's current state, and who decided it, if anybody did. */
export function refuseState(
  document: DocumentRow,
  { status, time_zone: zone }: Pick<SubscriptionState, 'status' | 'time_zone'>,
  last: DecisionRow | undefined,
): never {
  fail('STATE_CONFLICT', {
    extra: {
      state: document.state,
      status,
      ...(last ? { by: last.by, at: isoInZone(last.at, zone) } : {}),
    },
  });
}

/** Staff who sent a file for the candidate may not approve it themselves (spec 25.6.3). */
export async function checkNotOwnFile(tx: Tx, documentId: number, decider: Decider): Promise<void> {
  if (!decider?.staff) return;
  const own = await tx.one(sql`
    select id from document_file where tenant_id = ${tx.tenantId} and required_document_id = ${documentId}
      and removed_at is null and scan not in ('infected', 'too-big') and sent_by_staff = ${decider.staff.id} limit 1`);
  if (own) fail('OWN_FILE');
}
