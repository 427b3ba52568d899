import { STATUS } from '@orbita/domain/subscription';
import { newestEvent } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { institutionFilter } from '../tenancy/institution-filter.ts';
import { presentRefund, requestCancellation, withdrawCancellation } from './cancel.ts';
import { createSubscription, offerInstitution } from './create.ts';
import { checkInstitution, ownSubscription } from './own.ts';
import { presentSubscription } from './present.ts';
import { compactStatus, fullStatus, listOwn, ownState, shownState, stepsOfState } from './read.ts';
import { refundFor } from './refund.ts';

/** Routes of applications and their status (spec 7.4, 8.5). */
export const routes = (platform: Platform): Route[] => [
  route('GET /candidate/users/{uuid}/subscriptions', async (ctx) => {
    if (ctx.params.uuid !== ctx.session.uuid) fail('NOT_FOUND');
    const institutionId = await institutionFilter(ctx);
    return reply(200, await listOwn(platform, ctx.tenant.id, ctx.session.personId, institutionId));
  }),
  route('GET /candidate/users/{uuid}/subscription/{id}', async (ctx) => {
    if (ctx.params.uuid !== ctx.session.uuid) fail('NOT_FOUND');
    return reply(200, presentSubscription(await shownState(ctx, ctx.params.id), platform.clock.now()));
  }),
  route('POST /candidate/subscriptions', async (ctx) => {
    if (!ctx.header('x-institution-code')) fail('INSTITUTION_CODE_REQUIRED');
    const body = ctx.body();
    const code = await offerInstitution(platform, ctx.tenant.id, body.offerId);
    if (!code) fail('NOT_FOUND');
    checkInstitution(ctx, code);
    return ctx.once(async (tx) => {
      const state = await createSubscription(tx, platform, {
        ...body,
        personId: ctx.session.personId,
        hostId: ctx.host.id,
        actor: 'candidate',
      });
      return reply(201, presentSubscription(state, platform.clock.now()));
    });
  }),
  route('GET /candidate/subscriptions/status/{id}', async (ctx) => {
    const now = platform.clock.now();
    // Read before the state, so that an event in between appears as one still to come.
    const news = await newestEvent(platform.db.tenant(ctx.tenant.id), ctx.params.id, now);
    return reply(200, { ...compactStatus(await shownState(ctx, ctx.params.id), now), ...news });
  }),
  ok('GET /candidate/subscriptions/{id}/status', async (ctx) =>
    fullStatus(platform.db.tenant(ctx.tenant.id), await shownState(ctx, ctx.params.id)),
  ),
  route('GET /candidate/subscriptions/{id}/steps', async (ctx) =>
    reply(200, stepsOfState(await shownState(ctx, ctx.params.id), platform.clock.now())),
  ),
  route('GET /candidate/subscriptions/{id}/cancellation', async (ctx) => {
    const row = await ownState(ctx, ctx.params.id);
    const { refund, paidCents, paid } = await refundFor(platform.db.tenant(ctx.tenant.id), platform, row);
    return reply(200, {
      // In status 11 the institution may already have the money (TR-91).
      atOnce: paidCents === 0 && row.status !== STATUS.ManualPaymentPending && row.status !== STATUS.Enrolled,
      refund: presentRefund(refund),
      paid,
      contractAccepted: row.accepted_at !== null,
    });
  }),
  route('POST /candidate/subscriptions/{id}/cancellation', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { reason, details } = ctx.body();
    return ctx.once(async (tx) => {
      const asked = { subscriptionId: id, reason, details: details ?? null };
      const { status, refund } = await requestCancellation(tx, platform, asked);
      return reply(200, { status, refund: presentRefund(refund) });
    });
  }),
  route('DELETE /candidate/subscriptions/{id}/cancellation', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    return ctx.once(async (tx) => reply(200, { status: await withdrawCancellation(tx, platform, id) }));
  }),
];
