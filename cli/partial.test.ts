import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';

let answer: object;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: [], page: 1, pageSize: 20, total: 0, totalCapped: false, ...answer }));
});
const run = commandLine(() => `http://localhost:${(server.address() as AddressInfo).port}`, 'orb_token');
const list = (...args: string[]) => run(...args, 'subscription', 'list');

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, resolve)));
afterAll(() => void server.close());

it.each([
  [{ nextCursor: null }, ''],
  [{ nextCursor: 'abc' }, 'More: --cursor abc'],
  [
    { nextCursor: 'abc', partial: true, totalCapped: true },
    'Not everything was looked at yet. To go on: --cursor abc',
  ],
])('a list that answers %j says how to continue: %s', async (said, printed) => {
  answer = said;
  const { exit, err } = await list();
  expect([exit, err.trim()]).toEqual([0, printed]);
});

it('as JSON it is exactly what the server answered', async () => {
  answer = { nextCursor: 'abc', partial: true };
  const { out, err } = await list('--json');
  expect([JSON.parse(out).partial, err]).toEqual([true, '']);
});
