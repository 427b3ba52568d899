import { AppError } from './http/errors.ts';

export type TurnLimits = {
  /** Pieces of work that are done at once. */
  slots: number;
  /** Pieces of work of one tenant that may wait; the next one is refused. */
  waiting: number;
  /** Milliseconds after which work that still waits is refused; jobs that nobody waits for leave it out. */
  waitMs?: number;
  /** What whoever is refused gets, in place of 429. */
  refuse?: () => Error;
};

/** Seconds after which whoever was refused may try again. */
const RETRY_SECONDS = 5;
const refusal = () =>
  new AppError('RATE_LIMITED', {
    message: 'Há muitos pedidos da sua instituição em andamento. Aguarde e tente de novo.',
    retryAfter: RETRY_SECONDS,
  });

/**
 * Who comes first: a further piece of what has begun, so that it is finished before anything else begins; then whatever somebody
 * asks whose work is under way (`inside`) before somebody who is about to begin (`newcomer`), because each who is let in should also
 * get through.
 */
export type Rank = 'begun' | 'inside' | 'newcomer';
/** Of so many that begin while both wait, one is a newcomer's: those who are inside already do not keep all others out. */
const NEWCOMERS_TURN = 4;

type Waiting = { since: number; begin(): void; timer: NodeJS.Timeout | undefined };
/** How somebody waits: `most` of a tenant at once, `waitMs` at most; whoever may not, or not any longer, gets `refusal()`. */
type Patience = {
  most?: number;
  waitMs?: number | undefined;
  refusal: () => Error;
  rank?: Rank;
};

const NEVER = Number.NEGATIVE_INFINITY;
/** Milliseconds for which another tenant counts as there after it had a slot. */
const THERE_MS = 1_000;
/** In place of a tenant: work of the installation, which has its turn as a tenant has, and no bound. */
export const NOBODYS = 0;

/**
 * So many slots that tenants share: each gets one in its turn, however much another one asks for. A tenant holds at most
 * `share(others)` of them, where `others` says whether another one had a slot within the last second. What was begun is finished before
 * anything is begun, so that under too much work some is done in time, and not all of it too late. Times are milliseconds of a clock
 * that never goes back.
 */
export function createSlots(
  slots: number,
  share: (others: boolean) => number = () => Math.max(1, slots - 1),
  time: () => number = () => performance.now(),
) {
  type Queues = Map<number, { from: number; line: Waiting[] }>;
  /** Who waits, by tenant; the tenant whose turn comes next is first. `from`: since when it waits for this turn. */
  const ranks: Record<Rank, Queues> = { begun: new Map(), inside: new Map(), newcomer: new Map() };
  let turns = 0;
  const held = new Map<number, number>();
  let busy = 0;
  let waiting = 0;
  /** Who had a slot last and when, and who before that tenant. */
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
  /** Takes the next one out of its line; undefined where none may begin. */
  const leaveLine = (queues: Queues): { tenant: number; next: Waiting } | undefined => {
    const tenant = nextOf(queues);
    if (tenant === undefined) return undefined;
    const line = queues.get(tenant)?.line ?? [];
    const next = line.shift();
    queues.delete(tenant);
    if (line.length > 0) queues.set(tenant, { from: time(), line });
    return next && { tenant, next };
  };
  const first = (): ReturnType<typeof leaveLine> => {
    const goesOn = leaveLine(ranks.begun);
    if (goesOn) return goesOn;
    turns += 1;
    const { inside, newcomer } = ranks;
    return turns % NEWCOMERS_TURN === 0
      ? (leaveLine(newcomer) ?? leaveLine(inside))
      : (leaveLine(inside) ?? leaveLine(newcomer));
  };
  const beginNext = (): void => {
    while (busy < slots) {
      const one = first();
      if (!one) return;
      clearTimeout(one.next.timer);
      waiting -= 1;
      hold(one.tenant);
      one.next.begin();
    }
  };

  return {
    /** Takes a slot for a tenant, at once where one is free. */
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
    /** How many wait, of all tenants. */
    waiting: () => waiting,
    /**
     * For how many milliseconds the first of a tenant has waited, or one of a tenant that has nobody here would have to: as
     * long as it is since the next tenant had its turn.
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
 * Shares something scarce between tenants: each begins in its turn, however much another one asks for, and one tenant never
 * holds all slots where there are several. Who has too much waiting already, or waits for too long, gets 429 with the
 * time to try again, or what `refuse` makes.
 */
export function createTurns({ slots: count, waiting: most, waitMs, refuse = refusal }: TurnLimits) {
  const slots = createSlots(count);
  /** Does a tenant's work when its turn comes. */
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

/** Asks for further tenants while others are worked for, so that none waits until one with much to do is through. */
type Joining = { everyMs: number; now: () => number; ask: () => Promise<readonly number[]> };

/**
 * Works through what several tenants have, a piece of each in turn, in some lanes at once; no tenant is in two lanes. `work`
 * does one piece and returns false when the tenant has no more. Those whom `joining` names meanwhile have their turn, too.
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
