import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { endWaysIn } from './end-ways-in.ts';
import { isHeld } from './held-contact.ts';

const BATCH = 100;

type Due = { id: number; person_id: number; after: Record<string, string>; last: boolean };

/**
 * Ends the account's sign-in methods before a contact set by staff becomes visible and receives codes. Nothing is ended if the
 * person reverted it, or if a later correction is still on hold. Returns false when nothing is due.
 */
async function takeEffect(platform: Platform, tenantId: number): Promise<boolean> {
  return platform.db.write(tenantId, async (tx) => {
    const now = platform.clock.now();
    const row = await tx.one<Due>(sql`
      select c.id, c.person_id, c.after, not exists (select from person_correction o where o.tenant_id = c.tenant_id
        and o.person_id = c.person_id and o.id > c.id and ${isHeld(sql`o`)}) as last
      from person_correction c
      where c.tenant_id = ${tenantId} and c.held_until <= ${now}::timestamptz and ${isHeld(sql`c`)}
        and not c.until_released
      order by c.held_until limit 1 for update skip locked`);
    if (!row) return false;
    const waiting = await tx.one(sql`
      select id from person p where tenant_id = ${tenantId} and id = ${row.person_id}::bigint
        and anonymised_at is null and (
          (email = ${row.after.email ?? null}::text and email_confirmed_at is null)
          or (cell_phone = ${row.after.cellPhone ?? null}::text and cell_phone_confirmed_at is null)) for update`);
    if (waiting && row.last)
      await endWaysIn(tx, platform, row.person_id, { byInstitution: { bringing: Object.values(row.after) } });
    await tx.one(sql`
      update person_correction set effective_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and id = ${row.id}::bigint returning id`);
    return true;
  });
}

/** Puts into effect contacts that staff corrected and nobody confirmed or reverted in time. */
export const heldContacts: Job = {
  name: 'held-contacts',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'held-contacts', async (tenantId) => {
      let done = 0;
      for (let ended = 0; ended < BATCH && (await takeEffect(platform, tenantId)); ended += 1) done += 1;
      return done;
    }),
};
