import { gradeEssay } from '../../essay/grade.ts';
import { essayById } from '../../essay/store.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { documentRoutes } from '../assessment/document-routes.ts';
import { listEssays, showEssay } from '../assessment/essays.ts';
import { maySee } from '../lists.ts';
import { listNotifications, resendNotification } from '../messages/notifications.ts';
import { operatorOf } from '../operator.ts';
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
  route('GET /operations/essays', async ({ tenant, service, query }) =>
    reply(200, await listEssays(platform, tenant, service, query)),
  ),
  route('GET /operations/essays/{id}', async ({ tenant, service, params }) =>
    reply(200, await showEssay(platform, tenant, service, params.id)),
  ),
  route('POST /operations/essays/{id}/grade', (ctx) =>
    withKey(ctx, async (write) => {
      await checkEssay(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { score, hasPlagiarism, feedback, competences } = ctx.body();
      const { institutions } = ctx.service;
      const command = { essayId: ctx.params.id, score, hasPlagiarism, feedback, competences, institutions };
      const grader = operatorOf(ctx.service);
      return write(async (tx) => reply(200, await gradeEssay(tx, platform, { ...command, grader })));
    }),
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

/** A record the token may not see is answered with 404 before the body is validated (spec 2.3). */
const checkEssay = async (
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
): Promise<void> => {
  const essay = await essayById(platform.db.tenant(tenant.id), tenant.id, id);
  if (!essay || !maySee(service, essay.institution_code)) fail('NOT_FOUND');
};
