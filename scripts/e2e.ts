import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASES } from '../e2e/support/product.ts';
import { demoDatabase } from '../testing/demo-database.ts';
import { findBrowser } from './browser.ts';
import { FOR_TESTS, startPostgres } from './postgres.ts';
import { run } from './processes.ts';
import { buildWebIfStale } from './web-build.ts';

type Suite = {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { projectName: string; status: string }[] }[];
};
type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};

/** Journeys that failed once and passed on retry, with their files: a race that the retry must not hide. */
function unsteadyOf({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ title, file }) => `${file}: ${title}`), ...suites.flatMap(unsteadyOf)];
}

/**
 * Runs the browser journeys on their own PostgreSQL, or on the embedded database of `npm start` if `embedded`; further
 * arguments go to Playwright.
 * @param databases PostgreSQL and the database on it with the demo at T0, if there is one already (`DATABASES`)
 * @param without journeys that are left out, and with them those at desktop width that a phone's journey proves as well.
 */
export async function runBrowserTests(
  args: string[],
  {
    embedded = false,
    databases,
    without = [],
  }: {
    embedded?: boolean;
    databases?: string;
    without?: { file: string; title: string }[];
  } = {},
): Promise<{ passed: number; failed: number }> {
  const left = without.length > 0 ? { ORBITA_E2E_WITHOUT: JSON.stringify(without) } : {};
  if (embedded) return playwright(args, left);
  if (databases) return playwright(args, { ...left, [DATABASES]: databases });
  const server = await startPostgres(FOR_TESTS);
  try {
    const { name } = await demoDatabase(server.url);
    return await playwright(args, { ...left, [DATABASES]: `${server.url} ${name}` });
  } finally {
    await server.stop();
  }
}

async function playwright(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ passed: number; failed: number }> {
  const report = join(tmpdir(), `orbita-e2e-${process.pid}.json`);
  await run('playwright', ['test', '--reporter=list,json', ...args], {
    cwd: join(import.meta.dirname, '../e2e'),
    env: { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
  }).catch(() => undefined);
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const journey of unsteadyOf({ suites })) console.log(`Passed only when repeated: ${journey}`);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

if (import.meta.main) {
  await buildWebIfStale();
  const args = process.argv.slice(2);
  const embedded = args.includes('--embedded');
  const { passed, failed } = await runBrowserTests(
    args.filter((one) => one !== '--embedded'),
    { embedded },
  );
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
