import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { ownSubscription } from '../subscription/own.ts';
import { createBudget } from './budget.ts';
import { findCopy } from './contract-copy.ts';
import { coverDocument, coverForCandidate, uncoverDocument } from './cover.ts';
import { downloadFile } from './download.ts';
import { linkTo, openLink } from './link.ts';
import { presentDocument } from './present.ts';
import { orderPrint, showPrint } from './print.ts';
import { deleteFile } from './remove.ts';
import { beginUpload, finishOwnUpload, goOnWithUpload, listUploads } from './resumable/calls.ts';
import { tusOptions } from './resumable/tus.ts';
import { reusableFor, reuseDocument } from './reuse.ts';
import { listDocuments } from './store.ts';
import { uploadFile, uploadForCandidate } from './upload.ts';

/** Routes of the document module: required documents, their files, and printing (spec 15.3, 18). */
export const routes = (platform: Platform): Route[] => {
  const budget = createBudget();
  return [
    route('GET /candidate/subscriptions/{id}/documents', async (ctx) => {
      const own = await ownSubscription(ctx, ctx.params.id);
      const rows = await listDocuments(platform.db.tenant(ctx.tenant.id), own.id, ctx.query.stage);
      const sources = await reusableFor(ctx, own.id);
      return reply(
        200,
        rows.map((row) => presentDocument(row, { others: rows, sources, zone: own.time_zone })),
      );
    }),
    route('POST /candidate/subscriptions/{id}/documents/{documentId}/files', (ctx) =>
      uploadFile(ctx, budget),
    ),
    route('POST /operations/documents/{id}/files', (ctx) => uploadForCandidate(ctx, budget)),
    route('POST /operations/documents/{id}/covered-by/{otherId}', (ctx) =>
      withKey(ctx, (write) => coverForCandidate(ctx, write)),
    ),
    route('POST /candidate/subscriptions/{id}/documents/{documentId}/uploads', (ctx) =>
      beginUpload(ctx, budget),
    ),
    route('POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}', coverDocument),
    route(
      'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}',
      uncoverDocument,
    ),
    route('POST /candidate/subscriptions/{id}/documents/{documentId}/reused-from/{otherId}', (ctx) =>
      reuseDocument(ctx, budget),
    ),
    route('GET /candidate/subscriptions/{id}/uploads', listUploads),
    route('OPTIONS /candidate/subscriptions/{id}/documents/{documentId}/uploads', tusOptions),
    route('OPTIONS /candidate/uploads/{uploadId}', tusOptions),
    route('HEAD /candidate/uploads/{uploadId}', (ctx) => goOnWithUpload(ctx, budget)),
    route('PATCH /candidate/uploads/{uploadId}', (ctx) => goOnWithUpload(ctx, budget)),
    route('DELETE /candidate/uploads/{uploadId}', (ctx) => goOnWithUpload(ctx, budget)),
    route('POST /candidate/uploads/{uploadId}/file', (ctx) => finishOwnUpload(ctx, budget)),
    route('GET /candidate/documents/files/{fileId}', downloadFile),
    route('GET /candidate/documents/links/{ticket}', openLink),
    route('DELETE /candidate/documents/files/{fileId}', deleteFile),
    route('GET /candidate/subscriptions/{id}/contract-copy', async (ctx) => {
      const own = await ownSubscription(ctx, ctx.params.id);
      const copy = await findCopy(platform.db.tenant(ctx.tenant.id), own.id);
      const link =
        copy?.state === 'ready' && ctx.query.link === '1' && (await linkTo(ctx, { acceptanceId: copy.id }));
      return reply(200, { state: copy?.state ?? 'none', url: null, expiresAt: null, ...link });
    }),
    route('POST /candidate/print-tickets', orderPrint),
    route('GET /candidate/print/{ticket}', showPrint),
  ];
};
