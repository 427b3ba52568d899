import { canBeCovered, documentMove, isCover, isStageComplete } from '@orbita/domain/document';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { lockSubscription } from '../subscription/move.ts';
import { ownDocument } from './accept-file.ts';
import { presentDocument } from './present.ts';
import { finishStage } from './review.ts';
import { type DocumentRow, listDocuments, lockDocument, setCover, setState } from './store.ts';

type Call = Ctx<
  | 'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}'
  | 'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}'
>;

/** Both documents of the address, of one application of the session's person; 404 for others. */
async function ownPair(ctx: Call): Promise<{ known: DocumentRow; other: DocumentRow }> {
  const { id, documentId, otherId } = ctx.params;
  const known = await ownDocument(ctx, id, documentId);
  const other = await ownDocument(ctx, id, otherId);
  return { known, other };
}

/**
 * POST covered-by: "Meu CPF consta no documento de identidade" (spec 15.9). The document is waived once the
 * other one is approved, at once when it is; until then it waits, and a refusal of the other one ends that.
 */
export async function coverDocument(ctx: Call) {
  const { platform, tenant } = ctx;
  const { known, other } = await ownPair(ctx);
  const rows = await platform.db.write(tenant.id, async (tx) => {
    const locked = await lockSubscription(tx, known.subscription_id);
    const document = await lockDocument(tx, known.id);
    const cover = await lockDocument(tx, other.id);
    if (!document || !cover) fail('NOT_FOUND');
    if (!canBeCovered(document.state) || !isCover(document, cover))
      fail('STATE_CONFLICT', { extra: { status: locked.status } });
    const now = platform.clock.now();
    await setCover(tx, document.id, cover.id, now);
    const next = cover.state === 'approved' ? documentMove(document.state, 'waive') : undefined;
    if (next) {
      await setState(tx, document.id, next, now);
      const stage = await listDocuments(tx, tenant.id, known.subscription_id, document.stage);
      if (document.required && isStageComplete(stage))
        await finishStage(tx, platform, locked, document.stage);
    }
    return listDocuments(tx, tenant.id, known.subscription_id, document.stage);
  });
  const row = rows.find((one) => one.id === known.id);
  return row ? reply(200, presentDocument(row, { others: rows, zone: tenant.timeZone })) : fail('NOT_FOUND');
}

/** DELETE covered-by: the document is asked for again, as long as the other one has not made it unnecessary. */
export async function uncoverDocument(ctx: Call) {
  const { platform, tenant } = ctx;
  const { known, other } = await ownPair(ctx);
  await platform.db.write(tenant.id, async (tx) => {
    const document = await lockDocument(tx, known.id);
    if (document?.covered_by !== other.id) return;
    if (!canBeCovered(document.state)) fail('APPROVED');
    await setCover(tx, document.id, null, platform.clock.now());
  });
  return reply(204);
}
