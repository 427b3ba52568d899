import { RESULT_DUE_HOURS } from '@orbita/domain/essay';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { forDueTenants } from '../platform/due.ts';
import { emit } from '../platform/events.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

const HOUR = 3_600_000;
const BATCH = 200;

const dueBefore = (platform: Platform) => new Date(platform.clock.now().getTime() - RESULT_DUE_HOURS * HOUR);

/** Notifies a candidate, once, that the grading is late (spec 10.1). */
async function notifyDelay(tx: Tx, platform: Platform, essayId: number): Promise<boolean> {
  const row = await tx.one<{ subscription_id: number; person_id: number }>(sql`
    update essay set delay_notified_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${essayId} and state = 'finished' and delay_notified_at is null
    returning subscription_id, person_id`);
  if (!row) return false;
  await emit(tx, platform, {
    stream: 'business',
    type: 'essay.delayed',
    subscriptionId: row.subscription_id,
    data: { essayId },
  });
  notify(tx, platform, {
    template: 'N-12',
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    dedupe: String(essayId),
  });
  return true;
}

/**
 * Notifies candidates whose essay has been waiting for its grade longer than promised, while their application is still waiting
 * for it.
 */
export const delayJob: Job = {
  name: 'essay-delay',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'essay-delay', async (tenantId) => {
      let notified = 0;
      const due = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
        select e.id from essay e join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
        where e.tenant_id = ${tenantId} and e.state = 'finished' and e.delay_notified_at is null
          and s.status = ${STATUS.Subscribed}::int
          and e.completed_date < ${dueBefore(platform)}::timestamptz order by e.completed_date limit ${BATCH}`);
      for (const { id } of due) {
        if (await platform.db.write(tenantId, (tx) => notifyDelay(tx, platform, id))) notified++;
      }
      return notified;
    }),
};
