import { Counter } from 'prom-client';
import type { Standing } from '../database/one-call.ts';
import type { Database } from '../database/types.ts';
import type { Metrics } from '../metrics.ts';
import { busy } from './errors.ts';

/** How many milliseconds a tenant's statement would have to wait for a connection before its calls are refused. */
const WAIT_MS: Record<Standing, number> = { newcomer: 500, inside: 2_000 };
/** How many milliseconds the event loop must be late, in several consecutive checks, before calls are refused. */
const LATE_MS: Record<Standing, number> = { newcomer: 300, inside: 1_500 };
/** Up to this many calls in progress never count as a crowd, however slow the machine is. */
const NO_CROWD = 20;
/** From this many calls on, any tenant's calls can be refused when the loop is late. */
const CROWD = 100;
const LOOK_MS = 50;
/** Number of consecutive late checks required: a single long task does not count. */
const LOOKS = 4;

/**
 * Measures how late the event loop was at each of the last checks; `late` returns the smallest of these values, 0 if any check
 * was on time.
 */
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

/** Tells how late the event loop is. */
export type Loop = Pick<ReturnType<typeof watchLoop>, 'late' | 'stop'>;

/**
 * Refuses calls that would only wait, before they cost anything: 503 `BUSY` with the time to try again. So callers that are let
 * in are answered soon, and refused ones can retry as soon as the crowd is gone; a queue would be answered when nobody is
 * waiting any more. While a tenant's own statements are waiting, only its calls are refused; while the process itself is late,
 * those of tenants with more than their share of calls in progress.
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
    /** Counts the start of a tenant's call, or refuses it. Returns a function to call when it has ended. */
    enter(tenant: number, standing: Standing): () => void {
      if (isCrowded(tenant, standing)) {
        refused.inc({ standing });
        throw busy(random);
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
