import { globSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '../messaging/webhooks/post.ts';
import { createCaller } from '../payment/provider-http.ts';
import { ProviderUnknown } from '../platform/ports.ts';
import { guardedFetch } from '../staff/provider/guarded-fetch.ts';

const api = join(import.meta.dirname, '..');
const DEVELOPMENT = { development: true };

/** Whatever a connection receives, it gets this in return. */
let answer = '';
const server = createServer((socket) => {
  socket.on('data', () => socket.write(answer)).on('error', () => undefined);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

const CLIENTS: readonly [file: string, ask: () => Promise<unknown>][] = [
  ['messaging/webhooks/post.ts', () => post(url, '{}', {}, DEVELOPMENT)],
  ['payment/provider-http.ts', () => createCaller()({ method: 'POST', url, headers: {}, body: '{}' })],
  ['staff/provider/guarded-fetch.ts', () => guardedFetch(DEVELOPMENT)(url)],
];

describe.each(CLIENTS)('a request of %s', (_, ask) => {
  it.each([
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['is not HTTP', 'olá\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ])('fails if its answer %s', async (_name, given) => {
    answer = given;
    await expect(ask()).rejects.toThrow();
  });
});

it('a call that moves money is unknown, not failed, after an answer that switches protocols', async () => {
  answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
  const call = createCaller()({ method: 'POST', url, headers: {}, body: '{}' });
  await expect(call).rejects.toBeInstanceOf(ProviderUnknown);
});

it('no other file makes requests that could end this way', () => {
  const making = globSync('**/*.ts', { cwd: api }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/.test(readFileSync(join(api, file), 'utf8')),
  );
  expect(making.sort()).toEqual(CLIENTS.map(([file]) => file));
});
