import {
  type Actor,
  automaticMove,
  type Decision,
  decideMove,
  type Facts,
  pageOf,
  STATUS,
  type Status,
  type SubscriptionEvent,
  statusInfo,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { prepareDocuments } from '../document/index.ts';
import { tellInstitution } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { type Changes, extendForLateDecision, runEffects } from './effects.ts';
import { gatherFacts, type SubscriptionState, stateOf } from './facts.ts';
import { aboutOf } from './hand-over.ts';
import { tellByMessage } from './notices.ts';
import { countsAsActive } from './row.ts';

export type MoveCommand = {
  subscriptionId: number;
  event: SubscriptionEvent;
  actor: Actor;
  reason?: string | null;
  /** Class to take a place of (`class-selected`). */
  classId?: number;
  /** The test slot to book, for `test-scheduled` and `test-rescheduled`. */
  slotId?: number;
  /** What only the caller knows, such as the grade; wins over what is read. */
  facts?: Facts;
};

export type MoveMade = { from: Status | null; to: Status; event: SubscriptionEvent };
/** `from` and `to` are the ends of the whole walk, `moves` its parts in order, `version` the one it left. */
export type Moved = { from: Status | null; to: Status; moves: MoveMade[]; version: number };

type Turn = {
  event: SubscriptionEvent;
  actor: Actor;
  reason?: string | null;
  classId?: number;
  slotId?: number;
};

// More than any chain of automatic moves; beyond it the table itself must be wrong.
const MOST_MOVES = 8;

// Decisions against the candidate and blocks give no days: nobody has to act after them.
const GIVES_NO_DAYS: readonly SubscriptionEvent[] = ['blocked', 'disqualified', 'cancel-confirmed'];

/** Locks a subscription and reads it as it is now: what others committed before the lock is seen. */
export async function lockSubscription(tx: Tx, id: number): Promise<SubscriptionState> {
  const locked = await tx.one(
    sql`select id from subscription where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );
  const state = locked && (await stateOf(tx, tx.tenantId, id));
  if (!state) fail('NOT_FOUND');
  return state;
}

const reasonOf = ({ reason }: Turn) => reason?.trim() || null;

/** Writes status, version and history, and tells it; the only writer of `subscription.status` besides creation. */
async function record(
  tx: Tx,
  house: House,
  row: SubscriptionState,
  turn: Turn,
  decision: Extract<Decision, { allowed: true }>,
  changes: Changes,
): Promise<number> {
  const now = house.clock.now();
  const transition = [decision.transition.id, decision.together?.id].filter(Boolean).join('+');
  const written = await tx.one<{ version: number }>(sql`
    with moved as (
      update subscription set status = ${decision.to}, version = version + 1, updated_at = ${now}::timestamptz,
        is_paid = coalesce(${changes.is_paid ?? null}::boolean, is_paid),
        is_tax_paid = coalesce(${changes.is_tax_paid ?? null}::boolean, is_tax_paid),
        holds_place = coalesce(${changes.holds_place ?? null}::boolean, holds_place),
        awaits_class = false,
        no_retake = coalesce(${changes.no_retake ?? null}::boolean, no_retake),
        payment_deadline = case when ${changes.payment_deadline !== undefined}::boolean
          then ${changes.payment_deadline ?? null}::timestamptz else payment_deadline end
      where tenant_id = ${tx.tenantId} and id = ${row.id} returning version
    ), told as (
      insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, reason, at)
      values (${tx.tenantId}, ${row.id}, ${row.status}::int, ${decision.to}::int, ${turn.event}::text,
              ${transition}::text, ${turn.actor}::text, ${reasonOf(turn)}::text, ${now}::timestamptz)
    ) select version from moved`);
  if (!written) throw new Error(`Subscription ${row.id} vanished under its lock`);
  return written.version;
}

async function tell(
  tx: Tx,
  house: House,
  row: SubscriptionState,
  made: MoveMade,
  facts: Facts,
): Promise<void> {
  const data = {
    from: made.from,
    to: made.to,
    event: made.event,
    statusName: statusInfo(made.to).label,
    page: pageOf({ status: made.to, kind: row.ingress_kind, facts }),
  };
  await emit(tx, house, {
    stream: 'business',
    type: 'subscription.status-changed',
    subscriptionId: row.id,
    data,
  });
  await tellInstitution(tx, house, row, 'subscription.status-changed', {
    ...aboutOf(row),
    from: made.from,
    to: made.to,
    event: made.event,
    statusName: data.statusName,
  });
  await tellByMessage(tx, house, row, made);
}

/**
 * Holds the person of a locked application until the end of the transaction: applications of one person queue on her,
 * so that after this no other appears or comes back beside it. The application first, the person second.
 */
export const holdApplicant = (tx: Tx, { person_id: personId }: Pick<SubscriptionState, 'person_id'>) =>
  tx.one(sql`
    select id from person where tenant_id = ${tx.tenantId} and id = ${personId} for no key update`);

// Ended applications leave room for a new one; with that one there, the old one may not come back. Neither does it
// undo the refusal for cause of another (D-65), which stands in the way of nothing but coming back.
async function refuseSecondActive(tx: Tx, row: SubscriptionState, to: Status): Promise<void> {
  const ended: readonly Status[] = [STATUS.Unqualified, STATUS.Canceled];
  if (!ended.includes(row.status) || ended.includes(to)) return;
  await holdApplicant(tx, row);
  const goesOn = to !== STATUS.PendingCancel && to !== STATUS.Blacklisted;
  const other = await tx.one<{ id: number }>(sql`
    select id from subscription where tenant_id = ${tx.tenantId} and person_id = ${row.person_id} and id <> ${row.id}
      and offer_id = ${row.offer_id} and course_id = ${row.course_id}
      and ${goesOn ? countsAsActive : sql`status not in (9, 13)`} limit 1`);
  if (other) fail('SUBSCRIPTION_EXISTS', { extra: { id: other.id, status: row.status } });
}

async function oneMove(
  tx: Tx,
  house: House,
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
  const changes = await runEffects(
    { tx, house, row: state, classId: turn.classId, slotId: turn.slotId },
    turn.event,
    decision,
    facts,
  );
  await record(tx, house, state, turn, decision, changes);
  const made = { from: state.status, to: decision.to, event: turn.event };
  const after = await stateOf(tx, tx.tenantId, state.id);
  if (!after) throw new Error(`Subscription ${state.id} vanished under its lock`);
  await tell(tx, house, after, made, facts);
  return { made, after };
}

/** Runs the moves the system makes by itself, from where the subscription stands, and tells the new steps once. */
export async function continueMoves(
  tx: Tx,
  house: House,
  begun: SubscriptionState,
  moves: MoveMade[],
  given: Facts = {},
): Promise<SubscriptionState> {
  let state = begun;
  for (;;) {
    const facts = { ...(await gatherFacts(tx, house, state)), ...given };
    const event = automaticMove({ type: state.application_type, status: state.status, facts });
    if (!event) break;
    if (moves.length >= MOST_MOVES) throw new Error(`Subscription ${state.id} does not come to rest`);
    const { made, after } = await oneMove(tx, house, state, { event, actor: 'system' }, facts);
    moves.push(made);
    state = after;
  }
  await emit(tx, house, {
    stream: 'business',
    type: 'subscription.steps-changed',
    subscriptionId: state.id,
    data: {},
  });
  return state;
}

/** Facts of the caller that hold for the whole walk; a decision counts for its own move only. */
const lastingFacts = ({ amountDue, feeWaived, documentsOpen }: Facts): Facts => ({
  ...(amountDue === undefined ? {} : { amountDue }),
  ...(feeWaived === undefined ? {} : { feeWaived }),
  ...(documentsOpen === undefined ? {} : { documentsOpen }),
});

/** Records the creation of a subscription (TR-01; TR-02 when data is missing), asks for its documents and moves on. */
export async function beginSubscription(
  tx: Tx,
  house: House,
  id: number,
  actor: Actor,
): Promise<SubscriptionState> {
  await prepareDocuments(tx, house, id);
  const state = await lockSubscription(tx, id);
  const [event, transition] =
    state.status === STATUS.PendingInformation
      ? (['create-incomplete', 'TR-02'] as const)
      : (['create', 'TR-01'] as const);
  await tx.one(sql`
    insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at)
    select s.tenant_id, s.id, null, s.status, ${event}::text, ${transition}::text, ${actor}::text, s.created_at
    from subscription s where s.tenant_id = ${tx.tenantId} and s.id = ${id} returning id`);
  const made: MoveMade = { from: null, to: state.status, event };
  await tell(tx, house, state, made, await gatherFacts(tx, house, state));
  return continueMoves(tx, house, state, [made]);
}

/**
 * Moves a subscription by the transition table (spec 8.3) and goes on with the automatic moves: locks the row, gathers
 * facts, writes status, history, effects, live events and messages in the caller's transaction. Of two concurrent
 * movers the second one sees what the first one left.
 * Refuses with `TRANSITION_NOT_ALLOWED` or the code of the guard that spoke, both with `status`; unknown id: 404.
 */
export async function moveSubscription(tx: Tx, house: House, command: MoveCommand): Promise<Moved> {
  const locked = await lockSubscription(tx, command.subscriptionId);
  const decided = command.actor === 'operations' && !GIVES_NO_DAYS.includes(command.event);
  const state = decided ? await extendForLateDecision(tx, house, locked) : locked;
  const facts: Facts = {
    ...(await gatherFacts(tx, house, state)),
    reasonGiven: Boolean(command.reason?.trim()),
    ...command.facts,
  };
  const { made, after } = await oneMove(tx, house, state, command, facts);
  const moves = [made];
  const rest = await continueMoves(tx, house, after, moves, lastingFacts(command.facts ?? {}));
  return { from: made.from, to: rest.status, moves, version: rest.version };
}
