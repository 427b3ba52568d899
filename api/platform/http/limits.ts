import { ALONE, type Siblings } from '../processes/siblings.ts';
import { fail } from './errors.ts';
import { networksOf } from './network.ts';
import { createWindows } from './windows.ts';

/** Most events within a window of milliseconds; `name` identifies the events. */
export type Limit = { readonly name: string; readonly max: number; readonly windowMs: number };

/**
 * Visitor that is counted: always within a tenant (T7; null where a call belongs to none), and an address
 * always by its networks. No other type names a visitor, so that no limit can forget either.
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

/** Factor of a /48, which holds many lines and phones: it may do this many times what one of them may do. */
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
 * Counts events within windows of time, over all processes of this node: each sends the others what it counted, so
 * a limit may be passed by what several let through within the same few milliseconds. It guards against floods and
 * guessing; limits that hold over all nodes (locks, attempts) are in the database.
 */
export function createLimits(
  wall: () => number,
  most?: number,
  siblings: Pick<Siblings, 'announce' | 'receive'> = ALONE,
) {
  const windows = createWindows(wall, most);
  siblings.receive('limits', (counted) => windows.add(...counted));
  const shelfOf = ({ name }: Limit, { tenant }: Counted) => `${tenant ?? '-'} ${name}`;
  const fullSteps = (limit: Limit, who: Counted): Step[] =>
    stepsOf(who).filter(
      ({ subject, share }) => windows.counted(shelfOf(limit, who), subject) >= limit.max * share,
    );
  const isFull = (limit: Limit, who: Counted): boolean => fullSteps(limit, who).length > 0;
  const check = (limit: Limit, who: Counted): void => {
    const full = fullSteps(limit, who);
    if (full.length === 0) return;
    const left = Math.max(...full.map(({ subject }) => windows.left(shelfOf(limit, who), subject)));
    fail('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
  };
  const note = (limit: Limit, who: Counted): void => {
    const shelf = shelfOf(limit, who);
    for (const { subject } of stepsOf(who)) {
      windows.add(shelf, subject, limit.windowMs);
      siblings.announce('limits', [shelf, subject, limit.windowMs]);
    }
  };
  return {
    /** Whether `take` would refuse now; counts nothing. */
    isFull,
    /** Counts an event, even above the limit. */
    note,
    /** Refuses with 429 when the limit is reached, and says when it ends; counts nothing. */
    check,
    /** Refuses with 429 when the limit is reached; otherwise counts this event. */
    take(limit: Limit, who: Counted): void {
      check(limit, who);
      note(limit, who);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
