import type { House } from '../../platform/house.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { ownState, ownSubscription, presentSubscription } from '../../subscription/index.ts';
import { switchIngress } from '../ingress-switch.ts';
import { askExamScore } from './ask.ts';
import { readExamScore } from './read.ts';

/** Exam score and change of ingress (spec 9.2). */
export const examScoreRoutes = (house: House): Route[] => [
  route('GET /candidate/subscriptions/{id}/exam-score', async (ctx) => {
    const row = await ownSubscription(ctx, ctx.params.id);
    return reply(200, await readExamScore(house.db.tenant(ctx.tenant.id), row));
  }),
  route('POST /candidate/subscriptions/{id}/exam-score', async (ctx) => {
    const state = await ownState(ctx, ctx.params.id);
    await askExamScore(house, state, ctx.body());
    return reply(202, await readExamScore(house.db.tenant(ctx.tenant.id), state));
  }),
  route('POST /candidate/subscriptions/{id}/ingress-switch', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { kind } = ctx.body();
    await house.db.write(ctx.tenant.id, (tx) => switchIngress(tx, house, { subscriptionId: id, kind }));
    return reply(200, presentSubscription(await ownState(ctx, id), house.clock.now()));
  }),
];
