import type { Platform } from './platform.ts';
import { tracedRound } from './tracing/tracing.ts';

/**
 * Runs a job as soon as any node notifies a channel, and once more if notifications arrived while it ran. Returns a function
 * that stops this.
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
  /** Job that does the same for all tenants: it runs when notifications may have been missed. */
  job: string;
  /** Number of tenants handled concurrently. */
  lanes: number;
  /** Does one piece; returns true if the tenant may have more, which then waits for its next turn. */
  work: (tenantId: number) => Promise<boolean>;
};

/**
 * Works for a tenant as soon as any node notifies a channel about it, piece by piece in turn with other waiting tenants, and
 * once more if notifications arrived in the meantime; other tenants are not checked. Returns a function that stops this and
 * waits for work in progress.
 */
export async function wakeTenants(
  platform: Platform,
  channel: string,
  { job, lanes, work }: Woken,
): Promise<() => Promise<void>> {
  const waiting = new Set<number>();
  const going = new Map<number, Promise<void>>();
  const report = (error: unknown) => platform.log.error({ err: error }, job);
  let stopped = false;
  const begin = (): void => {
    for (const tenantId of waiting) {
      if (going.size >= lanes) return;
      if (going.has(tenantId)) continue;
      waiting.delete(tenantId);
      const end = (more: boolean) => {
        going.delete(tenantId);
        if (more && !stopped) waiting.add(tenantId);
        begin();
      };
      const round = tracedRound(platform.tracing, job, () => work(tenantId));
      going.set(
        tenantId,
        round.catch(report).then((more) => end(more === true)),
      );
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
    stopped = true;
    waiting.clear();
    await Promise.all(going.values());
  };
}
