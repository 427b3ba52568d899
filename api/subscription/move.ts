import {
  type Actor,
  automaticMove,
  creationRow,
  type Decision,
  decideMove,
  type Effect,
  ENDED_STATUSES,
  type Facts,
  pageOf,
  STATUS,
  type Status,
  type SubscriptionEvent,
  statusInfo,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notifyInstitution } from '../messaging/webhooks/write.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit, emitStepsChanged } from '../platform/events.ts';
import { actingStaffId } from '../platform/http/acting-staff.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { Changes, MoveInProgress, MoveMade } from './effect.ts';
import { gatherFacts, labelFor, type SubscriptionState, stateOf } from './facts.ts';
import { aboutOf } from './hand-over.ts';
import { sendNotice } from './notices.ts';
import { extendForLateDecision } from './payment-deadline.ts';
import { countsAsActive, hasNotEnded, lockRow, plainColumns } from './row.ts';
import { historyLine } from './state-columns.ts';
import { settleWaiting } from './waiting.ts';

export type MoveCommand = {
  subscriptionId: number;
  event: SubscriptionEvent;
  actor: Actor;
  reason?: string | null;
  /** Class in which to reserve a place (`class-selected`). */
  classId?: number;
  /** Test slot to book (`test-scheduled`, `test-rescheduled`). */
  slotId?: number;
  /** The application as locked and read by the caller, provided its state has not changed since; otherwise it is read here. */
  locked?: SubscriptionState;
  /** Facts that only the caller knows, such as the grade; they override those that are read. */
  facts?: Facts;
};

/**
 * Result of a sequence of moves: `from` is the status before the first, `to` the status after the last,
 * `moves` all of them in order, `version` the version after the last.
 */
export type Moved = { from: Status | null; to: Status; moves: MoveMade[]; version: number };

type Turn = {
  event: SubscriptionEvent;
  actor: Actor;
  reason?: string | null;
  classId?: number;
  slotId?: number;
};

// No correct transition table needs more moves in a row; the limit stops an endless loop.
const MOST_MOVES = 8;

// The candidate does not have to act after these decisions, so they do not extend a deadline.
const GIVES_NO_DAYS: readonly SubscriptionEvent[] = ['blocked', 'disqualified', 'cancel-confirmed'];

/**
 * Locks a subscription until the end of the transaction and reads it under the lock, so that it includes everything committed
 * before. Fails with 404 for an unknown id.
 */
export async function lockSubscription(tx: Tx, id: number): Promise<SubscriptionState> {
  // Both statements are sent together; the second still sees everything committed before the first got its lock.
  tx.alongside(lockRow(tx.tenantId, id));
  const state = await stateOf(tx, id);
  if (!state) fail('NOT_FOUND');
  return state;
}

const reasonOf = ({ reason }: Turn) => reason?.trim() || null;

async function stateAfter(tx: Tx, { id }: Pick<SubscriptionState, 'id'>): Promise<SubscriptionState> {
  const state = await stateOf(tx, id);
  if (!state) throw new Error(`Subscription ${id} vanished under its lock`);
  return state;
}

type Written = { line: SubscriptionState['history'][number] } & Partial<SubscriptionState>;

/**
 * Writes status, version and history, and returns the resulting state without re-reading what no effect changed. Apart from the
 * creation, only this function writes `subscription.status`.
 */
async function record(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  turn: Turn,
  decision: Extract<Decision, { allowed: true }>,
  { elsewhere, vacancies_left = row.vacancies_left, ...changes }: Changes,
): Promise<SubscriptionState> {
  const now = platform.clock.now();
  const transition = [decision.transition.id, decision.together?.id].filter(Boolean).join('+');
  const written = await tx.one<Written>(sql`
    with moved as (
      update subscription s set status = ${decision.to}, version = version + 1, updated_at = ${now}::timestamptz,
        is_paid = coalesce(${changes.is_paid ?? null}::boolean, is_paid),
        is_tax_paid = coalesce(${changes.is_tax_paid ?? null}::boolean, is_tax_paid),
        holds_place = coalesce(${changes.holds_place ?? null}::boolean, holds_place),
        awaits_class = false,
        no_retake = coalesce(${changes.no_retake ?? null}::boolean, no_retake),
        payment_deadline = case when ${changes.payment_deadline !== undefined}::boolean
          then ${changes.payment_deadline ?? null}::timestamptz else payment_deadline end
      where tenant_id = ${tx.tenantId} and id = ${row.id} returning ${plainColumns}
    ), published as (
      insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, reason, at,
        staff_id, institution_id)
      values (${tx.tenantId}, ${row.id}, ${row.status}::int, ${decision.to}::int, ${turn.event}::text,
              ${transition}::text, ${turn.actor}::text, ${reasonOf(turn)}::text, ${now}::timestamptz,
              case when ${turn.actor}::text = 'operations' then ${actingStaffId} end, ${row.institution_id}::bigint)
      returning ${historyLine} as line
    ) select moved.*, published.line from moved, published`);
  if (!written) throw new Error(`Subscription ${row.id} vanished under its lock`);
  if (elsewhere) return stateAfter(tx, row);
  const { line, ...columns } = written;
  const after = { ...row, ...columns, vacancies_left, history: [...row.history, line] };
  await platform.proveState?.(tx, after);
  return after;
}

async function publish(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  made: MoveMade,
  facts: Facts,
): Promise<void> {
  const data = {
    from: made.from,
    to: made.to,
    event: made.event,
    statusName: labelFor(row, made.to),
    page: pageOf({ status: made.to, kind: row.ingress_kind, facts }),
  };
  await emit(tx, platform, {
    stream: 'business',
    type: 'subscription.status-changed',
    subscriptionId: row.id,
    data,
  });
  await notifyInstitution(tx, platform, row, 'subscription.status-changed', {
    ...aboutOf(row),
    from: made.from,
    to: made.to,
    event: made.event,
    statusName: statusInfo(made.to).label,
  });
  await sendNotice(tx, platform, row, made);
}

/**
 * Locks the person of a locked application until the end of the transaction, so that no other application of theirs is created
 * or reinstated meanwhile. Always lock the application first and the person second.
 */
export const holdApplicant = (tx: Tx, { person_id: personId }: Pick<SubscriptionState, 'person_id'>) =>
  tx.one(sql`
    select id from person where tenant_id = ${tx.tenantId} and id = ${personId} for no key update`);

/**
 * The application that prevents an ended one from returning to a status: it may not return while another one for the same offer
 * and course is active. A refusal for cause (D-65) also prevents the return, but neither a cancellation request nor a block.
 */
export async function otherActive(
  on: Pick<Tx, 'one' | 'tenantId'>,
  row: SubscriptionState,
  to: Status,
): Promise<number | undefined> {
  if (!ENDED_STATUSES.includes(row.status) || ENDED_STATUSES.includes(to)) return undefined;
  const goesOn = to !== STATUS.PendingCancel && to !== STATUS.Blacklisted;
  const other = await on.one<{ id: number }>(sql`
    select id from subscription where tenant_id = ${on.tenantId} and person_id = ${row.person_id} and id <> ${row.id}
      and offer_id = ${row.offer_id} and course_id = ${row.course_id}
      and ${goesOn ? countsAsActive : hasNotEnded} limit 1`);
  return other?.id;
}

async function refuseSecondActive(tx: Tx, row: SubscriptionState, to: Status): Promise<void> {
  if (!ENDED_STATUSES.includes(row.status) || ENDED_STATUSES.includes(to)) return;
  await holdApplicant(tx, row);
  const other = await otherActive(tx, row, to);
  if (other) fail('SUBSCRIPTION_EXISTS', { extra: { id: other, status: row.status } });
}

/** Runs the effects of a move in the order of the table and returns everything they change. */
async function runEffects(move: MoveInProgress, effects: readonly Effect[]): Promise<Changes> {
  const changes: Changes = {};
  for (const effect of effects) {
    const more = await move.platform.effects[effect](move);
    Object.assign(changes, more, { elsewhere: changes.elsewhere || more.elsewhere });
  }
  return changes;
}

async function oneMove(
  tx: Tx,
  platform: Platform,
  state: SubscriptionState,
  turn: Turn,
  facts: Facts,
): Promise<{ made: MoveMade; after: SubscriptionState }> {
  const decision = decideMove({
    type: state.application_type,
    from: state.status,
    event: turn.event,
    actor: turn.actor,
    facts,
  });
  if (!decision.allowed) fail(decision.code, { extra: { status: state.status } });
  await refuseSecondActive(tx, state, decision.to);
  const { event, classId, slotId } = turn;
  const move = { tx, platform, row: state, event, to: decision.to, facts, classId, slotId };
  const changes = await runEffects(move, decision.effects);
  const after = await record(tx, platform, state, turn, decision, changes);
  const made = { from: state.status, to: decision.to, event: turn.event };
  await publish(tx, platform, after, made, facts);
  return { made, after };
}

/**
 * Runs the automatic moves from the current status, appends them to `moves` and publishes the new steps once. Returns the state
 * after the last move.
 */
async function continueMoves(
  tx: Tx,
  platform: Platform,
  begun: SubscriptionState,
  moves: MoveMade[],
  given: Facts = {},
): Promise<SubscriptionState> {
  let state = begun;
  for (;;) {
    const facts = { ...(await gatherFacts(tx, platform, state)), ...given };
    const event = automaticMove({ type: state.application_type, status: state.status, facts });
    if (!event) break;
    if (moves.length >= MOST_MOVES) throw new Error(`Subscription ${state.id} does not come to rest`);
    const { made, after } = await oneMove(tx, platform, state, { event, actor: 'system' }, facts);
    moves.push(made);
    state = after;
  }
  state = await settleWaiting(tx, platform, state, moves);
  await emitStepsChanged(tx, platform, state.id);
  return state;
}

/** Facts from the caller that also apply to the following automatic moves; a decision applies only to its own move. */
const lastingFacts = ({ amountDue, feeWaived, documentsOpen }: Facts): Facts => ({
  ...(amountDue === undefined ? {} : { amountDue }),
  ...(feeWaived === undefined ? {} : { feeWaived }),
  ...(documentsOpen === undefined ? {} : { documentsOpen }),
});

/**
 * Records the creation of a subscription that this transaction inserted and nobody else can see yet (TR-01; TR-02 when data is
 * missing), requests its documents and runs the automatic moves. Returns the state after them.
 */
export async function beginSubscription(
  tx: Tx,
  platform: Platform,
  id: number,
  actor: Actor,
): Promise<SubscriptionState> {
  const created = await stateAfter(tx, { id });
  const event = created.status === STATUS.PendingInformation ? 'create-incomplete' : 'create';
  const row = creationRow(event);
  const written = await tx.one<Written>(sql`
    insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at,
      institution_id)
    values (${tx.tenantId}, ${id}, null, ${created.status}::int, ${event}::text, ${row.id}::text, ${actor}::text,
      ${created.created_at}::timestamptz, ${created.institution_id}::bigint) returning ${historyLine} as line`);
  if (!written) throw new Error(`Subscription ${id} has no history`);
  const begun = { ...created, history: [written.line] };
  const move = { tx, platform, row: begun, event, to: created.status, facts: {} } as const;
  const { elsewhere } = await runEffects(move, row.effects);
  const state = elsewhere ? await stateAfter(tx, created) : begun;
  const made: MoveMade = { from: null, to: state.status, event };
  await publish(tx, platform, state, made, await gatherFacts(tx, platform, state));
  return continueMoves(tx, platform, state, [made]);
}

/**
 * Moves a subscription according to the transition table (spec 8.3) and runs the automatic moves that follow. Locks the row,
 * gathers facts, and writes status, history, effects, live events and messages in the caller's transaction. Because of the
 * lock, a concurrent second call sees the result of the first. Fails with `TRANSITION_NOT_ALLOWED` or the code of the guard
 * that failed, both with `status`, and with 404 for an unknown id.
 */
export async function moveSubscription(tx: Tx, platform: Platform, command: MoveCommand): Promise<Moved> {
  if (command.locked) await platform.proveState?.(tx, command.locked);
  const locked = command.locked ?? (await lockSubscription(tx, command.subscriptionId));
  const decided = command.actor === 'operations' && !GIVES_NO_DAYS.includes(command.event);
  const state = decided ? await extendForLateDecision(tx, platform, locked) : locked;
  const facts: Facts = {
    ...(await gatherFacts(tx, platform, state)),
    reasonGiven: Boolean(command.reason?.trim()),
    ...command.facts,
  };
  const { made, after } = await oneMove(tx, platform, state, command, facts);
  const moves = [made];
  const rest = await continueMoves(tx, platform, after, moves, lastingFacts(command.facts ?? {}));
  return { from: made.from, to: rest.status, moves, version: rest.version };
}
