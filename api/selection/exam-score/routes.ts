import { type Route, reply, route } from '../../platform/http/route.ts';
import { withHeldKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { behalfReason, recordAct } from '../../subscription/acts.ts';
import { onBehalf } from '../../subscription/on-behalf.ts';
import { ownState } from '../../subscription/read.ts';
import { askExamScore } from './ask.ts';
import { readExamScore } from './read.ts';

/** Routes of the exam score (spec 9.2), requested by the candidate or on their behalf (D-85). */
export const examScoreRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/subscriptions/{id}/exam-score', async (ctx) => {
    const state = await ownState(ctx, ctx.params.id);
    return reply(200, await readExamScore(platform.db.tenant(ctx.tenant.id), state, platform.clock.now()));
  }),
  route('POST /candidate/subscriptions/{id}/exam-score', async (ctx) => {
    const state = await ownState(ctx, ctx.params.id);
    return ctx.onceAcross(async (key) => {
      // A repeated call whose first response was lost returns the state of the look-up that it began.
      if (!key?.progress)
        await askExamScore(platform, state, ctx.body(), async (tx) => key?.note(tx, { begun: true }));
      return reply(202, await readExamScore(platform.db.tenant(ctx.tenant.id), state, platform.clock.now()));
    });
  }),
  route('POST /operations/subscriptions/{id}/exam-score', (ctx) =>
    withHeldKey(ctx, async (key) => {
      const state = await ownState(await onBehalf(ctx, ctx.params.id), ctx.params.id);
      const { reason: given, ...asked } = ctx.body();
      const reason = behalfReason(ctx.service, given);
      // A repeated call whose first response was lost returns the state of the look-up that it began.
      if (!key?.progress)
        await askExamScore(platform, state, asked, async (tx) => {
          await key?.note(tx, { begun: true });
          const act = { subscriptionId: state.id, act: 'exam-score-asked', reason } as const;
          await recordAct(tx, platform, ctx.service, act);
        });
      return reply(202, await readExamScore(platform.db.tenant(ctx.tenant.id), state, platform.clock.now()));
    }),
  ),
];
