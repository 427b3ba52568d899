import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { startSandbox } from '@orbita/sandbox/server';
import sql from 'sql-template-tag';
import { applyDemoCatalogue } from '../../api/catalogue/demo.ts';
import { enterCardNotices } from '../../api/payment/demo-notices.ts';
import { createClock } from '../../api/platform/clock.ts';
import { loadConfig } from '../../api/platform/config.ts';
import type { Database } from '../../api/platform/database/types.ts';
import { buildPlatform, openDatabase } from '../../api/start.ts';
import { freePorts } from '../../scripts/free-ports.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { OPERATIONS_TOKEN, T0 } from '../../testing/harness.ts';
import { PROXIED } from '../../testing/proxied.ts';

const MAIN = join(import.meta.dirname, '../../api/main.ts');
const CONTROL_KEY = 'control';
/** Delays between the bank's attempts of a webhook, in milliseconds. */
const NOTICE_DELAYS = Array.from({ length: 60 }, () => 500);

export type Engine = 'pglite' | 'postgres';

/** A process that may be killed or paused. Times are the machine's milliseconds. */
export type Target = {
  name: string;
  kill(): Promise<void>;
  launch(): Promise<void>;
  freeze(): void;
  thaw(): void;
};

/** One process of the product. */
function processOf(name: string, role: string, port: number, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined;
  let output = '';
  let wanted = false;
  const url = `http://127.0.0.1:${port}`;
  const target: Target & { url: string; readonly output: string; readonly diedByItself: boolean } = {
    name,
    url,
    get output() {
      return output;
    },
    /** True when it ended without being killed. */
    get diedByItself() {
      return wanted && (child?.exitCode !== null || child.signalCode !== null);
    },
    async launch() {
      const next = spawn(process.execPath, [MAIN, '--role', role], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = next;
      for (const stream of [next.stdout, next.stderr])
        stream.on('data', (chunk: Buffer) => {
          output = (output + chunk).slice(-20_000);
        });
      for (;;) {
        if (next.exitCode !== null) throw new Error(`${name} ended with ${next.exitCode}:\n${output}`);
        const answer = await fetch(`${url}/orbita/api/operations/health`).catch(() => undefined);
        if (answer?.ok) break;
        await new Promise((later) => setTimeout(later, 50));
      }
      wanted = true;
    },
    async kill() {
      wanted = false;
      const dying = child;
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
      const ended = new Promise((done) => dying.once('exit', done));
      dying.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  return target;
}

/** What stands between the product and its providers. */
export type Between = {
  /** Where the product finds the providers that are at this address. */
  providers?: (url: string) => Promise<string>;
  /** Where providers send their notices. */
  notices?: string;
  /** How long the bank takes to register a slip, and how late a slow provider answers, in milliseconds. */
  slipIssueMs?: number;
  slowMs?: number;
};

/**
 * The product as several processes beside a sandbox that is not killed: one process on PGlite; two API nodes,
 * a worker and the database on PostgreSQL. Its clock starts at T0 and runs.
 */
export async function startWorld(engine: Engine, { providers, notices, ...times }: Between = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-chaos-'));
  const sandbox = await startSandbox({
    dataDir: join(dataDir, 'sandbox'),
    controlKey: CONTROL_KEY,
    webhookDelays: NOTICE_DELAYS,
    ...times,
  });
  const providersUrl = (await providers?.(sandbox.url)) ?? sandbox.url;
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-control-key': CONTROL_KEY },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} ${path}`);
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const first = await freePorts();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    ORBITA_DATA_DIR: dataDir,
    ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
    ORBITA_PUBLIC_URL: notices ?? `http://127.0.0.1:${first}`,
    ...PROXIED,
    ORBITA_CALLS_PER_MINUTE: '1000000',
    ORBITA_PAGES_PER_MINUTE: '1000000',
    // All requests come from one network.
    ORBITA_SIGN_UPS_PER_HOUR: '1000000',
    ORBITA_LOG: 'warn',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    ...sandboxEnvironment({
      url: providersUrl,
      smtpPort: sandbox.ports.smtp,
      clamdPort: sandbox.ports.clamd,
      controlKey: CONTROL_KEY,
    }),
  };
  const clock = createClock(join(dataDir, 'clock.json'));
  const began = Date.now();
  clock.set(new Date(T0), true);
  await control('PUT', '/clock', { now: T0, run: true });
  const config = loadConfig(env);
  /** Opens the database while no process of the product runs (PGlite) or beside them. */
  const open = (): Promise<Database> => openDatabase(config);
  const prepared = await buildPlatform(config, await open(), { clock });
  await applyDemoCatalogue(prepared);
  // More places than any run uses, because a full course would look like a lost application.
  for (const tenantId of await prepared.db.tenantIds())
    await prepared.db.tenant(tenantId).many(sql`update offer_course_pole set vacancies = 1000000`);
  await enterCardNotices(prepared, { url: `${sandbox.url}/control`, key: CONTROL_KEY });
  await prepared.db.close();
  rmSync(join(dataDir, 'lock.json'), { force: true });

  const nodes = postgres
    ? [
        processOf('api 1', 'api', first, env),
        processOf('api 2', 'api', first + 1, env),
        processOf('worker', 'worker', first + 2, env),
      ]
    : [processOf('server', 'all', first, env)];
  await Promise.all(nodes.map((node) => node.launch()));
  const database: Target | undefined = postgres && {
    name: 'database',
    kill: postgres.kill,
    launch: postgres.restart,
    freeze: postgres.freeze,
    thaw: postgres.thaw,
  };
  return {
    dataDir,
    nodes,
    config,
    clock,
    /** The providers' own books. */
    providers: sandbox.books,
    /** Addresses of the API for candidates and institutions. */
    urls: nodes.filter(({ name }) => name !== 'worker').map(({ url }) => url),
    targets: [...nodes, ...(database ? [database] : [])] as Target[],
    control,
    open,
    /** Converts a time of the product's clock to the machine's time. */
    machineTime: (product: Date | string) => began + new Date(product).getTime() - Date.parse(T0),
    async healthy() {
      for (const { url } of nodes)
        while (!(await fetch(`${url}/orbita/api/operations/health`).catch(() => undefined))?.ok)
          await new Promise((later) => setTimeout(later, 50));
    },
    async stopNodes() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await postgres?.stop();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type ChaosWorld = Awaited<ReturnType<typeof startWorld>>;
