import { type DocumentState, documentMove, isStageComplete } from '@orbita/domain/document';
import { entryOf, isoInZone } from '@orbita/domain/foundation';
import { decideMove, STATUS, type SubscriptionEvent, statusInfo } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Ctx } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { factsOfState, type SubscriptionState, stateOf } from '../../subscription/facts.ts';
import { decisionsOf } from '../decisions.ts';
import { hasMovedOn, MOVED_ON } from '../reopen.ts';
import { compareLines } from './compare.ts';
import { type DocumentRow, JOINS, presentDocument, shownAt } from './list.ts';

type Stage = Parameters<typeof hasMovedOn>[1]['stage'];
type Row = DocumentRow & { code: string; covers: string[] };
type Context = Pick<Ctx<'GET /operations/documents/{id}'>, 'platform' | 'tenant' | 'service'>;

/** What approving the last required document of a stage triggers, and the only status in which it does. */
const MOVES: Record<string, { from: number; event: SubscriptionEvent; actor: 'system' | 'operations' }> = {
  enrollment: { from: STATUS.DocumentationPending, event: 'documents-approved', actor: 'system' },
  selection: {
    from: STATUS.SubscriptionDocumentationPending,
    event: 'selection-documents-approved',
    actor: 'operations',
  },
};

/** One document with everything needed to decide on it (spec 25.8). */
export async function showDocument({ platform, tenant, service }: Context, id: number) {
  const on = platform.db.tenant(tenant.id);
  const now = platform.clock.now();
  const row = await on.one<Row>(sql`
    select ${shownAt(now, service)}, d.code, (select coalesce(jsonb_agg(o.code), '[]') from required_document o
      where o.tenant_id = d.tenant_id and o.covered_by = d.id and o.state in ('pending', 'rejected')) as covers
    from required_document d ${JOINS} where d.tenant_id = ${tenant.id} and d.id = ${id}`);
  const state = row && (await stateOf(on, row.subscription_id));
  if (!row || !state) fail('NOT_FOUND');
  const after = approvedIn(state, row);
  const decisions = await decisionsOf(on, id);
  return {
    ...presentDocument(row, service, tenant.timeZone),
    compare: await compareLines(on, { code: row.code, subscriptionId: row.subscription_id }),
    decisions: decisions.map(({ decision, reason, note, by, at }) => ({
      ...{ state: decision, reason, note, by },
      at: isoInZone(at, tenant.timeZone),
    })),
    missingAfter: stageOf(after, row).filter((one) => one.required && !isStageComplete([one])).length,
    nextStatus:
      row.state === 'sent' && (row.required || row.covers.length > 0) ? nextStatusOf(after, row, now) : null,
    nextStatusWaived:
      documentMove(row.state as DocumentState, 'waive') && row.required
        ? nextStatusOf(waivedIn(state, row), row, now)
        : null,
    reopening: reopeningOf(state, row, decisions.at(-1)),
  };
}

/** Documents of the same stage, reduced to what determines whether it is complete. */
const stageOf = ({ documents }: SubscriptionState, { stage }: Row) =>
  documents
    .filter((one) => one.stage === stage)
    .map(({ required, state }) => ({ required, state: state as DocumentState }));

/** Whether the decision may be undone; null if nothing is decided: the document is awaiting review or wasn't sent. */
function reopeningOf(state: SubscriptionState, row: Row, last: { status: number } | undefined) {
  if (row.state === 'sent' || row.state === 'pending') return null;
  const isOver = hasMovedOn(state, { stage: row.stage as Stage }, last);
  return { allowed: !isOver, reason: isOver ? MOVED_ON : null };
}

/** The application as it would be with a document approved, and with what that makes unnecessary waived. */
const approvedIn = (state: SubscriptionState, { stage, code, covers }: Row): SubscriptionState => ({
  ...state,
  documents: state.documents.map((one) =>
    one.stage === stage && (one.code === code || covers.includes(one.code))
      ? { ...one, state: one.code === code ? 'approved' : 'waived' }
      : one,
  ),
});

/** The application as it would be with a document waived. */
const waivedIn = (state: SubscriptionState, { stage, code }: Row): SubscriptionState => ({
  ...state,
  documents: state.documents.map((one) =>
    one.stage === stage && one.code === code ? { ...one, state: 'waived' } : one,
  ),
});

/** Where a decision with this outcome would move the application; null if nowhere. */
function nextStatusOf(after: SubscriptionState, row: Row, now: Date) {
  const move = entryOf(MOVES, row.stage);
  if (!move || !isStageComplete(stageOf(after, row)) || after.status !== move.from) return null;
  const decided = decideMove({
    type: after.application_type,
    from: after.status,
    ...{ event: move.event, actor: move.actor },
    facts: factsOfState(after, now),
  });
  return decided.allowed ? { status: decided.to, statusName: statusInfo(decided.to).label } : null;
}
