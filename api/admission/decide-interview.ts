import { isWebAddress } from '@orbita/domain/admission';
import { dayInZone, formatDate, formatTime, isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit, emitStepsChanged } from '../platform/events.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { extendForLateDecision } from '../subscription/payment-deadline.ts';
import { checkDecision, requireVersion, settleItem } from '../work/decision.ts';
import { decidedBy, type Judge } from './decide-questionnaire.ts';
import { type InterviewRow, interviewById, lockInterview } from './interview-store.ts';
import { checkInterviewer } from './interviewers.ts';
import { openInterview } from './open.ts';
import { isHers } from './own-interviews.ts';

/** The version that the team member saw. */
type Seen = { version?: number | null | undefined };
export type Appointment = Seen & {
  at: string;
  place?: string | null | undefined;
  link?: string | null | undefined;
  minutes?: number | null | undefined;
  /** Absent: the interviewer stays the same. */
  interviewerId?: number | null | undefined;
};
export type InterviewDecision = Seen & {
  decision: 'approved' | 'rejected' | 'repeat';
  reason?: string | null | undefined;
  notes?: string | null | undefined;
};

/** Finds an interview; 404 when the caller may not see it, checked before the body is validated (spec 2.3). */
async function find(tx: Tx, judge: Judge, id: number): Promise<InterviewRow> {
  const row = await interviewById(tx, id);
  if (!row || judge.institutions?.includes(row.institution_code) === false || !isHers(judge.decider, row))
    fail('NOT_FOUND');
  return row;
}

/** Locks subscription and interview, in this order, and reads the current state of both. */
async function lock(tx: Tx, subscriptionId: number): Promise<[SubscriptionState, InterviewRow]> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const row = await lockInterview(tx, subscriptionId);
  return [subscription, row ?? fail('NOT_FOUND')];
}

const wrongState = (row: InterviewRow, { status }: SubscriptionState): never =>
  fail('STATE_CONFLICT', { extra: { state: row.state, status, ...decidedBy(row) } });

/** Checks a change of a locked interview like one of a queue item: its version, and who has claimed it (spec 25.4.2, 25.4.3). */
const check = (
  tx: Tx,
  platform: Platform,
  judge: Judge,
  row: InterviewRow,
  { version }: Seen,
): Promise<void> =>
  checkDecision(tx, {
    decider: judge.decider,
    item: { kind: 'interview', id: row.id, version: row.version, changedAt: row.updated_at },
    seen: version,
    now: platform.clock.now(),
    zone: row.time_zone,
  });

const settle = (tx: Tx, platform: Platform, judge: Judge, id: number): Promise<void> =>
  settleItem(tx, platform, { kind: 'interview', id }, judge.shown);

/** Default duration of an interview in minutes. */
const USUAL_MINUTES = 30;

function readAppointment({ at, place, link, minutes }: Appointment, earliest: Date | undefined) {
  const instant = new Date(at);
  const errors = [];
  if (earliest && instant < earliest)
    errors.push({ field: 'at', message: 'Escolha um horário que ainda vem.' });
  if (Number.isNaN(instant.getTime())) errors.push({ field: 'at', message: 'Must be a real instant' });
  const address = link?.trim() || null;
  if (address && !isWebAddress(address, ['https:']))
    errors.push({ field: 'link', message: 'Must be an https address' });
  invalid(errors);
  return { at: instant, place: place?.trim() || null, link: address, minutes: minutes ?? null };
}

/**
 * Sets or changes the appointment (spec 11.2), notifies open pages and the candidate (N-15); sending the same appointment again
 * changes nothing and notifies nobody. 409 `STATE_CONFLICT` with the `status` outside 18.
 */
export async function appointInterview(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => Appointment,
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const given = read();
  requireVersion(judge.decider, given.version);
  const { at, place, link, minutes } = readAppointment(
    given,
    judge.decider.staff ? platform.clock.now() : undefined,
  );
  const [subscription, row] = await lock(tx, subscriptionId);
  if (subscription.status !== STATUS.PendingInterview) wrongState(row, subscription);
  await check(tx, platform, judge, row, given);
  const interviewer = given.interviewerId === undefined ? row.interviewer_id : given.interviewerId;
  const lasts = minutes ?? (row.state === 'scheduled' ? row.minutes : USUAL_MINUTES);
  const answer = { id, state: 'scheduled' as const, subscriptionId, status: subscription.status };
  const told = row.appointment_at?.getTime() === at.getTime() && row.place === place && row.link === link;
  const isTold = told && row.state === 'scheduled';
  if (isTold && interviewer === row.interviewer_id && lasts === row.minutes) return answer;
  if (interviewer !== null)
    await checkInterviewer(tx, interviewer, {
      ...{ interviewId: id, institution: row.institution_code, at, minutes: lasts },
    });
  const revision = row.revision + (isTold ? 0 : 1);
  await tx.one(sql`
    update interview set state = 'scheduled', appointment_at = ${at}::timestamptz, place = ${place}::text,
      link = ${link}::text, minutes = ${lasts}::int, interviewer_id = ${interviewer}::bigint,
      revision = ${revision}::int, updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await settle(tx, platform, judge, id);
  // The candidate is not notified of changes that do not concern them.
  if (isTold) return answer;
  const zone = row.time_zone;
  await emit(tx, platform, {
    stream: 'business',
    type: 'interview.scheduled',
    subscriptionId,
    data: { at: isoInZone(at, zone) },
  });
  notify(tx, platform, {
    template: 'N-15',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:agendada:${revision}`,
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
 * Cancels an appointment and tells the candidate why (N-15): the interview waits for another date, and the candidate's preferred
 * periods are kept. 409 `STATE_CONFLICT` when there is no appointment.
 */
export async function cancelAppointment(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => Seen & { reason: string },
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const { reason, version } = read();
  requireVersion(judge.decider, version);
  const [subscription, row] = await lock(tx, subscriptionId);
  const { appointment_at: at } = row;
  if (subscription.status !== STATUS.PendingInterview || row.state !== 'scheduled' || !at)
    return wrongState(row, subscription);
  await check(tx, platform, judge, row, { version });
  const now = platform.clock.now();
  await tx.one(sql`
    update interview set state = 'requested', appointment_at = null, place = null, link = null,
      requested_at = coalesce(requested_at, ${now}::timestamptz), revision = revision + 1,
      updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await emitStepsChanged(tx, platform, subscriptionId);
  notify(tx, platform, {
    template: 'N-15',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:desmarcada:${row.revision + 1}`,
    data: {
      variante: 'desmarcada',
      data: formatDate(dayInZone(at, row.time_zone)),
      hora: formatTime(at, row.time_zone),
      motivo: reason,
    },
  });
  await settle(tx, platform, judge, id);
  return { id, state: 'requested' as const, subscriptionId, status: subscription.status };
}

/**
 * The candidate did not attend: the application stays in 18 and the candidate may request again (spec 11.2), with extra days when
 * the intake is over (7.1).
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

/** Records that the interview was held (TR-65), or that the candidate did not attend. */
export async function recordOutcome(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => Seen & { held: boolean },
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const { held, version } = read();
  requireVersion(judge.decider, version);
  const [subscription, row] = await lock(tx, subscriptionId);
  // The state is checked first: what somebody recorded meanwhile says more than a different version number.
  if (judge.decider.staff && (row.state !== 'scheduled' || subscription.status !== STATUS.PendingInterview))
    wrongState(row, subscription);
  await check(tx, platform, judge, row, { version });
  if (!held) {
    const status = await missed(tx, platform, subscription, row);
    await settle(tx, platform, judge, id);
    return { id, state: 'not-requested' as const, subscriptionId, status };
  }
  const event = 'interview-held';
  const moved = await moveSubscription(tx, platform, { subscriptionId, event, actor: 'operations' });
  await tx.one(sql`
    update interview set state = 'held', held_at = ${platform.clock.now()}::timestamptz,
      updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await settle(tx, platform, judge, id);
  return { id, state: 'held' as const, subscriptionId, status: moved.to };
}

const EVENTS = {
  approved: 'interview-approved',
  rejected: 'interview-rejected',
  repeat: 'interview-repeat',
} as const;

/**
 * Decides an interview that was held (TR-66 to TR-68), notifies open pages and the candidate (N-15). A rejection needs a reason.
 * 409 with the `status` when no decision is pending.
 */
export async function decideInterview(
  tx: Tx,
  platform: Platform,
  judge: Judge,
  id: number,
  read: () => InterviewDecision,
) {
  const { subscription_id: subscriptionId } = await find(tx, judge, id);
  const { decision, version, ...given } = read();
  requireVersion(judge.decider, version);
  const reason = given.reason?.trim() || null;
  const notes = given.notes?.trim() || null;
  if (decision === 'rejected' && !reason) invalid([{ field: 'reason', message: 'Required' }]);
  const [subscription, row] = await lock(tx, subscriptionId);
  if (judge.decider.staff && row.state !== 'held') wrongState(row, subscription);
  await check(tx, platform, judge, row, { version });
  const moved = await moveSubscription(tx, platform, {
    subscriptionId,
    event: EVENTS[decision],
    actor: 'operations',
    reason,
    // An interview that was held can be decided even if its offer no longer has interviews.
    facts: { interviewOn: true },
  });
  const now = platform.clock.now();
  // The move to 18 has already reset the interview.
  const state = decision === 'repeat' ? ('not-requested' as const) : decision;
  await tx.one(sql`
    update interview set state = ${state}::text, decision_reason = ${reason}::text, decided_by = ${judge.name}::text,
      notes = coalesce(${notes}::text, notes), decided_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await settle(tx, platform, judge, id);
  await emit(tx, platform, {
    stream: 'business',
    type: 'interview.decided',
    subscriptionId,
    data: { decision },
  });
  notify(tx, platform, {
    template: 'N-15',
    personId: subscription.person_id,
    subscriptionId,
    dedupe: `${id}:resultado:${moved.version}`,
    data: { variante: 'resultado' },
  });
  return { id, state, subscriptionId, status: moved.to };
}
