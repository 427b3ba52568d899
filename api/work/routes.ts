import { isoInZone } from '@orbita/domain/foundation';
import { ok, type Route, reply, route } from '../platform/http/route.ts';
import { withKey, writeOnce } from '../platform/http/with-key.ts';
import { assignItem, assignmentsOf } from './assign.ts';
import { releaseClaim, renewClaim, takeClaim } from './claims.ts';
import { countQueues } from './count.ts';
import { changeGroup, endGroup, ledPlaces, listGroups, makeGroup } from './groups.ts';
import { nextItem } from './next.ts';
import { openQueue } from './open-queue.ts';
import { openedApplications } from './opened.ts';
import { queuePage } from './page.ts';
import { assigneesOf, shareOut } from './share.ts';
import { skipItem } from './skip.ts';

/** Routes for queues and claims of the institution's team (spec 25.4). */
export const routes = (): Route[] => [
  ok('GET /operations/queues', (ctx) => countQueues(ctx, ctx.query.institution)),
  ok('GET /operations/queues/{queue}', (ctx) => queuePage(ctx, ctx.params.queue, ctx.query)),
  route('POST /operations/queues/{queue}/next', (ctx) =>
    withKey(ctx, async (write) => {
      const { after, institution } = ctx.body();
      const open = await openQueue(ctx, ctx.params.queue, institution);
      return write(async (tx) => {
        const item = await nextItem(tx, ctx, open, after);
        return item ? reply(200, item) : reply(204);
      });
    }),
  ),
  route('POST /operations/queues/{queue}/skips', (ctx) =>
    writeOnce(ctx, 204, (tx) => skipItem(tx, ctx, ctx.params.queue, ctx.body())),
  ),
  route('GET /operations/queues/{queue}/assignees', async (ctx) => {
    const open = await openQueue(ctx, ctx.params.queue, ctx.query.institution);
    return reply(200, await assigneesOf(ctx, open));
  }),
  route('POST /operations/queues/{queue}/assignments', (ctx) =>
    withKey(ctx, async (write) => {
      const { institution, ...share } = ctx.body();
      const open = await openQueue(ctx, ctx.params.queue, institution);
      return write(async (tx) => reply(200, { assigned: await shareOut(tx, ctx, open, share) }));
    }),
  ),
  route('GET /operations/assignments/{kind}/{itemId}', async (ctx) =>
    reply(200, {
      data: await ctx.platform.db.write(ctx.tenant.id, (tx) =>
        assignmentsOf(tx, ctx, ctx.params.kind, ctx.params.itemId),
      ),
    }),
  ),
  route('PUT /operations/assignments/{kind}/{itemId}', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { kind, itemId: id } = ctx.params;
        await assignItem(tx, ctx, { kind, id, ...ctx.body() });
        return reply(204);
      }),
    ),
  ),
  ok('GET /operations/groups', (ctx) => listGroups(ctx, ctx.query.institution)),
  route('POST /operations/groups', (ctx) =>
    withKey(ctx, async (write) => {
      const { institution, ...wanted } = ctx.body();
      const places = await ledPlaces(ctx, institution);
      return write(async (tx) => reply(201, await makeGroup(tx, ctx, places, wanted)));
    }),
  ),
  route('PUT /operations/groups/{id}', (ctx) =>
    withKey(ctx, async (write) => {
      const places = await ledPlaces(ctx);
      const change = { id: ctx.params.id, ...ctx.body() };
      return write(async (tx) => reply(200, await changeGroup(tx, ctx, places, change)));
    }),
  ),
  route('DELETE /operations/groups/{id}', (ctx) =>
    withKey(ctx, async (write) => {
      const places = await ledPlaces(ctx);
      return write(async (tx) => {
        await endGroup(tx, ctx, places, ctx.params.id);
        return reply(204);
      });
    }),
  ),
  ok('GET /operations/opened-subscriptions', (ctx) => openedApplications(ctx, ctx.query.institution)),
  route('POST /operations/claims', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { kind, itemId, takeOver } = ctx.body();
        const { id, until, item } = await takeClaim(tx, ctx, { kind, id: itemId, takeOver });
        return reply(201, { id, until: isoInZone(until, ctx.tenant.timeZone), version: item.version });
      }),
    ),
  ),
  route('PUT /operations/claims/{id}', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const until = await renewClaim(tx, ctx, ctx.params.id);
        return reply(200, { until: isoInZone(until, ctx.tenant.timeZone) });
      }),
    ),
  ),
  route('DELETE /operations/claims/{id}', (ctx) =>
    writeOnce(ctx, 204, (tx) => releaseClaim(tx, ctx, ctx.params.id)),
  ),
];
