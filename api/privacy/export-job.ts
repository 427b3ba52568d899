import { randomBytes, randomUUID } from 'node:crypto';
import { formatDateTime, isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import { forDueTenants } from '../platform/due.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { Tenant } from '../platform/http/context.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { copyOf } from './copy.ts';
import type { RequestRow } from './store.ts';

/** Days during which the link in the e-mail opens the copy; then the file is deleted too. */
const LINK_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/** Makes one copy: the file first, then the row and the e-mail together; the sweep removes a file without a row. */
async function makeCopy(platform: Platform, tenant: Tenant, row: RequestRow): Promise<boolean> {
  const now = platform.clock.now();
  const copy = await copyOf(platform.db.tenant(tenant.id), tenant, row.person_id, now);
  const fileKey = `tenants/${tenant.id}/exports/${randomUUID()}`;
  await storeSealed(platform, tenant.id, fileKey, Buffer.from(JSON.stringify(copy, null, 2)));
  const key = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  const done = await platform.db.write(tenant.id, async (tx) => {
    const mine = await tx.one(sql`
      update privacy_request set state = 'concluded', answered_at = ${now}::timestamptz, answered_by = 'system',
        file_key = ${fileKey}::text, link_hash = ${secretHash(key)}::text, link_expires_at = ${until}::timestamptz
      where tenant_id = ${tenant.id} and id = ${row.id} and state in ('received', 'in-review') returning id`);
    if (!mine) return false;
    notify(tx, platform, {
      template: 'N-31',
      personId: row.person_id,
      institutionId: row.institution_id,
      dedupe: `privacy:${row.id}:answered`,
      data: { variante: 'pronta', prazo: formatDateTime(isoInZone(until, tenant.timeZone), tenant.timeZone) },
      path: `/profile?aba=privacidade&copia=${row.id}.${key}`,
    });
    return true;
  });
  if (!done) await platform.files.delete(fileKey).catch(() => undefined);
  return done;
}

async function makeCopies(platform: Platform, tenantId: number): Promise<number> {
  const waiting = await platform.db.tenant(tenantId).many<RequestRow>(sql`
    select * from privacy_request where tenant_id = ${tenantId} and kind = 'export'
      and state in ('received', 'in-review') order by id limit 20`);
  const tenant = await tenantById(platform, tenantId);
  let done = 0;
  for (const row of waiting) {
    try {
      if (await makeCopy(platform, tenant, row)) done += 1;
    } catch (error) {
      platform.log.error({ err: error, request: row.id }, 'copy of personal data not made yet');
    }
  }
  return done;
}

/** Copies are ready within about a minute; the spec promises 15 (spec 6.2). */
export const exportJob: Job = {
  name: 'privacy-export',
  everyMs: 30_000,
  run: (platform) => forDueTenants(platform, 'privacy-export', (tenantId) => makeCopies(platform, tenantId)),
};
