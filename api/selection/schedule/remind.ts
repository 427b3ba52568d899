import { REMINDER_HOURS, remindsNow } from '@orbita/domain/selection';
import sql from 'sql-template-tag';
import { notifyCounted } from '../../messaging/notify.ts';
import { forDueTenants } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { testData } from '../../subscription/present-booking.ts';
import { tenantById } from '../../tenancy/hosts.ts';
import { sendReturnedBack } from './withdraw.ts';

type Due = {
  id: number;
  subscription_id: number;
  person_id: number;
  at: Date;
  place: string;
  pole_name: string;
  booked_at: Date;
};

const dueIn = (platform: Platform, tenantId: number, now: Date) =>
  platform.db.tenant(tenantId).many<Due>(sql`
    select b.id, b.subscription_id, s.person_id, x.at, x.place, p.description as pole_name, b.booked_at
    from schedule_slot x
    join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id
    join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
    join subscription s on s.tenant_id = b.tenant_id and s.id = b.subscription_id and s.status = 2
    where x.tenant_id = ${tenantId} and x.at > ${now}::timestamptz
      and x.at <= ${new Date(now.getTime() + REMINDER_HOURS * 3_600_000)}::timestamptz
    order by b.id`);

/** Sends N-07 24 hours before the test, once per booking; never for a withdrawn test. */
async function remindOfTests(platform: Platform, tenantId: number): Promise<number> {
  const { timeZone } = await tenantById(platform, tenantId);
  const now = platform.clock.now();
  let written = await sendReturnedBack(platform, tenantId);
  for (const due of await dueIn(platform, tenantId, now)) {
    if (!remindsNow({ at: due.at, bookedAt: due.booked_at }, now, timeZone)) continue;
    const data = testData({ at: due.at, place: due.place, poleName: due.pole_name }, timeZone);
    written += await platform.db.write(tenantId, (tx) =>
      notifyCounted(tx, platform, {
        template: 'N-07',
        personId: due.person_id,
        subscriptionId: due.subscription_id,
        dedupe: String(due.id),
        data,
      }),
    );
  }
  return written;
}

/** A part of the job `reminders` (spec 17.6). */
export const testReminders: Job = {
  name: 'reminders',
  everyMs: 10 * 60_000,
  run: (platform) => forDueTenants(platform, 'reminders', (tenantId) => remindOfTests(platform, tenantId)),
};
