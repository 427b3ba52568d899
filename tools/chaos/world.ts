import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { startSandbox } from '@orbita/sandbox/server';
import sql from 'sql-template-tag';
import { applyDemoCatalogue } from '../../api/catalogue/demo.ts';
import { enterCardNotices } from '../../api/payment/demo-notices.ts';
import { type Clock, createClock } from '../../api/platform/clock.ts';
import { loadConfig } from '../../api/platform/config.ts';
import type { Database } from '../../api/platform/database/types.ts';
import type { Platform } from '../../api/platform/platform.ts';
import { buildPlatform, openDatabase } from '../../api/start.ts';
import { freePorts } from '../../scripts/free-ports.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { OPERATIONS_TOKEN, T0 } from '../../testing/harness.ts';
import { PROXIED } from '../../testing/proxied.ts';
import { spawnOwn } from './children.ts';

const MAIN = join(import.meta.dirname, '../../api/main.ts');
const CONTROL_KEY = 'control';
/** Delays between the bank's webhook attempts, in milliseconds. */
const NOTICE_DELAYS = Array.from({ length: 60 }, () => 500);

export type Engine = 'pglite' | 'postgres';

/** A process that may be killed or paused. Times are milliseconds of the system clock. */
export type Target = {
  name: string;
  kill(): Promise<void>;
  launch(): Promise<void>;
  freeze(): void;
  thaw(): void;
};

/** A process of the product. */
type Node = Omit<Target, 'launch'> & {
  role: Role;
  /** Starts it, with the program of another release if one is given. */
  launch(main?: string): Promise<void>;
  url: string;
  readonly output: string;
  readonly diedByItself: boolean;
  /** Asks it to stop; returns its exit code. */
  terminate(): Promise<number | null>;
};
type Role = 'api' | 'worker' | 'all';

/** The college whose people the load simulates; when a college that `moves` goes to another cell, their sessions end. */
type College = { alias: string; host: string; moves?: true };
export const ALFA: College = { alias: 'alfa', host: 'cua.alfa.orbita.test' };
/** A sandbox, and the product's clock that goes with it. */
type Outside = { sandbox: Awaited<ReturnType<typeof startSandbox>>; clock: Clock };

/** One process of the product. */
function processOf(name: string, role: Role, port: number, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined;
  let output = '';
  let wanted = false;
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    wanted = false;
    const dying = child;
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return dying?.exitCode ?? null;
    const ended = new Promise<number | null>((done) => dying.once('exit', done));
    dying.kill(signal);
    return ended;
  };
  const target: Node = {
    name,
    role,
    url,
    get output() {
      return output;
    },
    /** True if it exited without being killed. */
    get diedByItself() {
      return wanted && (child?.exitCode !== null || child.signalCode !== null);
    },
    async launch(main = MAIN) {
      const next = spawnOwn(process.execPath, [main, '--role', role], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = next;
      for (const stream of [next.stdout, next.stderr])
        stream?.on('data', (chunk: Buffer) => {
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
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  return target;
}

/** What is between the product and its providers. */
export type Between = {
  /** Returns the address at which the product reaches the providers at this address. */
  providers?: (url: string) => Promise<string>;
  /** Where providers send their notifications. */
  notices?: string;
  /** How long the bank takes to register a slip, and how late a slow provider responds, in milliseconds. */
  slipIssueMs?: number;
  slowMs?: number;
  /** An external database, and additional environment of the product's processes that use it. */
  database?: { DATABASE_URL: string } & Record<string, string>;
  /** Number of nodes of each role on PostgreSQL. */
  nodes?: { api: number; worker: number };
  /** Fills the database and the data folder instead of this release's demo; no process is started then. */
  fill?: (environment: NodeJS.ProcessEnv, dataDir: string) => Promise<void>;
  /** The single address in front of all api nodes, if there is one; `settings` are the nodes' environment. */
  front?: (nodes: readonly string[], settings: Readonly<Record<string, string>>) => Promise<string>;
  /** Additional colleges without any people; each has a host, so that it is in a proxy's map. */
  empty?: { count: number; cell: string };
  /** Creates the colleges of the cell; those of the demo by default. */
  colleges?: (platform: Platform) => Promise<void>;
  /** The sandbox and clock of another cell, if this is not the first. */
  outside?: Outside;
  /** The first port of the nodes. */
  port?: number;
  /** Called with each response after which a call is repeated: `503 DATABASE_UNAVAILABLE`, or how the connection failed. */
  repeated?: (answer: string) => void;
};

/**
 * The product as several processes next to a sandbox that is never killed: one process on PGlite; two API nodes, a worker and
 * the database on PostgreSQL. Its clock starts at T0 and runs.
 */
export async function startWorld(
  engine: Engine,
  {
    providers,
    notices,
    database: given,
    nodes: counts = { api: 2, worker: 1 },
    fill,
    front,
    empty = { count: 0, cell: '' },
    colleges = applyDemoCatalogue,
    outside,
    port,
    repeated,
    ...times
  }: Between = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-chaos-'));
  const sandbox =
    outside?.sandbox ??
    (await startSandbox({
      dataDir: join(dataDir, 'sandbox'),
      controlKey: CONTROL_KEY,
      webhookDelays: NOTICE_DELAYS,
      ...times,
    }));
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
  const postgres = engine === 'postgres' && !given ? await startPostgres() : undefined;
  const first = port ?? (await freePorts());
  const settings: Record<string, string> = {
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
    ...(postgres ? { DATABASE_URL: postgres.url } : given),
    ...sandboxEnvironment({
      url: providersUrl,
      smtpPort: sandbox.ports.smtp,
      clamdPort: sandbox.ports.clamd,
      controlKey: CONTROL_KEY,
    }),
  };
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '', ...settings };
  const clock = createClock(join(dataDir, 'clock.json'));
  const began = Date.now();
  clock.set(outside?.clock.now() ?? new Date(T0), true);
  if (!outside) await control('PUT', '/clock', { now: T0, run: true });
  const config = loadConfig(env);
  /** Opens the database: while no process of the product runs (PGlite), or alongside them. */
  const open = (): Promise<Database> => openDatabase(config);
  const fillHere = async () => {
    const prepared = await buildPlatform(config, await open(), { clock });
    await colleges(prepared);
    // More vacancies than any run uses, because a full course would look like a lost application.
    for (const tenantId of await prepared.db.tenantIds())
      await prepared.db.tenant(tenantId).many(sql`update offer_course_pole set vacancies = 1000000`);
    if (empty.count > 0)
      await prepared.db.asOwner((run) =>
        run(
          `with made as (insert into tenant (alias, name) select concat('vazia-', n, '-', $2::text), concat('Grupo ', n)
             from generate_series(1, $1::int) n returning id, alias)
           insert into tenant_host (tenant_id, host) select id, alias || '.orbita.test' from made`,
          [empty.count, empty.cell],
        ),
      );
    await enterCardNotices(prepared, { url: `${sandbox.url}/control`, key: CONTROL_KEY });
    await prepared.db.close();
  };
  await (fill ? fill(env, dataDir) : fillHere());
  rmSync(join(dataDir, 'lock.json'), { force: true });

  const roles: Role[] =
    engine === 'postgres'
      ? [...Array<Role>(counts.api).fill('api'), ...Array<Role>(counts.worker).fill('worker')]
      : ['all'];
  const nodes = roles.map((role, at) => {
    const number = roles.slice(0, at + 1).filter((one) => one === role).length;
    const alone = roles.filter((one) => one === role).length === 1;
    const name = role === 'all' ? 'server' : alone ? role : `${role} ${number}`;
    return processOf(name, role, first + at, env);
  });
  if (!fill) await Promise.all(nodes.map((node) => node.launch()));
  const direct = nodes.filter(({ role }) => role !== 'worker').map(({ url }) => url);
  const inFront = await front?.(direct, settings);
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
    settings,
    clock,
    sandbox,
    college: ALFA,
    /** The providers' own records. */
    providers: sandbox.books,
    /** Addresses of the API for candidates and institutions. */
    urls: inFront ? [inFront] : direct,
    repeated,
    targets: [...nodes, ...(database ? [database] : [])] as Target[],
    control,
    open,
    /** Converts a time of the product's clock to system time. */
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
      if (!outside) await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type ChaosWorld = Awaited<ReturnType<typeof startWorld>>;

/** Id of a world's college in its database. */
export async function collegeOf(db: Database, { college }: Pick<ChaosWorld, 'college'>): Promise<number> {
  const found = await db.global.one<{ id: number }>(
    sql`select id from tenant where alias = ${college.alias}`,
  );
  if (!found) throw new Error(`No college ${college.alias} is there`);
  return found.id;
}
