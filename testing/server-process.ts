import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { startSandbox } from '@orbita/sandbox/server';
import { applyDemoCatalogue } from '../api/catalogue/demo.ts';
import { createClock } from '../api/platform/clock.ts';
import { loadConfig } from '../api/platform/config.ts';
import { buildPlatform, openDatabase } from '../api/start.ts';
import { Client } from './client.ts';
import { OPERATIONS_TOKEN, T0 } from './harness.ts';
import type { Pulse } from './loop-probe.ts';
import { PROXIED } from './proxied.ts';

const PROBE = join(import.meta.dirname, 'loop-probe.ts');
const MAIN = join(import.meta.dirname, '../api/main.ts');
const CONTROL_KEY = 'control';

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Runs a program of the project to its end; returns its output and exit code. */
export function runToEnd(
  file: string,
  env: NodeJS.ProcessEnv,
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

/**
 * The API as a separate process, which may be killed at any time, beside a sandbox that is not killed. On PGlite in a data
 * folder, or on the given PostgreSQL. Its clock is frozen at T0; its jobs run by themselves, unless `args` start it in another
 * role.
 */
export async function startServerProcess(
  databaseUrl?: string,
  { args = [], environment = {} }: { args?: string[]; environment?: NodeJS.ProcessEnv } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-crash-'));
  const port = await freePort();
  const sandbox = await startSandbox({
    dataDir: join(dataDir, 'sandbox'),
    controlKey: CONTROL_KEY,
    webhookDelays: [60_000],
  });
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-control-key': CONTROL_KEY },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await control('PUT', '/clock', { now: T0 });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    ORBITA_DATA_DIR: dataDir,
    ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
    ...PROXIED,
    ORBITA_LOG: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...sandboxEnvironment({
      url: sandbox.url,
      smtpPort: sandbox.ports.smtp,
      clamdPort: sandbox.ports.clamd,
      controlKey: CONTROL_KEY,
    }),
    ...environment,
  };

  // Sets the clock in the folder before the first start, so that the process finds it as after a restart.
  mkdirSync(dataDir, { recursive: true });
  const clock = createClock(join(dataDir, 'clock.json'));
  clock.set(new Date(T0));
  const config = loadConfig(env);
  const prepared = await buildPlatform(config, await openDatabase(config), { clock });
  await applyDemoCatalogue(prepared);
  await prepared.db.close();
  rmSync(join(dataDir, 'lock.json'), { force: true });

  const url = `http://127.0.0.1:${port}`;
  const pulses = new EventEmitter<{ pulse: [Pulse] }>();
  let child: ChildProcess | undefined;
  let output = '';
  const launch = async () => {
    const next = spawn(process.execPath, ['--import', PROBE, MAIN, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    next.on('message', (pulse: Pulse) => pulses.emit('pulse', pulse));
    child = next;
    for (const stream of [next.stdout, next.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
    for (;;) {
      if (next.exitCode !== null) throw new Error(`The server ended with ${next.exitCode}:\n${output}`);
      const answer = await fetch(`${url}/orbita/api/candidate/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((later) => setTimeout(later, 50));
    }
  };
  /** Kills the process immediately, like a power cut, without any clean-up. */
  const kill = async () => {
    const dying = child;
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
    const ended = new Promise<void>((done) => dying.once('exit', () => done()));
    dying.kill('SIGKILL');
    await ended;
  };
  /** Asks the process to stop, as an operating system does; returns its exit code. */
  const terminate = async (): Promise<number | null> => {
    const ending = child;
    if (!ending || ending.exitCode !== null) return ending?.exitCode ?? null;
    const ended = once(ending, 'exit');
    ending.kill('SIGTERM');
    const [code] = await ended;
    return code;
  };
  await launch();
  const operations = new Client(url, 'operations.test');
  operations.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
  return {
    url,
    port,
    dataDir,
    env,
    operations,
    control,
    visitor: (host = 'cua.alfa.orbita.test') => new Client(url, host),
    kill,
    terminate,
    launch,
    /** Longest time in milliseconds for which the event loop was blocked during `work`. */
    async heldDuring(work: () => Promise<void>): Promise<number> {
      let held = 0;
      const onPulse = (pulse: Pulse) => {
        held = Math.max(held, pulse.heldMs);
      };
      // The first report still covers the time before; the last must cover the end.
      await once(pulses, 'pulse');
      pulses.on('pulse', onPulse);
      await work();
      await once(pulses, 'pulse');
      await once(pulses, 'pulse');
      pulses.off('pulse', onPulse);
      return held;
    },
    get running() {
      return child?.exitCode === null && child.signalCode === null;
    },
    get output() {
      return output;
    },
    async stop() {
      await kill();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;
