import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { createExamScores } from './provider.ts';

type Answer = { status: number; body: string } | 'silence';

let server: Server;
let answer: Answer;
let received: { url: string | undefined; authorization: string | undefined; body: string };
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      received = { url: request.url, authorization: request.headers.authorization, body };
      if (answer !== 'silence') response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ASKED = { reference: 'r-1', registration: '251000000005', year: 2025, cpf: '11122233396' };
const SCORES = { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 };
const says = (given: Answer, patienceMs?: number) => {
  answer = given;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scores`;
  return createExamScores({ examScore: { url, key: 'chave' } }, patienceMs).lookUp(ASKED);
};
const text = (body: object, status = 200): Answer => ({ status, body: JSON.stringify(body) });

it('sends its own reference, and the numbers in the body only', async () => {
  expect(await says(text({ status: 'pending' }, 202))).toEqual({ state: 'pending' });
  const { reference: _, ...body } = ASKED;
  expect(received).toEqual({
    url: '/scores/lookups/r-1',
    authorization: 'Bearer chave',
    body: JSON.stringify(body),
  });
});

it('reads found and missing results', async () => {
  expect(await says(text({ status: 'not-found' }))).toEqual({ state: 'not-found' });
  expect(await says(text({ status: 'found', trainee: true, scores: SCORES }))).toEqual({
    state: 'found',
    trainee: true,
    scores: SCORES,
  });
});

it('distinguishes a refusal from an invalid answer', async () => {
  await expect(says(text({}, 503))).rejects.toBeInstanceOf(ProviderUnavailable);
  await expect(says({ status: 200, body: '<html>' })).rejects.toBeInstanceOf(ProviderUnknown);
  const impossible = { status: 'found', trainee: false, scores: { ...SCORES, essay: 1001 } };
  await expect(says(text(impossible))).rejects.toBeInstanceOf(ProviderUnknown);
  await expect(says('silence', 50)).rejects.toBeInstanceOf(ProviderUnknown);
  const nowhere = createExamScores({ examScore: { url: undefined, key: '' } });
  await expect(nowhere.lookUp(ASKED)).rejects.toBeInstanceOf(ProviderUnavailable);
});
