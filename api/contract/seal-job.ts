import sql from 'sql-template-tag';
import { storeSealed } from '../platform/files/storage.ts';
import { isSealed } from '../platform/files/vault.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { sha256 } from './render.ts';

type Copy = { id: number; pdf_key: string; pdf_hash: string };

/** Seals one copy where it lies. Running it twice changes nothing more. */
async function sealCopy(
  house: House,
  tenantId: number,
  { id, pdf_key: key, pdf_hash: hash }: Copy,
): Promise<void> {
  const stored = Buffer.from(await house.files.getBytes(key));
  if (!isSealed(stored)) {
    if (sha256(stored) !== hash) throw new Error(`The copy of acceptance ${id} is not what was accepted`);
    await storeSealed(house, tenantId, key, stored);
  }
  await house.db.tenant(tenantId).one(sql`
    update contract_acceptance set pdf_sealed = true where tenant_id = ${tenantId} and id = ${id} returning id`);
}

async function run(house: House): Promise<number> {
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const plain = await house.db.tenant(tenantId).many<Copy>(sql`
      select id, pdf_key, pdf_hash from contract_acceptance
      where tenant_id = ${tenantId} and pdf_key is not null and not pdf_sealed order by id limit 50`);
    for (const copy of plain) {
      try {
        await sealCopy(house, tenantId, copy);
        done += 1;
      } catch (error) {
        house.log.error({ err: error, acceptance: copy.id }, 'contract copy not sealed yet');
      }
    }
  }
  return done;
}

/** Seals the copies of contracts that were stored before copies were sealed; without any it reads one empty index. */
export const sealJob: Job = { name: 'contract-seal', everyMs: 10 * 60_000, run };
