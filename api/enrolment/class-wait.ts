import { dayInZone, formatDate } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { forDueTenants } from '../platform/due.ts';
import { emitStepsChanged } from '../platform/events.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { changeSubscription } from '../subscription/change.ts';
import { lockSubscription } from '../subscription/move.ts';
import { restartTimeToPay } from '../subscription/payment-deadline.ts';
import { classFree } from '../subscription/state/class.ts';

const BATCH = 200;

/**
 * Notifies a candidate who found every class full that a seat is free (S-26), by N-30 and on an open page, and restarts the time
 * to pay, so that the candidate has time to use the seat. `event` is the deduplication key of the message.
 */
export async function inviteToChoose(tx: Tx, platform: Platform, id: number, event: string): Promise<void> {
  const state = await lockSubscription(tx, id);
  if (state.status !== STATUS.PendingClassSelection) return;
  const deadline = await restartTimeToPay(tx, platform, state);
  await emitStepsChanged(tx, platform, id);
  notify(tx, platform, {
    template: 'N-30',
    personId: state.person_id,
    subscriptionId: id,
    dedupe: `${id}:${event}`,
    data: { variante: 'vagas', prazo: formatDate(dayInZone(deadline, state.time_zone)) },
  });
}

/** Applications in 21 that started waiting and are not marked yet, or that may choose again and were not notified. */
const changed = (platform: Platform, tenantId: number, after: number) =>
  platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select s.id from subscription s
    where s.tenant_id = ${tenantId} and s.status = 21 and s.id > ${after}::bigint
      and s.awaits_class = ${classFree}
    order by s.id limit ${BATCH}::int`);

/** Checks again under the lock. Seats come and go by the minute, so one message a day is enough. */
async function settle(tx: Tx, platform: Platform, id: number): Promise<boolean> {
  const state = await lockSubscription(tx, id);
  const places = state.status === STATUS.PendingClassSelection ? state.class : null;
  if (!places || places.free !== places.waiting) return false;
  if (places.free) {
    await inviteToChoose(tx, platform, id, `place:${dayInZone(platform.clock.now(), state.time_zone)}`);
    return true;
  }
  await changeSubscription(tx, id, platform.clock.now(), sql`awaits_class = true`);
  return true;
}

async function settled(platform: Platform, tenantId: number, id: number): Promise<boolean> {
  try {
    return await platform.db.write(tenantId, (tx) => settle(tx, platform, id));
  } catch (error) {
    platform.log.error({ subscription: id, err: error }, 'wait for a class not settled');
    return false;
  }
}

/** Marks applications that are waiting because every class is full, and invites them once a seat is free, whatever freed it. */
export const classWaitJob: Job = {
  name: 'class-wait',
  everyMs: 10_000,
  run: (platform) =>
    forDueTenants(platform, 'class-wait', async (tenantId) => {
      let done = 0;
      for (let after = 0; ; ) {
        const page = await changed(platform, tenantId, after);
        for (const { id } of page) if (await settled(platform, tenantId, id)) done += 1;
        const last = page.at(-1);
        if (!last || page.length < BATCH) return done;
        after = last.id;
      }
    }),
};
