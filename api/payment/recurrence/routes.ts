import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { ownSubscription } from '../../subscription/own.ts';
import { endRecurrences } from './end.ts';
import { presentRecurrence } from './present.ts';
import { cyclesOf, lastRecurrence } from './store.ts';

/** Routes of the candidate's authorisation of the later instalments (spec 14.7). */
export const recurrenceRoutes = (platform: Platform): Route[] => [
  route('GET /candidate/subscriptions/{id}/recurrence', async (ctx) => {
    await ownSubscription(ctx, ctx.params.id);
    const on = platform.db.tenant(ctx.tenant.id);
    const row = await lastRecurrence(on, ctx.params.id);
    if (!row) fail('NOT_FOUND');
    const cycles = await cyclesOf(on, row.id);
    return reply(200, presentRecurrence(row, cycles, ctx.tenant.timeZone));
  }),
  route('DELETE /candidate/subscriptions/{id}/recurrence', async (ctx) => {
    await ownSubscription(ctx, ctx.params.id);
    await platform.db.write(ctx.tenant.id, async (tx) => {
      await lockSubscription(tx, ctx.params.id);
      // For a repeated request it has already ended, which is the desired result.
      if (!(await lastRecurrence(tx, ctx.params.id))) fail('NOT_FOUND');
      await endRecurrences(tx, platform, ctx.params.id, 'payer');
    });
    return reply(204);
  }),
];
