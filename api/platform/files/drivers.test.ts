import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startS3, type TestS3 } from '../../../testing/s3/server.ts';
import { createClock } from '../clock.ts';
import { BucketDriver, PART_BYTES } from './bucket.ts';
import { clientOf } from './bucket-client.ts';
import { Files, inGroups, type StoredFile } from './files.ts';
import { openFiles } from './open-files.ts';

const wall = createClock().wall;
const dataDir = mkdtempSync(join(tmpdir(), 'orbita-drivers-'));
let s3: TestS3;
let files: Files;
beforeAll(async () => {
  s3 = await startS3({ prefix: 'alfa/homolog/' });
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const bytes = (length: number, n = 1): Buffer => Buffer.alloc(length, `content ${n} `);
const put = (key: string, content: Buffer) =>
  files.putStream(
    key,
    Readable.from(
      (function* () {
        for (let at = 0; at < Math.max(content.length, 1); at += 60_000)
          yield content.subarray(at, at + 60_000);
      })(),
    ),
  );
const read = async (key: string) => buffer(await files.getStream(key));
const all = async (prefix: string): Promise<StoredFile[]> => {
  const found: StoredFile[] = [];
  for await (const file of files.list(prefix)) found.push(file);
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
};
const keys = async (prefix: string) => (await all(prefix)).map(({ key }) => key);

describe.each(['folder', 'bucket'] as const)('the file store in a %s', (kind) => {
  beforeAll(async () => {
    files = await openFiles({
      dataDir,
      sandbox: undefined,
      bucket: kind === 'bucket' ? s3.settings : undefined,
    });
  });
  afterAll(() => files.close());

  it.each([0, 1, 70_000, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 70_000])(
    'stores %i bytes unchanged',
    async (length) => {
      const key = `tenants/1/documents/5001/of-${length}`;
      await put(key, bytes(length));
      expect((await read(key)).equals(bytes(length))).toBe(true);
      expect(Buffer.from(await files.getBytes(key)).equals(bytes(length))).toBe(true);
      expect((await all('tenants/1/')).find((one) => one.key === key)?.bytes).toBe(length);
      await files.delete(key);
      expect(await files.exists(key)).toBe(false);
    },
  );

  it('reports a missing file at once, and deleting one is no error', async () => {
    const nowhere = 'tenants/1/documents/5001/nowhere';
    await expect(files.getStream(nowhere)).rejects.toThrow();
    await expect(files.getBytes(nowhere)).rejects.toThrow();
    expect(await files.exists(nowhere)).toBe(false);
    await files.delete(nowhere);
    expect(await keys('tenants/404/')).toEqual([]);
  });

  it('lists everything below a prefix and nothing beside it, page by page, even during deletion', async () => {
    const wanted = Array.from({ length: 7 }, (_, n) => `tenants/2/documents/${n}/a`);
    for (const key of [...wanted, 'tenants/21/documents/1/a', 'tenants/2/contracts/9/b.pdf'])
      await put(key, bytes(10));
    s3.pageSize = 2;
    const before = wall();
    expect(await keys('tenants/2/')).toEqual(['tenants/2/contracts/9/b.pdf', ...wanted].sort());
    for (const { writtenAt, bytes } of await all('tenants/2/')) {
      expect(Math.abs(writtenAt.getTime() - before)).toBeLessThan(60_000);
      expect(bytes).toBe(10);
    }
    for await (const group of inGroups(files.list('tenants/2/'), 3)) {
      expect(group.length).toBeLessThanOrEqual(3);
      for (const { key } of group) await files.delete(key);
    }
    s3.pageSize = 1000;
    expect(await keys('tenants/2/')).toEqual([]);
    expect(await keys('tenants/21/')).toEqual(['tenants/21/documents/1/a']);
  });

  it.each([70_000, PART_BYTES + 70_000])(
    'stores nothing of a content that fails after %i bytes, and keeps the former one',
    async (length) => {
      const key = `tenants/3/documents/1/broken-${length}`;
      const reason = { cause: { message: 'no more of it' } };
      const broken = () =>
        Readable.from(
          (async function* () {
            for (let sent = 0; sent < length; sent += 70_000) yield bytes(70_000);
            throw new Error('no more of it');
          })(),
        );
      await expect(files.putStream(key, broken())).rejects.toMatchObject(reason);
      expect(await files.exists(key)).toBe(false);
      await put(key, bytes(9));
      await expect(files.putStream(key, broken())).rejects.toMatchObject(reason);
      expect((await read(key)).equals(bytes(9))).toBe(true);
      expect(await keys('tenants/3/')).toEqual([key]);
      expect(s3.uploads.size).toBe(0);
      await files.delete(key);
    },
  );

  it('has one complete content when several are written under the same key at once', async () => {
    const key = 'tenants/4/contracts/1/a.pdf';
    const contents = [1, 2, 3, 4].map((n) => bytes(200_000 + n, n));
    await Promise.all(contents.map((content) => put(key, content)));
    const left = await read(key);
    expect(contents.some((content) => content.equals(left))).toBe(true);
    expect(await keys('tenants/4/')).toEqual([key]);
  });

  it('reads one complete version, or fails, while the file is rewritten and deleted', async () => {
    const key = 'tenants/5/contracts/1/a.pdf';
    await put(key, bytes(500_000, 1));
    const reading = await files.getStream(key);
    await put(key, bytes(500_000, 2));
    const got = await buffer(reading);
    expect(got.equals(bytes(500_000, 1)) || got.equals(bytes(500_000, 2))).toBe(true);
    await Promise.all([files.delete(key), files.delete(key), read(key).catch(() => undefined)]);
    expect(await files.exists(key)).toBe(false);
  });

  it('leaves nothing open when a reader stops early', async () => {
    const key = 'tenants/6/contracts/1/a.pdf';
    await put(key, bytes(900_000));
    for await (const chunk of await files.getStream(key)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    const failing = await files.getStream(key);
    failing.destroy(new Error('the line is cut'));
    await expect(buffer(failing)).rejects.toThrow('the line is cut');
    expect((await read(key)).length).toBe(900_000);
  });

  it('reports its state', async () => {
    const state = await files.state();
    expect(state.kind).toBe(kind);
    if (state.kind === 'folder') expect([state.free > 0, state.size > state.free]).toEqual([true, true]);
  });

  it('leaves no partial content after success or failure', async () => {
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    expect([names.filter((name) => name.endsWith('.part')), s3.uploads.size]).toEqual([[], 0]);
  });
});

describe('a store in a bucket', () => {
  const key = 'tenants/7/documents/1/a';
  beforeAll(async () => {
    files = await openFiles({ dataDir, sandbox: undefined, bucket: s3.settings });
  });
  afterEach(() => {
    s3.calm();
    s3.skewMs = 0;
  });
  afterAll(() => files.close());

  it('writes only below the prefix, in parts of known length', async () => {
    s3.calm();
    await put(key, bytes(PART_BYTES + 5));
    expect(s3.calls.map((call) => call.key).every((name) => name === `alfa/homolog/${key}`)).toBe(true);
    expect(s3.calls.map(({ method, bytes }) => [method, bytes > 1000 ? bytes : 0])).toEqual([
      ['POST', 0],
      ['PUT', PART_BYTES],
      ['PUT', 0],
      ['POST', 0],
    ]);
    expect(await keys('')).toContain(key);
    // What flydrive does by itself is equally plain: the server rejects ACLs and anything else that other stores do not
    // support.
    await files.put(key, 'x');
    expect(await files.get(key)).toBe('x');
  });

  it.each([
    ['busy', { refuse: 503, code: 'SlowDown' }],
    ['broken', { refuse: 500, code: 'InternalError' }],
    ['gone in the middle', 'lost-answer'],
    ['failing after its work', { after: 500 }],
  ] as const)('is retried when it is %s', async (_how, fault) => {
    for (const method of ['PUT', 'GET', 'HEAD', 'DELETE']) {
      s3.play(fault, (call) => call.method === method && !call.query.has('list-type'));
      s3.play(fault, (call) => call.query.has('list-type'));
      await put(key, bytes(1000));
      expect((await read(key)).length).toBe(1000);
      expect(await files.exists(key)).toBe(true);
      expect(await keys('tenants/7/')).toEqual([key]);
      await files.delete(key);
      expect(await files.exists(key)).toBe(false);
    }
  });

  it('is retried a limited number of times', async () => {
    s3.play({ refuse: 503, code: 'SlowDown' }, () => true, 100);
    await expect(put(key, bytes(10))).rejects.toMatchObject({ cause: { message: 'SlowDown: SlowDown' } });
    expect(s3.calls.filter(({ method }) => method === 'PUT')).toHaveLength(3);
    s3.calm();
    s3.play({ refuse: 403, code: 'AccessDenied' }, () => true, 100);
    await expect(put(key, bytes(10))).rejects.toThrow();
    expect(s3.calls).toHaveLength(1);
  });

  it('looks up a write whose answer is lost each time, and does not fail', async () => {
    s3.play('lost-answer', ({ method }) => method === 'PUT', 3);
    await put(key, bytes(77, 3));
    expect((await read(key)).equals(bytes(77, 3))).toBe(true);
    s3.calm();
    // What is stored there is from an earlier write: this one failed.
    s3.play({ refuse: 500 }, ({ method }) => method === 'PUT', 3);
    await expect(put(key, bytes(77, 4))).rejects.toThrow();
    expect((await read(key)).equals(bytes(77, 3))).toBe(true);
  });

  const ends = ({ method, query }: { method: string; query: URLSearchParams }) =>
    method === 'POST' && query.has('uploadId');

  it('has a large file even if the answer to completing it was lost, cut or an error', async () => {
    const content = bytes(PART_BYTES + 9, 5);
    for (const fault of ['lost-answer', { after: 500 }, 'error-in-200'] as const) {
      s3.play(fault, ends);
      await put(key, content);
      expect((await read(key)).equals(content)).toBe(true);
      await files.delete(key);
    }
    expect(s3.uploads.size).toBe(0);
  });

  it('leaves neither file nor parts of a large file that cannot be completed', async () => {
    for (const fault of [{ refuse: 500 }, 'error-in-200', { refuse: 403, code: 'AccessDenied' }] as const) {
      s3.play(fault, ends, 3);
      await expect(put(key, bytes(PART_BYTES + 9))).rejects.toThrow();
      s3.calm();
      expect([await files.exists(key), s3.uploads.size]).toEqual([false, 0]);
    }
    s3.play({ refuse: 500 }, ({ query }) => query.get('partNumber') === '2', 3);
    await expect(put(key, bytes(PART_BYTES + 9))).rejects.toThrow();
    expect(s3.uploads.size).toBe(0);
  });

  it('drops old parts left by a killed process, page by page', async () => {
    for (let n = 0; n < 5; n++) {
      // Everything fails once the first part was sent, so that nothing can be cleaned up.
      s3.play({ refuse: 403, code: 'AccessDenied' }, ({ query }) => query.has('uploadId'), 2);
      await expect(put(`tenants/8/documents/1/${n}`, bytes(PART_BYTES + 9))).rejects.toThrow();
      s3.calm();
    }
    expect(s3.uploads.size).toBe(5);
    expect(await files.dropUnfinished('tenants/8/', new Date(wall() - 3600_000))).toBe(0);
    expect(await files.dropUnfinished('tenants/9/', new Date(wall() + 1000))).toBe(0);
    expect(await files.dropUnfinished('tenants/8/', new Date(wall() + 1000))).toBe(5);
    expect(s3.uploads.size).toBe(0);
    s3.play({ refuse: 501, code: 'NotImplemented' }, ({ query }) => query.has('uploads'), 3);
    expect(await files.dropUnfinished('tenants/8/', new Date(wall() + 1000))).toBe(0);
  });

  it('lists no folder that somebody made in the console of the store', async () => {
    await put('tenants/10/documents/1/a', bytes(5));
    const client = clientOf(s3.settings);
    for (const Key of ['tenants/10/', 'tenants/10/documents/'])
      await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: Buffer.alloc(0) }));
    client.destroy();
    expect(await keys('tenants/10/')).toEqual(['tenants/10/documents/1/a']);
  });

  it('never takes the beginning of a list for all of it', async () => {
    for (const n of [1, 2, 3]) await put(`tenants/11/documents/1/${n}`, bytes(5));
    s3.pageSize = 2;
    // As stores that know only the first version of the call.
    s3.play('no-token', ({ query }) => query.has('list-type'));
    await expect(keys('tenants/11/')).rejects.toThrow('does not list everything');
    s3.pageSize = 1000;
    expect(await keys('tenants/11/')).toHaveLength(3);
  });

  it('resumes a read where its connection was cut', async () => {
    const content = bytes(900_000, 6);
    await put(key, content);
    s3.calm();
    s3.play('cut', ({ method }) => method === 'GET', 2);
    expect((await read(key)).equals(content)).toBe(true);
    expect(s3.calls.map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=450000-',
      expect.stringMatching(/^bytes=\d+-$/),
    ]);
    expect(s3.calls[1]?.headers['if-match']).toMatch(/^".+"$/);
  });

  it('keeps no connection for a paused reader, who continues where they were', async () => {
    const content = bytes(PART_BYTES + 4_000_000, 6);
    await put(key, content);
    const patient = new Files(
      new BucketDriver(s3.settings, { connect: 1_000, answer: 20_000, silence: 1_000, tries: 3 }),
    );
    s3.calm();
    const before = s3.leftEarly;
    const reading = (await patient.getStream(key))[Symbol.asyncIterator]();
    const got: Buffer[] = [(await reading.next()).value];
    await vi.waitFor(() => expect(s3.leftEarly).toBe(before + 1), 10_000);
    for (let next = await reading.next(); !next.done; next = await reading.next()) got.push(next.value);
    expect(Buffer.concat(got).equals(content)).toBe(true);
    expect(s3.calls.length).toBeGreaterThan(1);
    // Nor does a stream that is never read.
    const left = s3.leftEarly;
    const never = await files.getStream(key);
    never.destroy();
    await vi.waitFor(() => expect(s3.leftEarly).toBeGreaterThan(left), 10_000);
    patient.close();
  });

  it('mixes nothing when the file changed meanwhile, or the store does not support ranges', async () => {
    await put(key, bytes(900_000, 7));
    s3.play('cut', ({ method }) => method === 'GET');
    const reading = await files.getStream(key);
    await put(key, bytes(900_000, 8));
    await expect(buffer(reading)).rejects.toThrow();
    s3.calm();
    s3.play('cut', ({ method }) => method === 'GET');
    s3.play('no-ranges', ({ headers }) => headers.range !== undefined);
    await expect(read(key)).rejects.toThrow('cannot be read from byte');
  });

  it("tolerates other stores' answers to deleting nothing and to a look-up just after a write", async () => {
    s3.play({ refuse: 404, code: 'NoSuchKey' }, ({ method }) => method === 'DELETE');
    await files.delete(key);
    await put(key, bytes(5));
    s3.play({ refuse: 404, code: 'NotFound' }, ({ method }) => method === 'HEAD');
    expect((await read(key)).length).toBe(5);
    s3.play({ refuse: 404, code: 'NoSuchBucket' }, ({ method }) => method === 'DELETE');
    await expect(files.delete(key)).rejects.toThrow();
  });

  it("follows the store's clock when that of this machine is wrong", async () => {
    s3.skewMs = 3 * 3600_000;
    await put(key, bytes(5));
    expect((await read(key)).length).toBe(5);
  });

  it('is not waited for longer than its timeout', async () => {
    const patience = { connect: 1_000, answer: 100, silence: 60_000, tries: 2 };
    const impatient = new Files(new BucketDriver(s3.settings, patience));
    s3.play('silent', ({ method }) => method === 'PUT', 2);
    // It is unknown whether it was written, so it is looked up.
    await expect(impatient.putStream(key, Readable.from([bytes(5)]))).rejects.toMatchObject({
      cause: { name: 'TimeoutError' },
    });
    const [first, second, ...looks] = s3.calls.map(({ method }) => method);
    expect([first, second, new Set(looks)]).toEqual(['PUT', 'PUT', new Set(['HEAD'])]);
    impatient.close();
  });

  it('is refused with a wrong secret, and the error reveals nothing of ours', async () => {
    const { keys: given } = s3.settings;
    const wrong = await openFiles({
      ...{ dataDir, sandbox: undefined },
      bucket: { ...s3.settings, keys: { ...given, secret: 'another secret of nobody' } },
    });
    const failure = await wrong.getBytes(key).catch((error: Error) => error);
    expect(failure).toMatchObject({ cause: { name: 'SignatureDoesNotMatch' } });
    const said = JSON.stringify([failure, (failure as Error).cause, String((failure as Error).cause)]);
    expect(said).not.toContain('another secret');
    expect(said).not.toContain(given.id);
    expect(Object.keys((failure as Error).cause as object).sort()).toEqual(['$metadata', 'name']);
    wrong.close();
  });
});
