import { acceptedFormats, formatText } from '@orbita/domain/document';
import type { Ctx, Upload } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { withHeldKey } from '../platform/http/with-key.ts';
import { behalfReason, recordAct } from '../subscription/acts.ts';
import { onBehalf } from '../subscription/on-behalf.ts';
import { type Arrived, acceptFile, ownDocument, UPLOADS } from './accept-file.ts';
import type { Budget, Holding } from './budget.ts';
import { fileName, receive } from './receive.ts';
import { type DocumentRow, findDocument } from './store.ts';

/** The same as for the other acts on behalf of a candidate, which parse it. */
const LONGEST_REASON = 2000;

type Call = Ctx<'POST /candidate/subscriptions/{id}/documents/{documentId}/files'>;
type OperationsCall = Ctx<'POST /operations/documents/{id}/files'>;

async function arrived(sent: Upload, document: DocumentRow, holding: Holding): Promise<Arrived> {
  const received = await receive(sent, holding);
  if (received.ok) return { name: fileName(sent.name), bytes: received.bytes };
  if (received.problem === 'FILE_TOO_BIG') fail('FILE_TOO_BIG');
  fail('FORMAT_NOT_ACCEPTED', { message: formatText(acceptedFormats(document.accepts_xlsx), received.head) });
}

/** POST files (spec 15.3): checks for 404, then the file, then the state of the document. */
export async function uploadFile(ctx: Call, budget: Budget) {
  const { platform, tenant, session } = ctx;
  const known = await ownDocument(ctx, ctx.params.id, ctx.params.documentId);
  platform.limits.take(UPLOADS, { tenant: tenant.id, account: session.accountId });
  const holding = budget.of(tenant.id, session.personId);
  try {
    return reply(201, await acceptFile(ctx, known, await arrived(await ctx.file(), known, holding)));
  } finally {
    holding.release();
  }
}

/**
 * POST files on behalf of the candidate (D-85), by the same rules; 404 for a document outside the token's institutions. Only
 * the hourly limit of a person's own uploads doesn't apply.
 */
export async function uploadForCandidate(ctx: OperationsCall, budget: Budget) {
  const { platform, tenant, params } = ctx;
  const known = await findDocument(platform.db.tenant(tenant.id), params.id);
  if (!known) fail('NOT_FOUND');
  const { session } = await onBehalf(ctx, known.subscription_id);
  return withHeldKey(ctx, async (key) => {
    const holding = budget.of(tenant.id, session.personId);
    try {
      const sent = await ctx.file();
      // The whole form is read before it is refused, so that the sender sees the response.
      const file = await arrived(sent, known, holding);
      const reason = behalfReason(ctx.service, sent.text('reason')?.slice(0, LONGEST_REASON));
      return reply(
        201,
        await acceptFile(
          ctx,
          known,
          file,
          async (tx, kept) => {
            await recordAct(tx, platform, ctx.service, {
              subscriptionId: known.subscription_id,
              act: 'document-sent',
              subject: known.name,
              reason,
            });
            await key?.answer(tx, reply(201, kept));
          },
          { by: 'institution', staffId: ctx.service.staff?.id },
        ),
      );
    } finally {
      holding.release();
    }
  });
}
