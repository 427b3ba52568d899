import { randomUUID } from 'node:crypto';
import { FILE_LIMIT, FILE_TEXTS } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Applicant, linkHolder } from '../../../testing/applicant.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { arrivedOf, beginUpload, sendPiece } from '../../../testing/requests.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { prepareDocuments } from '../prepare.ts';

let harness: Harness;
let one: Applicant;
let other: Applicant;
let ids: number[];

const SIZE = 2_500_000;
const CONTENT = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n'),
  Buffer.alloc(SIZE, 'a line of a document\n'),
  Buffer.from('\nstartxref\n9\n%%EOF\n'),
]);

beforeAll(async () => {
  harness = await startHarness();
  one = await personAt(harness, 'documents', { person: inventedPerson(1) });
  other = await personAt(harness, 'documents', { person: inventedPerson(2) });
  await harness.platform.db.write(one.tenantId, async (tx) =>
    prepareDocuments(tx, harness.platform, await lockSubscription(tx, one.subscriptionId), 'enrollment'),
  );
  const { body } = await one.client.call('GET /candidate/subscriptions/{id}/documents', {
    params: { id: one.subscriptionId },
  });
  ids = body.map(({ documentId }) => documentId);
});
afterAll(() => harness.stop());

const begin = (
  size = CONTENT.length,
  name = 'histórico.pdf',
  documentId = ids[0] ?? 0,
  client = one.client,
) => beginUpload(client, one.subscriptionId, documentId, { size, name });
const finish = (id: string, client: Client = one.client) =>
  client.call('POST /candidate/uploads/{uploadId}/file', { params: { uploadId: id } });
const list = async (client: Client = one.client) =>
  (await client.call('GET /candidate/subscriptions/{id}/uploads', { params: { id: one.subscriptionId } }))
    .body;
const documentOf = async (id = ids[0]) => {
  const { body } = await one.client.call('GET /candidate/subscriptions/{id}/documents', {
    params: { id: one.subscriptionId },
  });
  return body.find(({ documentId }) => documentId === id);
};
const stored = async (folder: string) => {
  const found = await harness.platform.files
    .listAll(`tenants/${one.tenantId}/${folder}`, { recursive: true })
    .catch(() => ({ objects: [] }));
  return [...found.objects].flatMap((object) => (object.isFile ? [object.key] : []));
};
const whole = async (content: Buffer, name = 'histórico.pdf', documentId = ids[0] ?? 0) => {
  const { id } = await begin(content.length, name, documentId);
  expect((await sendPiece(one.client, id, 0, content)).status).toBe(204);
  return id;
};
/** The disk accepts nothing while `work` runs. */
const withFullDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  const spy = vi.spyOn(harness.platform.files, 'putStream').mockImplementation(full);
  return work().finally(() => spy.mockRestore());
};

describe('a resumable upload', () => {
  it('resumes where it stopped, is checked like every file, and gives the same file when asked again', async () => {
    const begun = await begin();
    expect(begun).toMatchObject({ status: 201 });
    expect(begun.headers.get('location')).toBe(`/orbita/api/candidate/uploads/${begun.id}`);
    expect(begun.headers.get('access-control-allow-origin')).toBeNull();
    const most = 1_400_000;
    const sent = await sendPiece(one.client, begun.id, 0, CONTENT.subarray(0, most));
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(most)]);
    expect(await list()).toMatchObject([
      { uploadId: begun.id, documentId: ids[0], name: 'histórico.pdf', size: CONTENT.length, received: most },
    ]);
    expect(await finish(begun.id)).toMatchObject({ status: 409, body: { code: 'UPLOAD_UNFINISHED' } });
    // The device believes that less has arrived, as after a lost response.
    expect(await sendPiece(one.client, begun.id, 0, CONTENT.subarray(0, 100))).toMatchObject({
      status: 409,
      body: { code: 'UPLOAD_MOVED' },
    });
    expect(await arrivedOf(one.client, begun.id)).toEqual({ status: 200, offset: most });
    await sendPiece(one.client, begun.id, most, CONTENT.subarray(most));
    const pieces = await stored('uploads');
    expect(pieces.length).toBeGreaterThan(2);
    const raw = Buffer.from(await harness.platform.files.getBytes(pieces[0] ?? ''));
    expect(raw.includes('a line of a document')).toBe(false);
    const file = await finish(begun.id);
    expect(file).toMatchObject({
      status: 201,
      body: { name: 'histórico.pdf', size: CONTENT.length, documentId: ids[0], state: 'sent' },
    });
    expect(await finish(begun.id)).toMatchObject({ status: 201, body: { fileId: file.body.fileId } });
    expect(await stored('uploads')).toEqual([]);
    expect(await list()).toEqual([]);
    await vi.waitFor(async () => expect((await documentOf())?.files[0]?.scan).toBe('clean'), 20_000);
    expect((await documentOf())?.files).toHaveLength(1);
  });

  it('announces its capabilities before sign-in', async () => {
    for (const path of [
      `candidate/subscriptions/${one.subscriptionId}/documents/${ids[0]}/uploads`,
      `candidate/uploads/${randomUUID()}`,
    ]) {
      // The client's version doesn't matter here.
      for (const version of ['1.0.0', '0.2.2', undefined]) {
        const { status, headers } = await harness.visitor().send('OPTIONS', `/orbita/api/${path}`, {
          headers: version ? { 'tus-resumable': version } : {},
        });
        expect([status, headers.get('tus-version'), headers.get('tus-max-size')]).toEqual([
          ...[204, '1.0.0', String(FILE_LIMIT)],
        ]);
        expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination');
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    }
  });

  it('works over a network that only lets GET and POST pass', async () => {
    const post = (id: string, method: string, headers = {}, raw?: Buffer, client = one.client) =>
      client.send('POST', `/orbita/api/candidate/uploads/${id}`, {
        headers: { 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...headers },
        ...(raw ? { raw: new Uint8Array(raw) } : {}),
      });
    const { id } = await begin();
    const bytes = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const sent = await post(id, 'PATCH', bytes, CONTENT.subarray(0, 100_000));
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '100000']);
    const asked = await post(id, 'head');
    expect([asked.status, asked.headers.get('upload-offset'), asked.body]).toEqual([200, '100000', '']);
    expect(await post(id, 'PATCH', { ...bytes, 'content-type': 'application/json' })).toMatchObject({
      status: 400,
    });
    for (const [client, status] of [
      [harness.visitor(), 401],
      [other.client, 404],
    ] as const) {
      expect((await post(id, 'PATCH', bytes, CONTENT.subarray(0, 9), client)).status).toBe(status);
      for (const method of ['HEAD', 'DELETE'])
        expect([method, (await post(id, method, {}, undefined, client)).status]).toEqual([method, status]);
    }
    // Only the call's own methods may be overridden to; any other method isn't a call.
    for (const method of ['GET', 'PUT', 'POST', '', '__proto__'])
      expect([method, (await post(id, method)).status]).toEqual([method, 404]);
    expect(await arrivedOf(one.client, id)).toEqual({ status: 200, offset: 100_000 });
    expect((await post(id, 'DELETE')).status).toBe(204);
    expect((await post(id, 'HEAD')).status).toBe(404);
    // On calls of other kinds the header has no effect.
    const listed = await one.client.send(
      'GET',
      `/orbita/api/candidate/subscriptions/${one.subscriptionId}/uploads`,
      {
        headers: { 'x-http-method-override': 'DELETE' },
      },
    );
    expect(listed.status).toBe(200);
  });

  it('keeps what has arrived when its connection drops in the middle of a piece', async () => {
    const { id } = await begin();
    const line = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(new Uint8Array(CONTENT.subarray(0, 1_100_000))),
      pull: async (to) => {
        await vi.waitFor(async () => expect((await list())[0]?.received).toBeGreaterThan(1_000_000), 5000);
        to.error(new Error('The line is cut'));
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'PATCH',
      body: line,
      duplex: 'half',
      headers: {
        'x-forwarded-host': 'cua.alfa.orbita.test',
        authorization: `Bearer ${one.client.token}`,
        cookie: [...one.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    };
    await fetch(`${harness.url}/orbita/api/candidate/uploads/${id}`, init).catch(() => undefined);
    const { offset } = await arrivedOf(one.client, id);
    expect(offset).toBeGreaterThan(1_000_000);
    await sendPiece(one.client, id, offset, CONTENT.subarray(offset));
    expect((await finish(id)).body.size).toBe(CONTENT.length);
  });

  it('becomes one file when two windows finish it at once', async () => {
    const id = await whole(CONTENT, 'duas.pdf', ids[1]);
    const answers = await Promise.all([finish(id), finish(id)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => body.fileId)).size).toBe(1);
    expect((await documentOf(ids[1]))?.files).toHaveLength(1);
  });

  it('is closed to other people', async () => {
    const { id } = await begin(1000, 'rg.pdf', ids[2]);
    const bytes = Buffer.from('%PDF-');
    expect(await arrivedOf(await linkHolder(harness, one), id)).toEqual({ status: 200, offset: 0 });
    for (const client of [other.client, await linkHolder(harness, other)]) {
      expect((await sendPiece(client, id, 0, bytes)).status).toBe(404);
      expect((await arrivedOf(client, id)).status).toBe(404);
      expect((await finish(id, client)).status).toBe(404);
      const gone = { headers: { 'tus-resumable': '1.0.0' } };
      expect((await client.send('DELETE', `/orbita/api/candidate/uploads/${id}`, gone)).status).toBe(404);
      expect((await begin(1000, 'rg.pdf', ids[2], client)).status).toBe(404);
    }
    expect((await sendPiece(harness.visitor(), id, 0, bytes)).status).toBe(401);
    expect((await sendPiece(harness.visitor('beta.orbita.test'), id, 0, bytes)).status).toBe(401);
    expect((await arrivedOf(one.client, randomUUID())).status).toBe(404);
    const foreign = { headers: { 'tus-resumable': '1.0.0', origin: 'https://outro.exemplo.test' } };
    const path = `/orbita/api/candidate/uploads/${id}`;
    expect((await one.client.send('DELETE', path, foreign)).status).toBe(403);
    expect((await one.client.send('DELETE', path, { headers: { 'tus-resumable': '1.0.0' } })).status).toBe(
      204,
    );
    expect((await arrivedOf(one.client, id)).status).toBe(404);
  });

  it.each([
    ['one byte too much', FILE_LIMIT + 1, 'rg.pdf', 413, 'FILE_TOO_BIG'],
    ['nothing', 0, 'rg.pdf', 422, 'FILE_EMPTY'],
  ])('does not start with %s', async (_what, size, name, status, code) => {
    expect(await begin(size, name)).toMatchObject({ status, body: { code } });
  });

  it('accepts tus 1.0.0 and nothing else', async () => {
    const { id } = await begin(1000, 'rg.pdf', ids[2]);
    const path = `/orbita/api/candidate/uploads/${id}`;
    const old = await one.client.send('HEAD', path, { headers: { 'tus-resumable': '0.2.2' } });
    expect(old.status).toBe(400);
    const none = await one.client.send('DELETE', path);
    expect(none).toMatchObject({ status: 412, body: { code: 'UPLOAD_PROTOCOL' } });
    expect(none.headers.get('tus-version')).toBe('1.0.0');
    const typed = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/json' };
    expect((await one.client.send('PATCH', path, { headers: typed, raw: '{}' })).status).toBe(400);
    expect((await sendPiece(one.client, id, 0, Buffer.alloc(1001))).status).toBe(413);
    await one.client.send('DELETE', path, { headers: { 'tus-resumable': '1.0.0' } });
  });

  it.each([
    ['a renamed program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(900)]), 415, FILE_TEXTS.format],
  ])('is refused at its end when it is %s, and leaves nothing', async (_what, content, status, message) => {
    const id = await whole(content, 'rg.pdf', ids[3]);
    expect(await finish(id)).toMatchObject({ status, body: { message } });
    expect((await arrivedOf(one.client, id)).status).toBe(404);
    expect(await stored('uploads')).toEqual([]);
    expect((await documentOf(ids[3]))?.state).toBe('pending');
  });

  it('waits while the storage is full, and loses nothing that arrived', async () => {
    const { id } = await begin(CONTENT.length, 'cheio.pdf', ids[3]);
    await sendPiece(one.client, id, 0, CONTENT.subarray(0, 2_000_000));
    const refused = await withFullDisk(() =>
      sendPiece(one.client, id, 2_000_000, CONTENT.subarray(2_000_000)),
    );
    expect(refused).toMatchObject({ status: 503, body: { code: 'UPLOAD_FAILED' } });
    expect(await arrivedOf(one.client, id)).toEqual({ status: 200, offset: 2_000_000 });
    await sendPiece(one.client, id, 2_000_000, CONTENT.subarray(2_000_000));
    expect(await withFullDisk(() => finish(id))).toMatchObject({
      status: 503,
      body: { code: 'UPLOAD_FAILED' },
    });
    expect(await finish(id)).toMatchObject({ status: 201 });
  });

  it('is dropped when it is the oldest of eleven, and is deleted a day after its last byte', async () => {
    const first = await begin(1000, 'a.pdf', ids[4]);
    harness.clock.set(new Date('2026-01-12T10:00:01-03:00'));
    for (let n = 0; n < 10; n++) await begin(1000, `b${n}.pdf`, ids[4]);
    expect(await list()).toHaveLength(10);
    expect((await arrivedOf(one.client, first.id)).status).toBe(404);
    const [next] = await list();
    await sendPiece(one.client, next?.uploadId ?? '', 0, CONTENT.subarray(0, 500));
    harness.clock.set(new Date('2026-01-13T10:00:01-03:00'));
    await harness.platform.jobs.run('upload-sweep');
    expect(await stored('uploads')).toHaveLength(1);
    harness.clock.set(new Date('2026-01-13T10:00:02-03:00'));
    await harness.platform.jobs.run('upload-sweep');
    const rows = await harness.platform.db
      .tenant(one.tenantId)
      .many(sql`select id from unfinished_upload where tenant_id = ${one.tenantId}`);
    expect([rows, await stored('uploads')]).toEqual([[], []]);
  });

  it('starts with its first bytes, with all of them, or with none of them', async () => {
    for (const first of [CONTENT.length, 1_200_000, 0]) {
      const begun = await one.client.send(
        'POST',
        `/orbita/api/candidate/subscriptions/${one.subscriptionId}/documents/${ids[1]}/uploads`,
        {
          headers: {
            ...{ 'tus-resumable': '1.0.0', 'upload-length': String(CONTENT.length) },
            'upload-metadata': `filename ${Buffer.from('rg.pdf').toString('base64')}`,
            'content-type': 'application/offset+octet-stream',
          },
          raw: new Uint8Array(CONTENT.subarray(0, first)),
        },
      );
      expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, String(first)]);
      const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
      expect(await arrivedOf(one.client, id)).toEqual({ status: 200, offset: first });
      if (first < CONTENT.length) await sendPiece(one.client, id, first, CONTENT.subarray(first));
      const { status, body } = await finish(id);
      expect([status, body.size]).toEqual([201, CONTENT.length]);
    }
  });
});
