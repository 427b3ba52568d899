import type { Status } from './statuses.ts';
import type { SubscriptionEvent } from './transition.ts';
import { transitions } from './transitions.ts';
import type { Actor, ApplicationType } from './types.ts';

export type HistoryRow = { from: Status | null; to: Status; event: SubscriptionEvent; actor?: Actor };

const WAYS_BACK: readonly SubscriptionEvent[] = transitions.flatMap(({ event, to }) =>
  to === 'previous' ? [event] : [],
);

/**
 * The status from which the subscription last entered `status`; undefined when it never did. Moves that lead back do not count:
 * after a cancellation request was blocked and unblocked, this is still the status in which the request was made, not the block.
 */
export const statusBefore = (history: readonly HistoryRow[], status: Status): Status | undefined =>
  history.findLast((row) => row.to === status && row.from !== status && !WAYS_BACK.includes(row.event))
    ?.from ?? undefined;

const isRow = (step: HistoryRow, before: readonly HistoryRow[], type?: ApplicationType) =>
  transitions.some((row) => {
    if (row.event !== step.event) return false;
    if (type && !row.types.includes(type)) return false;
    if (step.actor && !row.actors.includes(step.actor)) return false;
    if (step.from === null ? row.from !== null : !row.from?.includes(step.from)) return false;
    if (typeof row.to === 'number') return row.to === step.to;
    if (row.to === 'previous') return step.from !== null && statusBefore(before, step.from) === step.to;
    return row.targets?.includes(step.to) === true;
  });

/**
 * Checks a whole history (oldest first) against the transition table: it begins with a creation, each row starts where the
 * previous one ended, and each is a row of the table. Returns the index of the first wrong row, or undefined. Without `type`,
 * rows of any type count, because an ingress switch changes the type.
 */
export function historyPath(history: readonly HistoryRow[], type?: ApplicationType): number | undefined {
  const wrong = history.findIndex(
    (step, index) =>
      step.from !== (history[index - 1]?.to ?? null) || !isRow(step, history.slice(0, index), type),
  );
  return wrong < 0 ? undefined : wrong;
}
