import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Body, CallKey } from '@orbita/protocol';
import { startSandbox } from '@orbita/sandbox/server';
import sql from 'sql-template-tag';
import { applyDemoCatalogue } from '../operations/provisioning/demo.ts';
import { createClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { openPglite, openPostgres } from '../platform/database/index.ts';
import { sandboxEnvironment } from '../platform/sandbox-environment.ts';
import { buildHouse, start } from '../start.ts';
import { freshDatabase } from './fresh-database.ts';
import { LogWatch } from './log-watch.ts';

/** Monday, the moment all journeys begin (journeys.md). */
export const T0 = '2026-01-12T10:00:00-03:00';
export const OPERATIONS_TOKEN = 'svc_test_0123456789abcdef';
export const BOOTSTRAP_TOKEN = 'svc_bootstrap_0123456789abcdef0123456789';

export type Response<B = unknown> = { status: number; body: B; headers: Headers };
type Options = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  raw?: string;
};

/** A browser without a page: keeps cookies and the token, speaks to one host. */
export class Client {
  readonly #base: string;
  readonly #host: string;
  readonly #watch: LogWatch | undefined;
  readonly cookies = new Map<string, string>();
  token: string | undefined;
  /** Headers sent with every call. */
  headers: Record<string, string> = {};

  constructor(base: string, host: string, watch?: LogWatch) {
    this.#base = base;
    this.#host = host;
    this.#watch = watch;
  }

  /** Calls by the key of the protocol; never throws on a refusal. */
  async call<K extends CallKey>(
    key: K,
    options: Omit<Options, 'body'> & { body?: Body<K> } = {},
  ): Promise<
    Response<
      (Answer<K> extends undefined ? object : Answer<K>) & {
        code?: string;
        message?: string;
        errors?: { field: string; message: string }[];
      }
    >
  > {
    const [method, path] = key.split(' ') as [string, string];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(options.params?.[name] ?? name)),
    );
    const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([k, v]) => [k, String(v)]));
    return this.send(method, `/orbita/api${filled}${query.size ? `?${query}` : ''}`, options) as never;
  }

  /** Any request; `raw` is sent as it is. */
  async send(method: string, path: string, options: Options & { form?: FormData } = {}): Promise<Response> {
    this.#watch?.note(options.body);
    const response = await fetch(this.#base + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-host': this.#host,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(this.cookies.size ? { cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
        ...(options.body !== undefined || options.raw !== undefined
          ? { 'content-type': 'application/json' }
          : {}),
        ...this.headers,
        ...options.headers,
      },
      body: options.form ?? options.raw ?? (options.body !== undefined ? JSON.stringify(options.body) : null),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const body = json && text ? JSON.parse(text) : text;
    this.#watch?.note(body);
    return {
      status: response.status,
      body,
      headers: response.headers,
    };
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** Environment name of the PostgreSQL database with the demo of T0 in it, made once for all test files (`template.ts`). */
export const TEMPLATE = 'ORBITA_TEST_TEMPLATE';

/** The demo as it stands at T0 in an embedded database: made once in a process, then copied. */
let demo: Promise<Blob> | undefined;

/** A database in memory, with the demo of T0 in it if `withDemo`. */
async function embedded(withDemo: boolean) {
  if (!withDemo) return openPglite();
  demo ??= (async () => {
    const first = await openPglite();
    const clock = createClock();
    clock.set(new Date(T0));
    await applyDemoCatalogue(await buildHouse(loadConfig({ NODE_ENV: 'test' }), first, { clock }));
    const copy = await first.copy();
    await first.close();
    return copy;
  })();
  return openPglite(undefined, await demo);
}

/**
 * The whole product on free ports: API, worker jobs on demand, sandbox, demo catalogue, clock standing at T0.
 * On PGlite in memory, or on a fresh database of the PostgreSQL named by ORBITA_TEST_POSTGRES.
 */
export async function startHarness(
  options: {
    now?: string;
    catalogue?: boolean;
    /** Vacancies of every course and pole, for crowds. */
    places?: number;
    callsPerMinute?: number;
    /** Sign-ups of one network by captcha alone; most tests make all their people from one. */
    signUpsPerHour?: number;
    /** Settings of this product alone, as a shell would give them. */
    environment?: Record<string, string>;
    /** Origin from which files are handed out. */
    filesUrl?: string;
    /** Receives every log line, down to `debug`. */
    writeLog?: (line: string) => void;
  } = {},
) {
  const watch = new LogWatch();
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-test-'));
  const server = process.env.ORBITA_TEST_POSTGRES;
  const withDemo = options.catalogue !== false && !options.now;
  // A test may bring a server of its own, which holds no such database.
  const [of, name] = (process.env[TEMPLATE] ?? '').split(' ');
  const template = withDemo && of === server ? name : undefined;
  const copied = withDemo && (!server || template !== undefined);
  const database = server ? await freshDatabase(server, template) : undefined;
  const db = database ? openPostgres({ url: database.url, pool: 10 }) : await embedded(withDemo);
  const clock = createClock();
  clock.set(new Date(options.now ?? T0));
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    clamdPort: 0,
    dataDir: join(dataDir, 'sandbox'),
    controlKey: 'control',
  });
  await fetch(`${sandbox.url}/control/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
    body: JSON.stringify({ now: clock.now().toISOString() }),
  });
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    ORBITA_DATA_DIR: dataDir,
    ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
    ORBITA_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
    ORBITA_TRUST_PROXY: 'loopback',
    // Every run of every test is also a proof that the log, at its most talkative, keeps silent about people.
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
    ...options.environment,
  });
  const house = await buildHouse(config, db, {
    clock,
    writeLog(line) {
      watch.line(line);
      options.writeLog?.(line);
    },
  });
  if (options.catalogue !== false && !copied) await applyDemoCatalogue(house);
  if (options.places) {
    for (const tenantId of await db.tenantIds()) {
      await db.tenant(tenantId).many(sql`update offer_course_pole set vacancies = ${options.places}::int`);
    }
  }
  // Jobs run when a test says so; only what must answer by itself (outbox, notices) is started by the rooms.
  const started = await start({ ...config, role: 'api' }, house);
  const operationsOf = (alias: string) => {
    const client = new Client(started.url, 'operations.test', watch);
    client.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': alias };
    return client;
  };
  return {
    house,
    url: started.url,
    sandbox,
    clock,
    operations: operationsOf('alfa'),
    /** Operations of the named tenant, with every scope. */
    operationsOf,
    databaseUrl: database?.url,
    /** A visitor of a host, not signed in. */
    visitor: (host = 'cua.alfa.orbita.test') => new Client(started.url, host, watch),
    async stop() {
      await started.close();
      await sandbox.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
      watch.check();
    },
  };
}
