import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type TestS3 } from '../../../testing/s3/server.ts';
import { createClock } from '../clock.ts';
import { openFiles } from './open-files.ts';

const DAY_MS = 24 * 3600_000;
const dir = mkdtempSync(join(tmpdir(), 'orbita-ends-'));
let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3({ prefix: 'escola/' });
});
afterAll(async () => {
  await s3.close();
  rmSync(dir, { recursive: true, force: true });
});

const command = (work: string, more: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../backups.ts'), work], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      ...s3.environment,
      ORBITA_BACKUP_DAYS: '30',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  );
};

describe('S34: a versioned bucket keeps personal data no longer than a backup', () => {
  it('reports nothing for a bucket without versions', async () => {
    expect(await command('check')).toEqual({ code: 0, output: '' });
  });

  it('deletes what was replaced or deleted before the backup period, and no current version', async () => {
    s3.versioned = true;
    const files = await openFiles({ dataDir: dir, sandbox: undefined, bucket: s3.settings });
    const at = async (daysAgo: number, work: () => Promise<void>) => {
      s3.agoMs = daysAgo * DAY_MS;
      await work();
    };
    const of = (name: string) => `tenants/1/documents/1/${name}`;
    // Files of one person who was erased 31 days ago, and of another 29 days ago.
    for (const [name, gone] of [
      ['long-gone', 31],
      ['lately-gone', 29],
    ] as const) {
      await at(400, () => files.put(of(name), 'x'));
      await at(gone, () => files.delete(of(name)));
    }
    // Resealed twice, and current for a year.
    for (const daysAgo of [500, 40, 10]) await at(daysAgo, () => files.put(of('sealed-anew'), 'x'));
    await at(400, () => files.put(of('current'), 'x'));
    expect(s3.versions()).toHaveLength(8);
    const checked = await command('check');
    expect(checked.code).toBe(1);
    expect(checked.output.match(/a version of (\S+), former since/g)?.sort()).toEqual([
      `a version of ${of('long-gone')}, former since`,
      `a version of ${of('sealed-anew')}, former since`,
    ]);
    expect(s3.versions()).toHaveLength(8);
    expect(await command('delete')).toMatchObject({ code: 0 });
    expect(
      s3
        .versions()
        .map((one) => one.replace('escola/tenants/1/documents/1/', '').replace(/ \d+$/, ''))
        .sort(),
    ).toEqual([
      'current written',
      'lately-gone deleted',
      'lately-gone written',
      'long-gone deleted',
      'sealed-anew written',
      'sealed-anew written',
    ]);
    expect(await command('check')).toEqual({ code: 0, output: '' });
    expect((await files.getBytes(of('sealed-anew'))).length).toBe(1);
    files.close();
  });

  it('reports a key without the permission, and also checks a folder of backups', async () => {
    s3.play({ refuse: 403, code: 'AccessDenied' }, ({ query }) => query.has('versions'), 10);
    const refused = await command('check');
    s3.calm();
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('AccessDenied')]);
    expect(refused.output).not.toContain(s3.settings.keys.secret);
    writeFileSync(join(dir, 'old.dump'), '');
    const old = new Date(createClock().wall() - 31 * DAY_MS);
    utimesSync(join(dir, 'old.dump'), old, old);
    expect(await command('check', { ORBITA_BACKUP_DIR: dir })).toMatchObject({
      code: 1,
      output: expect.stringContaining('older than 30 days: old.dump'),
    });
    expect(await command('delete', { ORBITA_BACKUP_DIR: dir })).toMatchObject({
      output: 'deleted old.dump\n',
    });
  });
});
