import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, launch } from '../../../scripts/processes.ts';

const LAST_LINES = -20;

/** Child processes that end with this one, however it ends. */
export function createChildren(logFolder: string) {
  const all: ChildProcess[] = [];
  const named = new Map<string, number>();
  const killAll = () => {
    for (const child of all) child.kill('SIGKILL');
  };
  process.once('exit', killAll);

  return {
    /** Starts a program that serves at `url`, logging to a file; returns its process id once it responds. */
    async serve(name: string, file: string, args: string[], env: NodeJS.ProcessEnv, url: string) {
      const log = join(logFolder, `${name}.log`);
      const handle = openSync(log, 'a');
      const child = launch(file, args, env, ['ignore', handle, handle]);
      closeSync(handle);
      all.push(child);
      if (!(await answers(url))) {
        const said = readFileSync(log, 'utf8').split('\n').slice(LAST_LINES).join('\n');
        throw new Error(`${name} does not answer at ${url}:\n${said}`);
      }
      named.set(name, child.pid ?? 0);
      return child.pid ?? 0;
    },
    /** Process id of the program started under that name. */
    pidOf: (name: string): number => named.get(name) ?? 0,
    /** Starts a program that communicates by messages. */
    fork(file: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
      const child = fork(file, { env: { ...process.env, ...env }, serialization: 'advanced' });
      all.push(child);
      return child;
    },
    /** Kills all of them and waits until they have exited. */
    async stop() {
      process.off('exit', killAll);
      killAll();
      await Promise.all(
        all
          .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
          .map((child) => once(child, 'exit')),
      );
    },
  };
}
export type Children = ReturnType<typeof createChildren>;

/** The next message of a forked process. Rejects if the process exits first. */
export async function messageOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', ended).then(([message]) => message as T),
      once(child, 'exit', ended).then(([code, signal]): never => {
        throw new Error(`${child.spawnargs.at(-1)} ended with ${signal ?? code}`);
      }),
    ]);
  } finally {
    ended.abort();
  }
}
