import { Piscina } from 'piscina';

export type ThreadOptions = Omit<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'minThreads'
>;

/**
 * Threads that do the work of one module, started when there is some and ended after a while without (piscina).
 * @param module address of the module, told from that of the asking one (`import.meta.url`).
 */
export function createThreads(module: URL, options: ThreadOptions): Piscina {
  const threads = new Piscina({ ...options, filename: module.href, minThreads: 0 });
  // A thread that ends without work at hand, for instance while it starts, would end the whole process: what waits for
  // it gets the next thread, or fails by its own time-out and says so.
  threads.on('error', () => undefined);
  return threads;
}
