import { readDocumentFile, reviewDocumentIn } from '../../document/index.ts';
import { essayById, gradeEssay } from '../../essay/index.ts';
import type { House } from '../../platform/house.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { checkDocument, checkFile, listDocuments } from '../assessment/documents.ts';
import { listEssays, showEssay } from '../assessment/essays.ts';
import { maySee } from '../lists.ts';
import { listNotifications, resendNotification } from '../messages/notifications.ts';
import { operatorOf } from '../operator.ts';
import { findPeople } from './find-people.ts';
import { handOver } from './handoffs.ts';
import { registerStudent } from './students.ts';
import { listSubscriptions, showSubscription } from './subscriptions.ts';

/** What the institution's systems do with applications (spec 17.2). */
export const workRoutes = (house: House): Route[] => [
  route('GET /operations/subscriptions', async ({ tenant, service, query }) =>
    reply(200, await listSubscriptions(house, tenant, service, query)),
  ),
  route('POST /operations/subscriptions/search', async ({ tenant, service, body }) => {
    const { documentType, document, name, email, cellPhone, ...query } = body();
    const said = { documentType, document, name, email, cellPhone };
    const people = await findPeople(house.db.tenant(tenant.id), tenant.id, said);
    return reply(200, await listSubscriptions(house, tenant, service, { ...query, people }));
  }),
  route('GET /operations/subscriptions/{id}', async ({ tenant, service, params }) =>
    reply(200, await showSubscription(house.db.tenant(tenant.id), house, tenant, service, params.id)),
  ),
  route('GET /operations/essays', async ({ tenant, service, query }) =>
    reply(200, await listEssays(house, tenant, service, query)),
  ),
  route('GET /operations/essays/{id}', async ({ tenant, service, params }) =>
    reply(200, await showEssay(house, tenant, service, params.id)),
  ),
  route('POST /operations/essays/{id}/grade', (ctx) =>
    withKey(ctx, async (write) => {
      await checkEssay(house, ctx.tenant, ctx.service, ctx.params.id);
      const { score, hasPlagiarism, feedback, competences } = ctx.body();
      const { institutions } = ctx.service;
      const command = { essayId: ctx.params.id, score, hasPlagiarism, feedback, competences, institutions };
      const grader = operatorOf(ctx.service);
      return write(async (tx) => reply(200, await gradeEssay(tx, house, { ...command, grader })));
    }),
  ),
  route('GET /operations/documents', async ({ tenant, service, query }) =>
    reply(200, await listDocuments(house, tenant, service, query)),
  ),
  route('GET /operations/documents/files/{fileId}', async ({ tenant, service, params }) => {
    await checkFile(house, tenant, service, params.fileId);
    return readDocumentFile(house, tenant.id, params.fileId);
  }),
  route('POST /operations/documents/{id}/review', (ctx) =>
    withKey(ctx, async (write) => {
      const documentId = ctx.params.id;
      await checkDocument(house, ctx.tenant, ctx.service, documentId);
      const { decision, reason, note } = ctx.body();
      const { institutions } = ctx.service;
      const command = { documentId, decision, reason, note, institutions };
      return write(async (tx) => reply(200, await reviewDocumentIn(tx, house, command)));
    }),
  ),
  route('PUT /operations/subscriptions/{id}/student', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(200, await registerStudent(tx, house, ctx.service, ctx.params.id, () => ctx.body())),
      ),
    ),
  ),
  route('POST /operations/handoffs', async ({ tenant, service, body }) =>
    reply(201, await handOver(house, tenant, service, body())),
  ),
  route('GET /operations/notifications', async ({ tenant, service, query }) =>
    reply(200, await listNotifications(house, tenant, service, query)),
  ),
  route('POST /operations/notifications/{id}/resend', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(201, await resendNotification(tx, house, ctx.tenant, ctx.service, ctx.params.id)),
      ),
    ),
  ),
];

/** What a token may not know of is not found, before anything is said about the body (spec 2.3). */
const checkEssay = async (house: House, tenant: Tenant, service: Service, id: number): Promise<void> => {
  const essay = await essayById(house.db.tenant(tenant.id), tenant.id, id);
  if (!essay || !maySee(service, essay.institution_code)) fail('NOT_FOUND');
};
