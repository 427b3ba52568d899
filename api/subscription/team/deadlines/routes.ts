import { ok, type Route, route } from '../../../platform/http/route.ts';
import { withKey } from '../../../platform/http/with-key.ts';
import { extendForOne } from './extend.ts';
import { extendForOffer } from './offer.ts';
import { showDeadlines } from './show.ts';

/** Routes for extending deadlines (spec 25.6.2). */
export const deadlineRoutes = (): Route[] => [
  ok('GET /operations/subscriptions/{id}/deadlines', (ctx) => showDeadlines(ctx, ctx.params.id)),
  route('POST /operations/subscriptions/{id}/deadline', (ctx) =>
    withKey(ctx, (write) => extendForOne(ctx, write)),
  ),
  route('POST /operations/offers/{code}/deadline', (ctx) =>
    withKey(ctx, (write) => extendForOffer(ctx, write)),
  ),
];
