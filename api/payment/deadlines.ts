import { addDays, dayInZone, formatDate } from '@orbita/domain/foundation';
import { reminderDays } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { House } from '../platform/house.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Job } from '../platform/jobs.ts';
import { moveSubscription } from '../subscription/index.ts';
import { tenantById } from '../tenancy/index.ts';

const MINUTE_MS = 60_000;
const BATCH = 500;

/** Moves one subscription by itself; false where its guards say "not yet". */
async function expire(
  house: House,
  tenantId: number,
  subscriptionId: number,
  event: 'payment-deadline-expired' | 'intake-expired',
): Promise<boolean> {
  try {
    await house.db.write(tenantId, (tx) =>
      moveSubscription(tx, house, { subscriptionId, event, actor: 'system' }),
    );
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    house.log.error({ subscription: subscriptionId, event, err: error }, 'not expired');
    return false;
  }
}

/** Works through all subscriptions a statement gives, page by page, so that those that may not move hide no others. */
async function expireAll(
  house: House,
  event: 'payment-deadline-expired' | 'intake-expired',
  page: (tenantId: number, after: number, today: string) => Promise<{ id: number }[]>,
): Promise<number> {
  let moved = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const { timeZone } = await tenantById(house, tenantId);
    const today = dayInZone(house.clock.now(), timeZone);
    for (let after = 0; ; ) {
      const due = await page(tenantId, after, today);
      for (const { id } of due) if (await expire(house, tenantId, id, event)) moved += 1;
      const last = due.at(-1);
      if (!last || due.length < BATCH) break;
      after = last.id;
    }
  }
  return moved;
}

/**
 * TR-85: the time to pay is over. A charge whose fate is not known yet is settled first by `charge-expiry`: nobody
 * loses an application who has paid in time.
 */
const paymentDeadlines = (house: House): Promise<number> =>
  expireAll(house, 'payment-deadline-expired', (tenantId, after, today) =>
    house.db.tenant(tenantId).many<{ id: number }>(sql`
      select s.id from subscription s
      join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
      where s.tenant_id = ${tenantId} and s.status in (6, 17, 21) and s.id > ${after}
        and (s.payment_deadline < ${house.clock.now()}::timestamptz
          or greatest(i.end_date, s.extended_end) < ${today}::date)
        and not exists (select from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id
          and y.state in ('created', 'processing', 'pending') and y.method <> 'slip')
      order by s.id limit ${BATCH}::int`),
  );

/** TR-86: the intake has ended and nothing awaits the institution; the transition's guards decide. */
const intakes = (house: House): Promise<number> =>
  expireAll(house, 'intake-expired', (tenantId, after, today) =>
    house.db.tenant(tenantId).many<{ id: number }>(sql`
      select s.id from subscription s
      join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
      where s.tenant_id = ${tenantId} and s.status in (1, 2, 3, 10, 14, 16, 18) and s.id > ${after}
        and greatest(i.end_date, s.extended_end) < ${today}::date
      order by s.id limit ${BATCH}::int`),
  );

type Reminded = { id: number; person_id: number; payment_deadline: Date | null; last_day: string };

/** The day that ends the time to pay: the deadline's, or the end of the intake where that comes first (TR-85). */
const lastDayToPay = ({ payment_deadline: deadline, last_day: end }: Reminded, zone: string): string => {
  const day = deadline ? dayInZone(deadline, zone) : end;
  return day < end ? day : end;
};

/** N-22: two days and one day before the time to pay is over, each once. */
async function remind(house: House): Promise<number> {
  let written = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const { timeZone } = await tenantById(house, tenantId);
    const now = house.clock.now();
    const today = dayInZone(now, timeZone);
    const due = await house.db.tenant(tenantId).many<Reminded>(sql`
      select s.id, s.person_id, s.payment_deadline, greatest(i.end_date, s.extended_end) as last_day
      from subscription s join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
      where s.tenant_id = ${tenantId} and s.status in (6, 17)
        and (s.payment_deadline is null or s.payment_deadline > ${now}::timestamptz)
        and (s.payment_deadline < ${new Date(now.getTime() + 4 * 24 * 60 * MINUTE_MS)}::timestamptz
          or greatest(i.end_date, s.extended_end) <= ${addDays(today, 2)}::date) order by s.id`);
    for (const row of due) {
      const { id, person_id: personId } = row;
      const day = lastDayToPay(row, timeZone);
      if (!reminderDays(day).includes(today)) continue;
      written += await house.db.write(tenantId, (tx) =>
        notify(tx, house, {
          template: 'N-22',
          personId,
          subscriptionId: id,
          dedupe: `${id}:${day}:${today}`,
          data: { data: formatDate(day) },
        }),
      );
    }
  }
  return written;
}

export const deadlineJobs: readonly Job[] = [
  { name: 'payment-deadline', everyMs: MINUTE_MS, run: paymentDeadlines },
  { name: 'intake-expiry', everyMs: 5 * MINUTE_MS, run: intakes },
  { name: 'reminders', everyMs: 10 * MINUTE_MS, run: remind },
];
