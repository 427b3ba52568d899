import { AppError } from './http/errors.ts';

export type TurnLimits = {
  /** Number of pieces of work done concurrently. */
  slots: number;
  /** How many pieces of work of one tenant may wait; further ones are refused. */
  waiting: number;
  /** Milliseconds after which waiting work is refused; omitted for jobs that nobody is waiting for. */
  waitMs?: number;
  /** Error for refused callers, instead of 429. */
  refuse?: () => Error;
};

/** Seconds after which a refused caller may retry. */
const RETRY_SECONDS = 5;
const refusal = () =>
  new AppError('RATE_LIMITED', {
    message: 'Há muitos pedidos da sua instituição em andamento. Aguarde e tente de novo.',
    retryAfter: RETRY_SECONDS,
  });

/**
 * Precedence of waiting work. `begun` is the next piece of something that has already started and is finished before anything else
 * starts. Callers in the middle of something (`inside`) then precede those about to start (`newcomer`), because whoever is let in
 * should also get through.
 */
export type Rank = 'begun' | 'inside' | 'newcomer';
/** While both are waiting, every fourth start goes to a newcomer, so that callers who are inside cannot lock everyone else out. */
const NEWCOMERS_TURN = 4;

type Waiting = { since: number; begin(): void; timer: NodeJS.Timeout | undefined };
/** How to wait: at most `most` per tenant and rank and at most `waitMs`; beyond that the caller gets `refusal()`. */
type Patience = {
  most?: number;
  waitMs?: number | undefined;
  refusal: () => Error;
  rank?: Rank;
};

const NEVER = Number.NEGATIVE_INFINITY;
/** Milliseconds for which a tenant counts as active after it got a slot. */
const THERE_MS = 1_000;
/** Stands for a tenant: work of the installation, which takes turns like a tenant but has no limit. */
export const NOBODYS = 0;

/**
 * Slots shared between tenants: each gets one in turn, however much another one requests. A tenant holds at most
 * `share(others)` of them, where `others` is whether another tenant got a slot within the last second. Work that has begun goes
 * first: under overload some of it is then done in time, instead of all of it too late. Times are milliseconds of a monotonic
 * clock.
 */
export function createSlots(
  slots: number,
  share: (others: boolean) => number = () => Math.max(1, slots - 1),
  time: () => number = () => performance.now(),
) {
  type Queues = Map<number, { from: number; line: Waiting[] }>;
  /** Waiting work by tenant; the tenant whose turn is next comes first. `from` is since when it has been waiting for this turn. */
  const ranks: Record<Rank, Queues> = { begun: new Map(), inside: new Map(), newcomer: new Map() };
  let starts = 0;
  const held = new Map<number, number>();
  let busy = 0;
  let waiting = 0;
  /** Which tenant got a slot last and when, and which other tenant before that. */
  let [last, before] = [
    { tenant: NOBODYS, at: NEVER },
    { tenant: NOBODYS, at: NEVER },
  ];

  const isAlone = (tenant: number): boolean =>
    time() - (last.tenant === tenant ? before : last).at >= THERE_MS;
  const mayBegin = (tenant: number): boolean =>
    tenant === NOBODYS || (held.get(tenant) ?? 0) < share(!isAlone(tenant));
  const hold = (tenant: number): void => {
    busy += 1;
    held.set(tenant, (held.get(tenant) ?? 0) + 1);
    if (tenant === NOBODYS) return;
    if (last.tenant !== tenant) before = last;
    last = { tenant, at: time() };
  };
  const nextOf = (queues: Queues): number | undefined => {
    for (const tenant of queues.keys()) if (mayBegin(tenant)) return tenant;
    return undefined;
  };
  /** Removes the next waiter from its queue; undefined if none may start. */
  const dequeue = (queues: Queues): { tenant: number; next: Waiting } | undefined => {
    const tenant = nextOf(queues);
    if (tenant === undefined) return undefined;
    const line = queues.get(tenant)?.line ?? [];
    const next = line.shift();
    queues.delete(tenant);
    if (line.length > 0) queues.set(tenant, { from: time(), line });
    return next && { tenant, next };
  };
  const nextWaiter = (): ReturnType<typeof dequeue> => {
    const continued = dequeue(ranks.begun);
    if (continued) return continued;
    starts += 1;
    const { inside, newcomer } = ranks;
    return starts % NEWCOMERS_TURN === 0
      ? (dequeue(newcomer) ?? dequeue(inside))
      : (dequeue(inside) ?? dequeue(newcomer));
  };
  const beginNext = (): void => {
    while (busy < slots) {
      const one = nextWaiter();
      if (!one) return;
      clearTimeout(one.next.timer);
      waiting -= 1;
      hold(one.tenant);
      one.next.begin();
    }
  };

  return {
    /** Takes a slot for a tenant, immediately if one is free. */
    take(
      tenant: number,
      { most = Number.POSITIVE_INFINITY, waitMs, refusal, rank = 'inside' }: Patience,
    ): Promise<void> {
      const queues = ranks[rank];
      if (busy < slots && !queues.has(tenant) && mayBegin(tenant)) {
        hold(tenant);
        return Promise.resolve();
      }
      return new Promise((begin, reject) => {
        const queue = queues.get(tenant) ?? { from: time(), line: [] };
        const { line } = queue;
        if (line.length >= most) return reject(refusal());
        const mine: Waiting = { since: time(), begin, timer: undefined };
        if (waitMs !== undefined)
          mine.timer = setTimeout(() => {
            line.splice(line.indexOf(mine), 1);
            waiting -= 1;
            if (line.length === 0) queues.delete(tenant);
            reject(refusal());
          }, waitMs).unref();
        line.push(mine);
        waiting += 1;
        queues.set(tenant, queue);
      });
    },
    give(tenant: number): void {
      busy -= 1;
      const left = (held.get(tenant) ?? 1) - 1;
      if (left > 0) held.set(tenant, left);
      else held.delete(tenant);
      beginNext();
    },
    /** How many are waiting, for all tenants. */
    waiting: () => waiting,
    /**
     * How many milliseconds a tenant's first waiter of this rank has been waiting; if none is waiting, how long a new one would have
     * to wait, estimated by how long the next tenant has been waiting for its turn.
     */
    wait(tenant: number, rank: Rank = 'inside'): number {
      const queues = ranks[rank];
      const [first] = queues.get(tenant)?.line ?? [];
      if (first) return time() - first.since;
      const next = nextOf(queues);
      return next === undefined ? 0 : time() - (queues.get(next)?.from ?? time());
    },
  };
}
/**
 * Shares something scarce between tenants: each starts in its turn, however much another one requests, and no tenant ever holds
 * all slots if there are several. A tenant with too much waiting, or a caller that has waited too long, gets 429 with the time
 * to retry, or the error of `refuse`.
 */
export function createTurns({ slots: count, waiting: most, waitMs, refuse = refusal }: TurnLimits) {
  const slots = createSlots(count);
  /** Runs a tenant's work when its turn comes. */
  const turn = async <T>(tenant: number, work: () => Promise<T>): Promise<T> => {
    await slots.take(tenant, { most, waitMs, refusal: refuse });
    try {
      return await work();
    } finally {
      slots.give(tenant);
    }
  };
  return Object.assign(turn, { wait: slots.wait });
}

/**
 * Searches for further tenants while others are being handled, so that none has to wait until a tenant with much to do is
 * finished.
 */
type Joining = { everyMs: number; now: () => number; ask: () => Promise<readonly number[]> };

/**
 * Works for several tenants, one piece of each in turn, in several lanes concurrently; no tenant is in two lanes. `work` does
 * one piece and returns false if the tenant has no more. Tenants that `joining` finds in the meantime get their turn too.
 */
export async function inTurns(
  tenants: readonly number[],
  lanes: number,
  work: (tenant: number) => Promise<boolean>,
  joining?: Joining,
): Promise<void> {
  const queue = [...tenants];
  const there = new Set(tenants);
  let asked = joining?.now() ?? 0;
  const join = async (): Promise<void> => {
    if (!joining || queue.length === 0 || joining.now() - asked < joining.everyMs) return;
    asked = joining.now();
    for (const tenant of await joining.ask()) {
      if (there.has(tenant)) continue;
      there.add(tenant);
      queue.push(tenant);
    }
  };
  const lane = async () => {
    for (let tenant = queue.shift(); tenant !== undefined; tenant = queue.shift()) {
      if (await work(tenant)) queue.push(tenant);
      else there.delete(tenant);
      await join();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
