import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownSubscription } from '../../subscription/own.ts';
import { presentHour } from '../../subscription/present-booking.ts';
import { ownState } from '../../subscription/read.ts';
import { bookTest } from './book.ts';
import { listOfferSlots, listPoleSlots } from './offered.ts';

/** Booking the scheduled test (spec 9.1). */
export const scheduleRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/poles/{poleId}/scheduling', async (ctx) => {
    const row = await ownState(ctx, ctx.query.subscriptionId);
    const at = { poleId: ctx.params.poleId, offerId: ctx.query.offerId };
    return reply(200, await listPoleSlots(platform, row, at));
  }),
  route('GET /candidate/offers/schedules/by-offer/{offerId}', async (ctx) => {
    const row = await ownState(ctx, ctx.query.subscriptionId);
    return reply(200, await listOfferSlots(platform, row, ctx.params.offerId));
  }),
  route('PUT /candidate/subscriptions/{id}/scheduling', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { hourId } = ctx.body();
    const row = await platform.db.write(ctx.tenant.id, async (tx) => {
      await bookTest(tx, platform, { subscriptionId: id, hourId });
      return ownState(ctx, id, tx);
    });
    const hour = presentHour(row.booking, row.time_zone);
    if (!row.booking || !hour) fail('INTERNAL');
    return reply(200, {
      hour,
      campusSchedulingId: row.booking.placeId,
      campusScheduling: row.booking.place,
      campusPolo: row.pole_description,
    });
  }),
];
