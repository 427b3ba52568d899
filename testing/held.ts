import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const TICK_MS = 5;

/** Milliseconds in which this process was runnable but others had the processor; Linux reports it. */
function othersMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Longest time in milliseconds for which our own work blocked this process's event loop while something is done. Time taken by
 * other processes of the machine, and time without CPU use, are left out.
 */
async function heldWhile(work: () => Promise<unknown>): Promise<number> {
  let held = 0;
  let [last, others, used] = [performance.now(), othersMs(), process.threadCpuUsage()];
  const look = () => {
    const now = performance.now();
    const nowOthers = othersMs();
    const { user, system } = process.threadCpuUsage(used);
    held = Math.max(held, Math.min(now - last - TICK_MS - (nowOthers - others), (user + system) / 1000));
    [last, others, used] = [performance.now(), othersMs(), process.threadCpuUsage()];
  };
  const timer = setInterval(look, TICK_MS);
  try {
    await work();
    await pause(2 * TICK_MS);
  } finally {
    look();
    clearInterval(timer);
  }
  return held;
}

/** The lowest of several attempts, stopping at the first below a limit: what our code causes recurs every time. */
export async function leastHeld(work: () => Promise<unknown>, belowMs: number, tries = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let one = 0; one < tries && least >= belowMs; one++) least = Math.min(least, await heldWhile(work));
  return least;
}
