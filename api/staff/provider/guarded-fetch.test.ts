import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';

let origin: string;
const asked: { method?: string | undefined; url?: string | undefined; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece;
  });
  request.on('end', () => {
    asked.push({ method: request.method, url: request.url, body });
    if (request.url === '/nunca') return;
    if (request.url === '/outro') return response.writeHead(302, { location: `${origin}/destino` }).end();
    if (request.url === '/muito') return response.end('x'.repeat(1024 * 1024 + 1));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('sends a form and answers as fetch does', async () => {
  const body = new URLSearchParams({ grant_type: 'x' });
  const answer = await guardedFetch({ development: true })(`${origin}/token`, { method: 'POST', body });
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
    200,
    'application/json',
    { a: 1 },
  ]);
  expect(asked.at(-1)).toEqual({ method: 'POST', url: '/token', body: 'grant_type=x' });
});

it('follows no redirect, reads no endless answer and does not wait for a slow one', async () => {
  const ask = guardedFetch({ development: true });
  expect((await ask(`${origin}/outro`)).status).toBe(302);
  expect(asked.map(({ url }) => url)).not.toContain('/destino');
  await expect(ask(`${origin}/muito`)).rejects.toThrow('more than');
  await expect(guardedFetch({ development: true }, 200)(`${origin}/nunca`)).rejects.toThrow('aborted');
});

it('reaches no internal address in production, by address or by name', async () => {
  const before = asked.length;
  const ask = guardedFetch({ development: false });
  for (const url of [
    `${origin}/`,
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://localhost:1/',
  ])
    await expect(ask(url)).rejects.toThrow();
  await expect(ask('https://localhost:1/')).rejects.toThrow('private network');
  expect(asked.length).toBe(before);
});
