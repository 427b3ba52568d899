/**
 * Preloaded before the product in a separate process (`--import`): reports to the parent how long the product blocked its event
 * loop, its CPU time and memory, and ends with its parent.
 */
import { readFileSync } from 'node:fs';

export type Pulse = {
  /** Longest time in milliseconds since the last report in which the product's own work let no timer run. */
  heldMs: number;
  cpuMs: number;
  rssMiB: number;
};

const TICK_MS = 10;
const PULSE_MS = 250;

/**
 * Milliseconds in which the main thread was runnable but other processes had the processor, which is not our delay. Linux
 * reports it.
 */
function waited(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

let last = performance.now();
let lastWaited = waited();
let lastWorked = process.threadCpuUsage();
let heldMs = 0;
setInterval(() => {
  const now = performance.now();
  const others = waited();
  const { user, system } = process.threadCpuUsage(lastWorked);
  // A thread that neither works nor waits for a processor is waiting for the disk, its helpers or the virtual machine's host.
  const kept = Math.min(now - last - TICK_MS - (others - lastWaited), (user + system) / 1000);
  heldMs = Math.max(heldMs, kept);
  last = now;
  lastWaited = others;
  lastWorked = process.threadCpuUsage();
}, TICK_MS).unref();
setInterval(() => {
  if (!process.connected) return;
  const { user, system } = process.cpuUsage();
  const rssMiB = process.memoryUsage.rss() / 1024 / 1024;
  process.send?.({ heldMs, cpuMs: (user + system) / 1000, rssMiB } satisfies Pulse);
  heldMs = 0;
}, PULSE_MS).unref();
process.channel?.unref();
process.once('disconnect', () => process.exit());
