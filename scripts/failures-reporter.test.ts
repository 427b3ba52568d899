import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { TestReport } from './failures-reporter.ts';
import { run } from './processes.ts';

const folder = mkdtempSync(join(import.meta.dirname, '.failures-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = {
  'passes.test.ts': `it('holds', () => {}); it('holds too', () => {})`,
  'fails.test.ts': `it('is wrong', () => { throw new Error('one') })`,
  'never-starts.test.ts': `beforeAll(() => { throw new Error('two') }); it('is not reached', () => {})`,
  'cannot-be-read.test.ts': `throw new Error('three')`,
  'rejects.test.ts': `it('leaves a promise', () => { void Promise.reject(new Error('four')) })`,
  'dies.test.ts': `it('ends its process', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) })`,
};

it('counts failures outside a test, and a process that dies', async () => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const report = join(folder, 'report.json');
  const reporter = join(import.meta.dirname, 'failures-reporter.ts');
  await run('vitest', ['run', '--globals', '--root', folder, `--reporter=${reporter}`], {
    env: { ORBITA_TEST_REPORT: report },
    stdio: 'ignore',
  }).catch(() => undefined);
  const { passed, failed, broken } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  expect(passed).toBe(3);
  expect(failed).toBe(broken.length);
  const text = broken.join('\n');
  for (const said of ['one', 'two', 'three', 'four']) expect(text).toMatch(new RegExp(`Error: ${said}`));
  expect(text).toContain('dies.test.ts\nThis file did not end.');
  expect(text).toMatch(/Outside of every test\n[\s\S]*SIGKILL/);
});
