import type { Tx } from '../../platform/database/types.ts';
import type { Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { behalfReason } from '../../subscription/acts.ts';
import { type ActingFor, onBehalf } from '../../subscription/on-behalf.ts';
import { type Caller, ownSubscription } from '../../subscription/own.ts';
import { presentHour } from '../../subscription/present-booking.ts';
import { ownState } from '../../subscription/read.ts';
import { bookTest } from './book.ts';
import { listOfferSlots, listPoleSlots } from './offered.ts';

type Wish = { id: number; hourId: number; actor: ActingFor; reason?: string | null };

/** Books and returns the booking. */
async function book(tx: Tx, caller: Caller, { id, hourId, actor, reason }: Wish): Promise<Reply> {
  await bookTest(tx, caller.platform, { subscriptionId: id, hourId, actor, reason });
  const row = await ownState(caller, id, tx);
  const hour = presentHour(row.booking, row.time_zone);
  if (!row.booking || !hour) fail('INTERNAL');
  return reply(200, {
    hour,
    campusSchedulingId: row.booking.placeId,
    campusScheduling: row.booking.place,
    campusPolo: row.pole_description,
  });
}

/** Routes to book the scheduled test (spec 9.1), by the candidate or on their behalf (D-85). */
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
    return ctx.once((tx) => book(tx, ctx, { id, hourId, actor: 'candidate' }));
  }),
  route('GET /operations/subscriptions/{id}/scheduling', async (ctx) => {
    const row = await ownState(await onBehalf(ctx, ctx.params.id), ctx.params.id);
    return reply(200, await listPoleSlots(platform, row, { poleId: row.pole_id, offerId: row.offer_id }));
  }),
  route('PUT /operations/subscriptions/{id}/scheduling', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      const caller = await onBehalf(ctx, id);
      const { hourId, reason: given } = ctx.body();
      const reason = behalfReason(ctx.service, given);
      return write((tx) => book(tx, caller, { id, hourId, actor: 'operations', reason }));
    }),
  ),
];
