import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, productIsUp } from '../../scripts/free-ports.ts';
import { Client } from '../../testing/client.ts';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { byHost } from './by-host.ts';

/** A Monday, the instant at which all journeys start. */
export const T0 = '2026-01-12T10:00:00-03:00';
const TOKEN = 'svc_e2e_0123456789abcdef';
const root = join(import.meta.dirname, '../..');

/** PostgreSQL and, after a space, the database on it with the demo at T0: used by a test's products, if given. */
export const DATABASES = 'ORBITA_E2E_DATABASES';

/**
 * A whole product as `npm start` runs it, on its own ports and data folder, with its clock stopped at T0; on its own database
 * on the given PostgreSQL, else on the embedded one.
 */
export class Product {
  readonly port: number;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'orbita-e2e-'));
  readonly #database: Awaited<ReturnType<typeof freshDatabase>> | undefined;
  #process: ChildProcess | undefined;
  #output = '';
  #now = T0;

  private constructor(port: number, database: Awaited<ReturnType<typeof freshDatabase>> | undefined) {
    this.port = port;
    this.#database = database;
  }

  static async start(): Promise<Product> {
    const [server, demo] = process.env[DATABASES]?.split(' ') ?? [];
    const product = new Product(await freePorts(), server ? await freshDatabase(server, demo) : undefined);
    await product.launch();
    await product.setClock(T0);
    return product;
  }

  /** Address of the service and token of its operations, as printed at startup. */
  get address(): string {
    return `http://localhost:${this.port}`;
  }
  readonly token = TOKEN;

  /** Address of a path on a host of the demo. */
  url(path = '/', host = 'cua.alfa.orbita.test'): string {
    return `http://${host}:${this.port}/orbita/candidate${path}`;
  }

  async launch(): Promise<void> {
    const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        ...(this.#database ? { DATABASE_URL: this.#database.url } : {}),
        PORT: String(this.port),
        ORBITA_DATA_DIR: this.dataDir,
        ORBITA_OPERATIONS_TOKEN: TOKEN,
        ORBITA_TEST_NOW: T0,
        // The browser of all journeys has one address.
        ORBITA_SIGN_UPS_PER_HOUR: '100000',
        ORBITA_LOG: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#process = child;
    const started = new Promise<void>((done, failed) => {
      const read = (chunk: Buffer) => {
        this.#output += chunk;
        if (this.#output.includes('está no ar')) done();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code) => failed(new Error(`The product ended with ${code}:\n${this.#output}`)));
    });
    await started;
  }

  /** All output of the product. */
  get output(): string {
    return this.#output;
  }

  /** Kills server and sandbox at once, like a power failure. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child?.pid || child.exitCode !== null) return;
    const ended = child.signalCode
      ? Promise.resolve()
      : new Promise<void>((done) => child.once('exit', () => done()));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    while (await productIsUp(this.port)) await new Promise((later) => setTimeout(later, 20));
    this.#output = '';
  }

  /** Kills only the server; the sandbox keeps running. `restart` brings the server back. */
  async killServer(): Promise<void> {
    const child = this.#process;
    if (!child?.pid) return;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    process.kill(child.pid, 'SIGKILL');
    await ended;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.#database?.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** A client for calls to a host, like a browser without a page. */
  client(host = '127.0.0.1'): Client {
    return new Client(`http://127.0.0.1:${this.port}`, host, undefined, byHost);
  }

  /** A client for the institution's calls, with every scope. */
  institution(tenant = 'alfa'): Client {
    const client = this.client();
    client.headers = { authorization: `Bearer ${TOKEN}`, 'x-tenant-alias': tenant };
    return client;
  }

  /** Calls the operations API; throws if it refuses. */
  async operations<T = unknown>(method: string, path: string, body?: unknown, tenant = 'alfa'): Promise<T> {
    const address = `/orbita/api/operations${path}`;
    const answer = await this.institution(tenant).send(method, address, { body });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  async setClock(now: string): Promise<void> {
    this.#now = now;
    await this.operations('PUT', '/simulator/clock', { now });
  }

  /** Resets the clock to the instant at which every journey starts. */
  async resetClock(): Promise<void> {
    if (this.#now !== T0) await this.setClock(T0);
  }

  /** Simulates the failure of an external port. */
  setFault(
    port:
      | 'pix'
      | 'slip'
      | 'mail'
      | 'sms'
      | 'captcha'
      | 'scan'
      | 'google'
      | 'linkedin'
      | 'facebook'
      | 'exam-score'
      | 'storage',
    mode: 'ok' | 'slow' | 'down',
  ): Promise<unknown> {
    return this.operations('PUT', '/simulator/faults', { port, mode });
  }

  /** Controls the sandbox directly, even while the server is down. */
  async world<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.port + 1}/control${path}`, {
      method,
      headers: {
        'x-control-key': readFileSync(join(this.dataDir, 'sandbox-key'), 'utf8').trim(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  runJob(job: string): Promise<{ done: number }> {
    return this.operations('POST', `/simulator/jobs/${job}/run`);
  }

  outbox(to?: string): Promise<
    {
      channel: string;
      to: string;
      subject?: string;
      text: string;
      template: string;
      attachments: { name: string }[];
    }[]
  > {
    return this.operations('GET', `/simulator/outbox${to ? `?to=${encodeURIComponent(to)}` : ''}`);
  }
}
