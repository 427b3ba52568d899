import { memoryFolder } from './memory-folder.ts';
import { FOR_TESTS, startPostgres } from './postgres.ts';
import { run } from './processes.ts';
import { QUICK_TESTS } from './quick-tests.ts';

const inMemory = memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

/** Runs the tests of the given paths; those of `api` on PostgreSQL, which needs less than half the CPU time of PGlite. */
async function testsOf(paths: string[]): Promise<void> {
  const given = process.env.ORBITA_TEST_POSTGRES ?? process.env.TEST_DATABASE_URL;
  const wanted = !given && paths.some((path) => /^(api|cli)/.test(path));
  const server = wanted ? await startPostgres(FOR_TESTS) : undefined;
  const url = given ?? server?.url;
  try {
    await run('vitest', ['run', ...paths], url ? { env: { ORBITA_TEST_POSTGRES: url } } : {});
  } finally {
    await server?.stop();
  }
}

/** Types, lint, unused code, and unit tests; with paths, only their tests: `npm run check -- domain/payment api/payment`. */
const paths = process.argv.slice(2);
if (paths.length > 0) {
  await testsOf(paths);
  process.exit();
}
await run('tsc', ['-p', 'tsconfig.json', '--noEmit']);
await run('biome', ['check', '.']);
await run('knip', ['--no-progress']);
await run('vitest', ['run', ...QUICK_TESTS]);
