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

/** People read at a time; each is counted for and notified by herself. */
const PAGE = 50;

/**
 * People who have not had the message of a day, after one of them in the order of the index. Who had hers, or whom it failed
 * for, is passed by.
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

/** Sends everybody of a tenant the mail of her day; returns for how many it is settled now. A failure holds up nobody else. */
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

/** The day whose message is due at a tenant now. */
async function dayOf(platform: Platform, { id, timeZone: zone, holidays }: Tenant): Promise<string | null> {
  const hour = await parameterOf(platform, id, 'StaffDigestHour');
  return digestDayOf(platform.clock.now(), { hour, zone, holidays });
}

/**
 * Sends people of the team each business day what waits in their queues (spec 25.19, NE-04). What failed for
 * somebody is tried again with the next run, for as long as the message of the day goes out.
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
