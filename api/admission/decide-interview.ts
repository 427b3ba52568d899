import { isWebAddress } from '@orbita/domain/admission';
import { dayInZone, formatDate, formatTime, isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { extendForLateDecision } from '../subscription/payment-deadline.ts';
import type { Judge } from './decide-questionnaire.ts';
import { type InterviewRow, interviewById, lockInterview } from './interview-store.ts';
import { openInterview } from './open.ts';

export type Appointment = { at: string; place?: string | null | undefined; link?: string | null | undefined };
export type InterviewDecision = {
  decision: 'approved' | 'rejected' | 'repeat';
  reason?: string | null | undefined;
};

/**
 * Finds an interview; 404 when the caller may not see it, checked before the body is validated (spec 2.3).
 */
async function find(tx: Tx, judge: Judge, id: number): Promise<InterviewRow> {
  const row = await interviewById(tx, tx.tenantId, id);
  if (!row || judge.institutions?.includes(row.institution_code) === false) fail('NOT_FOUND');
  return row;
}

/** Locks subscription and interview, in this order, and reads the current state of both. */
async function lock(tx: Tx, subscriptionId: number): Promise<[SubscriptionState, InterviewRow]> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const row = await lockInterview(tx, subscriptionId);
  return [subscription, row ?? fail('NOT_FOUND')];
}

const wrongState = ({ state }: InterviewRow, { status }: SubscriptionState): never =>
  fail('STATE_CONFLICT', { extra: { state, status } });

function readAppointment({ at, place, link }: Appointment) {
  const instant = new Date(at);
  const errors = [];
  if (Number.isNaN(instant.getTime())) errors.push({ field: 'at', message: 'Must be a real instant' });
  const address = link?.trim() || null;
  if (address && !isWebAddress(address, ['https:']))
    errors.push({ field: 'link', message: 'Must be an https address' });
  invalid(errors);
  return { at: instant, place: place?.trim() || null, link: address };
}

/**
 * Sets or changes the appointment (spec 11.2), notifies open pages and the candidate (N-15); sending the same
 * appointment again changes and notifies nothing. 409 `STATE_CONFLICT` with the `status` outside 18.
 */
export async function appointInterview(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => Appointment,
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const { at, place, link } = readAppointment(read());
  const [subscription, row] = await lock(tx, subscriptionId);
  if (subscription.status !== STATUS.PendingInterview) wrongState(row, subscription);
  const answer = { id, state: 'scheduled' as const, subscriptionId, status: subscription.status };
  const same = row.appointment_at?.getTime() === at.getTime() && row.place === place && row.link === link;
  if (same && row.state === 'scheduled') return answer;
  await tx.one(sql`
    update interview set state = 'scheduled', appointment_at = ${at}::timestamptz, place = ${place}::text,
      link = ${link}::text, revision = revision + 1, updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  const zone = row.time_zone;
  await emit(tx, platform, {
    stream: 'business',
    type: 'interview.scheduled',
    subscriptionId,
    data: { at: isoInZone(at, zone) },
  });
  await notify(tx, platform, {
    template: 'N-15',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:agendada:${row.revision + 1}`,
    data: {
      variante: 'agendada',
      data: formatDate(dayInZone(at, zone)),
      hora: formatTime(at, zone),
      local_ou_link: [place, link].filter(Boolean).join(' – ') || 'local a combinar',
    },
  });
  return answer;
}

/**
 * The candidate did not come: stays in 18 and may request again (spec 11.2), with extra days when the intake
 * is over (7.1).
 */
async function missed(tx: Tx, platform: Platform, subscription: SubscriptionState, row: InterviewRow) {
  if (subscription.status !== STATUS.PendingInterview || row.state !== 'scheduled')
    wrongState(row, subscription);
  await extendForLateDecision(tx, platform, subscription);
  await openInterview(tx, platform, subscription);
  await emit(tx, platform, {
    stream: 'business',
    type: 'interview.decided',
    subscriptionId: row.subscription_id,
    data: { decision: 'missed' },
  });
  return subscription.status;
}

/** Registers that the interview was held (TR-65), or that the candidate did not come. */
export async function recordOutcome(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => { held: boolean },
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const { held } = read();
  const [subscription, row] = await lock(tx, subscriptionId);
  if (!held) {
    const status = await missed(tx, platform, subscription, row);
    return { id, state: 'not-requested' as const, subscriptionId, status };
  }
  const event = 'interview-held';
  const moved = await moveSubscription(tx, platform, { subscriptionId, event, actor: 'operations' });
  await tx.one(sql`
    update interview set state = 'held', updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  return { id, state: 'held' as const, subscriptionId, status: moved.to };
}

const EVENTS = {
  approved: 'interview-approved',
  rejected: 'interview-rejected',
  repeat: 'interview-repeat',
} as const;

/**
 * Decides an interview that was held (TR-66 to TR-68), notifies open pages and the candidate (N-15). A
 * rejection needs a reason. 409 with the `status` when none waits for a decision.
 */
export async function decideInterview(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => InterviewDecision,
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const { decision, ...given } = read();
  const reason = given.reason?.trim() || null;
  if (decision === 'rejected' && !reason) invalid([{ field: 'reason', message: 'Required' }]);
  const [subscription] = await lock(tx, subscriptionId);
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: EVENTS[decision],
    actor: 'operations',
    reason,
    // An interview that was held is decided even if its offer no longer has interviews.
    facts: { interviewOn: true },
  });
  const now = platform.clock.now();
  // The move to 18 has already reset the interview.
  const state = decision === 'repeat' ? ('not-requested' as const) : decision;
  await tx.one(sql`
    update interview set state = ${state}::text, decision_reason = ${reason}::text, decided_by = ${judge.name}::text,
      decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await emit(tx, platform, {
    stream: 'business',
    type: 'interview.decided',
    subscriptionId,
    data: { decision },
  });
  await notify(tx, platform, {
    template: 'N-15',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:resultado:${moved.version}`,
    data: { variante: 'resultado' },
  });
  return { id, state, subscriptionId, status: moved.to };
}
