import { HOLD_WARNING_MINUTES } from '@orbita/domain/enrolment';
import { formatTime, isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { forDueTenants } from '../platform/due.ts';
import { emit } from '../platform/events.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { moveSubscription } from '../subscription/move.ts';
import { holdEnd } from '../subscription/state/class.ts';
import { OPEN_CHARGE } from '../subscription/state/open-charge.ts';
import { tenantById } from '../tenancy/hosts.ts';

const BATCH = 200;

type Due = { id: number; person_id: number; name: string; ends: Date; over: boolean };
type Doing = { platform: Platform; zone: string; due: Due };

/** Reservations that end within minutes and got no warning, or that ended without a pending payment. */
const duePage = (platform: Platform, tenantId: number, after: number): Promise<Due[]> => {
  const now = platform.clock.now();
  const soon = new Date(now.getTime() + HOLD_WARNING_MINUTES * 60_000);
  return platform.db.tenant(tenantId).many<Due>(sql`
    select d.* from (
      select s.id, s.person_id, k.name, ${holdEnd} as ends, ${holdEnd} <= ${now}::timestamptz as over, h.warned_of,
        exists(select from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
          and y.state in ${OPEN_CHARGE}) as open
      from class_hold h
      join subscription s on s.tenant_id = h.tenant_id and s.id = h.subscription_id
      join academic_class k on k.tenant_id = h.tenant_id and k.id = h.academic_class_id
      where h.tenant_id = ${tenantId} and h.state = 'held' and h.expires_at <= ${soon}::timestamptz
        and s.status = ${STATUS.EnrollmentPending}::int and h.subscription_id > ${after}) d
    where (d.over and not d.open)
      or (not d.over and d.ends <= ${soon}::timestamptz and d.warned_of is distinct from d.ends)
    order by d.id limit ${BATCH}::int`);
};

async function notifyCandidate(tx: Tx, { platform, zone, due }: Doing, over: boolean): Promise<void> {
  await emit(tx, platform, {
    stream: 'business',
    type: over ? 'class.hold-expired' : 'class.hold-expiring',
    subscriptionId: due.id,
    data: { expiration: isoInZone(due.ends, zone) },
  });
  notify(tx, platform, {
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

/** When two nodes warn at once, only one of them updates the row and sends the warning. */
async function warn(tx: Tx, doing: Doing): Promise<boolean> {
  const { id, ends } = doing.due;
  const warned = await tx.one(sql`
    update class_hold set warned_of = ${ends}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${id} and state = 'held'
      and warned_of is distinct from ${ends}::timestamptz returning subscription_id`);
  if (!warned) return false;
  await notifyCandidate(tx, doing, false);
  return true;
}

/** TR-83: its guards check again under the lock, so that a candidate who just started to pay does not lose the seat. */
async function expire(tx: Tx, doing: Doing): Promise<boolean> {
  await moveSubscription(tx, doing.platform, {
    subscriptionId: doing.due.id,
    event: 'class-hold-expired',
    actor: 'system',
  });
  await notifyCandidate(tx, doing, true);
  return true;
}

async function settle(tenantId: number, doing: Doing): Promise<boolean> {
  try {
    return await doing.platform.db.write(tenantId, (tx) => (doing.due.over ? expire : warn)(tx, doing));
  } catch (error) {
    if (!(error instanceof AppError))
      doing.platform.log.error({ subscription: doing.due.id, err: error }, 'class hold not settled');
    return false;
  }
}

/** Warns about reservations that end soon and frees the seats of those that ended (spec 12.2, 17.6). */
export const classHoldJob: Job = {
  name: 'class-hold',
  everyMs: 10_000,
  run: (platform) =>
    forDueTenants(platform, 'class-hold', async (tenantId) => {
      const { timeZone: zone } = await tenantById(platform, tenantId);
      let done = 0;
      for (let after = 0; ; ) {
        const page = await duePage(platform, tenantId, after);
        for (const due of page) if (await settle(tenantId, { platform, zone, due })) done += 1;
        const last = page.at(-1);
        if (!last || page.length < BATCH) return done;
        after = last.id;
      }
    }),
};
