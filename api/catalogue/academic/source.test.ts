import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { AcademicNonsense, readAnswer, readText } from './answer.ts';
import { createAcademicCatalogue } from './source.ts';

const KEY = 'chave-do-catalogo';

/** Reads tenant alfa from a server with this handler. */
async function readFrom(answer: RequestListener, patienceMs = 2_000): Promise<unknown> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const academicCatalogues = { alfa: { url: `http://127.0.0.1:${port}/base/`, key: KEY } };
  try {
    return await createAcademicCatalogue({ academicCatalogues }, patienceMs)
      .read('alfa')
      .catch((error: unknown) => error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it("calls the tenant's own address, with the key", async () => {
  const answer = await readFrom((request, response) =>
    response.end(JSON.stringify([request.method, request.url, request.headers.authorization])),
  );
  expect(JSON.parse(String(answer))).toEqual(['GET', '/base/tenants/alfa/catalogue', `Bearer ${KEY}`]);
});

it('calls a shared address for tenants without their own', async () => {
  const academicCatalogues = { '*': { url: 'http://127.0.0.1:9', key: '' } };
  const port = createAcademicCatalogue({ academicCatalogues });
  expect(['alfa', 'constructor'].map((alias) => port.isConfigured(alias))).toEqual([true, true]);
  expect(createAcademicCatalogue({ academicCatalogues: {} }).isConfigured('constructor')).toBe(false);
  await expect(port.read('alfa')).rejects.toThrow('was not reached');
});

it.each<[string, RequestListener, unknown]>([
  ['an unknown tenant', (_, response) => response.writeHead(404).end('{}'), undefined],
  ['a failure', (_, response) => response.writeHead(503).end(), new ProviderUnavailable('answered 503')],
  [
    'another place',
    (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    new ProviderUnknown('was not reached'),
  ],
  [
    'an answer that never ends',
    (_, response) => response.write('['),
    new ProviderUnknown('did not answer in time'),
  ],
])('%s', async (_, answer, expected) => {
  expect(await readFrom(answer, 300)).toEqual(expected);
});

it('reads at most 10 MiB', async () => {
  const answer = await readFrom((_, response) => {
    const part = Buffer.alloc(1024 * 1024, ' ');
    const more = () => void (response.writable && response.write(part, more));
    more();
  }, 10_000);
  expect(answer).toEqual(new ProviderUnavailable('answered more than 10485760 bytes'));
});

it.each<[string, unknown, string]>([
  ['no object', [], 'expected object'],
  ['another version', { version: 2, intakes: [], disciplines: [], electives: [], classes: [] }, 'version: '],
  ['a section that is missing', { version: 1, intakes: [], disciplines: [], classes: [] }, 'electives: '],
  [
    'a field that nobody knows',
    { version: 1, intakes: [], disciplines: [], electives: [], classes: [], courses: [] },
    'courses',
  ],
  [
    'an entry twice',
    {
      version: 1,
      intakes: [1, 2].map(() => ({ code: 'K', institution: 'I', start: '2026-01-01', end: '2026-02-01' })),
      ...{ disciplines: [], electives: [], classes: [] },
    },
    'intakes: I/K is there twice',
  ],
])('refuses an answer with %s', (_, body, message) => {
  expect(() => readAnswer(body)).toThrow(AcademicNonsense);
  expect(() => readAnswer(body)).toThrow(message);
});

it.each([
  ['a page instead of JSON', '<html>', 'answered something that is not JSON'],
  ['lists in lists', '['.repeat(1_000_000), 'answered too much, or too deep'],
  ['millions of values', `[${'1,'.repeat(3_000_000)}1]`, 'answered too much, or too deep'],
  ['an object that is none', '[]', ': Invalid input: expected object, received array'],
])('S46 refuses the text of an answer with %s', (_, text, failure) => {
  expect(readText(text)).toEqual({ failure });
});
