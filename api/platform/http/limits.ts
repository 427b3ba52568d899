import { ALONE, type Siblings } from '../processes/siblings.ts';
import { fail } from './errors.ts';
import { networksOf } from './network.ts';
import type { SharedCounts } from './shared-counts.ts';
import { createWindows } from './windows.ts';

/** Maximum number of events within a window of `windowMs` milliseconds; `name` identifies the kind of event. */
export type Limit = { readonly name: string; readonly max: number; readonly windowMs: number };

/**
 * A limit that protects people, for example from guessing: it counts across all nodes, so that more nodes do not mean more
 * attempts. It costs one statement for the calls that count and nothing for others; limits against mere floods count per node.
 */
export type SharedLimit = Limit & { readonly shared: true };
type NodeLimit = Limit & { readonly shared?: never };

/**
 * The visitor being counted: always within a tenant (T7; null for calls that belong to none), and an address always by its
 * networks. No other type describes a visitor, so that no limit can forget either.
 */
export type Counted = { tenant: number | null } & (
  | { address: string }
  | { person: number }
  | { account: number }
  | { payment: number }
  | { link: number }
  | { session: number }
  | { all: true }
);

/** A shared limit and the visitor it counts, always within a tenant. */
export type Shared = readonly [limit: SharedLimit, who: Counted & { tenant: number }];

/** Factor for a /48, which contains many lines and phones: it may do this many times what a single one may do. */
export const WIDE_SHARE = 10;

type Step = { subject: string; share: number };
function stepsOf(who: Counted): Step[] {
  if ('address' in who) {
    const { near, wide } = networksOf(who.address);
    return [{ subject: near, share: 1 }, ...(wide ? [{ subject: wide, share: WIDE_SHARE }] : [])];
  }
  if ('person' in who) return [{ subject: `person ${who.person}`, share: 1 }];
  if ('account' in who) return [{ subject: `account ${who.account}`, share: 1 }];
  if ('payment' in who) return [{ subject: `payment ${who.payment}`, share: 1 }];
  if ('session' in who) return [{ subject: `session ${who.session}`, share: 1 }];
  if ('link' in who) return [{ subject: `link ${who.link}`, share: 1 }];
  return [{ subject: 'all', share: 1 }];
}

/**
 * Counts events within time windows across all processes of this node. Each process sends its counts to the others, so a limit
 * can be exceeded by what several let through within the same few milliseconds. Shared limits are counted across all nodes by
 * `counts`; memory caches the last result, so that a full limit is refused without a query.
 */
export function createLimits(
  wall: () => number,
  most?: number,
  siblings: Pick<Siblings, 'announce' | 'receive'> = ALONE,
  counts?: SharedCounts,
) {
  const windows = createWindows(wall, most);
  siblings.receive('limits', (counted) => windows.add(...counted));
  siblings.receive('shared-limits', (known) => windows.learn(...known));
  const shelfOf = ({ name }: Limit, { tenant }: Counted) => `${tenant ?? '-'} ${name}`;
  const fullSteps = (limit: Limit, who: Counted): Step[] =>
    stepsOf(who).filter(
      ({ subject, share }) => windows.counted(shelfOf(limit, who), subject) >= limit.max * share,
    );
  const isFull = (limit: Limit, who: Counted): boolean => fullSteps(limit, who).length > 0;
  const refuse = (left: readonly number[]): void => {
    if (left.length > 0)
      fail('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(Math.max(...left) / 1000)) });
  };
  const check = (limit: Limit, who: Counted): void =>
    refuse(fullSteps(limit, who).map(({ subject }) => windows.left(shelfOf(limit, who), subject)));
  const note = (limit: Limit, who: Counted): void => {
    const shelf = shelfOf(limit, who);
    for (const { subject } of stepsOf(who)) {
      windows.add(shelf, subject, limit.windowMs);
      siblings.announce('limits', [shelf, subject, limit.windowMs]);
    }
  };
  const noteShared = async (...events: readonly Shared[]): Promise<void> => {
    if (!counts) {
      for (const [limit, who] of events) note(limit, who);
      return;
    }
    const steps = events.flatMap(([limit, who]) =>
      stepsOf(who).map(({ subject, share }) => ({ limit, share, shelf: shelfOf(limit, who), subject })),
    );
    const counted = await counts(
      events[0]?.[1].tenant ?? 0,
      steps.map(({ limit, subject }) => ({ name: limit.name, subject, windowMs: limit.windowMs })),
    );
    const over: number[] = [];
    for (const [at, { limit, share, shelf, subject }] of steps.entries()) {
      const { count, left } = counted[at] ?? { count: 0, left: 0 };
      const known = [shelf, subject, limit.windowMs, left, count] as const;
      windows.learn(...known);
      siblings.announce('shared-limits', [...known]);
      if (count > limit.max * share) over.push(left);
    }
    refuse(over);
  };
  return {
    /** Whether `take` would refuse now; counts nothing. */
    isFull,
    /** Counts an event on this node, even above the limit. */
    note: (limit: NodeLimit, who: Counted): void => note(limit, who),
    /** Refuses with 429 when the limit is reached, stating when it ends; counts nothing. */
    check,
    /** Refuses with 429 when the limit is reached; otherwise counts the event. */
    take(limit: NodeLimit, who: Counted): void {
      check(limit, who);
      note(limit, who);
    },
    /**
     * Counts events of one tenant across all nodes, in one statement, outside any transaction. Refuses with 429 if that exceeds
     * a limit: other nodes may have counted events unknown to this one.
     */
    noteShared,
    /** Refuses with 429 what this node knows to be full, without a statement; otherwise counts like `noteShared`. */
    async takeShared(...events: readonly Shared[]): Promise<void> {
      for (const [limit, who] of events) check(limit, who);
      await noteShared(...events);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
