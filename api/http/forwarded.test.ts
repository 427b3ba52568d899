import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { answerOf, openRaw, rawRequest } from '../../testing/raw.ts';

const ALFA = 'cua.alfa.orbita.test';
const BETA = 'beta.orbita.test';
const INSTITUTIONS = '/orbita/api/candidate/institutions';
let harness: Harness;
beforeAll(async () => {
  // A proxy that sends the common headers without configuration: the client acts as one, as in all tests.
  harness = await startHarness({
    environment: { ORBITA_PROXY_HEADERS: 'address=x-forwarded-for,scheme=x-forwarded-proto' },
  });
});
afterAll(() => harness?.stop());

const ask = (target: string, given?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(harness.url, target, given);
/** Every header that some proxy or framework uses for the host. */
const OTHERS = Object.fromEntries(
  ['x-forwarded-host', 'x-original-host', 'x-host', 'x-forwarded-server', 'x-http-host-override'].map(
    (name) => [name, BETA],
  ),
);
const FORWARDED = { ...OTHERS, forwarded: `host=${BETA};proto=https;for=192.0.2.1` };

describe('S44 a host named in a header', () => {
  it('gets no call and no page', async () => {
    const codes = (body: string) => [...body.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code);
    expect(codes((await ask(INSTITUTIONS, { headers: FORWARDED })).body)).toEqual(['CUA01', 'EPA01']);
    expect(codes((await ask(INSTITUTIONS, { host: BETA })).body)).toEqual(['FBX01']);
    for (const target of ['/orbita/candidate/', '/orbita/equipe/tema.css', '/assets/alfa/s.svg']) {
      const [own, told] = [await ask(target), await ask(target, { headers: FORWARDED })];
      expect([target, told.status, told.headers.get('content-length')]).toEqual([
        target,
        own.status,
        own.headers.get('content-length'),
      ]);
    }
    const nowhere = await ask(INSTITUTIONS, { host: 'nowhere.test', headers: { 'x-forwarded-host': ALFA } });
    expect([nowhere.status, nowhere.body]).toEqual([404, expect.stringContaining('HOST_UNKNOWN')]);
  });

  it('appears in no address in an answer', async () => {
    const target = '/orbita/api/platform/settings/tenants/alfa/social/google/credentials';
    const { body } = await ask(target, { headers: FORWARDED });
    expect(body).toContain(`http://${ALFA}/orbita/candidate/auth/google`);
    expect(body).not.toContain(BETA);
  });

  it('cannot make a page of another site count as ours', async () => {
    const target = '/orbita/api/platform/auth/signin/tenants/alfa';
    const headers = { ...FORWARDED, origin: `http://${BETA}` };
    const answer = await ask(target, { method: 'POST', headers, body: '{}' });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('FORBIDDEN')]);
    // The same host in another spelling is not a different one.
    const own = await ask(target, {
      method: 'POST',
      host: `${ALFA.toUpperCase()}:443`,
      headers: { origin: `https://${ALFA}`, 'x-forwarded-proto': 'https' },
      body: '{}',
    });
    expect(own.body).toContain('FILL_ALL_FIELDS');
  });

  it('opens no socket', async () => {
    const { url } = harness;
    for (const [host, headers, closed] of [
      ['nowhere.test', { 'x-forwarded-host': ALFA }, true],
      [ALFA, { origin: `http://${BETA}`, 'x-forwarded-host': BETA }, true],
    ] as const) {
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/orbita/api/candidate/events/financial?ticket=x`,
        {
          headers: { ...headers, host },
        },
      );
      const over = await new Promise((resolve) => {
        socket.on('error', () => resolve(true));
        socket.on('close', () => resolve(true));
      });
      expect([host, over]).toEqual([host, closed]);
    }
  });
});

describe('a host in another spelling', () => {
  const SPELLINGS = [`${ALFA}.`, `${ALFA}.:80`, ALFA.toUpperCase(), `${ALFA}:80`, `Cua.Alfa.Orbita.Test.:80`];
  it.each(SPELLINGS)('is the same one for a call: %s', async (host) => {
    expect((await ask(INSTITUTIONS, { host })).body).toContain('CUA01');
    const target = '/orbita/api/platform/auth/signin/tenants/alfa';
    const post = (origin: string) => ask(target, { method: 'POST', host, headers: { origin }, body: '{}' });
    for (const origin of [`http://${ALFA}`, `http://${ALFA}.`])
      expect((await post(origin)).body).toContain('FILL_ALL_FIELDS');
    for (const origin of [
      `http://${BETA}.`,
      `http://${ALFA}..`,
      `http://${ALFA}.${BETA}`,
      `http://${ALFA}.:81`,
      'x.',
    ])
      expect((await post(origin)).status).toBe(403);
  });

  it('with a final dot leads pages to the name that their cookies and passkeys belong to', async () => {
    for (const [host, target] of [
      [`${ALFA}.`, '/orbita/candidate/?a=1'],
      [`${ALFA.toUpperCase()}.:80`, '/orbita/candidate/reset-password/x'],
      [`${ALFA}.`, '/orbita/equipe/entrar'],
    ] as const) {
      const answer = await ask(target, { host });
      expect([answer.status, answer.headers.get('location')]).toEqual([308, `http://${ALFA}${target}`]);
      expect(answer.headers.get('set-cookie')).toBeUndefined();
    }
    const port = await ask('/orbita/candidate/', { host: `${ALFA}.:8080` });
    expect(port.headers.get('location')).toBe(`http://${ALFA}:8080/orbita/candidate/`);
    expect((await ask('/orbita/candidate/', { host: ALFA.toUpperCase() })).status).toBe(200);
    const unknown = await ask('/orbita/candidate/', { host: 'nowhere.test.' });
    expect([unknown.status, unknown.headers.get('location')]).toEqual([404, undefined]);
  });

  it.each([ALFA, `${ALFA}.`])('opens a socket for its own page, stated as %s', async (own) => {
    const opened = (host: string, origin: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(
          `${harness.url.replace('http', 'ws')}/orbita/api/candidate/events/financial?ticket=x`,
          { headers: { origin, host } },
        );
        socket.on('error', () => resolve(0));
        socket.on('close', resolve);
      });
    // The ticket is refused, not the origin.
    expect(await opened(`${ALFA}.`, `http://${own}`)).toBe(4401);
    expect(await opened(`${ALFA}.`, `http://${BETA}.`)).toBe(4403);
  });
});

describe('S44 a request whose host is ambiguous', () => {
  const send = async (...lines: string[]) => {
    const { socket, received } = openRaw(harness.url);
    socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`);
    return answerOf(await received);
  };
  it.each([
    ['two hosts', `GET ${INSTITUTIONS} HTTP/1.1`, `host: ${ALFA}`, `host: ${BETA}`],
    ['one twice', `GET ${INSTITUTIONS} HTTP/1.1`, `host: ${ALFA}`, `Host: ${ALFA}`],
    ['another one in the target', `GET http://${BETA}${INSTITUTIONS} HTTP/1.1`, `host: ${ALFA}`],
    ['two of a page', 'GET /orbita/candidate/ HTTP/1.1', `host: ${ALFA}`, `host: ${BETA}`],
  ])('is malformed: %s', async (_what, ...lines) => {
    const answer = await send(...lines);
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('MALFORMED')]);
  });
  it.each([
    ['two final dots', `host: ${ALFA}..`],
    ['a dot alone', 'host: .'],
    ['a list', `host: ${ALFA}, ${BETA}`],
    ['an empty one', 'host:'],
    ['a space before the colon of a port', `host: ${ALFA} :80`],
    ['somebody before it', `host: x@${ALFA}`],
  ])('has no tenant: %s', async (_what, line) => {
    const answer = await send(`GET ${INSTITUTIONS} HTTP/1.1`, line);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('CUA01');
  });
  it('in different letter case is the same host', async () => {
    expect((await ask(INSTITUTIONS, { host: ALFA.toUpperCase() })).body).toContain('CUA01');
  });
});

it('S44 an address that visitors write themselves is ignored', async () => {
  const wrong = (forwardedFor: string) =>
    ask('/orbita/api/platform/auth/signin/tenants/alfa', {
      method: 'POST',
      headers: { 'x-forwarded-for': forwardedFor },
      body: JSON.stringify({
        documentType: 'cpf',
        document: '12345678909',
        password: 'x',
        captchaToken: 'token',
      }),
    });
  const codes = [];
  for (let n = 0; n < 21; n++) codes.push((await wrong(`10.9.9.${n}, 198.51.100.66`)).status);
  expect(codes.slice(0, 20)).not.toContain(429);
  expect(codes[20]).toBe(429);
  expect((await wrong('198.51.100.67')).status).not.toBe(429);
});
