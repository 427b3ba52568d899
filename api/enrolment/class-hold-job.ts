import { HOLD_WARNING_MINUTES } from '@orbita/domain/enrolment';
import { formatTime, isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Job } from '../platform/jobs.ts';
import { moveSubscription } from '../subscription/index.ts';
import { tenantById } from '../tenancy/index.ts';
import { holdEnd } from './class-state.ts';

const BATCH = 200;

type Due = { id: number; person_id: number; name: string; ends: Date; over: boolean };
type Doing = { house: House; zone: string; due: Due };

/** Reservations that end within minutes and were not warned of, or that have ended while nobody pays. */
const duePage = (house: House, tenantId: number, after: number): Promise<Due[]> => {
  const now = house.clock.now();
  const soon = new Date(now.getTime() + HOLD_WARNING_MINUTES * 60_000);
  return house.db.tenant(tenantId).many<Due>(sql`
    select d.* from (
      select s.id, s.person_id, k.name, ${holdEnd} as ends, ${holdEnd} <= ${now}::timestamptz as over, h.warned_of,
        exists(select from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
          and y.state in ('created', 'processing', 'pending')) as open
      from class_hold h
      join subscription s on s.tenant_id = h.tenant_id and s.id = h.subscription_id
      join academic_class k on k.tenant_id = h.tenant_id and k.id = h.academic_class_id
      where h.tenant_id = ${tenantId} and h.state = 'held' and h.expires_at <= ${soon}::timestamptz
        and s.status = ${STATUS.EnrollmentPending}::int and h.subscription_id > ${after}) d
    where (d.over and not d.open)
      or (not d.over and d.ends <= ${soon}::timestamptz and d.warned_of is distinct from d.ends)
    order by d.id limit ${BATCH}::int`);
};

async function tell(tx: Tx, { house, zone, due }: Doing, over: boolean): Promise<void> {
  await emit(tx, house, {
    stream: 'business',
    type: over ? 'class.hold-expired' : 'class.hold-expiring',
    subscriptionId: due.id,
    data: { expiration: isoInZone(due.ends, zone) },
  });
  await notify(tx, house, {
    template: 'N-30',
    personId: due.person_id,
    subscriptionId: due.id,
    dedupe: `${due.id}:${due.ends.getTime()}:${over ? 'over' : 'soon'}`,
    data: {
      variante: over ? 'expirada' : 'expirando',
      turma: due.name,
      ...(over ? {} : { hora: formatTime(due.ends, zone) }),
    },
  });
}

/** Of two nodes that warn at once only one finds the reservation not warned of. */
async function warn(tx: Tx, doing: Doing): Promise<boolean> {
  const { id, ends } = doing.due;
  const warned = await tx.one(sql`
    update class_hold set warned_of = ${ends}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${id} and state = 'held'
      and warned_of is distinct from ${ends}::timestamptz returning subscription_id`);
  if (!warned) return false;
  await tell(tx, doing, false);
  return true;
}

/** TR-83: its guards look again under the lock, so that nobody loses a place who just began to pay. */
async function expire(tx: Tx, doing: Doing): Promise<boolean> {
  await moveSubscription(tx, doing.house, {
    subscriptionId: doing.due.id,
    event: 'class-hold-expired',
    actor: 'system',
  });
  await tell(tx, doing, true);
  return true;
}

async function settle(tenantId: number, doing: Doing): Promise<boolean> {
  try {
    return await doing.house.db.write(tenantId, (tx) => (doing.due.over ? expire : warn)(tx, doing));
  } catch (error) {
    if (!(error instanceof AppError))
      doing.house.log.error({ subscription: doing.due.id, err: error }, 'class hold not settled');
    return false;
  }
}

/** Warns of reservations that are about to end and frees the places of those that have (spec 12.2, 17.6). */
export const classHoldJob: Job = {
  name: 'class-hold',
  everyMs: 10_000,
  async run(house) {
    let done = 0;
    for (const tenantId of await house.db.tenantIds()) {
      const { timeZone: zone } = await tenantById(house, tenantId);
      for (let after = 0; ; ) {
        const page = await duePage(house, tenantId, after);
        for (const due of page) if (await settle(tenantId, { house, zone, due })) done += 1;
        const last = page.at(-1);
        if (!last || page.length < BATCH) break;
        after = last.id;
      }
    }
    return done;
  },
};
