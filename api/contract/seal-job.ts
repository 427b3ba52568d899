import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import { storeSealed } from '../platform/files/storage.ts';
import { isSealed } from '../platform/files/vault.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { sha256 } from './render.ts';

type Copy = { id: number; pdf_key: string; pdf_hash: string };

/** Seals one copy in place; repeating it has no further effect. */
async function sealCopy(
  platform: Platform,
  tenantId: number,
  { id, pdf_key: key, pdf_hash: hash }: Copy,
): Promise<void> {
  const stored = Buffer.from(await platform.files.getBytes(key));
  if (!isSealed(stored)) {
    if (sha256(stored) !== hash) throw new Error(`The copy of acceptance ${id} is not what was accepted`);
    await storeSealed(platform, tenantId, key, stored);
  }
  await platform.db.tenant(tenantId).one(sql`
    update contract_acceptance set pdf_sealed = true where tenant_id = ${tenantId} and id = ${id} returning id`);
}

async function sealCopies(platform: Platform, tenantId: number): Promise<number> {
  const plain = await platform.db.tenant(tenantId).many<Copy>(sql`
    select id, pdf_key, pdf_hash from contract_acceptance
    where tenant_id = ${tenantId} and pdf_key is not null and not pdf_sealed order by id limit 50`);
  let done = 0;
  for (const copy of plain) {
    try {
      await sealCopy(platform, tenantId, copy);
      done += 1;
    } catch (error) {
      platform.log.error({ err: error, acceptance: copy.id }, 'contract copy not sealed yet');
    }
  }
  return done;
}

/** Seals the contract copies that were stored before sealing existed; once none are left, a run only reads an empty index. */
export const sealJob: Job = {
  name: 'contract-seal',
  everyMs: 10 * 60_000,
  run: (platform) => forDueTenants(platform, 'contract-seal', (tenantId) => sealCopies(platform, tenantId)),
};
