import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyDemoCatalogue } from '@orbita/api/catalogue/demo';
import { createClock } from '@orbita/api/platform/clock';
import { loadConfig } from '@orbita/api/platform/config';
import { buildPlatform, openDatabase, start } from '@orbita/api/start';
import { scopes } from '@orbita/protocol/foundation';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { Client } from '@orbita/testing/client';
import { type FullPerson, fullPerson } from '@orbita/testing/full-person';
import { guardianOfMinor, minorWithGuardian } from '@orbita/testing/guardian';
import { type Harness, OPERATIONS_TOKEN, T0 } from '@orbita/testing/harness';
import type { Pulse } from '@orbita/testing/loop-probe';
import { noticeSecret } from '@orbita/testing/notice-secret';
import { payerOfCharge } from '@orbita/testing/payer';
import { inventedPerson } from '@orbita/testing/people';
import { PROXIED } from '@orbita/testing/proxied';
import pg from 'pg';
import sql from 'sql-template-tag';
import { freePorts } from '../../scripts/free-ports.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { answers, launch } from '../../scripts/processes.ts';
import { bareEnvironment } from '../../testing/bare-environment.ts';
import type { Header } from './headers.ts';
import { type Team, teamOf } from './team.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONTROL_KEY = 'control';
const EXPIRES = '2027-01-12T10:00:00-03:00';
/** Limits per address are raised, so that they do not refuse requests before the code under test. */
const NO_LIMIT = 1_000_000_000;
const VACANCIES = 100_000;
const OF_ALFA = 4;
const OF_BETA = 1;

export type Engine = 'pglite' | 'postgres';
/** Contents of the prepared database, and the credentials issued there. */
export type World = {
  people: (Omit<FullPerson, 'client'> & { proof: Header[] })[];
  /** A guardian with their own link, at the tenant of the first person. */
  guardian: Header[];
  /** Somebody with a link to the Pix of the first person. */
  payer: Header[];
  /** Service tokens by permission: every scope of every tenant, of one tenant, of one institution. */
  tokens: { all: string; tenant: string; institution: string };
  notices: { tenant: string; secret: string };
  team: Team;
  /** The demo catalogue, as returned by `GET /operations/catalogue/export`. */
  catalogue: string;
};
/** The product in a separate process, and its latest output. */
export type Product = {
  port: number;
  url: string;
  pulse: Pulse;
  exited(): string | undefined;
  /** Its log lines about one request. */
  logOf(id: string): string[];
  stop(): Promise<void>;
};

const proofOf = (client: Client): Header[] => [
  ['authorization', `Bearer ${client.token}`],
  ['cookie', [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')],
];

/** Takes a few people of two tenants to their first payment, so that every call has data to work on. */
async function populate(harness: Harness): Promise<World> {
  const { platform } = harness;
  for (const tenantId of await platform.db.tenantIds())
    await platform.db.tenant(tenantId).many(sql`update offer_course_pole set vacancies = ${VACANCIES}::int`);
  const people: World['people'] = [];
  for (let n = 0; n < OF_ALFA + OF_BETA; n++) {
    const { client, ...whole } = await fullPerson(harness, inventedPerson(n), n < OF_ALFA ? 'alfa' : 'beta');
    people.push({ ...whole, proof: proofOf(client) });
  }
  // Nobody else acts for this person, so no other request ends the charge or its link.
  const paidFor = await fullPerson(harness, inventedPerson(OF_ALFA + OF_BETA + 1));
  const payer = proofOf(await payerOfCharge(harness, paidFor.client, paidFor.paymentId));
  const guardian = await guardianOfMinor(harness, await minorWithGuardian(harness, OF_ALFA + OF_BETA));
  const token = async (institutions?: string[]) => {
    const made = await harness.operations.call('POST /operations/tokens', {
      body: { name: 'Sistema', tenant: 'alfa', scopes: [...scopes], institutions, expiresAt: EXPIRES },
    });
    return made.body.token;
  };
  const exported = await harness.operations.call('GET /operations/catalogue/export');
  return {
    people,
    guardian: proofOf(guardian),
    payer,
    tokens: { all: OPERATIONS_TOKEN, tenant: await token(), institution: await token(['CUA01']) },
    notices: { tenant: 'alfa', secret: await noticeSecret(harness, 'alfa', 'pix') },
    team: await teamOf(harness),
    catalogue: exported.body.yaml,
  };
}

/** Runs one statement on a PostgreSQL server. */
async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
const databaseAt = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/**
 * Prepares one database and one sandbox; `round` starts the product on a fresh copy of the database. An existing world in
 * `kept` (a folder; PGlite only) is reused, and a new one is stored there.
 */
export async function prepareWorld(engine: Engine, kept?: string) {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'orbita-fuzz-'));
  const prepared = join(folder, 'prepared');
  const postgres = engine === 'postgres' ? await startPostgres({ durable: false }) : undefined;
  const port = await freePorts();
  const [sandboxPort, smtpPort, clamdPort] = [port + 1, port + 2, port + 3];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const sandbox = launch(
    join(ROOT, 'sandbox/main.ts'),
    [],
    {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_CLAMD_PORT: String(clamdPort),
      SANDBOX_DATA_DIR: join(folder, 'sandbox'),
      SANDBOX_CONTROL_KEY: CONTROL_KEY,
      ORBITA_API_URL: url,
      ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
    },
    ['ignore', 'ignore', 'inherit'],
  );
  if (!(await answers(`${sandboxUrl}/sandbox`))) throw new Error('The sandbox did not start');
  const control = async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-control-key': CONTROL_KEY, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${sandboxUrl}/control${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.status === 204 ? undefined : ((await answer.json()) as unknown);
  };
  const setClock = (now: Date) => control('PUT', '/clock', { now: now.toISOString(), run: true });
  const mendAll = async () => {
    for (const name of Object.keys((await control('GET', '/faults')) as object))
      await control('PUT', '/faults', { port: name, mode: 'ok' });
  };
  const environment = (dataDir: string, databaseUrl: string | undefined): NodeJS.ProcessEnv => ({
    ...bareEnvironment(),
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    ORBITA_DATA_DIR: dataDir,
    ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
    ...PROXIED,
    ORBITA_LOG: 'error',
    ORBITA_CALLS_PER_MINUTE: String(NO_LIMIT),
    ORBITA_PAGES_PER_MINUTE: String(NO_LIMIT),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...sandboxEnvironment({ url: sandboxUrl, smtpPort, clamdPort, controlKey: CONTROL_KEY }),
  });

  const prepare = async (): Promise<{ world: World; at: string }> => {
    mkdirSync(prepared, { recursive: true });
    if (postgres) await onServer(postgres.url, 'create database prepared');
    const config = loadConfig(environment(prepared, postgres && databaseAt(postgres.url, 'prepared')));
    const clock = createClock(join(prepared, 'clock.json'));
    clock.set(new Date(T0), true);
    await setClock(clock.now());
    const platform = await buildPlatform(config, await openDatabase(config), { clock });
    await applyDemoCatalogue(platform);
    const started = await start({ ...config, role: 'api' }, platform);
    const operationsOf = (alias: string) => {
      const client = new Client(url, 'operations.test');
      client.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': alias };
      return client;
    };
    const world = await populate({
      platform,
      clock,
      operations: operationsOf('alfa'),
      operationsOf,
      sandbox: { url: sandboxUrl },
      visitor: (host = 'cua.alfa.orbita.test') => new Client(url, host),
    } as unknown as Harness);
    const at = clock.now().toISOString();
    await started.close();
    rmSync(join(prepared, 'lock.json'), { force: true });
    return { world, at };
  };
  const file = join(folder, 'world.json');
  const { world, at } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { world: World; at: string })
    : await prepare();
  if (kept) writeFileSync(file, JSON.stringify({ world, at }));

  let rounds = 0;
  /** A fresh copy of the prepared database, at the time it was prepared, served by a separate process. */
  const round = async (): Promise<Product> => {
    rounds += 1;
    const dataDir = join(folder, `round-${rounds}`);
    cpSync(prepared, dataDir, { recursive: true });
    const database = postgres && databaseAt(postgres.url, `round_${rounds}`);
    if (postgres) await onServer(postgres.url, `create database round_${rounds} template prepared`);
    writeFileSync(join(dataDir, 'clock.json'), JSON.stringify({ at, from: Date.now(), run: true }));
    await mendAll();
    await setClock(new Date(at));
    const product = await serve(environment(dataDir, database), port);
    return {
      ...product,
      async stop() {
        await product.stop();
        rmSync(dataDir, { recursive: true, force: true });
        if (postgres) await onServer(postgres.url, `drop database round_${rounds} with (force)`);
      },
    };
  };
  return {
    world,
    round,
    async stop() {
      sandbox.kill('SIGTERM');
      await postgres?.stop();
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const LOG_KEPT = 400;

async function serve(env: NodeJS.ProcessEnv, port: number): Promise<Product> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', join(ROOT, 'testing/loop-probe.ts'), join(ROOT, 'api/main.ts')],
    { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const pulse: Pulse = { heldMs: 0, cpuMs: 0, rssMiB: 0 };
  child.on('message', (message) => Object.assign(pulse, message));
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log.push(...String(chunk).split('\n'));
      log.splice(0, Math.max(0, log.length - LOG_KEPT));
    });
  let ended: string | undefined;
  let wanted = false;
  child.once('exit', (code, signal) => {
    if (!wanted) ended = `${signal ?? code}\n${log.slice(-40).join('\n')}`;
  });
  const url = `http://127.0.0.1:${port}`;
  if (!(await answers(`${url}/orbita/api/candidate/health`, 60)))
    throw new Error(`The product did not start: ${ended ?? log.join('\n')}`);
  return {
    port,
    url,
    pulse,
    exited: () => ended,
    logOf: (id) => log.filter((line) => line.includes(id)),
    stop: () => {
      wanted = true;
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      const over = new Promise<void>((done) => child.once('exit', () => done()));
      child.kill('SIGKILL');
      return over;
    },
  };
}
