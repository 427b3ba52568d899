import { addDays, dayInZone, formatDate } from '@orbita/domain/foundation';
import { reminderDays } from '@orbita/domain/payment';
import { STATUS, type Status } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { classFree } from '../enrolment/index.ts';
import { notify } from '../messaging/index.ts';
import type { House } from '../platform/house.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Job } from '../platform/jobs.ts';
import { allowedNow, moveSubscription } from '../subscription/index.ts';
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
      const ids = due.map(({ id }) => id);
      for (const id of await allowedNow(house, tenantId, ids, event))
        if (await expire(house, tenantId, id, event)) moved += 1;
      const last = due.at(-1);
      if (!last || due.length < BATCH) break;
      after = last.id;
    }
  }
  return moved;
}

/** What stands in one of these states and whose intake, with what was added for this person, ends before that day. */
const leftOpen = (tenantId: number, day: string, states: Sql): Sql => sql`
  select s.id from intake i
  join subscription s on s.tenant_id = i.tenant_id and s.intake_id = i.id
  where i.tenant_id = ${tenantId} and i.end_date < ${day}::date and ${states}
    and greatest(i.end_date, s.extended_end) < ${day}::date`;

/**
 * TR-85: the time to pay is over. A charge whose fate is not known yet is settled first by `charge-expiry`: nobody
 * loses an application who has paid in time.
 */
const paymentDeadlines = (house: House): Promise<number> =>
  expireAll(house, 'payment-deadline-expired', (tenantId, after, today) =>
    house.db.tenant(tenantId).many<{ id: number }>(sql`
      select s.id from (
        select id from subscription
        where tenant_id = ${tenantId} and status in (6, 17, 21)
          and payment_deadline < ${house.clock.now()}::timestamptz
        union
        ${leftOpen(tenantId, today, sql`s.status in (6, 17, 21)`)}) s
      where s.id > ${after}::bigint
        and not exists (select from payment y where y.tenant_id = ${tenantId} and y.subscription_id = s.id
          and y.state in ('created', 'processing', 'pending') and y.method <> 'slip')
      order by s.id limit ${BATCH}::int`),
  );

/** TR-86: the intake has ended and nothing awaits the institution; the transition's guards decide. */
const intakes = (house: House): Promise<number> =>
  expireAll(house, 'intake-expired', (tenantId, after, today) =>
    house.db.tenant(tenantId).many<{ id: number }>(sql`
      ${leftOpen(tenantId, today, sql`s.status in (1, 2, 3, 10, 14, 16, 18)`)}
        and s.id > ${after}::bigint
      order by s.id limit ${BATCH}::int`),
  );

type Reminded = {
  id: number;
  person_id: number;
  status: Status;
  payment_deadline: Date | null;
  last_day: string;
};

/** What there is to do before the time to pay is over, where it is not to pay the first instalment. */
const REMINDERS: Partial<Record<Status, string>> = {
  [STATUS.PendingTax]: 'taxa',
  [STATUS.PendingClassSelection]: 'turma',
};

/** The day that ends the time to pay: the deadline's, or the end of the intake where that comes first (TR-85). */
const lastDayToPay = ({ payment_deadline: deadline, last_day: end }: Reminded, zone: string): string => {
  const day = deadline ? dayInZone(deadline, zone) : end;
  return day < end ? day : end;
};

/**
 * N-22: two days and one day before the time to pay is over, each once. It runs while a class is to be chosen, too; where
 * none has a place there is nothing to do, and nothing runs out (TR-85).
 */
async function remind(house: House): Promise<number> {
  let written = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const { timeZone } = await tenantById(house, tenantId);
    const now = house.clock.now();
    const today = dayInZone(now, timeZone);
    const due = await house.db.tenant(tenantId).many<Reminded>(sql`
      select s.id, s.person_id, s.status, s.payment_deadline, greatest(i.end_date, s.extended_end) as last_day
      from (
        select id from subscription
        where tenant_id = ${tenantId} and status in (6, 17, 21) and payment_deadline > ${now}::timestamptz
          and payment_deadline < ${new Date(now.getTime() + 4 * 24 * 60 * MINUTE_MS)}::timestamptz
        union
        ${leftOpen(tenantId, addDays(today, 3), sql`s.status in (6, 17, 21)`)}) ending
      join subscription s on s.tenant_id = ${tenantId} and s.id = ending.id
      join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
      where (s.payment_deadline is null or s.payment_deadline > ${now}::timestamptz)
        and (s.status <> 21 or (${classFree} and not s.awaits_class))
        and not exists (select from notification n where n.tenant_id = ${tenantId}
          and n.dedupe_key = 'N-22:' || s.id || ':' || least((s.payment_deadline at time zone ${timeZone}::text)::date,
            greatest(i.end_date, s.extended_end)) || ':' || ${today}::text)
      order by s.id`);
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
          data: { variante: REMINDERS[row.status] ?? 'matricula', data: formatDate(day) },
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
