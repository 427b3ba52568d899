import { dayInZone, formatDate } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { changeSubscription, lockSubscription, restartTimeToPay } from '../subscription/index.ts';
import { classFree } from './class-state.ts';

const BATCH = 200;

/**
 * Tells somebody who found no place in any class that there is one (S-26), by N-30 and on an open page, and gives her the
 * whole time to pay again: an invitation on the day everything ends would be none. `event` is what is told of once.
 */
export async function inviteToChoose(tx: Tx, house: House, id: number, event: string): Promise<void> {
  const state = await lockSubscription(tx, id);
  if (state.status !== STATUS.PendingClassSelection) return;
  const deadline = await restartTimeToPay(tx, house, state);
  await emit(tx, house, {
    stream: 'business',
    type: 'subscription.steps-changed',
    subscriptionId: id,
    data: {},
  });
  await notify(tx, house, {
    template: 'N-30',
    personId: state.person_id,
    subscriptionId: id,
    dedupe: `${id}:${event}`,
    data: { variante: 'vagas', prazo: formatDate(dayInZone(deadline, state.time_zone)) },
  });
}

/** Those in 21 of whom it is not yet written that they wait, or not yet told that they need not. */
const changed = (house: House, tenantId: number, after: number) =>
  house.db.tenant(tenantId).many<{ id: number }>(sql`
    select s.id from subscription s
    where s.tenant_id = ${tenantId} and s.status = 21 and s.id > ${after}::bigint
      and s.awaits_class = ${classFree}
    order by s.id limit ${BATCH}::int`);

/** Judged again under the lock; places come and go by the minute, so of those one message a day is enough. */
async function settle(tx: Tx, house: House, id: number): Promise<boolean> {
  const state = await lockSubscription(tx, id);
  const places = state.status === STATUS.PendingClassSelection ? state.class : null;
  if (!places || places.free !== places.waiting) return false;
  if (places.free) {
    await inviteToChoose(tx, house, id, `place:${dayInZone(house.clock.now(), state.time_zone)}`);
    return true;
  }
  await changeSubscription(tx, id, house.clock.now(), sql`awaits_class = true`);
  return true;
}

async function settled(house: House, tenantId: number, id: number): Promise<boolean> {
  try {
    return await house.db.write(tenantId, (tx) => settle(tx, house, id));
  } catch (error) {
    house.log.error({ subscription: id, err: error }, 'wait for a class not settled');
    return false;
  }
}

/** Notes who waits because no class has a place, and invites them once one has, whoever gave it back (decision 0045). */
export const classWaitJob: Job = {
  name: 'class-wait',
  everyMs: 10_000,
  async run(house) {
    let done = 0;
    for (const tenantId of await house.db.tenantIds()) {
      for (let after = 0; ; ) {
        const page = await changed(house, tenantId, after);
        for (const { id } of page) if (await settled(house, tenantId, id)) done += 1;
        const last = page.at(-1);
        if (!last || page.length < BATCH) break;
        after = last.id;
      }
    }
    return done;
  },
};
