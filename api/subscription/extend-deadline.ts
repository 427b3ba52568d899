import { dayInZone, endOfDay, formatDate } from '@orbita/domain/foundation';
import {
  type Deadline,
  extendDeadline,
  extensionSubject,
  type LastDays,
  lastDayOf,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { type ActedBy, writeAct } from './acts.ts';
import { changeSubscription } from './change.ts';
import { documentsDay } from './documents-day.ts';
import type { SubscriptionState } from './facts.ts';

/** The current last days of an application's deadlines. */
export const lastDaysOf = (row: SubscriptionState): LastDays => ({
  end: row.last_day,
  payment: row.payment_deadline && dayInZone(row.payment_deadline, row.time_zone),
  documents: documentsDay(row),
});

/** Checks a new day for a deadline of an application; every extension goes through this rule. */
export const judgeExtension = (
  platform: Platform,
  row: SubscriptionState,
  deadline: Deadline,
  until: string,
) =>
  extendDeadline(deadline, until, {
    status: row.status,
    today: dayInZone(platform.clock.now(), row.time_zone),
    days: lastDaysOf(row),
  });

type Wish = { deadline: Deadline; until: string; reason: string | null; by: ActedBy };

/**
 * Extends a deadline of a locked application, records this in the histories of candidate and team, and notifies the candidate
 * (N-37). Returns false, with nothing written, if the rule refuses the day.
 */
export async function extendOne(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  { deadline, until, reason, by }: Wish,
): Promise<boolean> {
  const judged = judgeExtension(platform, row, deadline, until);
  if (judged.refused !== null) return false;
  const { end, payment, documents } = judged.days;
  const before = lastDaysOf(row);
  const paymentEnd =
    payment === before.payment ? row.payment_deadline : payment && endOfDay(payment, row.time_zone);
  await changeSubscription(
    tx,
    row.id,
    platform.clock.now(),
    sql`extended_end = ${end === before.end ? row.extended_end : end}::date,
      payment_deadline = ${paymentEnd}::timestamptz,
      documents_until = ${documents === before.documents ? row.documents_until : documents}::date`,
  );
  const day = formatDate(lastDayOf(deadline, judged.days));
  await writeAct(tx, platform, {
    subscriptionId: row.id,
    act: 'deadline-extended',
    subject: extensionSubject(deadline, day),
    reason,
    by,
  });
  notify(tx, platform, {
    template: 'N-37',
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: `${row.id}:${deadline}:${until}`,
    data: { variante: deadline, prazo: day },
  });
  return true;
}
