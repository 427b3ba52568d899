import { Piscina } from 'piscina';

export type ThreadOptions = Omit<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'minThreads'
>;

/**
 * Creates threads that do the work of one module; they start on demand and end after an idle time (piscina).
 * @param module address of the module, resolved from that of the calling one (`import.meta.url`).
 */
export function createThreads(module: URL, options: ThreadOptions): Piscina {
  const threads = new Piscina({ ...options, filename: module.href, minThreads: 0 });
  // A thread that ends without work, for instance while it starts, would end the whole process. The waiting
  // work gets the next thread, or fails by its own time-out and reports it.
  threads.on('error', () => undefined);
  return threads;
}
