import { connect, type Socket } from 'node:net';
import { BYTES_PER_APPLICATION, FILES_PER_APPLICATION } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Applicant } from '../../testing/applicant.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { pdfAround } from '../../testing/hostile-files.ts';
import { begin } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { signIn } from '../../testing/requests.ts';
import { lockSubscription } from '../subscription/move.ts';
import { prepareDocuments } from './prepare.ts';

const FILES_HOST = 'arquivos.orbita.test';
const MIB = 1024 * 1024;
const PDF = pdfAround('<</Type/Page>>');

let harness: Harness;
let one: Applicant;
let other: Applicant;

const documentsOf = async ({ client, subscriptionId }: Applicant) =>
  (
    await client.call('GET /candidate/subscriptions/{id}/documents', { params: { id: subscriptionId } })
  ).body.map(({ documentId }) => documentId);
const somebody = async (n: number) => {
  const who = await personAt(harness, 'documents', { person: inventedPerson(n) });
  await harness.platform.db.write(who.tenantId, async (tx) =>
    prepareDocuments(tx, harness.platform, await lockSubscription(tx, who.subscriptionId), 'enrollment'),
  );
  return who;
};
const pathOf = ({ subscriptionId }: Applicant, documentId: number | undefined) =>
  `/orbita/api/candidate/subscriptions/${subscriptionId}/documents/${documentId}/files`;
const send = (who: Applicant, documentId: number | undefined, content = PDF) => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], 'rg.pdf'));
  return who.client.send('POST', pathOf(who, documentId), { form }) as Promise<{
    status: number;
    body: { code?: string; fileId: number };
  }>;
};
const stored = (who: Applicant, documentId: number | undefined, size: number, count: number) =>
  harness.platform.db.tenant(who.tenantId).many(sql`
    insert into document_file (tenant_id, required_document_id, name, size, type, sha256, storage_key, scan, sent_at)
    select ${who.tenantId}::bigint, ${documentId}::bigint, 'a.pdf', ${size}::bigint, 'application/pdf', '', '', 'clean',
      now() from generate_series(1, ${count}::int) returning id`);
const gone = ({ tenantId, subscriptionId }: Applicant) =>
  harness.platform.db.write(tenantId, async (tx) => {
    // A scan may still be writing the same files; it locks the application first, too.
    await lockSubscription(tx, subscriptionId);
    await tx.many(sql`
      update document_file set removed_at = now() where tenant_id = ${tenantId} and required_document_id in (
        select id from required_document where tenant_id = ${tenantId}
          and subscription_id = ${subscriptionId}) returning id`);
  });

beforeAll(async () => {
  harness = await startHarness({ filesUrl: `http://${FILES_HOST}` });
  one = await somebody(1);
  other = await somebody(2);
}, 180_000);
afterAll(() => harness.stop());

describe('S26: limits of one application', () => {
  it('it stores up to a hundred files and 300 MiB across its documents, also with simultaneous uploads', async () => {
    const [first, second, third] = await documentsOf(one);
    await stored(one, first, BYTES_PER_APPLICATION - PDF.length - 10, 1);
    const both = await Promise.all([send(one, second), send(one, third)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('FILES_FULL');
    await gone(one);
    expect((await send(one, second)).status).toBe(201);
    await gone(one);
    await stored(one, first, 10, FILES_PER_APPLICATION);
    expect((await send(one, second)).body.code).toBe('FILES_FULL');
    await gone(one);
  });
});

describe('S26: uploads of one candidate that stop at 29 MB', () => {
  it('leave capacity for other candidates', { timeout: 120_000 }, async () => {
    const [documentId] = await documentsOf(one);
    const { port } = new URL(harness.url);
    const content = Buffer.alloc(29 * MIB);
    const cookie = [...one.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head =
      `POST ${pathOf(one, documentId)} HTTP/1.1\r\nhost: x\r\nx-forwarded-host: cua.alfa.orbita.test\r\n` +
      `authorization: Bearer ${one.client.token}\r\ncookie: ${cookie}\r\ncontent-length: ${30 * MIB}\r\n` +
      'content-type: multipart/form-data; boundary=xx\r\n\r\n' +
      '--xx\r\ncontent-disposition: form-data; name="file"; filename="rg.pdf"\r\n\r\n%PDF-1.7\n';
    const answers: string[] = [];
    const sockets: Socket[] = Array.from({ length: 17 }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('data', (data) => answers.push(data.toString('latin1', 9, 12)));
      socket.write(head);
      socket.write(content);
      return socket;
    });
    await vi.waitFor(() => expect(answers.filter((status) => status === '429')).toHaveLength(15), 60_000);
    const [mine] = await documentsOf(other);
    expect((await send(other, mine, pdfAround(Buffer.alloc(29 * MIB, ' ')))).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    // The bytes they held are available again to the same person.
    await vi.waitFor(async () => expect((await send(one, documentId)).status).toBe(201), 20_000);
  });
});

describe('S24: files on a separate origin', () => {
  const open = (url: string, host = FILES_HOST, headers: Record<string, string> = {}) =>
    harness.visitor(host).send('GET', new URL(url).pathname, { headers });
  const linkOf = async (client: Client, fileId: number) => {
    const { body } = await client.call('GET /candidate/documents/files/{fileId}', {
      params: { fileId },
      query: { link: '1' },
    });
    return body.url;
  };
  let fileId: number;
  beforeAll(async () => {
    const [, second] = await documentsOf(other);
    fileId = (await send(other, second)).body.fileId;
    await harness.platform.jobs.run('scan');
    await vi.waitFor(async () => expect(await linkOf(other.client, fileId)).toContain(FILES_HOST), 10_000);
  });

  it('a link leads to that origin, opens once, and works nowhere else', async () => {
    const url = await linkOf(other.client, fileId);
    expect(url).toMatch(/^http:\/\/arquivos\.orbita\.test\/files\/[0-9a-f-]{36}\/[\w-]{43}$/);
    expect((await open(url, 'cua.alfa.orbita.test')).status).toBe(404);
    const first = await open(url);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''rg.pdf",
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(await open(url)).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    const [, , , ticket] = new URL(await linkOf(other.client, fileId)).pathname.split('/');
    expect((await other.client.send('GET', `/orbita/api/candidate/documents/links/${ticket}`)).status).toBe(
      404,
    );
  });

  it('only one of two simultaneous requests gets the file', async () => {
    const url = await linkOf(other.client, fileId);
    const statuses = (await Promise.all([open(url), open(url)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410]);
  });

  it('that host answers nothing else, and only pages of the tenant may read from it', async () => {
    const host = harness.visitor(FILES_HOST);
    for (const path of ['/', '/orbita/candidate/', '/orbita/api/candidate/documents/links/x', '/files/x/y'])
      expect([path, (await host.send('GET', path)).status]).toEqual([path, 404]);
    const origin = 'http://cua.alfa.orbita.test';
    const mine = await open(await linkOf(other.client, fileId), FILES_HOST, { origin });
    expect(mine.headers.get('access-control-allow-origin')).toBe(origin);
    for (const foreign of ['http://beta.orbita.test', 'https://evil.example', 'null']) {
      const answer = await open(await linkOf(other.client, fileId), FILES_HOST, { origin: foreign });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const page = await harness.visitor().send('GET', '/orbita/candidate/');
    expect(page.headers.get('content-security-policy')).toMatch(
      /connect-src [^;]*http:\/\/arquivos\.orbita\.test/,
    );
  });

  it('a link becomes invalid with the session that requested it', async () => {
    // The same person, signed in on a second device.
    const device = harness.visitor();
    await begin(device, await signIn(device, inventedPerson(2)));
    const [opened, unopened] = [await linkOf(device, fileId), await linkOf(device, fileId)];
    const mine = await linkOf(other.client, fileId);
    expect((await open(opened)).status).toBe(200);
    expect((await device.call('POST /platform/auth/signout')).status).toBe(204);
    expect(await open(unopened)).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    expect((await open(mine)).status, 'that of another session').toBe(200);
  });
});
