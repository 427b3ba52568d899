import { ok, type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { behalfReason, recordAct } from '../subscription/acts.ts';
import { onBehalf } from '../subscription/on-behalf.ts';
import { ownSubscription } from '../subscription/own.ts';
import { requestInterview, showInterview } from './interview.ts';
import { saveSection, showQuestionnaire, submitQuestionnaire } from './questionnaire.ts';

/** Routes of questionnaire and interview (spec 11.3); the questionnaire also on behalf of the candidate (D-85). */
export const routes = (platform: Platform): Route[] => [
  ok('GET /candidate/subscriptions/{id}/questionnaire', (ctx) => showQuestionnaire(ctx, ctx.params.id)),
  ok('PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}', (ctx) =>
    saveSection(ctx, ctx.params.id, ctx.params.key, () => ctx.body()),
  ),
  route('POST /candidate/subscriptions/{id}/questionnaire/submit', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    return ctx.once(async (tx) => reply(200, await submitQuestionnaire(tx, platform, id)));
  }),
  ok('GET /candidate/subscriptions/{id}/interview', (ctx) => showInterview(ctx, ctx.params.id)),
  route('POST /candidate/subscriptions/{id}/interview', async (ctx) =>
    requestInterview(ctx, ctx.params.id, () => ctx.body()),
  ),
  ok('GET /operations/subscriptions/{id}/questionnaire', async (ctx) =>
    showQuestionnaire(await onBehalf(ctx, ctx.params.id), ctx.params.id),
  ),
  route('PUT /operations/subscriptions/{id}/questionnaire/sections/{key}', (ctx) =>
    withKey(ctx, async (write) => {
      const { id, key } = ctx.params;
      const caller = await onBehalf(ctx, id);
      return write(async (tx) => {
        const saved = await saveSection(caller, id, key, () => ctx.body(), tx);
        await recordAct(tx, platform, ctx.service, {
          subscriptionId: id,
          act: 'section-saved',
          subject: saved.label,
          reason: behalfReason(ctx.service, ctx.body().reason),
        });
        return reply(200, saved);
      });
    }),
  ),
  route('POST /operations/subscriptions/{id}/questionnaire/submit', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      await onBehalf(ctx, id);
      const reason = behalfReason(ctx.service, ctx.body()?.reason);
      return write(async (tx) =>
        reply(200, await submitQuestionnaire(tx, platform, id, { actor: 'operations', reason })),
      );
    }),
  ),
];
