import { deciderName } from '../../caller/operator.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { readDocumentFile } from '../download.ts';
import { reopenDocumentIn } from '../reopen.ts';
import { reviewDocumentIn } from '../review.ts';
import { reviewDocumentsIn } from '../review-many.ts';
import { checkDocument, checkFile, listDocuments } from './list.ts';
import { documentsInBrief } from './of-application.ts';
import { showDocument } from './page.ts';

/** Routes for reviewing documents (spec 17.2, 25.8). */
export const teamRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/documents', ({ tenant, service, query }) =>
    listDocuments(platform, tenant, service, query),
  ),
  ok('GET /operations/subscriptions/{id}/documents', (ctx) => documentsInBrief(ctx, ctx.params.id)),
  route('GET /operations/documents/{id}', async (ctx) => {
    await checkDocument(platform, ctx.tenant, ctx.service, ctx.params.id);
    return reply(200, await showDocument(ctx, ctx.params.id));
  }),
  route('GET /operations/documents/files/{fileId}', async ({ tenant, service, params }) => {
    await checkFile(platform, tenant, service, params.fileId);
    return readDocumentFile(platform, tenant.id, params.fileId);
  }),
  route('POST /operations/documents/{id}/review', (ctx) =>
    withKey(ctx, async (write) => {
      const documentId = ctx.params.id;
      await checkDocument(platform, ctx.tenant, ctx.service, documentId);
      const { decision, reason, note, version, concludes } = ctx.body();
      const { institutions } = ctx.service;
      const asked = { documentId, decision, reason, note, concludes, institutions };
      const command = { ...asked, version, decider: ctx.service, by: deciderName(ctx.service) };
      return write(async (tx) => reply(200, await reviewDocumentIn(tx, platform, command)));
    }),
  ),
  route('POST /operations/documents/{id}/reopening', (ctx) =>
    withKey(ctx, async (write) => {
      const documentId = ctx.params.id;
      await checkDocument(platform, ctx.tenant, ctx.service, documentId);
      const { reason, version } = ctx.body();
      const command = { documentId, reason, version, decider: ctx.service, by: deciderName(ctx.service) };
      return write(async (tx) => reply(200, await reopenDocumentIn(tx, platform, command)));
    }),
  ),
  route('POST /operations/documents/reviews', (ctx) =>
    withKey(ctx, async (write) => {
      const { items } = ctx.body();
      const { institutions } = ctx.service;
      const common = { institutions, decider: ctx.service, by: deciderName(ctx.service) };
      return write(async (tx) => reply(200, await reviewDocumentsIn(tx, platform, items, common)));
    }),
  ),
];
