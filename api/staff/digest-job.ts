import { digestDayOf } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Tenant } from '../platform/http/context.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { parameterOf } from '../tenancy/parameters.ts';
import { type DigestReader, tellDay, wantsDigest } from './digest.ts';
import { heldGrants } from './store.ts';

/** Members read at a time; each is counted and notified separately. */
const PAGE = 50;

/**
 * Members who haven't had the day's message, starting after `last` in index order. Those who already had theirs, or for whom it
 * failed in this run, are skipped.
 */
const readersAfter = (
  platform: Platform,
  tenantId: number,
  day: string,
  last: Pick<DigestReader, 'id' | 'had'> | undefined,
): Promise<DigestReader[]> =>
  platform.db.tenant(tenantId).many<DigestReader>(sql`
    select s.id, s.name, s.digest_on::text as had, ${wantsDigest} as wanted, ${heldGrants} as grants from staff s
    where s.tenant_id = ${tenantId} and s.state = 'active' and s.digest_on < ${day}::date
      and (s.digest_on, s.id) > (${last?.had ?? '-infinity'}::date, ${last?.id ?? 0}::bigint)
    order by s.digest_on, s.id limit ${PAGE}`);

/**
 * Sends each member of a tenant the day's mail; returns for how many it is now settled. A failure doesn't hold up the others.
 */
async function tellTenant(platform: Platform, tenant: Tenant, day: string): Promise<number> {
  let done = 0;
  let last: DigestReader | undefined;
  for (;;) {
    const page = await readersAfter(platform, tenant.id, day, last);
    for (const reader of page)
      try {
        if (await tellDay(platform, tenant, { reader, day })) done += 1;
      } catch (error) {
        platform.log.error({ err: error, tenant: tenant.alias, staff: reader.id }, 'day not sent');
      }
    last = page.at(-1);
    if (page.length < PAGE || platform.jobs.stopping.aborted) return done;
  }
}

/** The day whose message is due at a tenant now; null if none is. */
async function dayOf(platform: Platform, { id, timeZone: zone, holidays }: Tenant): Promise<string | null> {
  const hour = await parameterOf(platform, id, 'StaffDigestHour');
  return digestDayOf(platform.clock.now(), { hour, zone, holidays });
}

/**
 * Sends staff members every business day what is waiting in their queues (spec 25.19, NE-04). A failed message is retried on
 * the next run, for as long as the day's messages are being sent.
 */
export const digestJob: Job = {
  name: 'staff-digest',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'staff-digest', async (tenantId) => {
      const tenant = await tenantById(platform, tenantId);
      const day = await dayOf(platform, tenant);
      return day ? tellTenant(platform, tenant, day) : 0;
    }),
};
