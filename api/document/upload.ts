import { acceptedFormats, formatText } from '@orbita/domain/document';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { type Arrived, acceptFile, ownDocument, UPLOADS } from './accept-file.ts';
import type { Budget, Holding } from './budget.ts';
import { fileName, receive } from './receive.ts';
import type { DocumentRow } from './store.ts';

type Call = Ctx<'POST /candidate/subscriptions/{id}/documents/{documentId}/files'>;

async function arrived(ctx: Call, document: DocumentRow, holding: Holding): Promise<Arrived> {
  const sent = await ctx.file();
  const received = await receive(sent, holding);
  if (received.ok) return { name: fileName(sent.name), bytes: received.bytes };
  if (received.problem === 'FILE_TOO_BIG') fail('FILE_TOO_BIG');
  fail('FORMAT_NOT_ACCEPTED', { message: formatText(acceptedFormats(document.accepts_xlsx)) });
}

/** POST files (spec 15.3): checks for 404, then the file, then the state of the document. */
export async function uploadFile(ctx: Call, budget: Budget) {
  const { platform, tenant, session } = ctx;
  const known = await ownDocument(ctx, ctx.params.id, ctx.params.documentId);
  platform.limits.take(UPLOADS, { tenant: tenant.id, account: session.accountId });
  const holding = budget.of(tenant.id, session.personId);
  try {
    return reply(201, await acceptFile(ctx, known, await arrived(ctx, known, holding)));
  } finally {
    holding.release();
  }
}
