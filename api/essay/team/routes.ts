import { operatorOf } from '../../caller/operator.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../../work/claims.ts';
import { recuse } from '../../work/skip.ts';
import { askSecondGrade } from '../ask-second.ts';
import { awaitsMark, dropDraft, saveMarkDraft } from '../mark-draft.ts';
import { essayById } from '../store.ts';
import { listEssays, showEssay } from './essays.ts';
import { gradersOf } from './graders.ts';
import { essaysInBrief } from './of-application.ts';
import { similarEssays } from './similar.ts';

/** Responds with 404 for an essay that the caller may not see, before the body is validated (spec 2.3). */
export async function checkEssay(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const essay = await essayById(platform.db.tenant(tenant.id), id);
  if (!essay || !maySee(service, essay.institution_code)) fail('NOT_FOUND');
  return essay;
}

/** Routes for essays (spec 17.2, 25.7), except grading, which may also answer a review. */
export const teamRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/essays', ({ tenant, service, query }) => listEssays(platform, tenant, service, query)),
  ok('GET /operations/essays/{id}', ({ tenant, service, params }) =>
    showEssay(platform, tenant, service, params.id),
  ),
  ok('GET /operations/essays/{id}/similar', ({ tenant, service, params }) =>
    similarEssays(platform, tenant, service, params.id),
  ),
  ok('GET /operations/subscriptions/{id}/essays', (ctx) => essaysInBrief(ctx, ctx.params.id)),
  ok('GET /operations/graders', ({ tenant, service, query }) => gradersOf(platform, tenant, service, query)),
  route('PUT /operations/essays/{id}/grade-draft', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await checkEssay(platform, ctx.tenant, ctx.service, ctx.params.id);
      const draft = ctx.body();
      const staff = actorOf(ctx.service);
      return write(async (tx) => reply(200, await saveMarkDraft(tx, platform, id, staff.id, draft)));
    }),
  ),
  route('POST /operations/essays/{id}/recusal', (ctx) =>
    withKey(ctx, async (write) => {
      const essay = await checkEssay(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { reason } = ctx.body();
      if (!awaitsMark(essay)) fail('STATE_CONFLICT', { extra: { state: essay.state, status: essay.status } });
      return write(async (tx) => {
        await recuse(tx, ctx, { kind: 'essay', itemId: essay.id, reason: reason?.trim() || null });
        await dropDraft(tx, essay.id, actorOf(ctx.service).id);
        return reply(204);
      });
    }),
  ),
  route('POST /operations/essays/{id}/second-grade', (ctx) =>
    withKey(ctx, async (write) => {
      await checkEssay(platform, ctx.tenant, ctx.service, ctx.params.id);
      const reason = ctx.body().reason?.trim() || null;
      const essay = { essayId: ctx.params.id, institutions: ctx.service.institutions };
      const asking = { by: operatorOf(ctx.service), reason };
      return write(async (tx) => reply(200, await askSecondGrade(tx, platform, essay, asking)));
    }),
  ),
];
