import type { Facts } from './facts.ts';
import { nextHead, nextTail } from './gates.ts';
import { guards, type RefusalCode } from './guards.ts';
import { entryEffects } from './on-entry.ts';
import { STATUS, type Status } from './statuses.ts';
import type { Effect, SubscriptionEvent, Transition } from './transition.ts';
import { transitions } from './transitions.ts';
import type { Actor, ApplicationType } from './types.ts';

export type Move = {
  type: ApplicationType;
  /** `null` = the subscription is being created. */
  from: Status | null;
  event: SubscriptionEvent;
  actor: Actor;
  facts: Facts;
};

export type Decision =
  | {
      allowed: true;
      transition: Transition;
      /** Second row recorded with the same move (TR-75 with 72, 73 or 74). */
      together?: Transition;
      to: Status;
      effects: readonly Effect[];
    }
  | { allowed: false; code: RefusalCode };

const REFUSED: RefusalCode = 'TRANSITION_NOT_ALLOWED';

const byEvent = Map.groupBy(transitions, (row) => row.event);

const applies = (row: Transition, move: Move) =>
  row.types.includes(move.type) &&
  row.actors.includes(move.actor) &&
  (move.from === null ? row.from === null : row.from?.includes(move.from) === true);

// The next gate depends on facts that the move itself changes: after a confirmed payment, `isPaid` is true. A paid fee needs no
// fact: its gate is passed by leaving its status.
const factsAfter = (row: Transition, facts: Facts): Facts => ({
  ...facts,
  ...(row.effects.includes('markPaid') ? { isPaid: true } : {}),
});

/** The destination of a row given these facts; undefined when its gate rule leads to a status outside its targets. */
function destinationOf(row: Transition, from: Status | null, facts: Facts): Status | undefined {
  if (typeof row.to === 'number') return row.to;
  if (row.to === 'previous') return facts.previousStatus;
  const after = factsAfter(row, facts);
  const to = row.to === 'nextHead' ? nextHead(after, from ?? undefined) : nextTail(after);
  return row.targets?.includes(to) ? to : undefined;
}

/** Effects of the recorded rows, in order, followed by those of entering the status, without duplicates. */
const effectsOf = (rows: readonly Transition[], from: Status | null, to: Status): readonly Effect[] => [
  ...new Set([...rows.flatMap((row) => row.effects), ...entryEffects(from, to, rows[0]?.to === 'previous')]),
];

type Attempt = Decision & { unmet?: number };

function attempt(row: Transition, move: Move): Attempt {
  const to = destinationOf(row, move.from, move.facts);
  // Guards are checked before the destination, because their codes say what the candidate has to do.
  const context = { from: move.from, to: to ?? STATUS.Subscribed, actor: move.actor };
  const unmet = row.guards.findIndex((name) => !guards[name].test(move.facts, context));
  const failed = row.guards[unmet];
  if (failed) return { allowed: false, code: guards[failed].code, unmet };
  if (to === undefined) return { allowed: false, code: REFUSED };
  const together = row.event === 'class-selected' ? tailRow(move, to) : undefined;
  const rows = together ? [row, together] : [row];
  return { allowed: true, transition: row, together, to, effects: effectsOf(rows, move.from, to) };
}

// The row with which the system would leave 21 for the same destination (TR-72, TR-73, TR-74).
function tailRow(move: Move, to: Status): Transition | undefined {
  const events: SubscriptionEvent[] = ['documents-required', 'payment-required', 'payment-waived'];
  for (const event of events) {
    const decision = decideMove({ ...move, event, actor: 'system' });
    if (decision.allowed && decision.to === to) return decision.transition;
  }
  return undefined;
}

/**
 * Decides one move by the transition table (spec 8.3). If an event has several rows, the first one whose guards all hold is used.
 * A refusal has the code of the guard that failed, or `TRANSITION_NOT_ALLOWED` when no row matches status, type and actor.
 */
export function decideMove(move: Move): Decision {
  let code: RefusalCode = REFUSED;
  for (const row of byEvent.get(move.event) ?? []) {
    if (!applies(row, move)) continue;
    const { unmet, ...decision } = attempt(row, move);
    if (decision.allowed) return decision;
    if (code === REFUSED && unmet !== undefined) code = decision.code;
  }
  return { allowed: false, code };
}
