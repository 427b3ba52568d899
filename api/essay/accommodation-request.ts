import { isoInZone } from '@orbita/domain/foundation';
import { isEvaluated } from '@orbita/domain/offering';
import { STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { changeSubscription } from '../subscription/change.ts';
import { type ApplicationDecider, checkApplication } from '../subscription/decision.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription } from '../subscription/move.ts';
import { ofApplication } from '../subscription/queue.ts';
import type { SubscriptionRow } from '../subscription/row.ts';
import { settleItem } from '../work/decision.ts';
import { publishQueues } from '../work/publish.ts';
import type { Queue } from '../work/queue.ts';

/** Hours within which a request should be answered; it is at risk in the second half of them. */
const ANSWER_HOURS = 48;

/** Applications with an unanswered request (spec 10.1, 25.4.1). */
export const toAccommodate: Queue = {
  ...ofApplication,
  where: sql`w.accommodation_asked_at is not null`,
  key: sql`w.accommodation_asked_at`,
  dueAfterHours: ANSWER_HOURS,
  dueAt: sql`w.accommodation_asked_at + interval '48 hours'`,
  waitingSince: sql`w.accommodation_asked_at`,
  aheadHours: () => ANSWER_HOURS / 2,
};

type Asked = { kinds: string[]; notes: string | null; reportLater: boolean };
type Row = {
  id: number;
  state: 'asked' | 'granted' | 'refused';
  kinds: string[];
  notes: string | null;
  report_later: boolean;
  asked_at: Date;
  answer: string | null;
  decided_at: Date | null;
};

const latest = (on: Runner, subscriptionId: number): Promise<Row | undefined> =>
  on.one<Row>(sql`
    select id, state, kinds, notes, report_later, asked_at, answer, decided_at from accommodation_request
    where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId} order by id desc limit 1`);

/** The latest request of an application with its answer; sensitive (spec 18), only for its author and for those who decide. */
export async function requestOf(
  on: Runner,
  { id, time_zone: zone }: Pick<SubscriptionRow, 'id' | 'time_zone'>,
) {
  const row = await latest(on, id);
  return row
    ? {
        state: row.state,
        kinds: row.kinds,
        notes: row.notes,
        reportLater: row.report_later,
        askedAt: isoInZone(row.asked_at, zone),
        message: row.answer,
        decidedAt: row.decided_at && isoInZone(row.decided_at, zone),
      }
    : null;
}

/** Statuses in which the essay or test is still ahead. */
const AHEAD: readonly Status[] = [STATUS.Subscribed, STATUS.Scheduled];

/** Whether an application may request accommodations now. */
export const mayAsk = ({ ingress_kind: kind, status }: Pick<SubscriptionRow, 'ingress_kind' | 'status'>) =>
  isEvaluated(kind) && kind !== 'exam-score' && AHEAD.includes(status);

/** Requests more time or another accommodation; an unanswered request is replaced, so that it can be reworded. */
export async function askAccommodations(tx: Tx, platform: Platform, subscriptionId: number, asked: Asked) {
  const row = await lockSubscription(tx, subscriptionId);
  if (!mayAsk(row)) fail('STATE_CONFLICT', { extra: { status: row.status } });
  const now = platform.clock.now();
  await tx.one(sql`
    insert into accommodation_request (tenant_id, subscription_id, kinds, notes, report_later, asked_at)
    values (${tx.tenantId}, ${row.id}, ${asked.kinds}::text[], ${asked.notes}::text, ${asked.reportLater}::boolean,
      ${now}::timestamptz)
    on conflict (tenant_id, subscription_id) where state = 'asked' do update set kinds = excluded.kinds,
      notes = excluded.notes, report_later = excluded.report_later
    returning id`);
  await changeSubscription(
    tx,
    row.id,
    now,
    sql`accommodation_asked_at = coalesce(s.accommodation_asked_at, ${now}::timestamptz)`,
  );
  publishQueues(tx, { kind: 'application', institutionId: row.institution_id });
  await emitStepsChanged(tx, platform, row.id);
  return requestOf(tx, row);
}

type Answer = { state: 'granted' | 'refused'; message: string | null };

/**
 * Answers the open request of a locked application, as an item of its queue, and notifies the candidate (N-34); returns false if
 * there is none. `grantAccommodations` stores what is granted.
 */
export async function answerRequest(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  { state, message }: Answer,
  by: ApplicationDecider & { keptAs: string },
): Promise<boolean> {
  const open = await latest(tx, row.id);
  if (open?.state !== 'asked') return false;
  await checkApplication(tx, platform, row, by);
  const now = platform.clock.now();
  await tx.one(sql`
    update accommodation_request set state = ${state}, answer = ${message?.trim() || null}::text,
      decided_by = ${by.keptAs}::text, decided_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${open.id} returning id`);
  await changeSubscription(tx, row.id, now, sql`accommodation_asked_at = null`);
  await settleItem(tx, platform, { kind: 'application', id: row.id }, by.by);
  notify(tx, platform, {
    template: 'N-34',
    personId: row.person_id,
    subscriptionId: row.id,
    dedupe: String(open.id),
    data: { variante: state === 'granted' ? 'aceito' : 'recusado', resposta: message?.trim() || null },
  });
  return true;
}

/** Refuses the open request of an application with a reason for the candidate; `STATE_CONFLICT` if there is none. */
export async function refuseAccommodations(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  reason: string,
  by: ApplicationDecider & { keptAs: string },
): Promise<Status> {
  const row = await lockSubscription(tx, subscriptionId);
  const refused = { state: 'refused', message: reason } as const;
  if (!(await answerRequest(tx, platform, row, refused, by)))
    fail('STATE_CONFLICT', { extra: { status: row.status } });
  await emitStepsChanged(tx, platform, row.id);
  return row.status;
}
