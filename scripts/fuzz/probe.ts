/**
 * Loaded before the product in its own process: tells the parent how long the event loop was kept, processor time and
 * memory, and ends with its parent.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const EVERY_MS = 250;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
setInterval(() => {
  if (!process.connected) return;
  const { user, system } = process.cpuUsage();
  const pulse = {
    delayMs: delay.max / 1e6,
    cpuMs: (user + system) / 1000,
    rssMiB: process.memoryUsage.rss() / 1024 / 1024,
  };
  delay.reset();
  process.send?.(pulse);
}, EVERY_MS).unref();
process.channel?.unref();
process.once('disconnect', () => process.exit());
