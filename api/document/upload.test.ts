// Longer than other files: what is sent, refused, replaced and shown again is about the same documents.
import { FILE_LIMIT, FILE_TEXTS } from '@orbita/domain/document';
import PDFDocument from 'pdfkit';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Applicant, linkHolder } from '../../testing/applicant.ts';
import { JPEG } from '../../testing/bodies.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { lockSubscription } from '../subscription/move.ts';
import { prepareDocuments } from './prepare.ts';

let harness: Harness;
let one: Applicant;
let ids: number[];

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\nstartxref\n9\n%%EOF\n');
const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);
const pdfOf = (size: number) =>
  Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(size - PDF.length, 0x20), PDF.subarray(9)]);

beforeAll(async () => {
  harness = await startHarness();
  one = await personAt(harness, 'documents', { person: inventedPerson(1) });
  await harness.platform.db.write(one.tenantId, async (tx) =>
    prepareDocuments(tx, harness.platform, await lockSubscription(tx, one.subscriptionId), 'enrollment'),
  );
  ids = (await list()).map(({ documentId }) => documentId);
});
afterAll(() => harness.stop());

const list = async (client = one.client, stage: 'enrollment' | 'selection' = 'enrollment') => {
  const answer = await client.call('GET /candidate/subscriptions/{id}/documents', {
    params: { id: one.subscriptionId },
    query: { stage },
  });
  return answer.body;
};
type Sent = {
  status: number;
  body: { code?: string; message?: string; fileId: number; scan: string; state: string };
};
const send = (
  content: Buffer,
  name = 'rg.pdf',
  documentId = ids[0],
  client: Client = one.client,
): Promise<Sent> => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], name));
  const path = `/orbita/api/candidate/subscriptions/${one.subscriptionId}/documents/${documentId}/files`;
  return client.send('POST', path, { form }) as Promise<Sent>;
};
const documentOf = async (id: number | undefined) =>
  (await list()).find(({ documentId }) => documentId === id);
const scanned = (id: number | undefined, fileId: number, scan: string) =>
  vi.waitFor(async () => {
    const file = (await documentOf(id))?.files.find((each) => each.fileId === fileId);
    expect(file?.scan).toBe(scan);
  }, 20_000);
const stateOf = async (id: number | undefined) => (await documentOf(id))?.state;
const fault = (port: 'scan' | 'scan-limit' | 'storage', mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port, mode } });
const download = (fileId: number, client: Client = one.client) =>
  client.send('GET', `/orbita/api/candidate/documents/files/${fileId}`);
const remove = (fileId: number, client: Client = one.client) =>
  client.call('DELETE /candidate/documents/files/{fileId}', { params: { fileId } });
const stored = async () => {
  const { objects } = await harness.platform.files.listAll(`tenants/${one.tenantId}/documents`, {
    recursive: true,
  });
  return [...objects].length;
};

describe('required documents', () => {
  it('follow the rules for this person, once each', async () => {
    const names = (await list()).map(({ name }) => name);
    expect(names).toContain('Documento de identidade (frente e verso)');
    expect(names).toContain('Título de eleitor');
    expect(names).not.toContain('RNE/CRNM ou passaporte');
    expect(names).not.toContain('Documento e CPF do responsável financeiro');
    await harness.platform.db.write(one.tenantId, async (tx) =>
      prepareDocuments(tx, harness.platform, await lockSubscription(tx, one.subscriptionId), 'enrollment'),
    );
    expect((await list()).map(({ documentId }) => documentId)).toEqual(ids);
    expect((await list())[0]).toMatchObject({
      required: true,
      stage: 'enrollment',
      state: 'pending',
      acceptedFormats: ['pdf', 'jpeg'],
      rejection: null,
      files: [],
    });
    expect(await list(one.client, 'selection')).toEqual([]);
  });
});

describe('a file is refused', () => {
  const png = Buffer.concat([Buffer.from([0x89]), Buffer.from('PNG\r\n\u001a\n'), Buffer.alloc(5000)]);
  const cases: [what: string, content: Buffer, name: string, status: number, code: string, text: string][] = [
    ['a PNG called JPEG', png, 'rg.jpg', 415, 'FORMAT_NOT_ACCEPTED', FILE_TEXTS.picture('PNG')],
    [
      'a program called PDF',
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(900)]),
      'rg.pdf',
      415,
      'FORMAT_NOT_ACCEPTED',
      FILE_TEXTS.format,
    ],
    [
      'a sheet',
      Buffer.from('PK\u0003\u0004xl/workbook.xml PK\u0005\u0006'),
      'a.xlsx',
      415,
      'FORMAT_NOT_ACCEPTED',
      FILE_TEXTS.office('PDF'),
    ],
    ['a few bytes', Buffer.from('ab'), 'rg.pdf', 415, 'FORMAT_NOT_ACCEPTED', FILE_TEXTS.format],
    ['nothing', Buffer.alloc(0), 'rg.pdf', 422, 'FILE_EMPTY', FILE_TEXTS.empty],
    ['a PDF without its end', PDF.subarray(0, 40), 'rg.pdf', 422, 'FILE_DAMAGED', FILE_TEXTS.damaged],
    ['a photo without its end', JPEG.subarray(0, 300), 'rg.jpg', 422, 'FILE_DAMAGED', FILE_TEXTS.damaged],
    ['one byte too much', pdfOf(FILE_LIMIT + 1), 'rg.pdf', 413, 'FILE_TOO_BIG', FILE_TEXTS.tooBig],
    ['31 MB and something', pdfOf(32_500_000), 'rg.pdf', 413, 'FILE_TOO_BIG', FILE_TEXTS.tooBig],
  ];
  it('when it requires a password', async () => {
    const pdf = new PDFDocument({ userPassword: 'segredo' });
    pdf.end();
    const chunks: Buffer[] = [];
    for await (const chunk of pdf) chunks.push(chunk as Buffer);
    expect(await send(Buffer.concat(chunks))).toMatchObject({
      status: 422,
      body: { code: 'FILE_PROTECTED', message: FILE_TEXTS.protected },
    });
  });
  it('never because of its name, which is stored with the extension of its content', async () => {
    for (const [content, name, stored] of [
      [PDF, 'rg.jpg', 'rg.pdf'],
      [JPEG, 'image:1000012345', 'image:1000012345.jpg'],
      [JPEG, 'foto.JFIF', 'foto.JFIF'],
    ] as const) {
      const { status, body } = await send(content, name, ids[3]);
      expect([status, (body as { name?: string }).name]).toEqual([201, stored]);
      await scanned(ids[3], body.fileId, 'clean');
      await remove(body.fileId);
    }
  });
  it.each(cases)('when it is %s', async (_what, content, name, status, code, text) => {
    expect(await send(content, name)).toMatchObject({ status, body: { code, message: text } });
    expect(await stateOf(ids[0])).toBe('pending');
  });

  it('when it is missing, and for documents of other people', async () => {
    const path = `/orbita/api/candidate/subscriptions/${one.subscriptionId}/documents/${ids[0]}/files`;
    expect((await one.client.send('POST', path, { body: {} })).status).toBe(422);
    expect((await send(PDF, 'rg.pdf', 999_999)).status).toBe(404);
    const other = await personAt(harness, 'documents', { person: inventedPerson(2) });
    expect((await send(PDF, 'rg.pdf', ids[0], other.client)).status).toBe(404);
    const foreign = `/orbita/api/candidate/subscriptions/${other.subscriptionId}/documents/${ids[0]}/files`;
    const form = new FormData();
    form.set('file', new File([new Uint8Array(PDF)], 'rg.pdf'));
    expect((await other.client.send('POST', foreign, { form })).status).toBe(404);
    expect((await send(PDF, 'rg.pdf', ids[0], harness.visitor())).status).toBe(401);
    expect((await send(PDF, 'rg.pdf', ids[0], harness.visitor('beta.orbita.test'))).status).toBe(401);
  });
});

describe('a file', () => {
  it('of exactly 30 MB is accepted, scanned, sealed, and comes back unchanged', async () => {
    const content = pdfOf(FILE_LIMIT);
    const sent = await send(content, 'histórico.pdf');
    expect(sent).toMatchObject({
      status: 201,
      body: {
        name: 'histórico.pdf',
        size: FILE_LIMIT,
        type: 'application/pdf',
        scan: 'pending',
        documentId: ids[0],
        state: 'sent',
      },
    });
    await scanned(ids[0], sent.body.fileId, 'clean');
    const response = await fetch(`${harness.url}/orbita/api/candidate/documents/files/${sent.body.fileId}`, {
      headers: {
        'x-forwarded-host': 'cua.alfa.orbita.test',
        authorization: `Bearer ${one.client.token}`,
        cookie: [...one.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''hist%C3%B3rico.pdf",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const row = await harness.platform.db.tenant(one.tenantId).one<{ storage_key: string }>(sql`
      select storage_key from document_file where tenant_id = ${one.tenantId} and id = ${sent.body.fileId}`);
    const raw = Buffer.from(await harness.platform.files.getBytes(row?.storage_key ?? ''));
    // Nine bytes, because four of them occur by chance in one of 140 files of this size.
    expect(raw.includes(content.subarray(0, 9))).toBe(false);
    await remove(sent.body.fileId);
  });

  it("S24: opens by a link for five minutes, only in its owner's browser", async () => {
    const { body } = await send(JPEG, 'foto.jpg', ids[1]);
    await scanned(ids[1], body.fileId, 'clean');
    const link = await one.client.call('GET /candidate/documents/files/{fileId}', {
      params: { fileId: body.fileId },
      query: { link: '1' },
    });
    expect(link.body).toEqual({
      url: expect.stringContaining('/documents/links/'),
      expiresAt: '2026-01-12T10:05:00-03:00',
    });
    const open = (client = one.client, url = link.body.url) => client.send('GET', url);
    // As the browser follows it: with its cookies, without the token.
    const { token } = one.client;
    one.client.token = undefined;
    expect((await open()).headers.get('content-disposition')).toContain('attachment');
    one.client.token = token;
    expect((await open()).status).toBe(200);
    expect((await open(harness.visitor())).status).toBe(404);
    expect((await open(harness.visitor('beta.orbita.test'))).status).toBe(404);
    expect((await open(one.client, `${link.body.url}x`)).status).toBe(404);
    const stranger = await personAt(harness, 'documents', { person: inventedPerson(5) });
    expect((await open(stranger.client)).status).toBe(404);
    harness.clock.set(new Date('2026-01-12T10:05:00-03:00'));
    expect(await open()).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    harness.clock.set(new Date('2026-01-12T10:00:00-03:00'));
    const other = await personAt(harness, 'documents', { person: inventedPerson(3) });
    expect((await open(other.client)).status).toBe(404);
    expect((await download(body.fileId, other.client)).status).toBe(404);
    expect((await remove(body.fileId, other.client)).status).toBe(404);
    expect((await download(body.fileId, await linkHolder(harness, one))).status).toBe(200);
    expect(await remove(body.fileId)).toMatchObject({ status: 204 });
    expect((await download(body.fileId)).status).toBe(404);
    expect((await open()).status).toBe(404);
    expect(await stateOf(ids[1])).toBe('pending');
  });

  it('S25: waits while the scanner is down and is scanned again later', async () => {
    await fault('scan', 'down');
    const { body } = await send(PDF, 'rg.pdf', ids[2]);
    await vi.waitFor(async () => {
      const row = await harness.platform.db.tenant(one.tenantId).one<{ next: Date }>(sql`
        select next_scan_at as next from document_file where tenant_id = ${one.tenantId} and id = ${body.fileId}`);
      expect(row?.next).toEqual(new Date('2026-01-12T10:01:00-03:00'));
    }, 25_000);
    expect(await download(body.fileId)).toMatchObject({ status: 409, body: { code: 'SCAN_PENDING' } });
    expect(await stateOf(ids[2])).toBe('sent');
    await fault('scan', 'ok');
    await harness.platform.jobs.run('scan');
    expect((await documentOf(ids[2]))?.files[0]?.scan).toBe('pending');
    harness.clock.set(new Date('2026-01-12T10:01:00-03:00'));
    await harness.platform.jobs.run('scan');
    harness.clock.set(new Date('2026-01-12T10:00:00-03:00'));
    expect((await documentOf(ids[2]))?.files[0]?.scan).toBe('clean');
    await remove(body.fileId);
  });

  it('larger than the scanner accepts is refused, before or after it is stored, and its sender is notified', async () => {
    const big = pdfOf(26 * 1024 * 1024);
    await fault('scan-limit', 'down');
    // The scanner's limit hasn't been queried yet: the file is accepted, and removed when the scanner refuses it.
    const { body } = await send(big, 'rg.pdf', ids[2]);
    await scanned(ids[2], body.fileId, 'too-big');
    expect(await stateOf(ids[2])).toBe('pending');
    expect((await download(body.fileId)).status).toBe(404);
    await vi.waitFor(async () => expect(await harness.platform.ports.scan.limit()).toBeDefined(), 20_000);
    expect(await send(big, 'rg.pdf', ids[2])).toMatchObject({
      status: 413,
      body: { code: 'FILE_TOO_BIG', message: expect.stringMatching(/passa de 2[45]MB/) },
    });
    await fault('scan-limit', 'ok');
    vi.spyOn(harness.platform.ports.scan, 'limit').mockResolvedValue(undefined);
  });

  it('whose scan failed ten times waits for the team until it is scanned or removed', async () => {
    const on = harness.platform.db.tenant(one.tenantId);
    const stuck = async () =>
      (
        await on.one<{ at: Date | null }>(sql`select papers_stuck_at as at from subscription
        where tenant_id = ${one.tenantId} and id = ${one.subscriptionId}`)
      )?.at;
    await fault('scan', 'down');
    const { body } = await send(PDF, 'rg.pdf', ids[2]);
    const failures = () =>
      on.one<{ failures: number }>(sql`select scan_failures as failures from document_file
        where tenant_id = ${one.tenantId} and id = ${body.fileId}`);
    await vi.waitFor(async () => expect(await failures()).toEqual({ failures: 1 }), 25_000);
    for (let tried = 2; tried <= 10; tried++) {
      expect(await stuck()).toBeNull();
      await on.one(sql`update document_file set next_scan_at = '2020-01-01' where tenant_id = ${one.tenantId}
        and id = ${body.fileId} returning id`);
      await harness.platform.jobs.run('scan');
      expect(await failures()).toEqual({ failures: tried });
    }
    expect(await stuck()).not.toBeNull();
    await fault('scan', 'ok');
    const retried = await harness.operations.call('POST /operations/subscriptions/{id}/papers', {
      params: { id: one.subscriptionId },
      body: {},
    });
    expect(retried.status).toBe(200);
    expect(await stuck()).toBeNull();
    await harness.platform.jobs.run('scan');
    expect((await documentOf(ids[2]))?.files.at(-1)?.scan).toBe('clean');
    await remove(body.fileId);
  });

  it('S25: that is infected is removed, the document waits again, and the candidate is notified', async () => {
    const before = await stored();
    const infected = Buffer.concat([PDF.subarray(0, 40), EICAR, PDF.subarray(40)]);
    const { body } = await send(infected, 'rg.pdf', ids[3]);
    await scanned(ids[3], body.fileId, 'infected');
    expect(await stateOf(ids[3])).toBe('pending');
    expect((await download(body.fileId)).status).toBe(404);
    const event = await harness.platform.db.tenant(one.tenantId).one<{ data: object }>(sql`
      select data from outbox_event where tenant_id = ${one.tenantId} and type = 'document.reviewed' order by id desc limit 1`);
    expect(event?.data).toEqual({
      documentId: ids[3],
      name: (await documentOf(ids[3]))?.name,
      state: 'pending',
      reason: 'infected',
    });
    await vi.waitFor(async () => expect(await stored()).toBe(before), 5000);
    // A clean file replaces it in the list.
    const good = await send(PDF, 'rg.pdf', ids[3]);
    await scanned(ids[3], good.body.fileId, 'clean');
    expect((await documentOf(ids[3]))?.files.map(({ fileId }) => fileId)).toEqual([good.body.fileId]);
  });

  it('is visible to reviewers while the document has a clean one', async () => {
    const shown = async () => {
      const query = { state: 'sent', subscriptionId: one.subscriptionId } as const;
      const { data } = (await harness.operations.call('GET /operations/documents', { query })).body;
      return data.some(({ id }) => id === ids[3]);
    };
    const scan = (id: number, verdict: string) =>
      harness.platform.db.tenant(one.tenantId).one(sql`
        update document_file set scan = ${verdict} where tenant_id = ${one.tenantId} and id = ${id} returning id`);
    const first = (await documentOf(ids[3]))?.files[0]?.fileId ?? 0;
    const second = (await send(PDF, 'rg.pdf', ids[3])).body.fileId;
    await scanned(ids[3], second, 'clean');
    await scan(second, 'pending');
    expect(await shown()).toBe(true);
    await remove(first);
    expect([await stateOf(ids[3]), await shown()]).toEqual(['sent', false]);
    await scan(second, 'clean');
    expect(await shown()).toBe(true);
    await remove(second);
    expect([await stateOf(ids[3]), await shown()]).toEqual(['pending', false]);
  });

  it('S26: is one of five at most, also with simultaneous uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, (_, n) => send(PDF, `p${n}.pdf`, ids[4])));
    const outcomes = answers.map(({ status, body }) => body.code ?? status).sort();
    expect(outcomes).toEqual([201, 201, 201, 201, 201, 'TOO_MANY_FILES', 'TOO_MANY_FILES']);
    expect((await documentOf(ids[4]))?.files).toHaveLength(5);
  });

  it('is refused as malformed, with a text, when its upload ends before the form does', async () => {
    const path = `/orbita/api/candidate/subscriptions/${one.subscriptionId}/documents/${ids[0]}/files`;
    const before = (await documentOf(ids[0]))?.files.length;
    const answer = await one.client.send('POST', path, {
      raw: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and no more',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'MALFORMED',
        message: 'Não foi possível ler a solicitação. Confira os dados enviados.',
      },
    });
    expect((await documentOf(ids[0]))?.files).toHaveLength(before ?? 0);
  });

  it('of an approved document cannot change', async () => {
    const { body } = await send(PDF, 'rg.pdf', ids[5]);
    await scanned(ids[5], body.fileId, 'clean');
    await harness.platform.db.tenant(one.tenantId).one(sql`update required_document set state = 'approved'
      where tenant_id = ${one.tenantId} and id = ${ids[5]} returning id`);
    expect(await remove(body.fileId)).toMatchObject({ status: 409, body: { code: 'APPROVED' } });
    expect(await send(PDF, 'rg.pdf', ids[5])).toMatchObject({ status: 409, body: { code: 'APPROVED' } });
    expect((await download(body.fileId)).status).toBe(200);
    const { state, files } = (await documentOf(ids[5])) ?? { files: [] };
    expect([state, files.map(({ fileId }) => fileId)]).toEqual(['approved', [body.fileId]]);
  });

  it('is not stored in part when the storage fails', async () => {
    const { body } = await send(PDF, 'rg.pdf', ids[6]);
    await scanned(ids[6], body.fileId, 'clean');
    const { files } = harness.platform;
    const before = await stored();
    const broken = () => Promise.reject(new Error('disk'));
    const spies = [
      vi.spyOn(files, 'putStream').mockImplementation(broken),
      vi.spyOn(files, 'getStream').mockImplementation(broken),
      vi.spyOn(files, 'exists').mockImplementation(broken),
    ];
    expect(await send(PDF, 'rg.pdf', ids[7])).toMatchObject({ status: 503, body: { code: 'UPLOAD_FAILED' } });
    expect((await download(body.fileId)).status).toBe(503);
    expect((await remove(body.fileId)).status).toBe(503);
    for (const spy of spies) spy.mockRestore();
    expect([await stateOf(ids[7]), (await documentOf(ids[7]))?.files]).toEqual(['pending', []]);
    expect(await stored()).toBe(before);
    expect((await download(body.fileId)).status).toBe(200);
  });

  it('stays complete when it is unknown whether its row was written', async () => {
    const { db } = harness.platform;
    const { write } = db;
    vi.spyOn(db, 'write').mockImplementationOnce(async (tenantId, work) => {
      await write.call(db, tenantId, work);
      throw new Error('The connection broke during the commit');
    });
    expect((await send(PDF, 'rg.pdf', ids[6])).status).toBe(500);
    const fileId = (await documentOf(ids[6]))?.files.at(-1)?.fileId ?? 0;
    await harness.platform.jobs.run('scan');
    await scanned(ids[6], fileId, 'clean');
    expect((await download(fileId)).status).toBe(200);
  });

  it('that is removed while it is being opened is not found', async () => {
    const { body } = await send(PDF, 'rg.pdf', ids[6]);
    await scanned(ids[6], body.fileId, 'clean');
    const { files } = harness.platform;
    const getStream = files.getStream.bind(files);
    vi.spyOn(files, 'getStream').mockImplementationOnce(async (key) => {
      expect((await remove(body.fileId)).status).toBe(200);
      return getStream(key);
    });
    expect(await download(body.fileId)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('that was tampered with is not delivered', async () => {
    const { body } = await send(PDF, 'rg.pdf', ids[7]);
    await scanned(ids[7], body.fileId, 'clean');
    const row = await harness.platform.db.tenant(one.tenantId).one<{ key: string }>(sql`
      select storage_key as key from document_file where tenant_id = ${one.tenantId} and id = ${body.fileId}`);
    const raw = Buffer.from(await harness.platform.files.getBytes(row?.key ?? ''));
    raw[20] = (raw[20] ?? 0) ^ 1;
    await harness.platform.files.put(row?.key ?? '', raw);
    expect(await download(body.fileId)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });

  it('may be sent sixty times an hour', async () => {
    const who = await personAt(harness, 'documents', { person: inventedPerson(4) });
    await harness.platform.db.write(who.tenantId, async (tx) =>
      prepareDocuments(tx, harness.platform, await lockSubscription(tx, who.subscriptionId), 'enrollment'),
    );
    const answer = await who.client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: who.subscriptionId },
    });
    const path = `/orbita/api/candidate/subscriptions/${who.subscriptionId}/documents/${answer.body[0]?.documentId}/files`;
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) {
      const form = new FormData();
      form.set('file', new File([], 'rg.pdf'));
      statuses.push((await who.client.send('POST', path, { form })).status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(statuses[60]).toBe(429);
  });
});
