import { AppError } from './http/errors.ts';

export type TurnLimits = {
  /** Pieces of work that are done at once. */
  slots: number;
  /** Pieces of work of one tenant that may wait; the next one is refused. */
  waiting: number;
  /** Milliseconds after which work that still waits is refused; jobs that nobody waits for leave it out. */
  waitMs?: number;
};

type Waiting = { begin(): void; refuse(): void; timer: NodeJS.Timeout | undefined };

/** Seconds after which whoever was refused may try again. */
const RETRY_SECONDS = 5;
const refusal = () =>
  new AppError('RATE_LIMITED', {
    message: 'Há muitos pedidos da sua instituição em andamento. Aguarde e tente de novo.',
    retryAfter: RETRY_SECONDS,
  });

/**
 * Shares something scarce between tenants: each begins in its turn, however much another one asks for, and one tenant never
 * holds all slots where there are several. Who has too much waiting already, or waits for too long, gets 429 with the
 * time to try again.
 */
export function createTurns({ slots, waiting: most, waitMs }: TurnLimits) {
  /** Work that waits, by tenant; the tenant whose turn comes next is first. */
  const queues = new Map<number, Waiting[]>();
  const going = new Map<number, number>();
  const share = Math.max(1, slots - 1);
  let busy = 0;

  const beginNext = (): void => {
    while (busy < slots) {
      const turn = [...queues].find(([tenant]) => (going.get(tenant) ?? 0) < share);
      if (!turn) return;
      const [tenant, queue] = turn;
      const next = queue.shift();
      queues.delete(tenant);
      if (queue.length > 0) queues.set(tenant, queue);
      if (!next) continue;
      clearTimeout(next.timer);
      busy += 1;
      going.set(tenant, (going.get(tenant) ?? 0) + 1);
      next.begin();
    }
  };

  const turnOf = (tenant: number): Promise<void> =>
    new Promise((begin, reject) => {
      const queue = queues.get(tenant) ?? [];
      if (queue.length >= most) return reject(refusal());
      const mine: Waiting = { begin, refuse: () => reject(refusal()), timer: undefined };
      if (waitMs !== undefined)
        mine.timer = setTimeout(() => {
          queue.splice(queue.indexOf(mine), 1);
          if (queue.length === 0) queues.delete(tenant);
          mine.refuse();
        }, waitMs).unref();
      queue.push(mine);
      queues.set(tenant, queue);
      beginNext();
    });

  const end = (tenant: number): void => {
    busy -= 1;
    const left = (going.get(tenant) ?? 1) - 1;
    if (left > 0) going.set(tenant, left);
    else going.delete(tenant);
    beginNext();
  };

  /** Does a tenant's work when its turn comes. */
  return async <T>(tenant: number, work: () => Promise<T>): Promise<T> => {
    await turnOf(tenant);
    try {
      return await work();
    } finally {
      end(tenant);
    }
  };
}

/**
 * Works through what several tenants have, a piece of each in turn, in some lanes at once; no tenant is in two lanes. `work`
 * does one piece and returns false when the tenant has no more.
 */
export async function inTurns(
  tenants: readonly number[],
  lanes: number,
  work: (tenant: number) => Promise<boolean>,
): Promise<void> {
  const queue = [...tenants];
  const lane = async () => {
    for (let tenant = queue.shift(); tenant !== undefined; tenant = queue.shift()) {
      if (await work(tenant)) queue.push(tenant);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
