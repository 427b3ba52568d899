import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { documentRoutes } from '../assessment/document-routes.ts';
import { listNotifications, resendNotification } from '../messages/notifications.ts';
import { showActions } from './actions/show.ts';
import { findPeople } from './find-people.ts';
import { handOver } from './handoffs.ts';
import { showPerson } from './person-page.ts';
import { search } from './search.ts';
import { registerStudent } from './students.ts';
import { listSubscriptions, showSubscription } from './subscriptions.ts';
import { showTimeline } from './timeline/show.ts';

/** Calls of an institution's systems about applications (spec 17.2). */
export const workRoutes = (platform: Platform): Route[] => [
  route('GET /operations/subscriptions', async ({ tenant, service, query }) =>
    reply(200, await listSubscriptions(platform, tenant, service, query)),
  ),
  route('POST /operations/subscriptions/search', async ({ tenant, service, body }) => {
    const { documentType, document, name, email, cellPhone, ...query } = body();
    const said = { documentType, document, name, email, cellPhone };
    const people = await findPeople(platform.db.tenant(tenant.id), tenant.id, said);
    return reply(200, await listSubscriptions(platform, tenant, service, { ...query, people }));
  }),
  route('POST /operations/search', async (ctx) => reply(200, await search(ctx, ctx.body().q))),
  route('GET /operations/persons/{personId}', async (ctx) =>
    reply(200, await showPerson(ctx, platform, ctx.params.personId)),
  ),
  route('GET /operations/subscriptions/{id}/timeline', async (ctx) =>
    reply(200, await showTimeline(ctx, ctx.params.id, ctx.query)),
  ),
  route('GET /operations/subscriptions/{id}/actions', async (ctx) =>
    reply(200, await showActions(ctx, ctx.params.id)),
  ),
  route('GET /operations/subscriptions/{id}', async ({ tenant, service, params }) =>
    reply(200, await showSubscription(platform.db.tenant(tenant.id), platform, tenant, service, params.id)),
  ),
  ...documentRoutes(platform),
  route('PUT /operations/subscriptions/{id}/student', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(200, await registerStudent(tx, platform, ctx.service, ctx.params.id, () => ctx.body())),
      ),
    ),
  ),
  route('POST /operations/handoffs', async ({ tenant, service, body }) =>
    reply(201, await handOver(platform, tenant, service, body())),
  ),
  route('GET /operations/notifications', async ({ tenant, service, query }) =>
    reply(200, await listNotifications(platform, tenant, service, query)),
  ),
  route('POST /operations/notifications/{id}/resend', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(201, await resendNotification(tx, platform, ctx.tenant, ctx.service, ctx.params.id)),
      ),
    ),
  ),
];
