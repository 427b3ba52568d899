import { canBeCovered, documentMove, isCover, isStageComplete } from '@orbita/domain/document';
import type { Tx } from '../platform/database/types.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Write } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { behalfReason, recordAct } from '../subscription/acts.ts';
import { settleAnalysis } from '../subscription/analysis-wait.ts';
import { lockSubscription } from '../subscription/move.ts';
import { onBehalf } from '../subscription/on-behalf.ts';
import { subscriptionById } from '../subscription/row.ts';
import { ownDocument } from './accept-file.ts';
import { presentDocument } from './present.ts';
import { finishStage } from './review.ts';
import { type DocumentRow, findDocument, listDocuments, lockDocument, setCover, setState } from './store.ts';

type Call = Ctx<
  | 'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}'
  | 'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}'
>;
type OperationsCall = Ctx<'POST /operations/documents/{id}/covered-by/{otherId}'>;

/** Both documents of the address, within one application of the session's person; 404 for others. */
async function ownPair(ctx: Call): Promise<{ known: DocumentRow; other: DocumentRow }> {
  const { id, documentId, otherId } = ctx.params;
  const known = await ownDocument(ctx, id, documentId);
  const other = await ownDocument(ctx, id, otherId);
  return { known, other };
}

type Pair = { known: DocumentRow; other: DocumentRow };
/** The caller's writes in the transaction that covers the document. */
type Within = (tx: Tx) => Promise<void>;

/** Covers one document by another, holding both locks; returns all documents of its stage. */
async function cover(tx: Tx, platform: Platform, { known, other }: Pair, within: Within) {
  const locked = await lockSubscription(tx, known.subscription_id);
  const document = await lockDocument(tx, known.id);
  const covering = await lockDocument(tx, other.id);
  if (!document || !covering) fail('NOT_FOUND');
  if (!canBeCovered(document.state) || !isCover(document, covering))
    fail('STATE_CONFLICT', { extra: { status: locked.status } });
  const now = platform.clock.now();
  setCover(tx, document.id, covering.id, now);
  await within(tx);
  const next = covering.state === 'approved' ? documentMove(document.state, 'waive') : undefined;
  if (next) {
    setState(tx, document.id, next, now);
    if (document.stage === 'selection') await settleAnalysis(tx, platform, locked.id);
    const stage = await listDocuments(tx, known.subscription_id, document.stage);
    if (document.required && isStageComplete(stage)) await finishStage(tx, platform, locked, document.stage);
  }
  return listDocuments(tx, known.subscription_id, document.stage);
}

/**
 * POST covered-by: "Meu CPF consta no documento de identidade" (spec 15.9). The document is waived once the other one is
 * approved, or immediately if it already is. Until then it is pending, and a rejection of the other one undoes the cover.
 */
export async function coverDocument(ctx: Call) {
  const { platform, tenant } = ctx;
  const pair = await ownPair(ctx);
  return ctx.once(async (tx) => {
    const rows = await cover(tx, platform, pair, async () => undefined);
    const row = rows.find((one) => one.id === pair.known.id);
    return row
      ? reply(200, presentDocument(row, { others: rows, zone: tenant.timeZone }))
      : fail('NOT_FOUND');
  });
}

/** The same on behalf of the candidate (D-85); 404 for documents of two applications or outside the caller's institutions. */
export async function coverForCandidate(ctx: OperationsCall, write: Write): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  const on = platform.db.tenant(tenant.id);
  const known = await findDocument(on, params.id);
  const other = await findDocument(on, params.otherId);
  if (!known || !other || known.subscription_id !== other.subscription_id) fail('NOT_FOUND');
  const { subscription_id: subscriptionId } = known;
  await onBehalf(ctx, subscriptionId);
  const reason = behalfReason(service, ctx.body()?.reason);
  return write(async (tx) => {
    const rows = await cover(tx, platform, { known, other }, (within) =>
      recordAct(within, platform, service, {
        subscriptionId,
        act: 'document-covered',
        subject: known.name,
        reason,
      }),
    );
    const row = rows.find((one) => one.id === known.id);
    const application = await subscriptionById(tx, subscriptionId);
    if (!row || !application) fail('NOT_FOUND');
    return reply(200, { id: known.id, state: row.state, subscriptionId, status: application.status });
  });
}

/** DELETE covered-by: the document is required again, unless the other one has already made it unnecessary. */
export async function uncoverDocument(ctx: Call) {
  const { known, other } = await ownPair(ctx);
  return ctx.once(async (tx) => {
    const document = await lockDocument(tx, known.id);
    if (document?.covered_by === other.id) {
      if (!canBeCovered(document.state)) fail('APPROVED');
      setCover(tx, document.id, null, ctx.platform.clock.now());
    }
    return reply(204);
  });
}
