import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';

const none = { capped: false, atRisk: 0, late: 0, mine: 0, oldestAt: null, track: [] };
const queues = [
  { queue: 'essays', label: 'Redações para corrigir', count: null, ...none },
  { queue: 'enrolment-documents', label: 'Documentos da matrícula', count: 12, ...none, late: 2 },
];
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ asOf: '2026-01-12T10:00:00-03:00', queues }));
});
const run = commandLine(() => `http://localhost:${(server.address() as AddressInfo).port}`, 'orb_token');

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, resolve)));
afterAll(() => void server.close());

it('a queue that could not be counted is listed as unknown, without misleading figures', async () => {
  const { exit, out } = await run('queue', 'list');
  expect(exit).toBe(0);
  const [, essays = '', documents = ''] = out.split('\n');
  expect(essays.split(/ {2,}/).slice(2)).toEqual(['unknown', '–', '–', '–', '–']);
  expect(documents.split(/ {2,}/).slice(2)).toEqual(['12', 'false', '0', '2', '–']);
});

it('as JSON it is what the server answered', async () => {
  const { out } = await run('--json', 'queue', 'list');
  expect(JSON.parse(out).queues[0]).toMatchObject({ queue: 'essays', count: null });
});
