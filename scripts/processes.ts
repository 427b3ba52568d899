import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '../node_modules/.bin');
const withPrograms = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...env,
  PATH: `${bin}:${process.env.PATH}`,
});

/** Runs a program of the project to its end; throws when it fails. Programs are looked up in node_modules first. */
export const run = (command: string, args: string[] = [], options: SpawnOptions = {}): Promise<void> =>
  new Promise((done, failed) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      ...options,
      env: withPrograms(options.env),
    });
    child.once('error', failed);
    child.once('exit', (code, signal) =>
      code === 0 ? done() : failed(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`)),
    );
  });

/** Like `run`, but silent: resolves with whether it succeeded, and all its output. */
export const runAside = (
  command: string,
  args: string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ good: boolean; said: string }> =>
  new Promise((done, failed) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: withPrograms(env) });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => pieces.push(piece));
    child.once('error', failed);
    child.once('close', (code) => done({ good: code === 0, said: Buffer.concat(pieces).toString() }));
  });

/** Starts a TypeScript program of the project on the pinned Node without waiting for it. */
export const launch = (
  file: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
  stdio: SpawnOptions['stdio'] = 'inherit',
): ChildProcess => spawn(process.execPath, [file, ...args], { stdio, env: { ...process.env, ...env } });

/** True when nothing listens on the port. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, () => server.close(() => done(true)));
  });

/** Waits until an address answers, at most `seconds`. */
export async function answers(url: string, seconds = 30): Promise<boolean> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    try {
      if ((await fetch(url)).status < 500) return true;
    } catch {}
    await new Promise((later) => setTimeout(later, 100));
  }
  return false;
}
