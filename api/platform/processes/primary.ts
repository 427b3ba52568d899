import cluster, { type Worker } from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { createExchange } from './exchange.ts';
import { closeLostConnections } from './lost-connections.ts';
import { ALIVE_EVERY_MS, COUNT, NUMBER, type ToPrimary, type ToProcess } from './messages.ts';
import { afterEnd } from './restarts.ts';

/** How long the primary waits for a process. */
export const PATIENCE = {
  /** Checks, one second apart, without a heartbeat; as long as a supervisor usually allows a hung node. */
  silentLooks: 30,
  /** Milliseconds for its metrics, because a scrape waits no longer than ten seconds. */
  measuresMs: 2_000,
  /** Milliseconds for it to stop, which is longer than a process allows the calls it is still answering. */
  stopMs: 15_000,
};

/** A slot for one of the node's processes; the replacement of a dead process gets its number. */
type Slot = {
  readonly number: number;
  worker?: Worker | undefined;
  /** When it started serving, in milliseconds of the primary; undefined while it starts. */
  since?: number | undefined;
  /** Checks since its last heartbeat; seconds would also count time in which the whole machine was suspended. */
  silent: number;
  /** Consecutive failed starts. */
  failures: number;
  waiting?: NodeJS.Timeout;
};

/**
 * Runs a node of several processes, each with the program and arguments of this one: starts them, replaces those that die, and
 * stops them all on SIGTERM and SIGINT. Resolves with the exit code once all have ended; it is 1 when no process could start,
 * or one did not stop in time.
 */
export function runProcesses(count: number, log: FastifyBaseLogger, patience = PATIENCE): Promise<number> {
  cluster.setupPrimary({ serialization: 'advanced' });
  // Connections are distributed round-robin, because with a shared socket most of them would go to one process.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const slots = Array.from({ length: count }, (_, n): Slot => ({ number: n + 1, silent: 0, failures: 0 }));
  const serving = () => slots.filter(({ since }) => since !== undefined);
  const send = (slot: Slot | undefined, message: ToProcess) => {
    if (slot?.worker?.isConnected()) slot.worker.send(message, () => undefined);
  };
  const exchange = createExchange(
    {
      serving: () => serving().map(({ number }) => number),
      send: (number, message) => send(slots[number - 1], message),
    },
    patience.measuresMs,
  );
  let announced = false;
  let stopping = false;
  let exitCode = 0;

  const receive = (slot: Slot, message: ToPrimary) => {
    slot.silent = 0;
    if (message.kind === 'serving') slot.since = performance.now();
    exchange.receive(slot.number, message);
    if (message.kind !== 'serving' || announced || serving().length < count) return;
    announced = true;
    log.info({ url: message.url, processes: count }, 'serving');
  };
  const watchConnections = closeLostConnections();
  const begin = (slot: Slot) => {
    const worker = cluster.fork({ [NUMBER]: String(slot.number), [COUNT]: String(count) });
    slot.worker = worker;
    watchConnections(worker);
    worker.on('message', (message: ToPrimary) => {
      // A process's message may arrive after its end, when another process has its number.
      if (slot.worker === worker) receive(slot, message);
    });
    worker.on('error', (error) =>
      log.error({ process: slot.number, err: error }, 'a process is not reached'),
    );
  };

  return new Promise((over) => {
    const looking = setInterval(() => {
      for (const slot of serving()) {
        slot.silent += 1;
        if (slot.silent < patience.silentLooks) continue;
        log.error({ process: slot.number }, 'a process stands still and is killed');
        slot.worker?.process.kill('SIGKILL');
      }
    }, ALIVE_EVERY_MS);
    const endWhenOver = () => {
      if (slots.some(({ worker }) => worker)) return;
      clearInterval(looking);
      over(exitCode);
    };
    const killRest = () => {
      for (const { worker, number } of slots) {
        if (!worker) continue;
        exitCode = 1;
        log.error({ process: number }, 'a process did not stop in time and is killed');
        worker.process.kill('SIGKILL');
      }
    };
    const stop = () => {
      if (stopping) return;
      stopping = true;
      for (const slot of slots) {
        clearTimeout(slot.waiting);
        slot.worker?.process.kill('SIGTERM');
      }
      setTimeout(killRest, patience.stopMs).unref();
      endWhenOver();
    };
    const ended = (
      slot: Slot,
      why: { pid: number | undefined; code: number | null; signal: string | null },
    ) => {
      const servedMs = slot.since === undefined ? 0 : performance.now() - slot.since;
      slot.worker = undefined;
      slot.since = undefined;
      exchange.ended(slot.number);
      if (stopping) return endWhenOver();
      const othersServe = serving().length > 0;
      const { failures, waitMs } = afterEnd({ servedMs, failuresBefore: slot.failures, othersServe });
      slot.failures = failures;
      const end = { process: slot.number, ...why };
      if (waitMs === undefined) {
        exitCode = 1;
        log.error({ ...end, starts: failures }, 'no process can start and none serves: this node gives up');
        return stop();
      }
      exchange.replaced();
      log.error({ ...end, waitMs }, 'a process ended and is replaced');
      slot.waiting = setTimeout(() => begin(slot), waitMs);
    };
    cluster.on('exit', (worker, code, signal) => {
      const slot = slots.find((one) => one.worker === worker);
      if (slot) ended(slot, { pid: worker.process.pid, code, signal });
    });
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
    for (const slot of slots) begin(slot);
  });
}
