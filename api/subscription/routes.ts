import { STATUS } from '@orbita/domain/subscription';
import { institutionFilter } from '../offering/index.ts';
import type { House } from '../platform/house.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { presentRefund, requestCancellation, withdrawCancellation } from './cancel.ts';
import { changeCourse } from './change-course.ts';
import { createSubscription, offerInstitution } from './create.ts';
import { stateOf } from './facts.ts';
import { checkInstitution, ownSubscription } from './own.ts';
import { presentSubscription } from './present.ts';
import { compactStatus, fullStatus, listOwn, ownState, stepsOfState } from './read.ts';
import { refundFor } from './refund.ts';
import { requestStatus } from './request.ts';

// The dialog of the change shows what the server writes (S-35), hence HTML; the texts are ours and hold no markup.
const asHtml = (error: AppError) =>
  reply(error.status, `<p>${error.message}</p>`, { headers: { 'content-type': 'text/html; charset=utf-8' } });

/** Calls of the portal and of the status engine (spec 7.4, 8.5). */
export const routes = (house: House): Route[] => [
  route('GET /candidate/users/{uuid}/subscriptions', async (ctx) => {
    if (ctx.params.uuid !== ctx.session.uuid) fail('NOT_FOUND');
    const institutionId = await institutionFilter(ctx);
    const on = house.db.tenant(ctx.tenant.id);
    return reply(
      200,
      await listOwn(on, ctx.tenant.id, ctx.session.personId, institutionId, house.clock.now()),
    );
  }),
  route('GET /candidate/users/{uuid}/subscription/{id}', async (ctx) => {
    if (ctx.params.uuid !== ctx.session.uuid) fail('NOT_FOUND');
    return reply(200, presentSubscription(await ownState(ctx, ctx.params.id), house.clock.now()));
  }),
  route('POST /candidate/subscriptions', async (ctx) => {
    if (!ctx.header('x-institution-code')) fail('INSTITUTION_CODE_REQUIRED');
    const body = ctx.body();
    const code = await offerInstitution(house, ctx.tenant.id, body.offerId);
    if (!code) fail('NOT_FOUND');
    checkInstitution(ctx, code);
    const state = await house.db.write(ctx.tenant.id, async (tx) => {
      const id = await createSubscription(tx, house, {
        ...body,
        personId: ctx.session.personId,
        hostId: ctx.host.id,
        actor: 'candidate',
      });
      return stateOf(tx, ctx.tenant.id, id);
    });
    if (!state) fail('INTERNAL');
    return reply(201, presentSubscription(state, house.clock.now()));
  }),
  route('GET /candidate/subscriptions/status/{id}', async (ctx) =>
    reply(200, compactStatus(await ownState(ctx, ctx.params.id), house.clock.now())),
  ),
  route('GET /candidate/subscriptions/{id}/status', async (ctx) =>
    reply(200, await fullStatus(house.db.tenant(ctx.tenant.id), await ownState(ctx, ctx.params.id))),
  ),
  route('PUT /candidate/subscriptions/{id}/status', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { status, reason } = ctx.body();
    await house.db.write(ctx.tenant.id, (tx) =>
      requestStatus(tx, house, { subscriptionId: id, status, reason }),
    );
    return reply(204);
  }),
  route('GET /candidate/subscriptions/{id}/steps', async (ctx) =>
    reply(200, stepsOfState(await ownState(ctx, ctx.params.id), house.clock.now())),
  ),
  route('PUT /candidate/subscriptions/{id}', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { courseId, poleId, subscriptionId } = ctx.body();
    if (subscriptionId !== id) fail('NOT_FOUND');
    try {
      await house.db.write(ctx.tenant.id, (tx) =>
        changeCourse(tx, house, { subscriptionId: id, courseId, poleId }),
      );
    } catch (error) {
      if (error instanceof AppError && error.status === 409) return asHtml(error);
      throw error;
    }
    return reply(200, presentSubscription(await ownState(ctx, id), house.clock.now()));
  }),
  route('GET /candidate/subscriptions/{id}/cancellation', async (ctx) => {
    const row = await ownState(ctx, ctx.params.id);
    const { refund, paidCents, paid } = await refundFor(house.db.tenant(ctx.tenant.id), house, row);
    return reply(200, {
      // Status 11 waits for money the institution may already hold (TR-91).
      atOnce: paidCents === 0 && row.status !== STATUS.ManualPaymentPending && row.status !== STATUS.Enrolled,
      refund: presentRefund(refund),
      paid,
      contractAccepted: row.accepted_at !== null,
    });
  }),
  route('POST /candidate/subscriptions/{id}/cancellation', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { reason, details } = ctx.body();
    const { status, refund } = await house.db.write(ctx.tenant.id, (tx) =>
      requestCancellation(tx, house, { subscriptionId: id, reason, details: details ?? null }),
    );
    return reply(200, { status, refund: presentRefund(refund) });
  }),
  route('DELETE /candidate/subscriptions/{id}/cancellation', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    return reply(200, {
      status: await house.db.write(ctx.tenant.id, (tx) => withdrawCancellation(tx, house, id)),
    });
  }),
];
