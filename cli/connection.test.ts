import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { main } from './main.ts';
import { typedAt } from './terminal.ts';

const TOKEN = 'svc_0123456789';
/** What the service at `url` does, and whether anything reached the other one. */
let answer: RequestListener = () => undefined;
let [url, elsewhere] = ['', ''];
let seen: (string | undefined)[] = [];
let reached = 0;
const servers = [
  createServer((request, response) => {
    seen.push(request.headers.authorization);
    answer(request, response);
  }),
  createServer((_request, response) => {
    reached += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  }),
];
beforeAll(async () => {
  [url = '', elsewhere = ''] = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
});
afterEach(() => {
  [seen, reached] = [[], 0];
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function run(line: string[], env: NodeJS.ProcessEnv = {}) {
  let [out, err] = ['', ''];
  const exit = await main(
    line,
    { ORBITA_URL: url, ORBITA_TENANT: 'alfa', ORBITA_OPERATIONS_TOKEN: TOKEN, ...env },
    {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    },
  );
  return { exit, out, err };
}
const READ = ['essay', 'list'];
const WRITE = ['note', 'add', '5001', 'Ligou'];
/** Lines of a stack trace, which mean nothing to people. */
const STACK = /^\s+at /m;

describe('an address that is not that of the service', () => {
  it.each([301, 302, 303, 307, 308])('and sends elsewhere with %i is not followed', async (status) => {
    answer = (request, response) => response.writeHead(status, { location: elsewhere + request.url }).end();
    for (const line of [READ, WRITE]) {
      const { exit, out, err } = await run(line);
      expect([line, exit, out]).toEqual([line, 1, '']);
      expect(err).toBe(`${status} REDIRECTED: ${url} sends elsewhere, to ${elsewhere}: give its address`);
    }
    expect([seen.length, reached]).toEqual([2, 0]);
  });

  it('and answers with a page is reported', async () => {
    answer = (_request, response) => response.end('<html>Entre na rede</html>');
    const { exit, out, err } = await run(READ);
    expect([exit, out, STACK.test(err)]).toEqual([1, '', false]);
    expect(err).toContain('NOT_THE_SERVICE');
  });

  it('and stops in its answer is reported', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data":');
      setImmediate(() => request.socket.destroy());
    };
    const { exit, err } = await run(READ);
    expect([exit, STACK.test(err)]).toEqual([1, false]);
    expect(err).toMatch(/UNREACHABLE: .* (?:stopped in its answer|does not answer)/);
  });

  it('and where nobody listens is reported with the reason', async () => {
    const gone = createServer();
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    const { exit, err } = await run(READ, { ORBITA_URL: `http://127.0.0.1:${port}` });
    expect([exit, err]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });

  it.each(['localhost:8080', 'api.exemplo.test', 'ftp://exemplo.test', '//exemplo.test', 'http://'])(
    'such as %j is misuse',
    async (address) => {
      const { exit, err } = await run(READ, { ORBITA_URL: address });
      expect([exit, err]).toEqual([2, expect.stringContaining('is no address like')]);
    },
  );
});

describe('a token', () => {
  it('from a file with line ends is sent without them', async () => {
    answer = (_request, response) => response.end('{"data":[]}');
    await run(READ, { ORBITA_OPERATIONS_TOKEN: `${TOKEN}\r\n` });
    expect(seen).toEqual([`Bearer ${TOKEN}`]);
  });

  it.each([`${TOKEN}\nsvc_2`, `${TOKEN} x`, `${TOKEN}\u2026`])(
    'that no header can carry is misuse, and is not printed',
    async (token) => {
      const { exit, err } = await run(READ, { ORBITA_OPERATIONS_TOKEN: token });
      expect([exit, err.includes(TOKEN), seen]).toEqual([2, false, []]);
    },
  );
});

it.each(['\u0003', '\u0004'])('a question that is left with %j is answered by nothing', async (key) => {
  const input = new PassThrough();
  const lines = createInterface({ input, output: new PassThrough(), terminal: true });
  const typed = typedAt(lines, 'Sure?');
  input.write(key);
  expect(await typed).toBe('');
  lines.close();
});

it.each(['1.200', '1.200,50', '1,50', '-1', '1e3', 'R$ 1'])(
  'the amount %j, which may mean another one, is misuse',
  async (amount) => {
    const { exit, err } = await run([
      'payment',
      'refund',
      '8001',
      '--amount',
      amount,
      '--reason',
      'x',
      '--yes',
    ]);
    expect([exit, err, seen]).toEqual([2, expect.stringContaining('is no amount: write 1200.50'), []]);
  },
);
