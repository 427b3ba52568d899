import type { Platform } from './platform.ts';
import { tracedRound } from './tracing/tracing.ts';

/**
 * Runs a job as soon as any node notifies a channel, and once more when notifications came while it ran. Returns how
 * to stop.
 */
export async function wakeJob(
  platform: Platform,
  channel: string,
  job: string,
): Promise<() => Promise<void>> {
  let again = false;
  let running = false;
  const run = async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await platform.jobs.run(job);
      }
    } catch (error) {
      platform.log.error({ err: error }, job);
    } finally {
      running = false;
    }
  };
  const wake = () => void run();
  return platform.db.listen(channel, wake, wake);
}

type Woken = {
  /** Job that does the same for all tenants: it runs where notifications may have been missed. */
  job: string;
  /** Tenants worked for at once. */
  lanes: number;
  work: (tenantId: number) => Promise<unknown>;
};

/**
 * Works for a tenant as soon as any node notifies a channel of it, and once more when notifications came while it was at it;
 * other tenants are not asked. Returns how to stop, which waits for what is under way.
 */
export async function wakeTenants(
  platform: Platform,
  channel: string,
  { job, lanes, work }: Woken,
): Promise<() => Promise<void>> {
  const waiting = new Set<number>();
  const going = new Map<number, Promise<void>>();
  const report = (error: unknown) => platform.log.error({ err: error }, job);
  const begin = (): void => {
    for (const tenantId of waiting) {
      if (going.size >= lanes) return;
      if (going.has(tenantId)) continue;
      waiting.delete(tenantId);
      const end = () => {
        going.delete(tenantId);
        begin();
      };
      const round = tracedRound(platform.tracing, job, () => work(tenantId));
      going.set(tenantId, round.catch(report).then(end));
    }
  };
  const stop = await platform.db.listen(
    channel,
    (payload) => {
      waiting.add(Number(payload));
      begin();
    },
    () => void platform.jobs.run(job).catch(report),
  );
  return async () => {
    await stop();
    waiting.clear();
    await Promise.all(going.values());
  };
}
