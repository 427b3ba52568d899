import { STATUS } from '@orbita/domain/subscription';
import { operatorOf } from '../../../caller/operator.ts';
import { latePayment, settleLatePayment } from '../../../payment/late.ts';
import { sendLater } from '../../../payment/returns.ts';
import { secondForCancellation } from '../../../payment/team/second-money.ts';
import { addBlock, listBlocks, namedBy, removeBlock } from '../../../person/team/blocks.ts';
import type { Tx } from '../../../platform/database/types.ts';
import type { Reply, ServiceContext } from '../../../platform/http/context.ts';
import { fail } from '../../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../../platform/http/route.ts';
import { withKey, writeOnce } from '../../../platform/http/with-key.ts';
import { maySee } from '../../../platform/lists/lists.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockSubscription, type Moved, moveSubscription } from '../../move.ts';
import { subscriptionById } from '../../row.ts';
import { checkSeen } from '../../seen-version.ts';
import { decideCancellation, judgeCancellation, listCancellations } from './cancellations.ts';
import { openCancellation } from './open-cancellation.ts';

/** Reinstates an expired application (TR-98); a late payment for it, or for its fee, now counts. */
export async function reinstate(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  reason: string,
): Promise<Moved> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const purpose = subscription.accepted_at ? 'enrollment' : 'tax';
  const late = await latePayment(tx, subscriptionId, purpose);
  const back = await moveSubscription(tx, platform, {
    subscriptionId,
    event: 'reinstated',
    actor: 'operations',
    reason,
    ...(late && purpose === 'enrollment' ? { facts: { isPaid: true } } : {}),
  });
  const moved =
    late && back.to === STATUS.PendingTax
      ? await moveSubscription(tx, platform, {
          subscriptionId,
          event: 'tax-paid',
          actor: 'system',
          facts: { feePaid: true },
        })
      : back;
  if (late) await settleLatePayment(tx, platform, subscription, late);
  return moved;
}

/** Keeps a team member's confirmation for a second person's approval if it refunds more than the limit; undefined if not. */
async function secondFor(
  tx: Tx,
  ctx: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  deciding: Parameters<typeof judgeCancellation>[2],
): Promise<Reply | undefined> {
  if (!ctx.service.staff) return undefined;
  const { subscription, given, cents } = await judgeCancellation(tx, ctx.platform, deciding);
  if (!cents) return undefined;
  const { reason = null, refundBy = null } = given;
  return secondForCancellation(tx, ctx, subscription, { id: deciding.id, cents, reason, refundBy });
}

/** Operations that end or reinstate an application: cancellations, blocks and other events (spec 17.2). */
export const leavingRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/cancellations', ({ tenant, service, query }) =>
    listCancellations(platform, tenant, service, query),
  ),
  ok('GET /operations/cancellations/{id}', (ctx) => openCancellation(ctx, ctx.params.id)),
  route('POST /operations/cancellations/{id}/decision', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { service, params } = ctx;
        const deciding = {
          ...{ service, id: params.id, decidedBy: operatorOf(service), read: () => ctx.body() },
          asItem: true,
        };
        const waits = await secondFor(tx, ctx, deciding);
        if (waits) return waits;
        const { decided, refunds } = await decideCancellation(tx, platform, deciding);
        tx.afterCommit(() => sendLater(platform, tx.tenantId, refunds));
        return reply(200, decided);
      }),
    ),
  ),
  route('POST /operations/subscriptions/{id}/events', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      const row = await subscriptionById(platform.db.tenant(ctx.tenant.id), id);
      if (!row || !maySee(ctx.service, row.institution_code)) fail('NOT_FOUND');
      const { event, reason, version } = ctx.body();
      return write(async (tx) => {
        await checkSeen(tx, ctx.service, id, version);
        const moved = await (event === 'reinstated'
          ? reinstate(tx, platform, id, reason)
          : moveSubscription(tx, platform, { subscriptionId: id, event, actor: 'operations', reason }));
        return reply(200, { id, state: event, subscriptionId: id, status: moved.to });
      });
    }),
  ),
  route('POST /operations/blocks', (ctx) =>
    withKey(ctx, async (write) => {
      const { documentType, document, reason } = ctx.body();
      const block = { ...namedBy(documentType, document), reason };
      return write(async (tx) => reply(201, await addBlock(tx, platform, ctx.service, block)));
    }),
  ),
  ok('GET /operations/blocks', ({ tenant, service, query }) => listBlocks(platform, tenant, service, query)),
  route('DELETE /operations/blocks/{id}', (ctx) =>
    writeOnce(ctx, 200, (tx) => removeBlock(tx, platform, ctx.service, ctx.params.id)),
  ),
];
