import { type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownState } from '../../subscription/read.ts';
import { askExamScore } from './ask.ts';
import { readExamScore } from './read.ts';

/** Exam score (spec 9.2). */
export const examScoreRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/subscriptions/{id}/exam-score', async (ctx) => {
    const state = await ownState(ctx, ctx.params.id);
    return reply(200, await readExamScore(platform.db.tenant(ctx.tenant.id), state, platform.clock.now()));
  }),
  route('POST /candidate/subscriptions/{id}/exam-score', async (ctx) => {
    const state = await ownState(ctx, ctx.params.id);
    await askExamScore(platform, state, ctx.body());
    return reply(202, await readExamScore(platform.db.tenant(ctx.tenant.id), state, platform.clock.now()));
  }),
];
