import { existsSync, globSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { essayOf, JPEG } from '../../testing/bodies.ts';
import { freshDatabase } from '../../testing/fresh-database.ts';
import type { Client } from '../../testing/harness.ts';
import { acceptContract, apply, bodyOf, fillData, grade, payByPix, signUp } from '../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { finishEssay, saveDraft, startEssay, upload } from '../../testing/requests.ts';
import { runToEnd, type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres.ts';

/**
 * One enrolment with simulated power cuts: answered writes are there afterwards, once; unanswered ones may be
 * repeated.
 */
const server = process.env.ORBITA_TEST_POSTGRES;
// Each kill is followed by a full start, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const PATIENT = { timeout: 20_000 };
let product: ServerProcess;
let client: Client;
let personId: number;
let id: number;
let essayId: number;
let database: { url: string; drop(): Promise<void> } | undefined;

beforeAll(async () => {
  database = server ? await freshDatabase(server) : undefined;
  product = await startServerProcess(database?.url);
  client = product.visitor();
  personId = (await signUp(client, CANDIDATE_01)).personId;
  id = (await apply(client)).id;
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const restart = async () => {
  await product.kill();
  await product.launch();
};
const whole = async () =>
  (await product.operations.call('GET /operations/subscriptions/{id}', { params: { id } })).body;
const sentTimes = async (template: string) => {
  const { body } = await product.operations.call('GET /operations/simulator/outbox', {
    query: { to: CANDIDATE_01.email },
  });
  return body.filter((message) => message.template === template).length;
};
const run = async (job: 'outbox' | 'reconciliation') =>
  (await product.operations.call('POST /operations/simulator/jobs/{job}/run', { params: { job } })).body.done;

type Kept = { revision: number; essay: string };
/**
 * Saves new texts one after the other until an answer is missing; returns the last answered text and the last
 * sent.
 */
async function writeUntilCut(who: Client, essay: number, from: number, cutAfter: number, cut: () => unknown) {
  let answered: Kept = { revision: from, essay: '' };
  let sent = answered;
  for (let n = 1; ; n++) {
    sent = { revision: answered.revision, essay: essayOf(100 + n) };
    const saving = saveDraft(who, essay, sent);
    if (n === cutAfter) cut();
    const answer = await saving.catch(() => undefined);
    if (answer?.status !== 200) return { answered, sent };
    answered = { revision: answer.body.revision, essay: sent.essay };
  }
}
/**
 * Expects the last answered text, or the one after it whose answer was lost; the writer can continue either
 * way.
 */
async function expectKept(who: Client, essay: number, { answered, sent }: { answered: Kept; sent: Kept }) {
  const { body } = await who.call('GET /candidate/subscriptions/essays/{essayId}', {
    params: { essayId: essay },
  });
  expect([answered, { revision: answered.revision + 1, essay: sent.essay }]).toContainEqual({
    revision: body.revision,
    essay: body.essay,
  });
  const again = await saveDraft(who, essay, sent);
  expect([again.status, again.body.revision]).toEqual([200, answered.revision + 1]);
}

describe('a server killed at any point', () => {
  it('loses no draft it confirmed', async () => {
    const { id: started, revision } = bodyOf(await startEssay(client, id));
    essayId = started;
    for (const cutAfter of [12, 25]) {
      const { body } = await client.call('GET /candidate/subscriptions/essays/{essayId}', {
        params: { essayId },
      });
      const cut = await writeUntilCut(client, essayId, body.revision ?? revision, cutAfter, () =>
        product.kill(),
      );
      await product.launch();
      await expectKept(client, essayId, cut);
    }
  });

  it('keeps an acceptance it confirmed, with its copy and its history, once', async () => {
    expect((await finishEssay(client, essayId)).status).toBe(200);
    await grade(product.operations, essayId);
    await fillData(client, personId, id, CANDIDATE_01);
    const accepted = await acceptContract(client, id);
    await restart();
    const { acceptances, history, subscriptionStatus } = await whole();
    expect(acceptances.map((one) => [one.acceptanceId, one.voidedAt])).toEqual([
      [accepted.acceptanceId, null],
    ]);
    expect(subscriptionStatus).toBe(6);
    expect(history.map(({ from, to }) => [from, to])).toEqual([
      [null, 1],
      [1, 3],
      [3, 4],
      [4, 6],
    ]);
    const copies = () => globSync(join(product.dataDir, 'files/tenants/*/contracts/*/*.pdf'));
    await expect.poll(copies, PATIENT).toHaveLength(1);
    await run('outbox');
    // The killed process may have held the message's lease, so it is sent only after the lease has expired.
    await expect.poll(() => sentTimes('N-16'), PATIENT).toBe(1);
    const refused = await acceptContract(client, id).catch((error: Error) => error.message);
    expect(refused).toContain('ALREADY_ACCEPTED');
  }, 120_000);

  it('records a payment made while it was down, once', async () => {
    const payment = await payByPix(client, id);
    const open = (await (await product.control('GET', '/pix')).json()) as { txid: string }[];
    await product.kill();
    const paid = await product.control('POST', `/pix/${open[0]?.txid}`, { result: 'paid' });
    expect(paid.status).toBe(202);
    await product.launch();
    await run('reconciliation');
    await run('reconciliation');
    await run('outbox');
    const { history, payments, subscriptionStatus } = await whole();
    expect(payments.map((one) => [one.paymentId, one.state, one.amount])).toEqual([
      [payment.paymentId, 'paid', 360],
    ]);
    expect(subscriptionStatus).toBe(5);
    expect(history.filter(({ from, to }) => from === 6 && to === 5)).toHaveLength(1);
    await expect.poll(() => sentTimes('N-19')).toBe(1);
    await restart();
    await run('reconciliation');
    await run('outbox');
    expect(await sentTimes('N-19')).toBe(1);
    expect((await whole()).history).toHaveLength(history.length);
  });

  it('shows no partial file, and accepts the file when it is sent again', async () => {
    const documents = async () =>
      (await client.call('GET /candidate/subscriptions/{id}/documents', { params: { id } })).body;
    const [half, quick] = await documents();
    const address = `/orbita/api/candidate/subscriptions/${id}/documents/${half?.documentId}/files`;
    const start = Buffer.concat([
      Buffer.from(
        `POST ${address} HTTP/1.1\r\nhost: cua.alfa.orbita.test\r\nauthorization: Bearer ${client.token}\r\n` +
          `cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n` +
          'content-type: multipart/form-data; boundary=xx\r\ncontent-length: 4000000\r\n\r\n' +
          '--xx\r\ncontent-disposition: form-data; name="file"; filename="foto.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
      ),
      JPEG,
      Buffer.alloc(1_000_000),
    ]);
    const line = connect(product.port, '127.0.0.1');
    line.on('error', () => undefined);
    await new Promise<void>((done) => line.write(start, () => done()));
    // Another file is sent completely, but the connection is cut before its answer.
    const unanswered = upload(client, id, quick?.documentId ?? 0).catch(() => undefined);
    await new Promise((later) => setTimeout(later, 20));
    await restart();
    const answer = await unanswered;
    const after = await documents();
    expect(after.find(({ documentId }) => documentId === half?.documentId)).toMatchObject({
      state: 'pending',
      files: [],
    });
    const files = after.find(({ documentId }) => documentId === quick?.documentId)?.files ?? [];
    expect(files.length).toBeLessThanOrEqual(1);
    if (answer?.status === 201) expect(files).toHaveLength(1);

    const again = await upload(client, id, half?.documentId ?? 0);
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    const sent = again.body as { fileId: number; size: number };
    const complete = [...files.map(({ fileId }) => fileId), sent.fileId];
    for (const fileId of complete) {
      await expect
        .poll(
          async () =>
            (await client.call('GET /candidate/documents/files/{fileId}', { params: { fileId } })).status,
        )
        .toBe(200);
    }
    expect((await documents()).find(({ documentId }) => documentId === half?.documentId)?.files).toHaveLength(
      1,
    );
    // The storage contains only files with a row, and at most one complete file whose answer was lost.
    const stored = globSync(join(product.dataDir, 'files/tenants/*/documents/*/*'));
    expect(stored.length).toBeGreaterThanOrEqual(complete.length);
    expect(stored.length).toBeLessThanOrEqual(complete.length + 1 - files.length);
  });
});

if (!server) {
  describe('a data folder', () => {
    it.each(['main.ts', '../scripts/start.ts'])(
      'serves only one process: a second %s is refused',
      async (file) => {
        const { code, output } = await runToEnd(join(import.meta.dirname, '..', file), {
          ...product.env,
          PORT: String(await freePorts()),
        });
        expect(code, output).not.toBe(0);
        expect(output).toMatch(/A pasta de dados .+ já está em uso pelo processo \d+\./);
        expect((await client.call('GET /candidate/users/check/')).status).toBe(200);
        expect(existsSync(join(product.dataDir, 'lock.json'))).toBe(true);
      },
    );
  });
} else {
  describe('a database killed at any point', () => {
    it('crashes no process in the middle of a transaction, and delivers notifications again once it is back', async () => {
      const postgres = await startPostgres();
      const db = openPostgres({ url: postgres.url, pool: 2 });
      const received: string[] = [];
      try {
        await migrate(db);
        await db.listen('crash', (payload) => received.push(payload));
        const cut = db.write(1, async (tx) => {
          await tx.one(sql`select 1`);
          await postgres.kill();
          // A backend runs on after its postmaster was killed until it next waits.
          for (;;) {
            await tx.one(sql`select 2`);
            await new Promise((later) => setTimeout(later, 20));
          }
        });
        await expect(cut).rejects.toThrow();
        await expect(db.global.one(sql`select 3`)).rejects.toThrow();
        await postgres.restart();
        await expect
          .poll(async () => {
            await db.notify('crash', 'back').catch(() => undefined);
            return received.length;
          }, PATIENT)
          .toBeGreaterThan(0);
      } finally {
        await db.close();
        await postgres.stop();
      }
    });

    it('keeps what was confirmed, and the server reconnects by itself', async () => {
      const postgres = await startPostgres();
      const alone = await startServerProcess(postgres.url);
      try {
        const writer = alone.visitor();
        await signUp(writer, inventedPerson(1));
        const { id: application } = await apply(writer);
        const { id: essay, revision } = bodyOf(await startEssay(writer, application));
        const back = { ready: Promise.resolve() };
        const cut = await writeUntilCut(writer, essay, revision, 20, () => {
          back.ready = postgres.restart();
        });
        await back.ready;
        expect(alone.running, alone.output).toBe(true);
        await expect
          .poll(async () => (await writer.call('GET /candidate/users/check/')).status, PATIENT)
          .toBe(200);
        await expectKept(writer, essay, cut);
        expect(alone.running).toBe(true);
      } finally {
        await alone.stop();
        await postgres.stop();
      }
    });
  });
}
