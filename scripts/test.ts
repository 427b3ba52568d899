import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestReport } from './failures-reporter.ts';
import { changedFiles, leftOut } from './full-tests.ts';
import { memoryFolder } from './memory-folder.ts';
import { FOR_TESTS, startPostgres } from './postgres.ts';
import { run, runAside } from './processes.ts';
import { LONG_WAITS, QUICK_TESTS } from './quick-tests.ts';

const root = join(import.meta.dirname, '..');
process.chdir(root);

// Here and in everything started from here, `tmpdir()` is this folder.
const inMemory = memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;
// Products are started dozens of times; only the first start compiles their modules.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'orbita-compiled');

type Counted = { passed: number; failed: number };
const counted: Counted = { passed: 0, failed: 0 };
const failures: string[] = [];
const broken: string[] = [];
const began = performance.now();

/** Runs one part of the suite; a failing part does not hide the results of later ones. */
async function part(
  name: string,
  work: () => Promise<Counted | undefined>,
  from = performance.now(),
): Promise<void> {
  console.log(`\n── ${name}`);
  try {
    const result = (await work()) ?? { passed: 1, failed: 0 };
    counted.passed += result.passed;
    counted.failed += result.failed;
    if (result.failed > 0) failures.push(name);
  } catch (error) {
    counted.failed += 1;
    failures.push(name);
    console.error((error as Error).message);
  }
  console.log(`── ${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
}

/** A part that others run beside: its output is returned, to be shown in one piece. */
type Aside = [name: string, work: () => Promise<{ said: string; result: () => Counted | undefined }>];

const program = (name: string, command: string, args: string[]): Aside => [
  name,
  async () => {
    const { good, said } = await runAside(command, args);
    const result = () => {
      if (!good) throw new Error(`${command} ${args.join(' ')} failed`);
      return undefined;
    };
    return { said, result };
  },
];

/** Parts done at a time: each of them leaves a good part of two cores idle. */
const LANES = 4;

/** Does parts side by side, beginning them in this order. */
async function sideBySide(parts: readonly Aside[]): Promise<void> {
  const waiting = [...parts];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, work] = next;
      const from = performance.now();
      const ended = await work().catch((error: unknown) => ({
        said: '',
        result: () => Promise.reject(error),
      }));
      const show = async () => {
        console.log(ended.said.trim());
        return ended.result();
      };
      await part(name, show, from);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The arguments of a vitest run, and what reads its results when it has ended. */
function counting(label: string, args: readonly string[]) {
  const report = join(tmpdir(), `orbita-${label}-${process.pid}.json`);
  const result = (): Counted => {
    const read = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
    broken.push(...read.broken.map((failure) => `${label}: ${failure}`));
    if (read.passed + read.failed === 0) throw new Error(`${label}: no test ran`);
    return read;
  };
  return {
    args: ['run', ...args, '--reporter=default', '--reporter=./scripts/failures-reporter.ts'],
    env: { ORBITA_TEST_REPORT: report },
    result,
  };
}

/** Runs vitest and adds up its results. */
async function vitest(label: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Counted> {
  const tests = counting(label, args);
  await run('vitest', tests.args, { env: { ...env, ...tests.env } }).catch(() => undefined);
  return tests.result();
}

/** Like `vitest`, with other parts beside. */
const vitestAside = (name: string, label: string, args: readonly string[], env: NodeJS.ProcessEnv): Aside => [
  name,
  async () => {
    const tests = counting(label, args);
    const { said } = await runAside('vitest', tests.args, { ...env, ...tests.env });
    return { said, result: tests.result };
  },
];

const testsIn = (folder: string): string[] => globSync(`${folder}/**/*.test.ts`, { cwd: root });

/**
 * `npm test` covers everything that a change can break; `npm run test:full` also repeats it at other widths, on the embedded
 * engine and in longer runs (`full-tests.ts`, `testing/sample.ts`). An argument names the only part to run.
 */
const args = process.argv.slice(2);
const everything = args.includes('--full');
const only = args.find((one) => !one.startsWith('--'));
if (everything) process.env.ORBITA_TEST_FULL = '1';
const without = everything ? { files: [], journeys: [] } : leftOut(changedFiles());

/** Every call of both protocols, every journey and what the platform does for them, on the embedded engine as well. */
const EMBEDDED_TOO = [
  'api/journeys/every-',
  'api/journeys/j',
  'api/journeys/idempotency',
  'api/catalogue',
  'api/person',
  'api/platform',
  'api/privacy',
];

/** How an API test gets the engine of its part; a test with neither is the same in either part, and runs with PostgreSQL. */
const ASKS_ENGINE = /\bstartHarness\b|\bbareDatabase\b|\bORBITA_TEST_POSTGRES\b/;
/**
 * The subset for every run: that the engine starts, keeps tenants apart and takes a candidate from sign-up to the student
 * number.
 */
const EMBEDDED_SMOKE = [
  'api/journeys/j01.test.ts',
  ...['alongside', 'isolation', 'safety'].map((name) => `api/platform/database/${name}.test.ts`),
];
const onEmbedded = (): string[] =>
  testsIn('api').filter(
    (file) =>
      (everything ? EMBEDDED_TOO : EMBEDDED_SMOKE).some((name) => file.startsWith(name)) &&
      ASKS_ENGINE.test(readFileSync(join(root, file), 'utf8')),
  );

const onServer = (): string[] =>
  [...testsIn('{api,testing,cli}'), ...LONG_WAITS].filter((file) => !without.files.includes(file));

/** API tests on PostgreSQL work a third of their time and wait for the rest, so this many keep two cores busy. */
const WAITING_WORKERS = 4;

/** A slice of `npm run fuzz`: the same requests in every run, so that a failure is caused by the change under test. */
const FUZZ = ['--seed', '1', '--count', '3000', '--engine', 'postgres'];

const wants = (name: string) => !only || only === name;

const STYLE: Aside[] = [
  // Several checkers would each look at the types that all files share.
  program('types', 'tsc', ['-p', 'tsconfig.json', '--noEmit', '--checkers', '1']),
  program('lint and format', 'biome', ['check', '.']),
  program('what nobody uses', 'knip', ['--no-progress']),
];

const kills = (engine: string): string[] => [
  ...['tools/chaos.ts', '--minutes', '0.15', '--seed', '10', '--patient', '--engine', engine],
];
/** What the product does after a kill is the same on both engines; `killed.test.ts` proves that the embedded one keeps its writes. */
const CHAOS: Aside[] = [
  ...(everything ? [program('kills under load on PGlite', 'node', kills('pglite'))] : []),
  program('kills under load on PostgreSQL', 'node', kills('postgres')),
];
/** As many debts as are paid in this time. */
const MONEY = program('money under kills', 'node', [
  ...['tools/chaos.ts', '--money', '30', '--minutes', '0.2', '--seed', '1'],
]);
const MALFORMED = program('malformed requests', 'node', ['tools/fuzz.ts', ...FUZZ]);
/** In one process unless there is much to do, because each first makes the databases that its tests copy. */
const smoke = (): Aside =>
  vitestAside('api on PGlite', 'pglite', [...onEmbedded(), ...(everything ? [] : ['--maxWorkers', '1'])], {
    ORBITA_TEST_SECOND_ENGINE: '1',
  });
const UNIT = vitestAside('unit', 'unit', QUICK_TESTS, {});
const WEB_BUILD = program('web build', 'node', ['scripts/web-build.ts']);

/** The PostgreSQL of API tests and journeys, with the databases that they copy. */
async function testServer() {
  const server = await startPostgres(FOR_TESTS);
  const { makeTemplates } = await import('../testing/template.ts');
  const { demo, environment } = await makeTemplates(server.url);
  return {
    environment: { ORBITA_TEST_POSTGRES: server.url, ...environment },
    databases: `${server.url} ${demo}`,
    stop: server.stop,
  };
}
let ownServer: ReturnType<typeof testServer> | undefined;
const serverOfTests = () => {
  ownServer ??= testServer();
  // Whoever needs it reports its failure.
  ownServer.catch(() => undefined);
  return ownServer;
};

// The database of the parts after these is made beside them.
if (!only) void serverOfTests();
// The longest first, so that none is left alone at the end.
await sideBySide([
  ...(wants('unit') ? [UNIT] : []),
  ...(wants('embedded') ? [smoke()] : []),
  ...(wants('chaos') ? CHAOS : []),
  ...(wants('fuzz') ? [MALFORMED] : []),
  ...(wants('check') ? STYLE : []),
  ...(wants('chaos') ? [MONEY] : []),
  ...(wants('browser') ? [WEB_BUILD] : []),
]);
if (wants('api')) {
  await part('api and cli on PostgreSQL', async () => {
    const given = process.env.TEST_DATABASE_URL;
    const { environment } = given ? { environment: { ORBITA_TEST_POSTGRES: given } } : await serverOfTests();
    // Commands also run against a whole product, for which the embedded engine needs twice the work.
    const workers = given ? [] : ['--maxWorkers', String(WAITING_WORKERS)];
    return vitest('postgres', [...onServer(), ...workers], environment);
  });
}
// Without pages every journey would fail for the same reason, twice.
if (wants('browser') && !failures.includes('web build'))
  await part('browser journeys', async () => {
    const { runBrowserTests } = await import('./e2e.ts');
    const { databases } = await serverOfTests();
    return runBrowserTests([], { databases, without: without.journeys });
  });
await ownServer?.then(
  ({ stop }) => stop(),
  () => undefined,
);

// Failures are repeated at the end, because often only the end of a long output is kept.
for (const test of broken) console.log(`\n✗ ${test}`);
console.log(
  `\n${failures.length > 0 ? `Failed: ${failures.join(', ')}\n` : ''}Took ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
console.log(`${counted.passed} passed, ${counted.failed} failed`);
process.exit(counted.failed > 0 ? 1 : 0);
