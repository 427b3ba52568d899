import { randomBytes, randomUUID } from 'node:crypto';
import { formatDateTime, isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { House } from '../platform/house.ts';
import type { Tenant } from '../platform/http/context.ts';
import type { Job } from '../platform/jobs.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { tenantById } from '../tenancy/index.ts';
import { copyOf } from './copy.ts';
import type { RequestRow } from './store.ts';

/** Days the link of the e-mail opens the copy; then the file is gone too. */
const LINK_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/** Makes one copy: file first, then the row and the e-mail together; a file nobody names is swept away. */
async function makeCopy(house: House, tenant: Tenant, row: RequestRow): Promise<boolean> {
  const now = house.clock.now();
  const copy = await copyOf(house.db.tenant(tenant.id), tenant, row.person_id, now);
  const fileKey = `tenants/${tenant.id}/exports/${randomUUID()}`;
  await storeSealed(house, tenant.id, fileKey, Buffer.from(JSON.stringify(copy, null, 2)));
  const key = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  const done = await house.db.write(tenant.id, async (tx) => {
    const mine = await tx.one(sql`
      update privacy_request set state = 'concluded', answered_at = ${now}::timestamptz, answered_by = 'system',
        file_key = ${fileKey}::text, link_hash = ${secretHash(key)}::text, link_expires_at = ${until}::timestamptz
      where tenant_id = ${tenant.id} and id = ${row.id} and state in ('received', 'in-review') returning id`);
    if (!mine) return false;
    await notify(tx, house, {
      template: 'N-31',
      personId: row.person_id,
      institutionId: row.institution_id,
      dedupe: `privacy:${row.id}:answered`,
      data: { variante: 'pronta', prazo: formatDateTime(isoInZone(until, tenant.timeZone), tenant.timeZone) },
      path: `/profile?aba=privacidade&copia=${row.id}.${key}`,
    });
    return true;
  });
  if (!done) await house.files.delete(fileKey).catch(() => undefined);
  return done;
}

async function run(house: House): Promise<number> {
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const waiting = await house.db.tenant(tenantId).many<RequestRow>(sql`
      select * from privacy_request where tenant_id = ${tenantId} and kind = 'export'
        and state in ('received', 'in-review') order by id limit 20`);
    const tenant = waiting.length > 0 ? await tenantById(house, tenantId) : undefined;
    if (!tenant) continue;
    for (const row of waiting) {
      try {
        if (await makeCopy(house, tenant, row)) done += 1;
      } catch (error) {
        house.log.error({ err: error, request: row.id }, 'copy of personal data not made yet');
      }
    }
  }
  return done;
}

/** Copies are ready within a minute or so; 15 are promised (spec 6.2). */
export const exportJob: Job = { name: 'privacy-export', everyMs: 30_000, run };
