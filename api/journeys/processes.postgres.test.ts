import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../testing/client.ts';
import { copiedDemo } from '../../testing/copied-demo.ts';
import { OPERATIONS_TOKEN } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { type RawAnswer, rawRequest } from '../../testing/raw.ts';
import { runToEnd, type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { until } from '../../testing/until.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const TWO = ['--role', 'api', '--processes', '2'];
const PER_MINUTE = 30;

let database: Awaited<ReturnType<typeof copiedDemo>>;
let node: ServerProcess;
let owner: pg.Client;

beforeAll(async () => {
  database = await copiedDemo(process.env.ORBITA_TEST_POSTGRES ?? '');
  node = await startServerProcess(database.url, { args: TWO, environment: { ORBITA_LOG: 'info' } });
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await until(serving, (now) => now === 2, 100);
});
afterAll(async () => {
  await owner?.end();
  await node?.stop();
  await database?.drop();
});

type Line = { msg: string; process?: number; pid?: number; [field: string]: unknown };
const lines = (): Line[] =>
  node.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
const measures = async (): Promise<string> => (await fetch(`${node.url}/metrics`)).text();
const measureOf = (text: string, start: string): number[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(start))
    .map((line) => Number(line.split(' ').at(-1)));
const serving = async () => measureOf(await measures(), 'orbita_processes_serving')[0];
/** Process ids by the number of the process. */
const pids = async () =>
  new Map(
    [...(await measures()).matchAll(/^orbita_process_start_seconds\{process="(\d)",pid="(\d+)"\}/gm)].map(
      ([, number, pid]) => [Number(number), Number(pid)] as const,
    ),
  );

/** A request on a connection of its own, and as connections are dealt in turn, at the next process. */
const elsewhere = (target: string, given: Parameters<typeof rawRequest>[2] = {}): Promise<RawAnswer> =>
  rawRequest(node.url, `/orbita/api${target}`, given);
const asOperations = {
  authorization: `Bearer ${OPERATIONS_TOKEN}`,
  'x-tenant-alias': 'alfa',
};
const block = (document: string, key: string) =>
  elsewhere('/operations/blocks', {
    method: 'POST',
    host: 'operations.test',
    headers: { ...asOperations, 'idempotency-key': key },
    body: JSON.stringify({ documentType: 'cpf', document, reason: 'Fraude' }),
  });
const documentOf = (n: number) => inventedPerson(n).cpf;
const blocks = async () => Number((await owner.query('select count(*) from block_entry')).rows[0].count);

describe('one command with two processes', () => {
  it('both answer, and each log line names its process', async () => {
    for (let n = 0; n < 4; n++) expect((await elsewhere('/operations/blocks')).status).toBe(401);
    const found = await pids();
    expect([...found.keys()].sort()).toEqual([1, 2]);
    const refused = lines().filter(({ event }) => event === 'refusal');
    expect(new Set(refused.map(({ process, pid }) => `${process} ${pid}`))).toEqual(
      new Set([...found].map(([number, pid]) => `${number} ${pid}`)),
    );
    expect(lines().filter(({ msg }) => msg === 'serving')).toMatchObject([
      { process: 'primary', processes: 2 },
    ]);
  });

  it('R17: is healthy when all processes serve', async () => {
    expect((await elsewhere('/candidate/health')).status).toBe(200);
    const deep = await fetch(`${node.url}/health/deep`);
    expect(await deep.json()).toMatchObject({ processes: { status: 'ok', serving: 2, of: 2 } });
  });

  it('one scrape sums what both have counted', async () => {
    const of = 'orbita_http_seconds_count{call="GET /platform/health",status="200"}';
    for (let n = 0; n < 10; n++) await elsewhere('/platform/health');
    for (let n = 0; n < 3; n++) expect(measureOf(await measures(), of)).toEqual([10]);
  });

  it('T7: a limit in memory counts calls to the other process', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const body = JSON.stringify({ message: 'x', stack: null, route: '/', build: '1' });
    const report = () => elsewhere('/candidate/telemetry/client-errors', { method: 'POST', headers, body });
    const client = new Client(node.url, 'cua.alfa.orbita.test');
    client.headers = headers;
    // One client on one connection stays at one process.
    for (let n = 0; n < PER_MINUTE; n++)
      await client.call('POST /candidate/telemetry/client-errors', { body: JSON.parse(body) });
    const both = async () => [(await report()).status, (await report()).status];
    // So few tries that a process which counts by itself would let all of them through.
    await expect.poll(both, { interval: 200, timeout: 2_000 }).toEqual([429, 429]);
  });

  it('S8: signing out at one process signs out at the other', async () => {
    const client = new Client(node.url, 'cua.alfa.orbita.test');
    const me = await signUp(client, inventedPerson(1));
    const headers = {
      authorization: `Bearer ${client.token}`,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    const mine = async () =>
      (await elsewhere(`/candidate/users/${me.uuid}/subscriptions`, { headers })).status;
    for (let n = 0; n < 4; n++) expect(await mine()).toBe(200);
    await client.call('POST /platform/auth/signout', {});
    await expect
      .poll(async () => [await mine(), await mine(), await mine(), await mine()])
      .toEqual([401, 401, 401, 401]);
  });

  it('an idempotent write repeated at the other process happens once', async () => {
    const before = await blocks();
    const answers = [await block(documentOf(10), 'twice'), await block(documentOf(10), 'twice')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toBe(answers[0]?.body);
    expect(await blocks()).toBe(before + 1);
  });
});

describe('a process that is killed', () => {
  it('is replaced; retried calls succeed, counts stay, and nothing is migrated again', async () => {
    const before = { pids: await pids(), blocks: await blocks(), measures: await measures() };
    // A process that prepared the database would refuse to start now.
    await owner.query("update schema_migration set sha256 = 'other' where name like '0001%'");
    let writing = true;
    let written = 0;
    const write = async () => {
      while (writing) {
        const key = randomUUID();
        const document = documentOf(100 + written++);
        for (;;) {
          const { status } = await block(document, key);
          if (status === 201) break;
          // Nothing was answered, or the process that died still holds the key; clients repeat both.
          expect([0, 409, 503]).toContain(status);
          await pause(50);
        }
      }
    };
    const writers = [write(), write(), write()];
    const first = before.pids.get(1);
    process.kill(first ?? 0, 'SIGKILL');
    const replaced = () => lines().filter(({ msg }) => msg === 'a process ended and is replaced');
    await expect.poll(replaced).toMatchObject([{ process: 1, pid: first, signal: 'SIGKILL' }]);
    expect((await elsewhere('/platform/health')).status).toBe(200);
    expect(await (await fetch(`${node.url}/health/deep`)).json()).toMatchObject({
      processes: { status: 'degraded', serving: 1, of: 2 },
    });
    await expect.poll(serving, { timeout: 60_000 }).toBe(2);
    writing = false;
    await Promise.all(writers);
    expect(await blocks()).toBe(before.blocks + written);
    const after = await pids();
    expect([after.size, after.get(2)]).toEqual([2, before.pids.get(2)]);
    expect(after.get(1)).not.toBe(first);
    const all = 'orbita_security_events_total';
    const sum = (text: string) => measureOf(text, all).reduce((one, other) => one + other, 0);
    expect(sum(await measures())).toBeGreaterThanOrEqual(sum(before.measures));
    expect(measureOf(await measures(), 'orbita_processes_replaced_total')).toEqual([1]);
  });
});

describe('SIGTERM', () => {
  it('lets both processes finish their calls, and all exit with 0', async () => {
    const living = [...(await pids()).values()];
    await owner.query('begin; lock table block_entry in exclusive mode');
    const calls = [1, 2, 3, 4].map((n) => block(documentOf(50 + n), `last ${n}`));
    const waiting = async () =>
      Number(
        (
          await owner.query(
            "select count(*) from pg_locks where not granted and relation = 'block_entry'::regclass",
          )
        ).rows[0].count,
      );
    await expect.poll(waiting).toBe(4);
    const ended = node.terminate();
    // A connection that arrives while its process stops accepting waits for the end of that process.
    const asked = () => fetch(`${node.url}/health/live`, { signal: AbortSignal.timeout(1_000) });
    await expect
      .poll(
        () =>
          asked().then(
            () => 'answers',
            ({ name }: Error) => (name === 'TimeoutError' ? 'waits' : 'refused'),
          ),
        { timeout: 30_000 },
      )
      .toBe('refused');
    await owner.query('commit');
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await ended).toBe(0);
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(living.map(isAlive)).toEqual([false, false]);
  });
});

describe('an invalid start', () => {
  it.each([
    [
      'on the embedded database',
      ['--role', 'api', '--processes', '2'],
      { DATABASE_URL: '' },
      'needs DATABASE_URL',
    ],
    ['of a worker', ['--role', 'worker', '--processes', '2'], {}, 'is for --role api'],
    [
      'with more connections than PostgreSQL has',
      TWO,
      { ORBITA_DATABASE_POOL: '500' },
      '--processes 2 with ORBITA_DATABASE_POOL 500 opens 502 connections',
    ],
  ])('%s is refused', async (_what, args, environment, message) => {
    const { code, output } = await runToEnd(MAIN, { ...node.env, ...environment }, args);
    expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  });
});
