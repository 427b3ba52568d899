import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { listNotifications, resendNotification } from './notifications.ts';
import { secondForChangedEndpoint, secondForEndpoint } from './second-webhook.ts';
import { listTemplates, previewTemplate } from './templates.ts';
import { listDeliveries, replayOne, replayRange } from './webhook-deliveries.ts';
import {
  addEndpoint,
  changeEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  showEndpoint,
} from './webhook-endpoints.ts';

/**
 * Routes for outgoing webhooks (endpoints, log, replays) and sent messages. Responses containing a secret aren't stored for
 * idempotent repeats.
 */
export const teamRoutes = (platform: Platform): Route[] => [
  route('POST /operations/webhook-endpoints', async (ctx) => {
    const given = ctx.body();
    return platform.db.write(
      ctx.tenant.id,
      async (tx) =>
        (await secondForEndpoint(tx, ctx, given)) ??
        reply(201, await addEndpoint(tx, platform, ctx.tenant, ctx.service, given)),
    );
  }),
  route('GET /operations/webhook-endpoints', async ({ tenant, service, query }) =>
    reply(200, await listEndpoints(platform, tenant, service, query)),
  ),
  route('GET /operations/webhook-endpoints/{id}', async ({ tenant, service, params }) =>
    reply(200, await showEndpoint(platform, tenant, service, params.id)),
  ),
  route('PUT /operations/webhook-endpoints/{id}', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { tenant, service, params } = ctx;
        return (
          (await secondForChangedEndpoint(tx, ctx, params.id, () => ctx.body())) ??
          reply(200, await changeEndpoint(tx, platform, tenant, service, params.id, () => ctx.body()))
        );
      }),
    ),
  ),
  route('DELETE /operations/webhook-endpoints/{id}', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        await removeEndpoint(tx, platform, ctx.service, ctx.params.id);
        return reply(204);
      }),
    ),
  ),
  route('POST /operations/webhook-endpoints/{id}/rotation', async (ctx) =>
    reply(200, await rotateSecret(platform, ctx.tenant, ctx.service, ctx.params.id, () => ctx.body())),
  ),
  route('GET /operations/webhook-deliveries', async ({ tenant, service, query }) =>
    reply(200, await listDeliveries(platform, tenant, service, query)),
  ),
  route('POST /operations/webhook-deliveries/{id}/replay', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => reply(200, await replayOne(tx, platform, ctx.tenant, ctx.service, ctx.params.id))),
    ),
  ),
  route('POST /operations/webhook-deliveries/replay', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => reply(200, await replayRange(tx, platform, ctx.tenant, ctx.service, ctx.body()))),
    ),
  ),
  route('GET /operations/notifications', async ({ tenant, service, query }) =>
    reply(200, await listNotifications(platform, tenant, service, query)),
  ),
  route('GET /operations/message-templates', async () => reply(200, { data: listTemplates() })),
  route('POST /operations/message-templates/{template}/preview', async (ctx) =>
    reply(200, await previewTemplate(ctx, ctx.params.template, ctx.body())),
  ),
  route('POST /operations/notifications/{id}/resend', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(201, await resendNotification(tx, platform, ctx.tenant, ctx.service, ctx.params.id)),
      ),
    ),
  ),
];
