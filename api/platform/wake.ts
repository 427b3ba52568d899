import type { Job } from './jobs.ts';
import type { Platform } from './platform.ts';

/** Does what a job does, for one tenant. */
type Work = (platform: Platform, tenantId: number) => Promise<unknown>;

/**
 * Works for a tenant as soon as any node notifies a channel with its id, and once more when that happened meanwhile: a
 * job that asked all tenants at every notification would ask as often as all of them together. What was missed while
 * nobody listened is found by the whole job. Returns how to stop, which waits for what is being done.
 */
export async function wakeJob(
  platform: Platform,
  channel: string,
  job: Job,
  work: Work,
): Promise<() => Promise<void>> {
  const woken = new Set<number>();
  let missed = false;
  let running: Promise<void> | undefined;
  const next = async () => {
    const tenants = [...woken];
    woken.clear();
    if (missed) {
      missed = false;
      await platform.jobs.run(job.name);
    } else for (const tenantId of tenants) await work(platform, tenantId);
  };
  const run = async () => {
    try {
      while (missed || woken.size > 0) await next();
    } catch (error) {
      platform.log.error({ err: error }, job.name);
    } finally {
      running = undefined;
    }
  };
  const wake = () => {
    running ??= run();
  };
  const stop = await platform.db.listen(
    channel,
    (payload) => {
      woken.add(Number(payload));
      wake();
    },
    () => {
      missed = true;
      wake();
    },
  );
  return async () => {
    await stop();
    await running;
  };
}
