import type { Platform } from './platform.ts';

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
