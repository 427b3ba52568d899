import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ThrowawayPostgres } from '../../scripts/postgres.ts';
import type { Kind } from './load/kinds.ts';
import { startMachine } from './load/machine.ts';
import { type CpuProfile, workOf } from './profile/cpu-profile.ts';
import { kindOf } from './profile/statement-kinds.ts';
import { tableOf } from './table.ts';

/** Concurrent candidates: few enough that none waits for another's lock, which would count into the time of a statement. */
const LANES = 2;
/** Each connection plans each statement once, which is not part of the cost of an application. */
const WARM_MS = 10_000;
/** Parts below this share of a piece of work are added up. */
const SMALL = 0.004;
/** How long an api process may take to write its profile. */
const WRITING_MS = 60_000;
const US_PER_NS = 1_000n;

/** The monotonic clock in microseconds, which V8's profiles also use. */
const moment = () => Number(process.hrtime.bigint() / US_PER_NS);

type Line = { part: string; ms: number };

/** Loads PostgreSQL's own statement statistics, which needs a restart. */
async function countStatements(postgres: ThrowawayPostgres): Promise<pg.Client> {
  const open = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    return client;
  };
  const before = await open();
  await before.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await before.end();
  await postgres.restart();
  const client = await open();
  // The server goes away first if something failed, which is reported elsewhere.
  client.on('error', () => undefined);
  await client.query('create extension pg_stat_statements');
  // Its settings are known only once the extension is loaded.
  await client.query('alter system set pg_stat_statements.track_planning = on');
  await client.query('select pg_reload_conf()');
  return client;
}

/** Milliseconds that PostgreSQL spent planning and executing, by kind of statement. */
async function statementWork(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ query: string; ms: number }>(
    'select query, total_plan_time + total_exec_time as ms from pg_stat_statements',
  );
  const work = new Map<string, number>();
  for (const { query, ms } of rows) work.set(kindOf(query), (work.get(kindOf(query)) ?? 0) + ms);
  return work;
}

/** Work of a process's main thread between two times, by part. */
function mainWork(folder: string, pid: number, from: number, until: number): Map<string, number> {
  // CPU.<day>.<time>.<process>.<thread>.<number>; in other threads V8 counts waiting as work.
  const name = readdirSync(folder).find((one) => one.split('.').slice(3, 5).join() === `${pid},0`);
  if (!name) throw new Error(`Process ${pid} left no profile`);
  return workOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile, from, until);
}

const linesOf = (of: string, work: ReadonlyMap<string, number>): Line[] =>
  [...work].map(([part, ms]) => ({ part: `${of}: ${part}`, ms }));

/** Rows from the largest, with their share and the running total; small ones are combined into one. */
function shares(lines: readonly Line[], whole: number, pieces: number): string[][] {
  const large = lines.filter(({ ms }) => ms >= whole * SMALL).toSorted((a, b) => b.ms - a.ms);
  const small = lines.filter(({ ms }) => ms < whole * SMALL).reduce((sum, { ms }) => sum + ms, 0);
  let sum = 0;
  return [...large, { part: 'all smaller parts', ms: small }].map(({ part, ms }) => {
    sum += ms;
    const percent = (of: number) => `${((of / whole) * 100).toFixed(1)} %`;
    return [part, (ms / pieces).toFixed(2), percent(ms), percent(sum)];
  });
}

/**
 * Prints what the CPU time of one piece of work consists of, on a node with one api process under load: the api by part,
 * PostgreSQL by kind of statement, and worker, sandbox and load generator as totals. Linux only.
 */
export async function profile(postgres: ThrowawayPostgres, kind: Kind, ms: number): Promise<void> {
  const statements = await countStatements(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'orbita-profile-'));
  const machine = await startMachine(postgres, LANES, {
    NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${folder}`,
  });
  try {
    const api = await machine.startApi(1);
    const perSecond = 250;
    await machine.order(api, {
      task: 'prepare',
      productUrl: api.url,
      bareUrls: await machine.bareUrls(1),
      lanes: await machine.sessions(LANES),
      more: await machine.sessions(1),
      firstPerson: 1_000_000,
    });
    const run = async (time: number) => {
      const sessions = kind === 'application' ? await machine.sessions((time / 1000) * perSecond) : [];
      await statements.query('select pg_stat_statements_reset()');
      const before = { ...machine.processorOf(api), ...machine.processorBeside() };
      const from = moment();
      const report = await machine.order(api, { task: 'run', kind, side: 'product', ms: time, sessions });
      if (!('slice' in report)) throw new Error('The generator measured nothing');
      await machine.quiet();
      const until = moment();
      const after = { ...machine.processorOf(api), ...machine.processorBeside() };
      const spent = (part: keyof typeof after) => after[part] - before[part];
      return { slice: report.slice, from, until, spent, asked: await statementWork(statements) };
    };
    await run(WARM_MS);
    const { slice, from, until, spent, asked } = await run(ms);
    const profiled = { api: api.pid, worker: machine.workerPid };
    for (const pid of Object.values(profiled)) process.kill(pid, 'SIGTERM');
    const written = () => readdirSync(folder).filter((name) => name.split('.')[4] === '0').length;
    for (let waited = 0; written() < 2 && waited < WRITING_MS; waited += 200) await pause(200);
    // A profile's file appears before it is completely written.
    await pause(2_000);
    const sum = (work: ReadonlyMap<string, number>) => [...work.values()].reduce((all, one) => all + one, 0);
    const beside = (all: number, known: number) => Math.max(0, all - known);
    const lines: Line[] = [
      ...Object.entries(profiled).flatMap(([name, pid]) => {
        const main = mainWork(folder, pid, from, until);
        const others = beside(spent(name as keyof typeof profiled), sum(main));
        return [
          ...linesOf(name, main),
          { part: `${name}: other threads (passwords, documents, contracts, files, garbage)`, ms: others },
        ];
      }),
      ...linesOf('PostgreSQL', asked),
      {
        part: 'PostgreSQL: messages to and from clients, log of changes, processes',
        ms: beside(spent('database'), sum(asked)),
      },
      { part: 'sandbox (banks, mail, virus scanner)', ms: spent('sandbox') },
      { part: 'load generator', ms: spent('generator') },
    ];
    const pieces = slice.times.length;
    const whole = lines.reduce((all, one) => all + one.ms, 0);
    console.log(
      `${kind}: ${slice.rate.toFixed(1)} a second while profiled, ${(whole / pieces).toFixed(1)} ms of a core each`,
    );
    console.log(
      `PostgreSQL flushes nothing to the disk here, and ${LANES} candidates hardly wait for each other.\n`,
    );
    for (const line of tableOf([
      ['Part', 'ms of a core', 'Share', 'So far'],
      ...shares(lines, whole, pieces),
    ]))
      console.log(line);
  } finally {
    await statements.end();
    await machine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
