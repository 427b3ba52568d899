import { RESULT_DUE_HOURS } from '@orbita/domain/essay';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';

const HOUR = 3_600_000;
const BATCH = 200;

const dueBefore = (house: House) => new Date(house.clock.now().getTime() - RESULT_DUE_HOURS * HOUR);

/** Tells one candidate once that the correction is late (spec 10.1). */
async function tellDelay(tx: Tx, house: House, essayId: number): Promise<boolean> {
  const row = await tx.one<{ subscription_id: number; person_id: number }>(sql`
    update essay set delay_notified_at = ${house.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${essayId} and state = 'finished' and delay_notified_at is null
    returning subscription_id, person_id`);
  if (!row) return false;
  await emit(tx, house, {
    stream: 'business',
    type: 'essay.delayed',
    subscriptionId: row.subscription_id,
    data: { essayId },
  });
  await notify(tx, house, {
    template: 'N-12',
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    dedupe: String(essayId),
  });
  return true;
}

/** Tells of essays that wait for their grade longer than promised, while their application still waits for it. */
export const delayJob: Job = {
  name: 'essay-delay',
  everyMs: 60_000,
  async run(house) {
    let told = 0;
    for (const tenantId of await house.db.tenantIds()) {
      const due = await house.db.tenant(tenantId).many<{ id: number }>(sql`
        select e.id from essay e join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
        where e.tenant_id = ${tenantId} and e.state = 'finished' and e.delay_notified_at is null
          and s.status = ${STATUS.Subscribed}::int
          and e.completed_date < ${dueBefore(house)}::timestamptz order by e.completed_date limit ${BATCH}`);
      for (const { id } of due) {
        if (await house.db.write(tenantId, (tx) => tellDelay(tx, house, id))) told++;
      }
    }
    return told;
  },
};
