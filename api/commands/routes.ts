import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { ownSubscription } from '../subscription/own.ts';
import { presentSubscription } from '../subscription/present.ts';
import { ownState } from '../subscription/read.ts';
import { changeCourse } from './change-course.ts';
import { changeForCandidate, courseOptions } from './course-for-candidate.ts';
import { gradeByCaller } from './grade-essay.ts';
import { requestStatus } from './request-status.ts';
import { switchIngress } from './switch-ingress.ts';

/** Routes for requests that involve several modules (spec 7.5, 8.2, 9.2, 25.7). */
export const routes = (platform: Platform): Route[] => [
  route('PUT /candidate/subscriptions/{id}/status', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { status, reason } = ctx.body();
    return ctx.once(async (tx) => {
      await requestStatus(tx, platform, { subscriptionId: id, status, reason });
      return reply(204);
    });
  }),
  route('PUT /candidate/subscriptions/{id}', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { courseId, poleId, subscriptionId } = ctx.body();
    if (subscriptionId && subscriptionId !== id) fail('NOT_FOUND');
    return ctx.once(async (tx) => {
      await changeCourse(tx, platform, { subscriptionId: id, courseId, poleId });
      return reply(200, presentSubscription(await ownState(ctx, id, tx), platform.clock.now()));
    });
  }),
  route('POST /candidate/subscriptions/{id}/ingress-switch', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { kind } = ctx.body();
    return ctx.once(async (tx) => {
      await switchIngress(tx, platform, { subscriptionId: id, kind });
      return reply(200, presentSubscription(await ownState(ctx, id, tx), platform.clock.now()));
    });
  }),
  route('GET /operations/subscriptions/{id}/course-options', courseOptions),
  route('POST /operations/subscriptions/{id}/course-change', (ctx) =>
    withKey(ctx, (write) => changeForCandidate(ctx, write)),
  ),
  route('POST /operations/essays/{id}/grade', (ctx) => withKey(ctx, (write) => gradeByCaller(ctx, write))),
];
