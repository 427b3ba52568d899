import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { personAt } from '../testing/person-at.ts';

let harness: Harness;
let folder: string;
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-lists-'));
  harness = await startHarness();
  await personAt(harness, 'payment');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await harness?.stop();
});

/** Runs the job until a command that waits for it has ended. */
async function worked<T>(command: Promise<T>): Promise<T> {
  const timer = setInterval(() => void harness.platform.jobs.run('export'), 50);
  return command.finally(() => clearInterval(timer));
}

it('exports a list, saves it, and lists the exports', async () => {
  const file = join(folder, 'a.csv');
  const made = await worked(run('export', 'run', 'subscriptions', '--institution', 'CUA01', '-f', file));
  expect([made.exit, made.out]).toEqual([0, expect.stringContaining(file)]);
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(head).toContain('"Inscrição";"Instituição";"Curso"');
  expect(head).not.toContain('Nome');
  expect(rows).toHaveLength(1);
  const [{ id }] = JSON.parse((await run('export', 'list', '--json')).out) as [{ id: number }];
  expect((await run('export', 'show', String(id))).out).toContain('ready');
  expect((await run('export', 'download', String(id), '-f', file)).exit).toBe(2);
  expect((await run('export', 'download', String(id), '-f', file, '--yes')).exit).toBe(0);
  expect((await run('export', 'cancel', String(id))).exit).toBe(0);
  const over = await run('export', 'download', String(id), '-f', join(folder, 'b.csv'));
  expect([over.exit, over.err]).toEqual([1, expect.stringContaining('EXPORT_EXPIRED')]);
});

it('requires a reason where columns name people', async () => {
  const refused = await run('export', 'run', 'subscriptions', '--columns', 'number,name');
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('reason')]);
  expect((await run('export', 'run', 'subscriptions', '--columns', 'number,senha')).exit).toBe(2);
  expect((await run('export', 'run', 'tudo')).exit).toBe(2);
});

it('exits with 1 when there will be no file', async () => {
  const waits = run('export', 'run', 'documents', '-f', join(folder, 'c.csv'));
  const timer = setInterval(
    () =>
      void harness.platform.db.tenant(1).many(sql`
        update export_job set state = 'failed' where tenant_id = 1 and state = 'waiting' returning id`),
    50,
  );
  const { exit, err } = await waits.finally(() => clearInterval(timer));
  expect([exit, err]).toEqual([1, expect.stringContaining('failed')]);
});
