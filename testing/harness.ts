import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { startSandbox } from '@orbita/sandbox/server';
import type { StrangeSide } from '@orbita/sandbox/strange';
import sql from 'sql-template-tag';
import { applyDemoCatalogue } from '../api/catalogue/demo.ts';
import { createClock } from '../api/platform/clock.ts';
import { loadConfig } from '../api/platform/config.ts';
import { openPglite } from '../api/platform/database/pglite.ts';
import { openPostgres } from '../api/platform/database/postgres.ts';
import { buildPlatform, start } from '../api/start.ts';
import { CardWatch } from './card-watch.ts';
import { Client } from './client.ts';
import { dueProof } from './due-proof.ts';
import { freshDatabase } from './fresh-database.ts';
import { endOwner, keepOwner } from './kept-owner.ts';
import { lockOrder } from './lock-order.ts';
import { LogWatch } from './log-watch.ts';
import { PROXIED } from './proxied.ts';
import { startS3 } from './s3/server.ts';
import { proveState } from './state-proof.ts';

export type { Client, Response } from './client.ts';

/** The Monday on which all journeys begin (journeys.md). */
export const T0 = '2026-01-12T10:00:00-03:00';
export const OPERATIONS_TOKEN = 'svc_test_0123456789abcdef';
export const BOOTSTRAP_TOKEN = 'svc_bootstrap_0123456789abcdef0123456789';

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** Environment variable naming the PostgreSQL database with the demo at T0, created once for all test files (`template.ts`). */
export const TEMPLATE = 'ORBITA_TEST_TEMPLATE';

/** Tests make as many concurrent calls as they need, on machines that are busy with others. */
export const NEVER_LATE = { late: () => 0, stop: () => undefined };

/** Environment variable that stores the files of every product under test in a bucket instead of a folder. */
const IN_BUCKET = 'ORBITA_TEST_BUCKET';

/** The demo at T0 in an embedded database: created once per process, then copied. */
let demo: Promise<Blob> | undefined;

/** An in-memory database, containing the demo at T0 if `withDemo`. */
async function embedded(withDemo: boolean) {
  if (!withDemo) return openPglite();
  demo ??= (async () => {
    const first = await openPglite();
    const clock = createClock();
    clock.set(new Date(T0));
    await applyDemoCatalogue(await buildPlatform(loadConfig({ NODE_ENV: 'test' }), first, { clock }));
    const copy = await first.copy();
    await first.close();
    return copy;
  })();
  return openPglite(undefined, await demo);
}

/**
 * The whole product on free ports: API, worker jobs on demand, sandbox, demo catalogue, clock frozen at T0.
 * On PGlite in memory, or on a fresh database of the PostgreSQL named by ORBITA_TEST_POSTGRES.
 */
export async function startHarness(
  options: {
    now?: string;
    catalogue?: boolean;
    /** Vacancies of every course and pole, for tests with many people. */
    places?: number;
    callsPerMinute?: number;
    /** Sign-ups from one network before a captcha is required; most tests create all their people from one. */
    signUpsPerHour?: number;
    /** Environment variables of this product only; some need the address of its sandbox. */
    environment?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
    /** Origin from which files are served. */
    filesUrl?: string;
    /**
     * False: the database gets no queries beyond those of an installation, i.e. no checks of tenants without due work and no
     * repeated state reads.
     */
    proves?: boolean;
    /** Receives every log line, down to `debug`. */
    writeLog?: (line: string) => void;
  } = {},
) {
  const watch = new LogWatch();
  const cards = new CardWatch();
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-test-'));
  const server = process.env.ORBITA_TEST_POSTGRES;
  const withDemo = options.catalogue !== false && !options.now;
  // A test may use a separate server, which has no such database.
  const [of, name] = (process.env[TEMPLATE] ?? '').split(' ');
  const template = withDemo && of === server ? name : undefined;
  const copied = withDemo && (!server || template !== undefined);
  const database = server ? await freshDatabase(server, template) : undefined;
  const due = dueProof(database ? openPostgres({ url: database.url, pool: 10 }) : await embedded(withDemo));
  const order = lockOrder(due.db);
  const { db } = order;
  const clock = createClock();
  clock.set(new Date(options.now ?? T0));
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    clamdPort: 0,
    dataDir: join(dataDir, 'sandbox'),
    controlKey: 'control',
    // Somebody who waits for a slip keeps polling meanwhile.
    slipIssueMs: 300,
  });
  await fetch(`${sandbox.url}/control/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
    body: JSON.stringify({ now: clock.now().toISOString() }),
  });
  const s3 = process.env[IN_BUCKET] ? await startS3() : undefined;
  const config = loadConfig({
    ...s3?.environment,
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    ORBITA_DATA_DIR: dataDir,
    ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
    ORBITA_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
    ...PROXIED,
    // Every test also proves that the log contains no personal data, even at its lowest level.
    ORBITA_LOG: 'debug',
    ORBITA_SIGN_UPS_PER_HOUR: String(options.signUpsPerHour ?? 1_000_000),
    ...(options.filesUrl ? { ORBITA_FILES_URL: options.filesUrl } : {}),
    ...(options.callsPerMinute ? { ORBITA_CALLS_PER_MINUTE: String(options.callsPerMinute) } : {}),
    ...sandboxEnvironment({
      url: sandbox.url,
      smtpPort: sandbox.ports.smtp,
      clamdPort: sandbox.ports.clamd,
      controlKey: 'control',
    }),
    ...(typeof options.environment === 'function' ? options.environment(sandbox.url) : options.environment),
  });
  const platform = await buildPlatform(config, db, {
    clock,
    loop: NEVER_LATE,
    ...(options.proves === false ? {} : { proveDue: due.prove, proveState }),
    writeLog(line) {
      watch.line(line);
      options.writeLog?.(line);
    },
  });
  delete platform.db.wait;
  if (options.catalogue !== false && !copied) await applyDemoCatalogue(platform);
  if (options.places) {
    for (const tenantId of await db.tenantIds()) {
      await db.tenant(tenantId).many(sql`update offer_course_pole set vacancies = ${options.places}::int`);
    }
  }
  // Jobs run when a test runs them; only what must run by itself (outbox, banks' webhooks) is started by the modules.
  keepOwner(platform);
  const started = await start({ ...config, role: 'api' }, platform);
  const operationsOf = (alias: string) => {
    const client = new Client(started.url, 'operations.test', watch);
    client.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': alias };
    return client;
  };
  return {
    platform,
    url: started.url,
    sandbox,
    clock,
    operations: operationsOf('alfa'),
    /** An operations client for the named tenant, with every scope. */
    operationsOf,
    databaseUrl: database?.url,
    /** Registers that a card was typed; its number must not be found anywhere when the harness stops. */
    typed: (number: string) => cards.note(number),
    /** Enables or disables a quirk of a provider in the sandbox. */
    strange: async (side: StrangeSide, on: boolean) => {
      const { status } = await fetch(`${sandbox.url}/control/strange`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
        body: JSON.stringify({ side, on }),
      });
      if (status !== 204) throw new Error(`The switch ${side} was answered ${status}`);
    },
    /** An anonymous caller of a host. */
    visitor: (host = 'cua.alfa.orbita.test') => new Client(started.url, host, watch),
    async stop() {
      // A failed search must not leave servers behind.
      const searched = await cards.check(platform, watch.lines()).catch((error: Error) => error);
      await endOwner(platform);
      await started.close();
      await sandbox.close();
      await s3?.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
      watch.check();
      due.check();
      order.check();
      if (searched) throw searched;
    },
  };
}
