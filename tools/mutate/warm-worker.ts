import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = (...args: unknown[]) => void;

/** The kept processes, by vitest project. */
const kept = new Map<string, ForksPoolWorker>();

/** Ends the processes; the next run starts new ones. A process in an endless loop is killed. */
export async function endProcesses(): Promise<void> {
  const workers = [...kept.values()];
  kept.clear();
  await Promise.all(workers.map((worker) => worker.stop()));
}

/**
 * vitest's own test process, except that it is kept after a run: loading the server costs more than most tests, and mutants are
 * switched on, not loaded. The messages with which vitest starts and ends it are therefore answered here after the first time.
 */
export class WarmWorker implements PoolWorker {
  readonly name = 'warm';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  readonly #listeners: [string, Listener][] = [];
  #worker: ForksPoolWorker | undefined;
  #started = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const known = kept.get(this.#options.project.name);
    this.#started = known !== undefined;
    this.#worker = known ?? new ForksPoolWorker(this.#options);
    if (known) return;
    await this.#worker.start();
    kept.set(this.#options.project.name, this.#worker);
  }

  /** Releases the process without ending it. */
  async stop(): Promise<void> {
    const alive = [...kept.values()].includes(this.#worker as ForksPoolWorker);
    if (alive) for (const [event, listener] of this.#listeners) this.#worker?.off(event, listener);
    this.#listeners.length = 0;
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start' && this.#started) this.#answer('started');
    else if (message.type === 'stop') this.#answer('stopped');
    else this.#worker?.send(message);
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#worker?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    const at = this.#listeners.findIndex(([name, known]) => name === event && known === listener);
    if (at >= 0) this.#listeners.splice(at, 1);
    if ([...kept.values()].includes(this.#worker as ForksPoolWorker)) this.#worker?.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #answer(type: 'started' | 'stopped'): void {
    queueMicrotask(() => {
      for (const [event, listener] of [...this.#listeners])
        if (event === 'message') listener({ type, __vitest_worker_response__: true });
    });
  }
}
