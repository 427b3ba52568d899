import { addDays, dayInZone, formatDate } from '@orbita/domain/foundation';
import { reminderDays } from '@orbita/domain/payment';
import { STATUS, type Status, statusesWith } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import { notifyCounted } from '../messaging/notify.ts';
import { literals } from '../platform/database/literals.ts';
import { forDueTenants } from '../platform/due.ts';
import { AppError } from '../platform/http/errors.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { allowedNow } from '../subscription/allowed.ts';
import { moveSubscription } from '../subscription/move.ts';
import { classFree } from '../subscription/state/class.ts';
import { OPEN_CHARGE } from '../subscription/state/open-charge.ts';
import { tenantById } from '../tenancy/hosts.ts';

const MINUTE_MS = 60_000;
const BATCH = 500;

const TO_PAY = literals(statusesWith('payment-deadline-expired'));
const UNFINISHED = literals(statusesWith('intake-expired'));

/** Moves one subscription in its own transaction; false if its guards do not allow the move yet, or on a logged error. */
async function expire(
  platform: Platform,
  tenantId: number,
  subscriptionId: number,
  event: 'payment-deadline-expired' | 'intake-expired',
): Promise<boolean> {
  try {
    await platform.db.write(tenantId, (tx) =>
      moveSubscription(tx, platform, { subscriptionId, event, actor: 'system' }),
    );
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    platform.log.error({ subscription: subscriptionId, event, err: error }, 'not expired');
    return false;
  }
}

/** Processes all subscriptions of a query page by page, so that those that may not move do not block others. */
async function expireAll(
  platform: Platform,
  tenantId: number,
  event: 'payment-deadline-expired' | 'intake-expired',
  page: (after: number, today: string) => Promise<{ id: number }[]>,
): Promise<number> {
  const { timeZone } = await tenantById(platform, tenantId);
  const today = dayInZone(platform.clock.now(), timeZone);
  let moved = 0;
  for (let after = 0; ; ) {
    const due = await page(after, today);
    const ids = due.map(({ id }) => id);
    for (const id of await allowedNow(platform, tenantId, ids, event))
      if (await expire(platform, tenantId, id, event)) moved += 1;
    const last = due.at(-1);
    if (!last || due.length < BATCH) return moved;
    after = last.id;
  }
}

/**
 * Subscriptions in these states whose intake, including the days added for the person, ended before the given day. Begins with the
 * intakes, also while a table has no statistics: the planner takes no other side first across the `offset`.
 */
const leftOpen = (tenantId: number, day: string, states: Sql): Sql => sql`
  select open.id from intake i
  cross join lateral (
    select s.id from subscription s
    where s.tenant_id = i.tenant_id and s.intake_id = i.id and ${states}
      and greatest(i.end_date, s.extended_end) < ${day}::date offset 0) open
  where i.tenant_id = ${tenantId} and i.end_date < ${day}::date`;

/**
 * TR-85: the payment deadline has passed. Charges in an unknown state are first looked up by `charge-expiry`, so that nobody
 * who paid in time loses the application.
 */
const paymentDeadlines = (platform: Platform, tenantId: number): Promise<number> =>
  expireAll(platform, tenantId, 'payment-deadline-expired', (after, today) =>
    platform.db.tenant(tenantId).many<{ id: number }>(sql`
      with due as materialized (
        select id from subscription
        where tenant_id = ${tenantId} and status in ${TO_PAY}
          and payment_deadline < ${platform.clock.now()}::timestamptz
        union
        ${leftOpen(tenantId, today, sql`s.status in ${TO_PAY}`)})
      select s.id from due s
      where s.id > ${after}::bigint
        and not exists (select from payment y where y.tenant_id = ${tenantId} and y.subscription_id = s.id
          and y.state in ${OPEN_CHARGE} and y.method <> 'slip')
      order by s.id limit ${BATCH}::int`),
  );

/** TR-86: the intake has ended and nothing is pending at the institution; the guards of the transition decide. */
const intakes = (platform: Platform, tenantId: number): Promise<number> =>
  expireAll(platform, tenantId, 'intake-expired', (after, today) =>
    platform.db.tenant(tenantId).many<{ id: number }>(sql`
      with due as materialized (${leftOpen(tenantId, today, sql`s.status in ${UNFINISHED}`)})
      select id from due where id > ${after}::bigint order by id limit ${BATCH}::int`),
  );

type Reminded = {
  id: number;
  person_id: number;
  status: Status;
  payment_deadline: Date | null;
  last_day: string;
};

/** What to do before the payment deadline, for statuses in which that is not paying the first instalment. */
const REMINDERS: Partial<Record<Status, string>> = {
  [STATUS.PendingTax]: 'taxa',
  [STATUS.PendingClassSelection]: 'turma',
};

/** Last day to pay: the day of the deadline, or the end of the intake if that comes first (TR-85). */
export const lastDayToPay = (
  { payment_deadline: deadline, last_day: end }: Pick<Reminded, 'payment_deadline' | 'last_day'>,
  zone: string,
): string => {
  const day = deadline ? dayInZone(deadline, zone) : end;
  return day < end ? day : end;
};

/** Data of N-22 for an application: what has to be done, and by which day. */
export const deadlineReminder = (
  row: Pick<Reminded, 'status' | 'payment_deadline' | 'last_day'>,
  zone: string,
): { variante: string; data: string } => ({
  variante: REMINDERS[row.status] ?? 'matricula',
  data: formatDate(lastDayToPay(row, zone)),
});

/**
 * N-22: sent two days and one day before the payment deadline, once each. Also sent while a class has to be chosen; if every
 * class is full, the deadline is paused and nothing is sent (TR-85). Returns the number of notifications written.
 */
async function remind(platform: Platform, tenantId: number): Promise<number> {
  const { timeZone } = await tenantById(platform, tenantId);
  const now = platform.clock.now();
  const today = dayInZone(now, timeZone);
  const due = await platform.db.tenant(tenantId).many<Reminded>(sql`
    select s.id, s.person_id, s.status, s.payment_deadline, greatest(i.end_date, s.extended_end) as last_day
    from (
      select id from subscription
      where tenant_id = ${tenantId} and status in ${TO_PAY} and payment_deadline > ${now}::timestamptz
        and payment_deadline < ${new Date(now.getTime() + 4 * 24 * 60 * MINUTE_MS)}::timestamptz
      union
      ${leftOpen(tenantId, addDays(today, 3), sql`s.status in ${TO_PAY}`)}) ending
    join subscription s on s.tenant_id = ${tenantId} and s.id = ending.id
    join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
    -- A column, because row security lets no condition that joins texts itself use the index.
    cross join lateral (select 'N-22:' || s.id || ':' || least((s.payment_deadline at time zone ${timeZone}::text)::date,
      greatest(i.end_date, s.extended_end)) || ':' || ${today}::text as key offset 0) told
    where (s.payment_deadline is null or s.payment_deadline > ${now}::timestamptz)
      and (s.status <> ${STATUS.PendingClassSelection}::int or (${classFree} and not s.awaits_class))
      and not exists (select from notification n where n.tenant_id = ${tenantId} and n.dedupe_key = told.key)
    order by s.id`);
  let written = 0;
  for (const row of due) {
    const { id, person_id: personId } = row;
    const day = lastDayToPay(row, timeZone);
    if (!reminderDays(day).includes(today)) continue;
    written += await platform.db.write(tenantId, (tx) =>
      notifyCounted(tx, platform, {
        template: 'N-22',
        personId,
        subscriptionId: id,
        dedupe: `${id}:${day}:${today}`,
        data: deadlineReminder(row, timeZone),
      }),
    );
  }
  return written;
}

const found = (
  name: 'payment-deadline' | 'intake-expiry' | 'reminders',
  everyMs: number,
  work: (platform: Platform, tenantId: number) => Promise<number>,
): Job => ({
  name,
  everyMs,
  run: (platform) => forDueTenants(platform, name, (tenantId) => work(platform, tenantId)),
});

export const deadlineJobs: readonly Job[] = [
  found('payment-deadline', MINUTE_MS, paymentDeadlines),
  found('intake-expiry', 5 * MINUTE_MS, intakes),
  found('reminders', 10 * MINUTE_MS, remind),
];
