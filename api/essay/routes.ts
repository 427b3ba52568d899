import { TEXTS } from '@orbita/domain/foundation';
import { ACCESSIBILITY_KINDS } from '@orbita/domain/offering';
import { AppError, invalid } from '../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { ownSubscription } from '../subscription/own.ts';
import { askAccommodations, mayAsk, requestOf } from './accommodation-request.ts';
import { finishEssay } from './finish.ts';
import { presentEssay } from './present.ts';
import { essayOverview, ownEssay, showOwnEssay } from './read.ts';
import { type Draft, saveDraft } from './save-draft.ts';
import { startEssay } from './start.ts';

/** Routes of the online essay (spec 10.4). */
export const routes = (platform: Platform): Route[] => [
  ok('GET /candidate/subscriptions/{id}/essays', (ctx) => essayOverview(ctx, ctx.params.id)),
  route('POST /candidate/subscriptions/{id}/essays', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    invalid(ctx.body().rulesAccepted ? [] : [{ field: 'rulesAccepted', message: TEXTS.required }]);
    return ctx.once(async (tx) =>
      reply(201, presentEssay(await startEssay(tx, platform, id), platform.clock.now())),
    );
  }),
  route('GET /candidate/subscriptions/{id}/accommodation-request', async (ctx) => {
    const row = await ownSubscription(ctx, ctx.params.id);
    const request = await requestOf(platform.db.tenant(ctx.tenant.id), row);
    return reply(200, { mayAsk: mayAsk(row), request });
  }),
  route('PUT /candidate/subscriptions/{id}/accommodation-request', async (ctx) => {
    const { id } = await ownSubscription(ctx, ctx.params.id);
    const { kinds, notes: typed, reportLater } = ctx.body();
    const notes = typed?.trim() || null;
    const known = ACCESSIBILITY_KINDS.map(({ code }) => code as string);
    invalid([
      ...(kinds.some((kind) => !known.includes(kind))
        ? [{ field: 'kinds', message: 'Selecione uma opção.' }]
        : []),
      ...(kinds.length === 0 && notes === null ? [{ field: 'notes', message: TEXTS.required }] : []),
    ]);
    const asked = { kinds: [...new Set(kinds)], notes, reportLater };
    const request = await platform.db.write(ctx.tenant.id, (tx) =>
      askAccommodations(tx, platform, id, asked),
    );
    return reply(200, { mayAsk: true, request });
  }),
  ok('GET /candidate/subscriptions/essays/{essayId}', (ctx) => showOwnEssay(ctx, ctx.params.essayId)),
  route('PUT /candidate/subscriptions/essays/{essayId}/draft', async (ctx) => {
    let draft: Draft;
    try {
      draft = ctx.body();
    } catch (error) {
      // For somebody else's essay the response is 404 even if the body is invalid (422), because the essay must not be revealed.
      if (error instanceof AppError) await ownEssay(ctx, ctx.params.essayId);
      throw error;
    }
    return reply(200, await saveDraft(ctx, ctx.params.essayId, draft));
  }),
  route('POST /candidate/subscriptions/essays/{essayId}/finish', async (ctx) => {
    const { id } = await ownEssay(ctx, ctx.params.essayId);
    const text = ctx.body();
    return ctx.once(async (tx) => reply(200, await finishEssay(tx, platform, id, text)));
  }),
];
