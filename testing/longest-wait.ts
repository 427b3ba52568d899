import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

const RESOLUTION_MS = 5;
const NOISE_MS = 1000;

const measured = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  try {
    await work();
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
};

/**
 * Longest time in milliseconds that the event loop was blocked during some work, less the delay that other work on the machine
 * causes while idle.
 */
export async function longestWait(work: () => Promise<unknown>): Promise<number> {
  const noise = await measured(() => setTimeout(NOISE_MS));
  return Math.max(0, (await measured(work)) - noise);
}
