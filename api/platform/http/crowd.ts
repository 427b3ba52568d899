import { Counter } from 'prom-client';
import type { Standing } from '../database/one-call.ts';
import type { Database } from '../database/types.ts';
import type { Metrics } from '../metrics.ts';
import { fail } from './errors.ts';

/** Milliseconds that a statement of a tenant would wait for a connection before its calls are refused. */
const WAIT_MS: Record<Standing, number> = { newcomer: 500, inside: 2_000 };
/** Milliseconds by which the event loop is late, over several looks in a row, before calls are refused. */
const LATE_MS: Record<Standing, number> = { newcomer: 300, inside: 1_500 };
/** So many calls in progress are no crowd, however slow the machine is. */
const NO_CROWD = 20;
/** So many are one for any tenant, once the loop is late. */
const CROWD = 100;
const LOOK_MS = 50;
/** Looks in a row that have to be late: one long piece of work is none. */
const LOOKS = 4;
/** Seconds after which whoever was refused may try again, spread so that they do not come back together. */
const RETRY_SECONDS = { least: 3, most: 8 };

/** Says by how much the event loop has been late at each of the last looks, the least of them: 0 where one was in time. */
export function watchLoop(time: () => number = () => performance.now()) {
  const late: number[] = new Array(LOOKS).fill(0);
  let last = time();
  const look = (): void => {
    const at = time();
    late.shift();
    late.push(Math.max(0, at - last - LOOK_MS));
    last = at;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return { late: (): number => Math.min(...late), look, stop: () => clearInterval(timer) };
}

/** How late the event loop is. */
export type Loop = Pick<ReturnType<typeof watchLoop>, 'late' | 'stop'>;

/**
 * Refuses calls that would only wait, before they cost anything: 503 `BUSY` with the time to try again. Whoever is let in is
 * answered soon, and what is refused can be repeated at once when the crowd is over; a queue of calls would be answered when nobody
 * waits for them any more. While a tenant's own statements wait, its calls are refused and no other's; while the process itself is
 * late, those of tenants that have more calls in progress than their share.
 */
export function createCrowd(
  db: Pick<Database, 'wait'>,
  loop: Loop,
  { registry }: Pick<Metrics, 'registry'>,
  random: () => number = Math.random,
) {
  const refused = new Counter({
    name: 'orbita_crowded_total',
    help: 'Calls refused because there were too many at once, by who made them',
    labelNames: ['standing'],
    registers: [registry],
  });
  const going = new Map<number, number>();
  let all = 0;
  const isCrowded = (tenant: number, standing: Standing): boolean => {
    if (all < NO_CROWD) return false;
    if ((db.wait?.(tenant, standing) ?? 0) > WAIT_MS[standing]) return true;
    const own = going.get(tenant) ?? 0;
    return loop.late() > LATE_MS[standing] && (all >= CROWD || own >= all / going.size);
  };
  return {
    close: loop.stop,
    /** Counts a call of a tenant that begins, or refuses it. Returns what to do when it has ended. */
    enter(tenant: number, standing: Standing): () => void {
      if (isCrowded(tenant, standing)) {
        refused.inc({ standing });
        const { least, most } = RETRY_SECONDS;
        fail('BUSY', { retryAfter: least + Math.floor(random() * (most - least + 1)) });
      }
      all += 1;
      going.set(tenant, (going.get(tenant) ?? 0) + 1);
      return () => {
        all -= 1;
        const left = (going.get(tenant) ?? 1) - 1;
        if (left > 0) going.set(tenant, left);
        else going.delete(tenant);
      };
    },
  };
}
export type Crowd = ReturnType<typeof createCrowd>;
