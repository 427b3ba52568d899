import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applyDemoCatalogue } from '@orbita/api/catalogue/demo';
import { queues } from '@orbita/api/health/queues';
import { comparisonJob } from '@orbita/api/payment/comparison/job';
import { createClock } from '@orbita/api/platform/clock';
import { loadConfig } from '@orbita/api/platform/config';
import { buildPlatform, openDatabase } from '@orbita/api/start';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { Client } from '@orbita/testing/client';
import { OPERATIONS_TOKEN, T0 } from '@orbita/testing/harness';
import { PROXIED } from '@orbita/testing/proxied';
import { newPerson, seedScale } from '@orbita/testing/scale/seed';
import { sessionOf } from '@orbita/testing/scale/session';
import sql from 'sql-template-tag';
import { freePorts } from '../../../scripts/free-ports.ts';
import type { ThrowawayPostgres } from '../../../scripts/postgres.ts';
import { runtimeEnvironment } from '../../../scripts/runtime-environment.ts';
import { type Children, createChildren, messageOf } from './children.ts';
import { createBareTables, durabilityOf } from './database.ts';
import type { Order, Report } from './generator.ts';
import { processorMs } from './processor.ts';
import type { Session } from './product.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const MAIN = join(ROOT, 'api/main.ts');
const CONTROL_KEY = 'control';
const ALIAS = 'alfa';
/** More vacancies than any run uses, and limits that no run reaches: neither is being measured. */
const PLENTY = 10_000_000;
/** Settings of every node under load. */
const UNLIMITED = {
  ORBITA_CALLS_PER_MINUTE: String(PLENTY),
  ORBITA_PAGES_PER_MINUTE: String(PLENTY),
  ORBITA_SIGN_UPS_PER_HOUR: String(PLENTY),
};
/** Time the worker gets to send what a slice of load left behind. */
const QUIET_MS = 30_000;
const AT_ONCE = 8;
/** Initial content of the database: in an empty one the planner considers all indexes equally good. */
const KNOWN = { subscriptions: 20_000, tenants: 4 };

/** Starts the sandbox in a separate process; returns the environment that points the product at it, and the process. */
export async function startSandboxProcess(children: Children, dataDir: string) {
  const port = await freePorts();
  const url = `http://localhost:${port}`;
  const pid = await children.serve(
    'sandbox',
    join(ROOT, 'sandbox/main.ts'),
    [],
    {
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(port + 1),
      SANDBOX_CLAMD_PORT: String(port + 2),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
      SANDBOX_CONTROL_KEY: CONTROL_KEY,
    },
    `${url}/health`,
  );
  await fetch(`${url}/control/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-control-key': CONTROL_KEY },
    body: JSON.stringify({ now: T0, run: true }),
  });
  const environment = sandboxEnvironment({
    url,
    smtpPort: port + 1,
    clamdPort: port + 2,
    controlKey: CONTROL_KEY,
  });
  return { pid, environment };
}

/** A node with api processes, and the generator that sends load to it. */
export type Api = { url: string; pid: number; generator: ChildProcess };
/** Milliseconds of CPU time per part of the machine. */
export type Processor = Record<'api' | 'database' | 'generator', number>;

/** Waits until all processes of a node serve, because the node already responds once the first of them is ready. */
async function allServe(url: string, processes: number): Promise<void> {
  for (;;) {
    const { processes: now } = (await (await fetch(`${url}/health/deep`)).json()) as {
      processes: { serving: number };
    };
    if (now.serving === processes) return;
    await pause(100);
  }
}

/** Environment with which every node under load is started. */
export const nodeEnvironment = (of: {
  dataDir: string;
  publicUrl: string;
  databaseUrl: string;
  sandbox: Record<string, string>;
}) => ({
  ...runtimeEnvironment(),
  // The sandbox is reached over plain http, which only development allows; nothing else differs under load.
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  ORBITA_DATA_DIR: of.dataDir,
  ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
  ORBITA_PUBLIC_URL: of.publicUrl,
  ...PROXIED,
  ...UNLIMITED,
  DATABASE_URL: of.databaseUrl,
  ...of.sandbox,
});

/**
 * The product as production runs it on an empty PostgreSQL, each part in its own process: sandbox, worker, and an api node for
 * each requested number of processes; plus the bare servers and the load generator. Its clock starts at T0 and runs.
 * @param ofNodes additional environment of the product's own processes
 */
export async function startMachine(
  postgres: ThrowawayPostgres,
  lanes: number,
  ofNodes: NodeJS.ProcessEnv = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-load-'));
  const databasePid = Number(
    readFileSync(join(postgres.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0],
  );
  const children = createChildren(dataDir);
  const sandbox = await startSandboxProcess(children, dataDir);
  const port = await freePorts();
  const publicUrl = `http://127.0.0.1:${port + 1}`;
  const env = nodeEnvironment({
    dataDir,
    publicUrl,
    databaseUrl: postgres.url,
    sandbox: sandbox.environment,
  });
  const clock = createClock(join(dataDir, 'clock.json'));
  clock.set(new Date(T0), true);
  const config = loadConfig({ ...process.env, ...env, ORBITA_LOG: 'error' });
  const platform = await buildPlatform(config, await openDatabase(config), { clock });
  await applyDemoCatalogue(platform);
  for (const tenantId of await platform.db.tenantIds())
    await platform.db.tenant(tenantId).many(sql`update offer_course_pole set vacancies = ${PLENTY}::int`);
  await seedScale(platform, KNOWN);
  // The nightly comparison queries the providers about everything that was seeded, which must not happen during the
  // measurements.
  await platform.jobs.run(comparisonJob.name);
  const tenant = await platform.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = ${ALIAS}`,
  );
  const tenantId = tenant?.id ?? 0;
  await createBareTables(postgres.url, tenantId, lanes);

  /** Starts a node on the `n`th port; returns its address and process id once it is ready. */
  const startNode = async (n: number, ...args: string[]): Promise<{ url: string; pid: number }> => {
    const url = `http://127.0.0.1:${port + n}`;
    const own = { ...env, ...ofNodes, PORT: String(port + n) };
    const pid = await children.serve(args.join(' '), MAIN, args, own, `${url}/health/ready`);
    return { url, pid };
  };
  const apis: Api[] = [];
  const bares: string[] = [];
  let people = 0;
  const oneSession = async (): Promise<Session> => {
    const person = await newPerson(platform, tenantId, ++people);
    const of = { platform, visitor: (host?: string) => new Client('', host ?? '') };
    const { token = '', cookies } = await sessionOf(of, { id: tenantId, alias: ALIAS }, person);
    return { uuid: person.uuid, token, cookies: [...cookies] };
  };
  const worker = await startNode(0, '--role', 'worker');

  return {
    durability: await durabilityOf(postgres.url, postgres.folder),
    /** Starts a node with the given number of api processes, and a load generator for it. */
    async startApi(processes: number): Promise<Api> {
      const node = await startNode(apis.length + 1, '--role', 'api', '--processes', String(processes));
      await allServe(node.url, processes);
      const api = { ...node, generator: children.fork(join(import.meta.dirname, 'generator.ts')) };
      apis.push(api);
      return api;
    },
    /** Milliseconds of CPU time each part has used so far. */
    processorOf({ pid, generator }: Api): Processor {
      return {
        api: processorMs(pid),
        database: processorMs(databasePid),
        generator: processorMs(generator.pid ?? 0),
      };
    },
    workerPid: worker.pid,
    /** The same for the processes that work alongside the calls. */
    processorBeside: () => ({ worker: processorMs(worker.pid), sandbox: processorMs(sandbox.pid) }),
    /** Addresses of the first `count` bare processes; missing ones are started. */
    async bareUrls(count: number): Promise<string[]> {
      while (bares.length < count) {
        const child = children.fork(join(import.meta.dirname, 'bare.ts'), {
          BARE_DATABASE_URL: postgres.url,
          BARE_TENANT: String(tenantId),
        });
        bares.push((await messageOf<{ url: string }>(child)).url);
      }
      return bares.slice(0, count);
    },
    /** Signed-in people without an application, written directly into the database so that the api is not loaded. */
    async sessions(count: number): Promise<Session[]> {
      const made: Session[] = [];
      while (made.length < count)
        made.push(...(await Promise.all(Array.from({ length: AT_ONCE }, oneSession))));
      return made.slice(0, count);
    },
    /** Gives an order to the load generator of a node. Throws if it failed. */
    async order({ generator }: Api, order: Order): Promise<Exclude<Report, { failed: string }>> {
      const report = messageOf<Report>(generator);
      generator.send(order);
      const answer = await report;
      if ('failed' in answer) throw new Error(answer.failed);
      return answer;
    },
    /**
     * Waits until the worker has sent everything, so that it does not disturb the next measurement; returns the seconds it
     * took. Throws after 30 seconds.
     */
    async quiet(): Promise<number> {
      const began = performance.now();
      for (;;) {
        const waiting = (await queues(platform)).filter((one) => one.waiting > 0);
        const waited = performance.now() - began;
        if (waiting.length === 0) return waited / 1000;
        if (waited > QUIET_MS)
          throw new Error(`Still waiting: ${waiting.map((one) => `${one.waiting} ${one.name}`).join(', ')}`);
        await pause(100);
      }
    },
    async stop() {
      await children.stop();
      await platform.db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type Machine = Awaited<ReturnType<typeof startMachine>>;
