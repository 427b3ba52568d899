import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';

let asked: unknown;
const server = createServer(async (request, response) => {
  asked = await json(request);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify(
      request.url?.endsWith('/reviews') ? [{ id: 7001, code: 'CONCLUDES_STAGE' }] : { id: 7001 },
    ),
  );
});
const run = commandLine(() => `http://localhost:${(server.address() as AddressInfo).port}`, 'orb_token');

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, resolve)));
afterAll(() => void server.close());

it.each([
  [['approve', '7001'], { decision: 'approved' }],
  [['approve', '7001', '--unless-last'], { decision: 'approved', concludes: false }],
  [['waive', '7001', '--unless-last'], { decision: 'waived', concludes: false }],
])('document %j says whether it may complete the stage', async (words, body) => {
  expect((await run('document', ...words)).exit).toBe(0);
  expect(asked).toEqual(body);
});

it('several are refused as a whole command when one would complete the stage', async () => {
  const { exit, out } = await run('document', 'approve-all', '7001:3', '--unless-last');
  expect(asked).toEqual({ items: [{ id: 7001, version: 3, decision: 'approved', concludes: false }] });
  expect([exit, out]).toEqual([1, expect.stringContaining('CONCLUDES_STAGE')]);
});
