import { documentMove, isRefusedFile, STUCK, takesFiles } from '@orbita/domain/document';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { settleStuckPapers } from '../subscription/stuck-papers.ts';
import { ownFileEver } from './download.ts';
import { discard } from './scan.ts';
import { lockDocument, removeFile, setState, touch } from './store.ts';
import { fileGone } from './waiting.ts';

/** DELETE files/{fileId}: while the document is open (spec 15.1); deleting the last file resets it to pending. */
export async function deleteFile(ctx: Ctx<'DELETE /candidate/documents/files/{fileId}'>) {
  const { platform, tenant } = ctx;
  const file = await ownFileEver(ctx, ctx.params.fileId);
  // A repeat finds what it asked for already done.
  if (file.removed_at) return reply(204);
  if (!takesFiles(file.document_state)) fail('APPROVED');
  // If the storage is down, the content would remain although we reported it as deleted.
  if (file.storage_key) await platform.files.exists(file.storage_key).catch(() => fail('UNAVAILABLE'));
  await platform.db.write(tenant.id, async (tx) => {
    const document = await lockDocument(tx, file.document_id);
    if (!document) fail('NOT_FOUND');
    if (!takesFiles(document.state)) fail('APPROVED');
    if (!(await removeFile(tx, file.id, platform.clock.now()))) fail('NOT_FOUND');
    const left = document.files.filter(
      ({ fileId, scan }) => fileId !== file.id && !isRefusedFile(scan),
    ).length;
    const state = left === 0 ? documentMove(document.state, 'last-file-removed') : undefined;
    if (state) setState(tx, document.id, state, platform.clock.now());
    // Reviewers see that the document changed, even if other files are left.
    else touch(tx, document.id, platform.clock.now());
    await fileGone(tx, platform, document);
  });
  if (file.scan_failures >= STUCK.scans) await settleStuckPapers(platform, tenant.id, file.subscription_id);
  if (file.storage_key) await discard(platform, tenant.id, file.id, file.storage_key);
  return reply(204);
}
