import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';

const ALFA = 'cua.alfa.orbita.test';
const BETA = 'beta.orbita.test';
/** Maximum pages for one address at one tenant within ten seconds. */
const MOST = 120;
/** Calls a minute for one address at this product; a visitor of the floods makes a few hundred. */
const CALLS = 600;
let harness: Harness;
let agent: http.Agent;
let addresses = 0;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: CALLS });
  agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
});
afterAll(async () => {
  agent.destroy();
  await harness?.stop();
});

type Answer = { status: number; ms: number; text: string; headers: http.IncomingHttpHeaders };
const open = (
  path: string,
  ip: string,
  host = ALFA,
  accept = 'text/html,*/*;q=0.8',
  through = agent,
): Promise<Answer> =>
  new Promise((done, failed) => {
    const begun = performance.now();
    const headers = {
      host,
      'x-forwarded-host': host,
      'x-forwarded-for': ip,
      accept,
      'accept-encoding': 'gzip, br',
    };
    http
      .get(
        { port: new URL(harness.url).port, host: '127.0.0.1', path, agent: through, headers },
        (response) => {
          const parts: Buffer[] = [];
          // Only refusals are read, which are not compressed.
          const read = response.headers['content-encoding'] === undefined;
          response.on('data', (part: Buffer) => read && parts.push(part));
          response.on('end', () =>
            done({
              status: response.statusCode ?? 0,
              ms: performance.now() - begun,
              text: Buffer.concat(parts).toString(),
              headers: response.headers,
            }),
          );
        },
      )
      .on('error', failed);
  });
const address = () => `198.18.${addresses >> 8}.${addresses++ & 255}`;
const many = (times: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, n) => ask(n)));
const count = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length;

describe('S48 pages opened from one address', () => {
  it.each([
    ['the portal', (n: number) => `/orbita/candidate/?a=${n}`],
    [
      'pages of all kinds',
      (n: number) =>
        [
          '/',
          '/orbita/candidate/portal',
          '/orbita/candidate/offline',
          '/k/x',
          '/orbita/equipe/',
          '/orbita/equipe/tema.css',
          '/assets/alfa/s.svg',
          '/orbita/candidate/verificar/x',
        ][n % 8] ?? '',
    ],
  ])('are limited to a hundred and twenty in ten seconds: %s', async (_what, path) => {
    const ip = address();
    const flood = await many(MOST + 30, (n) => open(path(n), ip));
    expect(count(flood, 429)).toBe(30);
    // Another address, and the same one at another tenant, are served.
    expect((await open('/orbita/candidate/', address())).status).not.toBe(429);
    expect((await open('/orbita/candidate/', ip, BETA)).status).not.toBe(429);
    // Its API calls are counted separately.
    expect((await open('/orbita/api/candidate/institutions', ip)).status).toBe(200);
  });

  it('are counted over all tenants, and also at unregistered hosts', async () => {
    const ip = address();
    const hosts = [ALFA, BETA, 'alfa.orbita.test', 'nada.test', 'nada2.test'];
    const flood = await many(MOST * 5, (n) => open('/orbita/candidate/', ip, hosts[n % 5]));
    expect(count(flood, 429)).toBeGreaterThanOrEqual(MOST * 2);
    const unknown = address();
    const nowhere = await many(MOST + 10, (n) => open('/', unknown, `nada${n}.test`));
    expect([count(nowhere, 404), count(nowhere, 429)]).toEqual([MOST, 10]);
  });

  it('of one /64 count together', async () => {
    const line = await many(MOST + 10, (n) =>
      open('/orbita/candidate/', `2804:14c:77:1::${(n + 1).toString(16)}`),
    );
    expect(count(line, 429)).toBe(10);
    expect((await open('/orbita/candidate/', '2804:14c:77:2::1')).status).not.toBe(429);
  });

  it('are enough for a whole lecture hall', async () => {
    const ip = address();
    const files = await many(MOST * 10, () => open('/orbita/candidate/assets/app.js', ip, ALFA, '*/*'));
    expect(count(files, 429)).toBe(0);
    expect((await open('/orbita/candidate/', ip)).status).not.toBe(429);
  });
});

describe('S48 a visitor who opened too many', () => {
  it('sees a page in their language that says how to continue; a script gets the envelope', async () => {
    const ip = address();
    await many(MOST, () => open('/orbita/candidate/', ip));
    for (const path of ['/orbita/candidate/', '/orbita/equipe/', '/k/x', '/assets/alfa/s.svg']) {
      const { status, text, headers } = await open(path, ip);
      expect([path, status, headers['content-type']]).toEqual([path, 429, 'text/html; charset=utf-8']);
      expect(text).toMatch(
        /<html lang="pt-BR">.*<h1>Muitas visitas ao mesmo tempo<\/h1>.*<a href="">Abrir de novo<\/a>/,
      );
      expect(text).toMatch(/Espere \d+ segundos? e abra de novo/);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]{22}';/);
    }
    const script = await open('/orbita/candidate/', ip, ALFA, '*/*');
    expect([script.status, JSON.parse(script.text).code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('sees the same when opening a call as a page', async () => {
    const ip = address();
    const all = await many(CALLS + 10, () => open('/orbita/api/candidate/institutions', ip));
    const last = all.find(({ status }) => status === 429);
    expect(last?.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

// Other work on the machine may delay this process once; a delay caused by our code repeats every time.
it('S48 a flood of pages at one tenant delays nobody at another', { retry: 2 }, async () => {
  const [ip, other] = [address(), address()];
  const own = new http.Agent({ keepAlive: true });
  const of = (path: string) => open(path, other, BETA, undefined, own);
  await of('/orbita/candidate/');
  const begun = performance.now();
  let lasted = 0;
  const flood = many(700, (n) => open(`/orbita/candidate/?a=${n}`, ip)).finally(() => {
    lasted = performance.now() - begun;
  });
  const waits: number[] = [];
  while (lasted === 0) {
    const [call, page] = [await of('/orbita/api/candidate/institutions'), await of('/orbita/candidate/')];
    expect([call.status, page.status]).not.toContain(429);
    waits.push(call.ms, page.ms);
  }
  expect(count(await flood, 429)).toBe(580);
  own.destroy();
  // Times measured on a busy machine are only compared with each other.
  expect(Math.max(...waits)).toBeLessThan(Math.max(lasted * 0.6, 300));
});
