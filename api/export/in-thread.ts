import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { DatabaseUnavailable } from '../platform/database/outage.ts';
import { createThreads } from '../platform/threads.ts';
import { TooBig } from './file.ts';
import type { Making, Piece } from './pieces.ts';
import type { Said, Task } from './thread.ts';

const UNUSED_MS = 60_000;

/**
 * One thread creates all files of a process, each over its own connection. Its memory limit is what three concurrent spreadsheets
 * need besides the loaded code, because a thread that runs out of memory fails its files.
 */
const threads = createThreads(new URL('./thread.ts', import.meta.url), {
  maxThreads: 1,
  concurrentTasksPerWorker: 3,
  waiting: 3,
  idleTimeout: UNUSED_MS,
  resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 },
});

/** `piecesOf` in a worker thread, which generates a few pieces ahead and then waits. Stopping the iteration ends it. */
export async function* piecesInThread(url: string, making: Making): AsyncGenerator<Piece> {
  const { port1: port, port2 } = new MessageChannel();
  let woken = Promise.withResolvers<void>();
  const wake = () => {
    woken.resolve();
    woken = Promise.withResolvers();
  };
  const came: Said[] = [];
  port.on('message', (said: Said) => {
    came.push(said);
    wake();
  });
  let failed: { error: unknown } | undefined;
  let ended = false;
  const made = threads
    .run(making.walk.tenantId, { making, url, port: port2 } satisfies Task, { transferList: [port2] })
    .then(
      () => {
        ended = true;
        wake();
      },
      (error) => {
        failed = { error };
        wake();
      },
    );
  const next = async (): Promise<Said> => {
    for (;;) {
      const said = came.shift() ?? (ended ? receiveMessageOnPort(port)?.message : undefined);
      if (said) return said;
      if (failed) throw failed.error;
      if (ended) throw new Error('The thread ended before the file did');
      await woken.promise;
    }
  };
  try {
    for (;;) {
      const said = await next();
      if ('over' in said) {
        if (said.over === 'away')
          throw new DatabaseUnavailable('The database went away while a file was made');
        if (said.over === 'too-big') throw new TooBig('more rows than a spreadsheet takes');
        return;
      }
      yield {
        bytes: Buffer.from(said.bytes.buffer, said.bytes.byteOffset, said.bytes.byteLength),
        rows: said.rows,
      };
      port.postMessage('more');
    }
  } finally {
    port.postMessage('stop');
    await made;
    port.close();
  }
}
