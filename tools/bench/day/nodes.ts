import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyDemoCatalogue } from '@orbita/api/catalogue/demo';
import { hashPassword } from '@orbita/api/identity/password-hash';
import { createClock } from '@orbita/api/platform/clock';
import { loadConfig } from '@orbita/api/platform/config';
import { buildPlatform, openDatabase } from '@orbita/api/start';
import { Client } from '@orbita/testing/client';
import { T0 } from '@orbita/testing/harness';
import { inventedPerson, PASSWORD } from '@orbita/testing/people';
import { newPerson, seedScale } from '@orbita/testing/scale/seed';
import { sessionOf } from '@orbita/testing/scale/session';
import sql from 'sql-template-tag';
import { freePorts } from '../../../scripts/free-ports.ts';
import { createChildren, messageOf } from '../load/children.ts';
import { MAIN, nodeEnvironment, startSandboxProcess } from '../load/machine.ts';
import { processorMs } from '../load/processor.ts';
import type { Session } from '../load/product.ts';
import type { DayOrder, DayReport } from './generator.ts';

export const PARTS = ['api', 'worker', 'database', 'sandbox', 'generator'] as const;
/** Milliseconds of CPU time per part. */
export type Parts = Record<(typeof PARTS)[number], number>;
/**
 * State of both api processes at one time: the sum of the two, or the worse of them. `late`: event loop delay in milliseconds.
 */
export type Sample = { at: number; waiting: number; late: number; resident: number; unsent: number };
export type SeededTenant = { id: number; alias: string; host: string };

const SAMPLE_MS = 2_000;
/** Seconds of the system clock that distinguish runs on the same database, so that each invents different people. */
const RUNS = 700_000;
const EACH_SECOND = 1_000;

/** One metric from `/metrics`, summed over its labels; 0 if it is missing. */
const figure = (text: string, name: string): number => {
  let sum = 0;
  for (const [, value] of text.matchAll(new RegExp(`^${name} (\\S+)$`, 'gm'))) sum += Number(value);
  return sum;
};

/**
 * The product on a PostgreSQL with the applications of a record day: sandbox, a worker and two api nodes, each in its own
 * process. A database that is already seeded is used as it is.
 */
export async function startDay(
  databaseUrl: string,
  size: { subscriptions: number; tenants: number },
  log: (text: string) => void,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'orbita-day-'));
  const children = createChildren(dataDir);
  const { environment: sandbox } = await startSandboxProcess(children, dataDir);
  const port = await freePorts();
  const publicUrl = `http://127.0.0.1:${port}`;
  const env = { ...nodeEnvironment({ dataDir, publicUrl, databaseUrl, sandbox }), ORBITA_LOG: 'error' };
  const clock = createClock(join(dataDir, 'clock.json'));
  const config = loadConfig({ ...process.env, ...env });
  const database = await openDatabase(config);
  const platform = await buildPlatform(config, database, { clock });
  const { db } = platform;
  clock.set(new Date(T0), true);
  const seededTenants = () =>
    db.global.many<{ id: number; alias: string }>(
      sql`select id, alias from tenant where alias like 'escala-%' order by id`,
    );
  if ((await seededTenants()).length === 0) {
    await applyDemoCatalogue(platform);
    const began = performance.now();
    await seedScale(platform, size);
    log(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  // Start after everything that an earlier run wrote to this database.
  const [latest] = await db.asOwner((run) => run('select max(created_at) as at from subscription'));
  const now = new Date(Math.max(Date.parse(T0), (latest?.at as Date | null)?.getTime() ?? 0));
  clock.set(now, true);
  const tenants = (await seededTenants()).map((one) => ({
    ...one,
    host: `${one.alias}.cua.alfa.orbita.test`,
  }));

  const [where] = await db.asOwner((run) => run('show data_directory'));
  const pidFile = join(String(where?.data_directory), 'postmaster.pid');
  const databasePid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;

  const nodes: { url: string; pid: number }[] = [];
  const startNode = async (name: string, n: number, ...args: string[]) => {
    const url = `http://127.0.0.1:${port + n}`;
    const own = { ...env, PORT: String(port + n) };
    return { url, pid: await children.serve(name, MAIN, args, own, `${url}/health/ready`) };
  };
  const worker = await startNode('worker', 0, '--role', 'worker');
  for (const n of [1, 2]) nodes.push(await startNode(`api-${n}`, n, '--role', 'api'));
  const generator = children.fork(join(import.meta.dirname, 'generator.ts'));
  const sandboxPid = children.pidOf('sandbox');

  let people = (Math.floor(clock.wall() / 1000) % RUNS) * EACH_SECOND;
  let hash: Promise<string> | undefined;
  const parts = (): Parts => ({
    api: nodes.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    worker: processorMs(worker.pid),
    database: processorMs(databasePid),
    sandbox: processorMs(sandboxPid),
    generator: processorMs(generator.pid ?? 0),
  });
  const sample = async (began: number): Promise<Sample> => {
    const texts = await Promise.all(
      nodes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text().catch(() => '')),
    );
    const worst = (name: string) => Math.max(...texts.map((text) => figure(text, name)));
    const [row] = await db.asOwner((run) =>
      run("select count(*)::int as unsent from notification where state in ('pending', 'sending')"),
    );
    return {
      at: performance.now() - began,
      waiting: texts.reduce(
        (sum, text) => sum + figure(text, 'orbita_database_connections\\{state="waiting"\\}'),
        0,
      ),
      late: worst('nodejs_eventloop_lag_p99_seconds') * 1000,
      resident: worst('process_resident_memory_bytes') / 2 ** 20,
      unsent: Number(row?.unsent ?? 0),
    };
  };

  return {
    platform,
    tenants,
    nodes,
    parts,
    /** Creates invented people with an account and a password at a tenant; returns their numbers. */
    async accounts(tenant: SeededTenant, count: number): Promise<number[]> {
      const numbers = Array.from({ length: count }, () => ++people);
      const who = numbers.map(inventedPerson);
      hash ??= hashPassword(tenant.id, PASSWORD);
      await db.tenant(tenant.id).many(sql`
        with made as (
          insert into person (tenant_id, name, birth_date, cpf, email, email_confirmed_at, cell_phone, created_at, updated_at)
          select ${tenant.id}, 'Candidata Inventada', '2003-05-10', cpf, email, ${now}::timestamptz, '31900000000', ${now}::timestamptz,
            ${now}::timestamptz
          from unnest(${who.map(({ cpf }) => cpf)}::text[], ${who.map(({ email }) => email)}::text[]) as one (cpf, email)
          returning id, cpf)
        insert into user_account (tenant_id, person_id, document_type, document, password_hash, created_at)
        select ${tenant.id}, id, 'cpf', cpf, ${await hash}, ${now}::timestamptz from made returning id`);
      return numbers;
    },
    /** A signed-in person without an application. */
    async session(tenant: SeededTenant): Promise<Session> {
      const person = await newPerson(platform, tenant.id, ++people);
      const of = { platform, visitor: (host?: string) => new Client('', host ?? '') };
      const { token = '', cookies } = await sessionOf(of, tenant, person);
      return { uuid: person.uuid, token, cookies: [...cookies] };
    },
    /** The next number of a person without an account. */
    firstNew: () => people + 1,
    /** Has the generator run a day while samples are taken; `during` runs alongside it and starts when the day starts. */
    async run(order: DayOrder, during?: () => Promise<void>) {
      const begun = messageOf<'begun'>(generator);
      generator.send(order);
      await begun;
      const began = performance.now();
      const samples: Sample[] = [];
      const used: { at: number; parts: Parts }[] = [{ at: 0, parts: parts() }];
      const timer = setInterval(() => {
        used.push({ at: performance.now() - began, parts: parts() });
        void sample(began)
          .then((one) => samples.push(one))
          .catch(() => undefined);
      }, SAMPLE_MS);
      const beside = during?.();
      const report = await messageOf<DayReport>(generator);
      clearInterval(timer);
      await beside;
      used.push({ at: performance.now() - began, parts: parts() });
      people += order.streams.reduce((sum, { rate, ms }) => sum + Math.ceil((rate * ms) / 500), 0);
      return { report, samples, used };
    },
    async stop() {
      await children.stop();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type Day = Awaited<ReturnType<typeof startDay>>;
