import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { answerOf, openRaw, rawRequest } from '../../testing/raw.ts';
import { prepareDocuments } from '../document/prepare.ts';
import { lockSubscription } from '../subscription/move.ts';
import { creditAfter } from './body-credit.ts';
import { limitConnections } from './slow-senders.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    environment: {
      ORBITA_HEAD_SECONDS: '1',
      ORBITA_BODY_SILENCE_SECONDS: '2',
      ORBITA_BODY_BYTES_PER_SECOND: '100',
    },
  });
});
afterAll(() => harness.stop());

const HOST = 'host: cua.alfa.orbita.test\r\n';
const PATH = '/orbita/api/candidate/telemetry/client-errors';
const head = (length: number, more = '') =>
  `POST ${PATH} HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;
const codeOf = (text: string) => {
  const { status, body } = answerOf(text);
  return [status, /"code":"(\w+)"/.exec(body)?.[1]];
};
const TOO_SLOW = [408, 'REQUEST_TIMEOUT'];
/** Waits for a connection to end, up to 15 s, far longer than it may take. */
const ended = (received: Promise<string>) => Promise.race([received, pause(15_000).then(() => 'still open')]);

describe('the required speed of a body', () => {
  const pace = { silence: 60, bytesPerSecond: 2048 };
  /** Seconds until the sender is cut off; undefined means that the body is read to its end. */
  const openFor = (size: number, bytesAt: (second: number) => number): number | undefined => {
    let credit = pace.silence;
    for (let second = 0, sent = 0; sent < size; second += 1) {
      const bytes = bytesAt(second);
      sent += bytes;
      credit = creditAfter(credit, 1, bytes, pace);
      if (credit <= 0) return second + 1;
    }
    return undefined;
  };
  const FILE = 30 * 1024 * 1024;

  it('allows 20 KB/s with silences of half a minute at any point', () => {
    expect(openFor(FILE, () => 20_000)).toBeUndefined();
    expect(openFor(FILE, (second) => (second % 60 < 30 ? 20_000 : 0))).toBeUndefined();
    expect(openFor(FILE, (second) => (second % 40 < 30 ? 0 : 20_000))).toBeUndefined();
    expect(openFor(FILE, (second) => (second % 35 < 30 ? 0 : 20_000))).toBeUndefined();
  });

  it('ends a body one minute after its last byte, even when the rest came quickly', () => {
    expect(openFor(FILE, (second) => (second === 0 ? FILE - 1 : 0))).toBe(61);
    expect(openFor(FILE, (second) => (second < 29 ? 1_000_000 : 0))).toBe(89);
    expect(openFor(FILE, () => 1)).toBe(61);
    expect(openFor(FILE, () => 1024)).toBe(120);
  });
});

describe('slow senders', () => {
  it('of a head receive 408, even when they keep sending single bytes', async () => {
    for (const start of ['', `GET ${PATH} HTTP/1.1\r\n${HOST}`]) {
      const { socket, received } = openRaw(harness.url);
      socket.write(start);
      let n = 0;
      const trickle = setInterval(() => socket.write(start ? `x-${n++}: 1\r\n` : ''), 300);
      const text = await ended(received);
      clearInterval(trickle);
      // A connection that sent no byte may be closed without a response or with the same one.
      expect(start ? codeOf(text) : text === '' || codeOf(text)[0] === 408).toEqual(start ? TOO_SLOW : true);
    }
  });

  it('of a body that stops receive 408, with a content length or in chunks', async () => {
    const stopped = openRaw(harness.url);
    stopped.socket.write(`${head(1000)}{"a":`);
    const pieces = openRaw(harness.url);
    pieces.socket.write(
      `POST ${PATH} HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
    );
    const silent = openRaw(harness.url);
    silent.socket.write(head(1000));
    for (const { received } of [stopped, pieces, silent]) {
      const text = await ended(received);
      expect(codeOf(text)).toEqual(TOO_SLOW);
      expect(answerOf(text).headers.get('connection')).toBe('close');
      expect(answerOf(text).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('of a body that arrives too slowly receive 408', async () => {
    const { socket, received } = openRaw(harness.url);
    socket.write(head(100_000));
    const trickle = setInterval(() => socket.write(' '), 100);
    const text = await ended(received);
    clearInterval(trickle);
    expect(codeOf(text)).toEqual(TOO_SLOW);
  });

  it('are read to the end while they are fast enough', async () => {
    const body = JSON.stringify({ message: 'x', filler: 'y'.repeat(1500) });
    const { socket, received } = openRaw(harness.url);
    socket.write(head(body.length, 'connection: close\r\n'));
    for (let at = 0; at < body.length; at += 200) {
      socket.write(body.slice(at, at + 200));
      await pause(500);
    }
    expect(codeOf(await ended(received))[0]).not.toBe(408);
  });

  it('S26 of a file that stops before its end receive 408', async () => {
    const who = await personAt(harness, 'documents', { person: inventedPerson(1) });
    const { subscriptionId, client } = who;
    await harness.platform.db.write(who.tenantId, async (tx) =>
      prepareDocuments(tx, harness.platform, await lockSubscription(tx, subscriptionId), 'enrollment'),
    );
    const { body } = await client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: subscriptionId },
      query: { stage: 'enrollment' },
    });
    const path = `/orbita/api/candidate/subscriptions/${subscriptionId}/documents/${body[0]?.documentId}/files`;
    const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { socket, received } = openRaw(harness.url);
    socket.write(
      `POST ${path} HTTP/1.1\r\n${HOST}authorization: Bearer ${client.token}\r\ncookie: ${cookies}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 20000000\r\n\r\n--b\r\n' +
        'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n',
    );
    socket.write(Buffer.alloc(1_000_000, 0x20));
    expect(codeOf(await ended(received))).toEqual(TOO_SLOW);
  });

  it('are disconnected after a refusal', async () => {
    const { socket, received } = openRaw(harness.url);
    socket.write(
      `POST /orbita/api/operations/catalogue/plan HTTP/1.1\r\n${HOST}content-type: application/json\r\n` +
        'content-length: 1000000\r\n\r\n{',
    );
    expect(codeOf(await ended(received))).toEqual([401, 'SERVICE_TOKEN_INVALID']);
  });

  it('are still timed when they ask for a socket on a path without one', async () => {
    const { socket, received } = openRaw(harness.url);
    socket.write(head(1000, 'connection: upgrade\r\nupgrade: websocket\r\n'));
    expect(codeOf(await ended(received))).toEqual(TOO_SLOW);
    const answer = await rawRequest(harness.url, '/orbita/api/candidate/health', {
      headers: { connection: 'upgrade, close', upgrade: 'h2c' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('connections', () => {
  it('are limited in total and per address, and a closed one frees its place', async () => {
    const server = createServer((_request, response) => response.end('received'));
    limitConnections(server, { most: 3, perAddress: 2 });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const held = [openRaw(url), openRaw(url)];
    await Promise.all(held.map(({ socket }) => new Promise((done) => socket.once('connect', done))));
    expect((await rawRequest(url, '/')).status).toBe(0);
    held[0]?.socket.destroy();
    await held[0]?.received;
    await vi.waitFor(async () => expect((await rawRequest(url, '/')).status).toBe(200));
    expect(server.maxConnections).toBe(3);
    held[1]?.socket.destroy();
    await new Promise((done) => server.close(done));
  });

  it('are counted separately for each network', () => {
    const server = createServer();
    limitConnections(server, { most: 100, perAddress: 2 });
    const open = (remoteAddress: string | undefined) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
      server.emit('connection', socket);
      return socket;
    };
    const isEnded = ({ destroy }: ReturnType<typeof open>) => destroy.mock.calls.length > 0;
    const [first, second] = [open('203.0.113.1'), open('203.0.113.1')];
    expect([first, second, open('203.0.113.2'), open('203.0.113.2')].map(isEnded)).toEqual(
      Array(4).fill(false),
    );
    expect([open('203.0.113.1'), open('203.0.113.2')].map(isEnded)).toEqual([true, true]);
    first.emit('close');
    expect([open('203.0.113.1'), open('203.0.113.1')].map(isEnded)).toEqual([false, true]);
    expect([open(undefined), open(undefined), open(undefined)].map(isEnded)).toEqual([false, false, true]);
  });

  it('are not limited per address unless configured', () => {
    const server = createServer();
    limitConnections(server, { most: 7, perAddress: undefined });
    expect([server.maxConnections, server.listenerCount('connection')]).toEqual([
      7,
      createServer().listenerCount('connection'),
    ]);
  });
});

describe('an invalid request', () => {
  it('is refused in the envelope without quoting its content', async () => {
    for (const text of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\n${HOST}a b: c\r\n\r\n`,
      `GET / HTTP/1.1\r\n${HOST}x: ${'y'.repeat(80_000)}\r\n\r\n`,
    ]) {
      const { socket, received } = openRaw(harness.url);
      socket.write(text);
      const answer = await ended(received);
      expect(codeOf(answer)).toEqual([400, 'MALFORMED']);
      const [, id] = /^x-request-id: (\S+)\r$/m.exec(answer) ?? [];
      expect(answer).toContain(`"traceId":"${id}"`);
    }
    const token = { authorization: `Bearer ${OPERATIONS_TOKEN}` };
    expect((await rawRequest(harness.url, '/orbita/api/candidate/health', { headers: token })).status).toBe(
      200,
    );
  });
});
