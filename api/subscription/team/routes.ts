import { findPeople } from '../../person/team/find-people.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { showActions } from './actions/show.ts';
import { deadlineRoutes } from './deadlines/routes.ts';
import { decisionRoutes } from './decisions.ts';
import { dossierRoutes } from './dossier.ts';
import { frontDeskRoutes } from './front-desk.ts';
import { importRoutes } from './import.ts';
import { leavingRoutes } from './leaving/routes.ts';
import { filterChoices } from './list/choices.ts';
import { listSubscriptions, showSubscription } from './list/subscriptions.ts';
import { moveRoutes } from './moves.ts';
import { noteRoutes } from './notes.ts';
import { setOwner } from './owner.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { search } from './search.ts';
import { showTimeline } from './timeline/show.ts';

/** The institution's calls about applications (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/subscriptions', ({ tenant, service, query }) =>
    listSubscriptions(platform, tenant, service, query),
  ),
  route('POST /operations/subscriptions/search', async ({ tenant, service, body }) => {
    const { documentType, document, name, email, cellPhone, ...query } = body();
    const said = { documentType, document, name, email, cellPhone };
    const people = await findPeople(platform.db.tenant(tenant.id), said);
    return reply(200, await listSubscriptions(platform, tenant, service, { ...query, people }));
  }),
  ok('POST /operations/search', (ctx) => search(ctx, ctx.body().q)),
  ok('GET /operations/subscriptions/{id}/timeline', (ctx) => showTimeline(ctx, ctx.params.id, ctx.query)),
  ok('GET /operations/subscriptions/{id}/actions', (ctx) => showActions(ctx, ctx.params.id)),
  ok('GET /operations/subscriptions/{id}', ({ tenant, service, params }) =>
    showSubscription(platform.db.tenant(tenant.id), platform, tenant, service, params.id),
  ),
  ok('GET /operations/filter-choices', (ctx) => filterChoices(ctx)),
  route('PUT /operations/subscriptions/{id}/owner', setOwner),
  ...reminderRoutes(platform),
  ...importRoutes(platform),
  ...noteRoutes(platform),
  ...moveRoutes(platform),
  ...leavingRoutes(platform),
  ...deadlineRoutes(),
  ...frontDeskRoutes(),
  ...dossierRoutes(),
  ...decisionRoutes(platform),
];
