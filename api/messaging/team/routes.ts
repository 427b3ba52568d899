import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withKey, writeOnce } from '../../platform/http/with-key.ts';
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
  ok('GET /operations/webhook-endpoints', ({ tenant, service, query }) =>
    listEndpoints(platform, tenant, service, query),
  ),
  ok('GET /operations/webhook-endpoints/{id}', ({ tenant, service, params }) =>
    showEndpoint(platform, tenant, service, params.id),
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
    writeOnce(ctx, 204, (tx) => removeEndpoint(tx, platform, ctx.service, ctx.params.id)),
  ),
  ok('POST /operations/webhook-endpoints/{id}/rotation', (ctx) =>
    rotateSecret(platform, ctx.tenant, ctx.service, ctx.params.id, () => ctx.body()),
  ),
  ok('GET /operations/webhook-deliveries', ({ tenant, service, query }) =>
    listDeliveries(platform, tenant, service, query),
  ),
  route('POST /operations/webhook-deliveries/{id}/replay', (ctx) =>
    writeOnce(ctx, 200, (tx) => replayOne(tx, platform, ctx.tenant, ctx.service, ctx.params.id)),
  ),
  route('POST /operations/webhook-deliveries/replay', (ctx) =>
    writeOnce(ctx, 200, (tx) => replayRange(tx, platform, ctx.tenant, ctx.service, ctx.body())),
  ),
  ok('GET /operations/notifications', ({ tenant, service, query }) =>
    listNotifications(platform, tenant, service, query),
  ),
  route('GET /operations/message-templates', async () => reply(200, { data: listTemplates() })),
  ok('POST /operations/message-templates/{template}/preview', (ctx) =>
    previewTemplate(ctx, ctx.params.template, ctx.body()),
  ),
  route('POST /operations/notifications/{id}/resend', (ctx) =>
    writeOnce(ctx, 201, (tx) => resendNotification(tx, platform, ctx.tenant, ctx.service, ctx.params.id)),
  ),
];
