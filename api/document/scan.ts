import { documentMove, isRefusedFile, STUCK } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import { forDueInTurns, forDueTenants } from '../platform/due.ts';
import { emit } from '../platform/events.ts';
import { readSealed } from '../platform/files/storage.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { settleStuckPapers } from '../subscription/stuck-papers.ts';
import { findFile, lockDocument, setState } from './store.ts';
import { fileGone, startWaiting } from './waiting.ts';

type Verdict = 'clean' | 'infected' | 'too-big';
type Scanned = { id: number; subscription_id: number };

const AGAIN_AFTER_MS = 60_000;
/** Files of a tenant scanned in a row before others have their turn. */
const EACH = 5;
/** Tenants whose files are scanned concurrently, so that one tenant's large file delays few others. */
const TENANTS = 2;
/** Once staff have been alerted, the file is retried less often. */
const STUCK_AFTER_MS = 15 * 60_000;

/** Schedules a file for a retry; after several failures its application appears in a staff queue (spec 25.4.1). */
async function postpone(
  platform: Platform,
  tenantId: number,
  { id, subscription_id: of }: Scanned,
): Promise<void> {
  const now = platform.clock.now().getTime();
  const tried = await platform.db.tenant(tenantId).one<{ failures: number }>(sql`
    update document_file set scan_failures = scan_failures + 1,
      next_scan_at = case when scan_failures + 1 >= ${STUCK.scans} then ${new Date(now + STUCK_AFTER_MS)}::timestamptz
        else ${new Date(now + AGAIN_AFTER_MS)}::timestamptz end
    where tenant_id = ${tenantId} and id = ${id} and scan = 'pending' returning scan_failures as failures`);
  if (tried?.failures === STUCK.scans) {
    platform.log.error({ fileId: id }, 'file not scanned after many tries: it waits for the team');
    await settleStuckPapers(platform, tenantId, of);
  }
}

/**
 * Rejects a file that is dangerous or that the scanner doesn't accept: if there is no other file, the document is pending
 * again, and the candidate is notified.
 */
const refuseFile = (
  platform: Platform,
  tenantId: number,
  fileId: number,
  documentId: number,
  verdict: 'infected' | 'too-big',
): Promise<void> =>
  platform.db.write(tenantId, async (tx) => {
    const document = await lockDocument(tx, documentId);
    const marked = await tx.one(sql`
      update document_file set scan = ${verdict}::text, next_scan_at = null
      where tenant_id = ${tenantId} and id = ${fileId} and scan = 'pending' returning id`);
    if (!document || !marked) return;
    const left = document.files.filter((file) => file.fileId !== fileId && !isRefusedFile(file.scan)).length;
    const state = (left === 0 && documentMove(document.state, 'last-file-removed')) || document.state;
    if (state !== document.state) setState(tx, document.id, state, platform.clock.now());
    await fileGone(tx, platform, document);
    await emit(tx, platform, {
      stream: 'business',
      type: 'document.reviewed',
      subscriptionId: document.subscription_id,
      data: { documentId, name: document.name, state, reason: verdict },
    });
  });

/**
 * Scans one file. If the scanner doesn't answer, the file stays pending (spec 15.1) and is scanned again in a minute. Returns
 * the verdict; undefined if there was nothing to scan.
 */
export async function scanFile(
  platform: Platform,
  tenantId: number,
  fileId: number,
): Promise<Verdict | undefined> {
  const on = platform.db.tenant(tenantId);
  const file = await findFile(on, fileId);
  if (!file || file.removed_at || file.scan !== 'pending') return undefined;
  let verdict: Verdict;
  try {
    verdict = await platform.ports.scan.scan(await readSealed(platform, tenantId, file.storage_key));
  } catch (error) {
    await postpone(platform, tenantId, file);
    throw error;
  }
  // An application in the staff queue leaves it, whatever the verdict.
  const settle = async () => {
    if (file.scan_failures >= STUCK.scans) await settleStuckPapers(platform, tenantId, file.subscription_id);
  };
  if (verdict !== 'clean') {
    await refuseFile(platform, tenantId, fileId, file.document_id, verdict);
    await discard(platform, tenantId, fileId, file.storage_key);
    await settle();
    return verdict;
  }
  await platform.db.write(tenantId, async (tx) => {
    // The changes of the verdict and of a removal are both written under this lock.
    const document = await lockDocument(tx, file.document_id);
    if (!document) return;
    tx.alongside(sql`
      with seen as (
        update document_file set scan = 'clean', next_scan_at = null
        where tenant_id = ${tenantId} and id = ${fileId} and scan = 'pending' returning required_document_id
      )
      update required_document set updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = (select required_document_id from seen) returning id`);
    await startWaiting(tx, platform, document, 'came');
  });
  await settle();
  return verdict;
}

/** Deletes content from storage; the job retries a failed deletion. */
export async function discard(
  platform: Platform,
  tenantId: number,
  fileId: number,
  key: string,
): Promise<void> {
  try {
    await platform.files.delete(key);
    await platform.db.tenant(tenantId).one(sql`
      update document_file set storage_key = ''
      where tenant_id = ${tenantId} and id = ${fileId} and (removed_at is not null or scan in ('infected', 'too-big')) returning id`);
  } catch (error) {
    platform.log.warn({ err: error, fileId }, 'removed file still in the storage');
  }
}

/** Scans some of a tenant's files. If one fails, the rest wait for the next run: the scanner may be unavailable. */
async function scanSome(platform: Platform, tenantId: number): Promise<{ done: number; more: boolean }> {
  const due = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select id from document_file where tenant_id = ${tenantId} and scan = 'pending' and removed_at is null
      and next_scan_at <= ${platform.clock.now()}::timestamptz order by next_scan_at limit ${EACH}::int`);
  let done = 0;
  for (const { id } of due) {
    try {
      if (await scanFile(platform, tenantId, id)) done += 1;
    } catch (error) {
      platform.log.warn({ err: error, fileId: id }, 'file not scanned yet');
    }
  }
  return { done, more: done === EACH };
}

async function sweepTenant(platform: Platform, tenantId: number): Promise<number> {
  const left = await platform.db.tenant(tenantId).many<{ id: number; storage_key: string }>(sql`
    select id, storage_key from document_file
    where tenant_id = ${tenantId} and storage_key <> '' and (removed_at is not null or scan in ('infected', 'too-big')) limit 100`);
  for (const { id, storage_key: key } of left) await discard(platform, tenantId, id, key);
  return 0;
}

/** Scans pending files, and deletes the contents of removed files from storage. */
export const scanJobs: readonly Job[] = [
  {
    name: 'scan',
    everyMs: 3_000,
    run: (platform) => forDueInTurns(platform, 'scan', (tenantId) => scanSome(platform, tenantId), TENANTS),
  },
  {
    name: 'document-sweep',
    everyMs: 10 * 60_000,
    run: (platform) =>
      forDueTenants(platform, 'document-sweep', (tenantId) => sweepTenant(platform, tenantId)),
  },
];
