import { check, normaliseDocument } from '@orbita/domain/foundation';
import { documentRules } from '@orbita/domain/identity';
import { latePayment, sendLater, settleLatePayment } from '../../payment/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import {
  lockSubscription,
  type Moved,
  moveSubscription,
  subscriptionById,
} from '../../subscription/index.ts';
import { maySee } from '../lists.ts';
import { operatorOf } from '../operator.ts';
import { addBlock, removeBlock } from './blocks.ts';
import { decideCancellation, listCancellations } from './cancellations.ts';

/** Brings an expired application back (TR-98); money that came late for it pays for it now. */
async function reinstate(tx: Tx, house: House, subscriptionId: number, reason: string): Promise<Moved> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const late = await latePayment(tx, subscriptionId);
  const moved = await moveSubscription(tx, house, {
    subscriptionId,
    event: 'reinstated',
    actor: 'operations',
    reason,
    ...(late ? { facts: { isPaid: true } } : {}),
  });
  if (late) await settleLatePayment(tx, house, subscription, late);
  return moved;
}

/** Cancellations, blocks, and what ends or revives an application from outside (spec 17.2). */
export const leavingRoutes = (house: House): Route[] => [
  route('GET /operations/cancellations', async ({ tenant, service, query }) =>
    reply(200, await listCancellations(house, tenant, service, query)),
  ),
  route('POST /operations/cancellations/{id}/decision', (ctx) =>
    withKey(ctx, async () => {
      const { service, params } = ctx;
      const { decided, refunds } = await house.db.write(ctx.tenant.id, (tx) =>
        decideCancellation(tx, house, service, params.id, operatorOf(service), () => ctx.body()),
      );
      sendLater(house, ctx.tenant.id, refunds);
      return reply(200, decided);
    }),
  ),
  route('POST /operations/subscriptions/{id}/events', (ctx) =>
    withKey(ctx, async () => {
      const { id } = ctx.params;
      const row = await subscriptionById(house.db.tenant(ctx.tenant.id), ctx.tenant.id, id);
      if (!row || !maySee(ctx.service, row.institution_code)) fail('NOT_FOUND');
      const { event, reason } = ctx.body();
      const moved = await house.db.write(ctx.tenant.id, (tx) =>
        event === 'reinstated'
          ? reinstate(tx, house, id, reason)
          : moveSubscription(tx, house, { subscriptionId: id, event, actor: 'operations', reason }),
      );
      return reply(200, { id, state: event, subscriptionId: id, status: moved.to });
    }),
  ),
  route('POST /operations/blocks', (ctx) =>
    withKey(ctx, async () => {
      const { documentType, document, reason } = ctx.body();
      invalid(check({ document }, documentRules(documentType)));
      const block = { documentType, document: normaliseDocument(documentType, document), reason };
      return reply(201, await house.db.write(ctx.tenant.id, (tx) => addBlock(tx, house, ctx.service, block)));
    }),
  ),
  route('DELETE /operations/blocks/{id}', async (ctx) =>
    reply(
      200,
      await house.db.write(ctx.tenant.id, (tx) => removeBlock(tx, house, ctx.service, ctx.params.id)),
    ),
  ),
];
