import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../testing/client.ts';
import { type FullPerson, fullPerson, tenantIdOf } from '../testing/full-person.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { bodyOf } from '../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../testing/people.ts';
import { listDocuments, upload } from '../testing/requests.ts';
import { startS3, type TestS3 } from '../testing/s3/server.ts';
import { moveFiles, type Way } from './moving-files.ts';
import { BucketDriver } from './platform/files/bucket.ts';
import { FolderDriver } from './platform/files/folder.ts';
import { readSealedBytes, storeSealed } from './platform/files/storage.ts';
import { assemblePlatform, start } from './start.ts';

const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n'),
  Buffer.alloc(9_000_000, 'a line of a document\n'),
  Buffer.from('\nstartxref\n9\n%%EOF\n'),
]);

let s3: TestS3;
let harness: Harness;
let person: FullPerson;
let tenantId: number;
let bucket: BucketDriver;
let folder: FolderDriver;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  s3 = await startS3({ prefix: 'escola/' });
  harness = await startHarness();
  person = await fullPerson(harness, CANDIDATE_01);
  await fullPerson(harness, inventedPerson(2), 'beta');
  tenantId = await tenantIdOf(harness, 'alfa');
  const sent = await upload(person.client, person.subscriptionId, person.documentId, PDF, 'historico.pdf');
  expect(sent.status).toBe(201);
  const documents = bodyOf(await listDocuments(person.client, person.subscriptionId));
  for (const { documentId } of documents.slice(1, 4))
    for (let n = 0; n < 4; n++) await upload(person.client, person.subscriptionId, documentId);
  await harness.platform.jobs.run('contract-copy');
  bucket = new BucketDriver(s3.settings);
  folder = new FolderDriver(join(harness.platform.config.dataDir, 'files'));
  const { dataDir, secret } = harness.platform.config;
  environment = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'production',
    ORBITA_LOG: 'error',
    ORBITA_DATA_DIR: dataDir,
    DATABASE_URL: harness.databaseUrl,
    ORBITA_SECRET: secret,
    ORBITA_SMTP_URL: 'smtps://nowhere',
    ORBITA_PIX_ACCOUNTS: '{}',
    ORBITA_CLAMD: 'nowhere:3310',
    ...s3.environment,
  };
});
afterAll(async () => {
  bucket?.close();
  await harness?.stop();
  await s3?.close();
});

/** Runs the command as an operator would; `from` receives a function that kills the process. */
function command(
  way: string,
  from: (kill: () => void) => void = () => undefined,
  more: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'move-files.ts'), way], {
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  from(() => child.kill('SIGKILL'));
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  );
}
const move = (way: Way, say = (_line: string): void => undefined) =>
  moveFiles({ db: harness.platform.db, folder, bucket, say }, way);
const keysIn = async (of: FolderDriver | BucketDriver): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of of.list('tenants/')) found.push(key);
  return found.sort();
};
/** Everything in the folder is also in the bucket, byte for byte. */
const sameOnBothSides = async () => {
  const keys = await keysIn(folder);
  expect(await keysIn(bucket)).toEqual(keys);
  for (const key of keys)
    expect([
      key,
      Buffer.from(await bucket.getBytes(key)).equals((await folder.getBytes(key)) as Buffer),
    ]).toEqual([key, true]);
  return keys.length;
};
const puts = () => s3.calls.filter(({ method, key }) => method === 'PUT' && key.includes('tenants/')).length;

describe('moving files from the folder to the bucket', () => {
  it('does nothing without a bucket, with an unknown command, or with a wrong key', async () => {
    const none = { ...Object.fromEntries(Object.keys(s3.environment).map((name) => [name, undefined])) };
    expect(await command('copy', undefined, none)).toMatchObject({
      code: 2,
      output: expect.stringContaining('ORBITA_STORAGE_S3_BUCKET is missing'),
    });
    expect(await command('move')).toMatchObject({ code: 2 });
    const wrong = await command('copy', undefined, { ORBITA_STORAGE_S3_SECRET_KEY: 'a wrong one' });
    expect(wrong).toMatchObject({
      code: 2,
      output: expect.stringContaining('ORBITA_STORAGE_S3_SECRET_KEY is wrong'),
    });
    expect(await keysIn(bucket)).toEqual([]);
  });

  it('counts them before anything is written', async () => {
    const all = (await keysIn(folder)).length;
    expect(all).toBeGreaterThan(4);
    const lost = `tenants/${tenantId}/documents/1/nobodys`;
    await storeSealed(harness.platform, tenantId, lost, Buffer.from('x'));
    s3.calm();
    const { code, output } = await command('check');
    expect(output).toContain(`${all} files: ${all} to copy (`);
    expect(output).toContain(`${lost}\n1 lie in the folder and no row names them`);
    expect([code, puts()]).toEqual([0, 0]);
    await harness.platform.files.delete(lost);
  });

  it('copies each of them once, however often it is killed halfway', async () => {
    const all = (await keysIn(folder)).length;
    for (const at of [1, 2, 4]) {
      s3.calm();
      await command('copy', (kill) => {
        s3.onCall = () => {
          if (puts() === at) kill();
        };
      });
      s3.onCall = () => undefined;
      const got = await keysIn(bucket);
      expect([at, got.length < all]).toEqual([at, true]);
      for (const key of got)
        expect(Buffer.from(await bucket.getBytes(key)).equals((await folder.getBytes(key)) as Buffer)).toBe(
          true,
        );
    }
    s3.calm();
    const last = await command('copy');
    expect([last.code, last.output]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${all} files: \\d+ copied`, 'm')),
    ]);
    expect(await sameOnBothSides()).toBe(all);
    s3.calm();
    const again = await command('copy');
    expect([again.code, puts()]).toEqual([0, 0]);
    expect(again.output).toContain(`${all} files: 0 copied (0 MiB), ${all} there.`);
    expect(await command('verify')).toMatchObject({ code: 0 });
    // What the killed runs began is dropped by the product's sweep.
    await bucket.dropUnfinished('tenants/', new Date(harness.platform.clock.wall() + 1000));
    expect(s3.uploads.size).toBe(0);
  });

  it('copies files again that the running product rewrote; a deleted one is no error', async () => {
    const [key = ''] = (await keysIn(folder)).filter((one) => one.includes('/contracts/'));
    const before = await folder.getBytes(key);
    await storeSealed(
      harness.platform,
      tenantId,
      key,
      await readSealedBytes(harness.platform, tenantId, key),
    );
    const after = await folder.getBytes(key);
    expect([after.length, Buffer.compare(before, after) === 0]).toEqual([before.length, false]);
    const sent = await upload(person.client, person.subscriptionId, person.documentId);
    expect(sent.status).toBe(201);
    expect(await move('copy')).toMatchObject({ copied: 2, missing: { count: 0 }, failed: { count: 0 } });
    await sameOnBothSides();
    // Somebody deletes a file between reading its row and reading the file itself.
    const last = await upload(person.client, person.subscriptionId, person.documentId);
    const { fileId } = last.body as { fileId: number };
    const { key: hers } = (await harness.platform.db.tenant(tenantId).one<{ key: string }>(sql`
      select storage_key as key from document_file where tenant_id = ${tenantId} and id = ${fileId}`)) ?? {
      key: '',
    };
    const opened = folder.opened.bind(folder);
    const reading = vi.spyOn(folder, 'opened').mockImplementation(async (one) => {
      if (one === hers) await person.client.send('DELETE', `/orbita/api/candidate/documents/files/${fileId}`);
      return opened(one);
    });
    expect(await move('copy')).toMatchObject({ copied: 0, missing: { count: 0 }, failed: { count: 0 } });
    expect(reading.mock.calls.flat()).toContain(hers);
    reading.mockRestore();
    await sameOnBothSides();
  });

  it('reports files that rows name and that exist nowhere, and exits with 1', async () => {
    const [key = ''] = (await keysIn(folder)).filter((one) => one.includes('/documents/'));
    const content = await folder.getBytes(key);
    await folder.delete(key);
    await bucket.delete(key);
    expect(await move('copy')).toMatchObject({ missing: { count: 1, keys: [key] } });
    const { code, output } = await command('check');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`${key}\n1 are named by a row and lie nowhere`),
    ]);
    await folder.put(key, content);
    expect(await move('copy')).toMatchObject({ copied: 1, missing: { count: 0 } });
  });

  it('does not count files as moved that read differently', async () => {
    const [key = ''] = (await keysIn(folder)).filter((one) => one.includes('/documents/'));
    await bucket.delete(key);
    const digest = vi.spyOn(bucket, 'getStream').mockImplementationOnce(() => folder.getStream(other));
    const other = (await keysIn(folder)).find((one) => one !== key) ?? '';
    expect(await move('copy')).toMatchObject({
      copied: 0,
      failed: { count: 1, keys: [`${key}: it reads otherwise than it was written`] },
    });
    digest.mockRestore();
    expect(await bucket.exists(key)).toBe(false);
    expect(await move('verify')).toMatchObject({ failed: { keys: [`${key}: not copied yet`] } });
    expect(await move('copy')).toMatchObject({ copied: 1, failed: { count: 0 } });
    // Damage of the same length, as a faulty disk would cause it.
    const noted = await bucket.noted(key);
    const damaged = Buffer.from(await bucket.getBytes(key));
    damaged[20] = (damaged[20] ?? 0) ^ 1;
    await bucket.putNoted(
      key,
      (async function* () {
        yield damaged;
      })(),
      noted?.notes ?? {},
    );
    expect(await move('copy')).toMatchObject({ copied: 0 });
    expect(await move('verify')).toMatchObject({
      failed: { keys: [`${key}: what lies in the bucket is another content`] },
    });
    await bucket.delete(key);
    await move('copy');
    await sameOnBothSides();
  });

  it('reports keys a failing bucket refuses, and continues with the rest', async () => {
    const keys = await keysIn(folder);
    for (const key of keys) await bucket.delete(key);
    s3.play(
      { refuse: 403, code: 'AccessDenied' },
      ({ method, key }) => method === 'PUT' && key.endsWith(keys[1] ?? '?'),
      10,
    );
    const stopped = await move('copy');
    s3.calm();
    expect(stopped.failed).toEqual({ count: 1, keys: [`${keys[1]}: AccessDenied: AccessDenied`] });
    expect(stopped.copied).toBe(keys.length - 1);
    expect((await move('copy')).copied).toBe(1);
  });

  it('lets the product continue in the bucket; a later run undoes neither its writes nor its deletions', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'orbita-moved-'));
    const db = { ...harness.platform.db, close: async () => undefined }; // the harness closes it
    const config = { ...harness.platform.config, dataDir, bucket: s3.settings };
    const platform = await assemblePlatform(config, db, { clock: harness.clock, writeLog: () => undefined });
    const moved = await start({ ...config, role: 'api' }, platform);
    try {
      const client = new Client(moved.url, person.host);
      client.token = person.client.token;
      for (const [name, value] of person.client.cookies) client.cookies.set(name, value);
      const file = await client.send('GET', `/orbita/api/candidate/documents/files/${person.fileId}`);
      expect(file.status).toBe(200);
      const [contract = ''] = (await keysIn(folder)).filter((one) => one.includes('/contracts/'));
      await storeSealed(platform, tenantId, contract, Buffer.from('%PDF-1.7 a newer copy'));
      const { key } = (await db.tenant(tenantId).one<{ key: string }>(sql`
        select storage_key as key from document_file where tenant_id = ${tenantId} and id = ${person.fileId}`)) ?? {
        key: '',
      };
      const gone = await client.send('DELETE', `/orbita/api/candidate/documents/files/${person.fileId}`);
      expect([gone.status, await bucket.exists(key), await folder.exists(key)]).toEqual([204, false, true]);
      expect(await move('copy')).toMatchObject({ copied: 0, missing: { count: 0 }, failed: { count: 0 } });
      expect(await bucket.exists(key)).toBe(false);
      expect((await readSealedBytes(platform, tenantId, contract)).toString()).toBe('%PDF-1.7 a newer copy');
      expect(readdirSync(dataDir)).not.toContain('files');
    } finally {
      await moved.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
