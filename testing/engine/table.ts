import {
  type Actor,
  historyPath,
  STATUS,
  type Status,
  type SubscriptionEvent,
  transitions,
} from '@orbita/domain/subscription';
import type { Snapshot } from './walker.ts';

type Type = (typeof transitions)[number]['types'][number];
type Asked = { type: Type; from: Status; event: SubscriptionEvent; actor?: Actor };

/** Rows of the table for a move of a type, and of an actor if given. Guards are not evaluated. */
export const rowsFor = ({ type, from, event, actor }: Asked) =>
  transitions.filter(
    (row) =>
      row.event === event &&
      row.types.includes(type) &&
      row.from?.includes(from) === true &&
      (!actor || row.actors.includes(actor)),
  );

/** Violated invariants of an application; empty when there are none. */
function faultsOf({ history, status, version }: Snapshot): string[] {
  const faults: string[] = [];
  const last = history.at(-1);
  if (last?.to !== status) faults.push(`status ${status} is not where the history ends (${last?.to})`);
  const wrong = historyPath(history);
  if (wrong !== undefined) faults.push(`line ${wrong} of the history is no row: ${textOf(history[wrong])}`);
  const locked = history.find(({ to, event }) => to === STATUS.Blacklisted && event !== 'blocked');
  if (locked) faults.push(`blocked by what is no block: ${textOf(locked)}`);
  if (version < history.length) faults.push(`version ${version} after ${history.length} moves`);
  return faults;
}

const textOf = (line: Snapshot['history'][number] | undefined) =>
  `${line?.from} → ${line?.to} by ${line?.event}`;

/** Changes of an application after a command that the table does not allow; empty when there are none. */
export function forbiddenBy(before: Snapshot, after: Snapshot): string[] {
  const faults = faultsOf(after);
  const [first] = after.history.slice(before.history.length);
  if (first && rowsFor({ type: before.type, from: before.status, ...turnOf(first) }).length === 0)
    faults.push(`${before.type}: ${textOf(first)} is no row`);
  // A change of course undoes a waiver; after a payment, its guard refuses the change.
  const unwaived = first?.event === 'course-changed' && before.received_cents === 0;
  if (before.is_paid && !after.is_paid && !unwaived) faults.push('what was paid is not paid any more');
  if (after.received_cents < before.received_cents) faults.push('money that came is written nowhere');
  if (before.is_tax_paid && !after.is_tax_paid) faults.push('the fee that was paid is not paid any more');
  if (!first && after.status !== before.status) faults.push('a move without a line in the history');
  return faults;
}

const turnOf = ({ event, actor }: Snapshot['history'][number]) => ({ event, ...(actor ? { actor } : {}) });
