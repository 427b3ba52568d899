import { documentMove } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import { emit } from '../platform/events.ts';
import { readSealed } from '../platform/files/storage.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { findFile, lockDocument, setState } from './store.ts';

const AGAIN_AFTER_MS = 60_000;

/** An infected file is taken back: without another file the document waits again, and the candidate hears of it. */
const refuseFile = (house: House, tenantId: number, fileId: number, documentId: number): Promise<void> =>
  house.db.write(tenantId, async (tx) => {
    const document = await lockDocument(tx, documentId);
    const marked = await tx.one(sql`
      update document_file set scan = 'infected', next_scan_at = null
      where tenant_id = ${tenantId} and id = ${fileId} and scan = 'pending' returning id`);
    if (!document || !marked) return;
    const left = document.files.filter((file) => file.fileId !== fileId && file.scan !== 'infected').length;
    const state = (left === 0 && documentMove(document.state, 'last-file-removed')) || document.state;
    if (state !== document.state) await setState(tx, document.id, state, house.clock.now());
    await emit(tx, house, {
      stream: 'business',
      type: 'document.reviewed',
      subscriptionId: document.subscription_id,
      data: { documentId, state, reason: 'infected' },
    });
  });

/**
 * Asks the scanner about one file. A scanner that does not answer leaves it waiting (spec 15.1): it is asked again in a
 * minute. Answers the verdict; undefined when there was nothing to ask.
 */
export async function scanFile(
  house: House,
  tenantId: number,
  fileId: number,
): Promise<'clean' | 'infected' | undefined> {
  const on = house.db.tenant(tenantId);
  const file = await findFile(on, tenantId, fileId);
  if (!file || file.removed_at || file.scan !== 'pending') return undefined;
  let verdict: 'clean' | 'infected';
  try {
    verdict = await house.ports.scan.scan(await readSealed(house, tenantId, file.storage_key));
  } catch (error) {
    const next = new Date(house.clock.now().getTime() + AGAIN_AFTER_MS);
    await on.one(sql`
      update document_file set next_scan_at = ${next}::timestamptz
      where tenant_id = ${tenantId} and id = ${fileId} and scan = 'pending' returning id`);
    throw error;
  }
  if (verdict === 'infected') {
    await refuseFile(house, tenantId, fileId, file.document_id);
    await discard(house, tenantId, fileId, file.storage_key);
    return verdict;
  }
  await house.db.write(tenantId, async (tx) => {
    // Its changes are written behind this lock, as are those of a file that is being removed.
    await lockDocument(tx, file.document_id);
    await tx.one(sql`
      with seen as (
        update document_file set scan = 'clean', next_scan_at = null
        where tenant_id = ${tenantId} and id = ${fileId} and scan = 'pending' returning required_document_id
      )
      update required_document set updated_at = ${house.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = (select required_document_id from seen) returning id`);
  });
  return verdict;
}

/** Takes a content out of the storage; what fails now is found again by the job. */
export async function discard(house: House, tenantId: number, fileId: number, key: string): Promise<void> {
  try {
    await house.files.delete(key);
    await house.db.tenant(tenantId).one(sql`
      update document_file set storage_key = ''
      where tenant_id = ${tenantId} and id = ${fileId} and (removed_at is not null or scan = 'infected') returning id`);
  } catch (error) {
    house.log.warn({ err: error, fileId }, 'removed file still in the storage');
  }
}

async function scanTenant(house: House, tenantId: number): Promise<number> {
  const due = await house.db.tenant(tenantId).many<{ id: number }>(sql`
    select id from document_file where tenant_id = ${tenantId} and scan = 'pending' and removed_at is null
      and next_scan_at <= ${house.clock.now()}::timestamptz order by next_scan_at limit 50`);
  let done = 0;
  for (const { id } of due) {
    try {
      if (await scanFile(house, tenantId, id)) done += 1;
    } catch (error) {
      house.log.warn({ err: error, fileId: id }, 'file not scanned yet');
    }
  }
  return done;
}

async function sweepTenant(house: House, tenantId: number): Promise<number> {
  const left = await house.db.tenant(tenantId).many<{ id: number; storage_key: string }>(sql`
    select id, storage_key from document_file
    where tenant_id = ${tenantId} and storage_key <> '' and (removed_at is not null or scan = 'infected') limit 100`);
  for (const { id, storage_key: key } of left) await discard(house, tenantId, id, key);
  return 0;
}

const everyTenant = (work: (house: House, tenantId: number) => Promise<number>) => async (house: House) => {
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) done += await work(house, tenantId);
  return done;
};

/** Scans what waits, and takes what was removed out of the storage. */
export const scanJobs: readonly Job[] = [
  { name: 'scan', everyMs: 3_000, run: everyTenant(scanTenant) },
  { name: 'document-sweep', everyMs: 10 * 60_000, run: everyTenant(sweepTenant) },
];
