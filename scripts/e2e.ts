import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { run } from './processes.ts';
import { buildWebIfStale } from './web-build.ts';

type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

/** Runs the browser journeys; further arguments go to Playwright. */
export async function runBrowserTests(args: string[]): Promise<{ passed: number; failed: number }> {
  const report = join(tmpdir(), `orbita-e2e-${process.pid}.json`);
  await run('playwright', ['test', '--reporter=list,json', ...args], {
    cwd: join(import.meta.dirname, '../e2e'),
    env: { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  }).catch(() => undefined);
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

if (import.meta.main) {
  await buildWebIfStale();
  const { passed, failed } = await runBrowserTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
