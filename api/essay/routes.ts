import { TEXTS } from '@orbita/domain/foundation';
import type { House } from '../platform/house.ts';
import { AppError, invalid } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { ownSubscription } from '../subscription/index.ts';
import { finishEssay } from './finish.ts';
import { presentEssay } from './present.ts';
import { essayOverview, ownEssay } from './read.ts';
import { type Draft, saveDraft } from './save-draft.ts';
import { startEssay } from './start.ts';

/** Calls of the online essay (spec 10.4). */
export const routes = (house: House): Route[] => [
  route('GET /candidate/subscriptions/{id}/essays', async (ctx) =>
    reply(200, await essayOverview(ctx, ctx.params.id)),
  ),
  route('POST /candidate/subscriptions/{id}/essays', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    invalid(ctx.body().rulesAccepted ? [] : [{ field: 'rulesAccepted', message: TEXTS.required }]);
    return ctx.once(async (tx) =>
      reply(201, presentEssay(await startEssay(tx, house, id), house.clock.now())),
    );
  }),
  route('GET /candidate/subscriptions/essays/{essayId}', async (ctx) =>
    reply(200, presentEssay(await ownEssay(ctx, ctx.params.essayId), house.clock.now())),
  ),
  route('PUT /candidate/subscriptions/essays/{essayId}/draft', async (ctx) => {
    let draft: Draft;
    try {
      draft = ctx.body();
    } catch (error) {
      // A wrong body of somebody else's essay is still somebody else's: 404 comes before 422.
      if (error instanceof AppError) await ownEssay(ctx, ctx.params.essayId);
      throw error;
    }
    return reply(200, await saveDraft(ctx, ctx.params.essayId, draft));
  }),
  route('POST /candidate/subscriptions/essays/{essayId}/finish', async (ctx) => {
    const { id } = await ownEssay(ctx, ctx.params.essayId);
    const text = ctx.body();
    return ctx.once(async (tx) => reply(200, await finishEssay(tx, house, id, text)));
  }),
];
