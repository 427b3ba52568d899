import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { type RawAnswer, rawRequest } from '../../testing/raw.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const ask = (target: string, given?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(harness.url, target, given);
const operations = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };

/** Security headers of a response; every one has them unless it is a page or a file. */
const isGuarded = ({ headers }: RawAnswer) => ({
  store: headers.get('cache-control'),
  policy: headers.get('content-security-policy'),
  sniff: headers.get('x-content-type-options'),
  referrer: headers.get('referrer-policy'),
  time: !Number.isNaN(Date.parse(headers.get('x-server-time') ?? '')),
});
const GUARDED = {
  store: 'no-store',
  policy: "default-src 'none'; frame-ancestors 'none'; sandbox",
  sniff: 'nosniff',
  referrer: 'no-referrer',
  time: true,
};
const codeOf = ({ body }: RawAnswer) => /"code":"(\w+)"/.exec(body)?.[1];

const INSTITUTIONS = '/orbita/api/candidate/institutions';
/** Wrong spellings of an existing URL; each reached its route, or might reach one behind a proxy. */
const SPELLINGS: readonly [string, number, string][] = [
  ['/orbita/%61pi/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita/%61%70%69/candidate/institutions', 400, 'MALFORMED'],
  ['/%6frbita/api/candidate/institutions', 400, 'MALFORMED'],
  ['http://other.test/orbita/api/candidate/institutions', 400, 'MALFORMED'],
  ['http://cua.alfa.orbita.test/orbita/api/candidate/institutions', 400, 'MALFORMED'],
  ['//orbita/api/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita//api/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita/api/candidate/institutions;a=1', 400, 'MALFORMED'],
  ['/orbita/./api/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita/candidate/../api/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita/candidate/%2e%2e/api/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita%2fapi/candidate/institutions', 400, 'MALFORMED'],
  ['/orbita/api/candidate/%zz', 400, 'MALFORMED'],
  ['/orbita/api/candidate/%ff', 400, 'MALFORMED'],
  ['/orbita/api/candidate/institutions?a=%00', 400, 'MALFORMED'],
  ['/ORBITA/api/candidate/institutions', 404, 'NOT_FOUND'],
  ['/orbita/API/candidate/institutions', 404, 'NOT_FOUND'],
  ['/orbita/api/candidate/institutions/', 404, 'NOT_FOUND'],
];

describe('the spelling of an address', () => {
  it('S10 S12 cannot change the guard of an answer: a non-canonical spelling is refused', async () => {
    const right = await ask(INSTITUTIONS);
    expect([right.status, isGuarded(right)]).toEqual([200, GUARDED]);
    for (const [target, status, code] of SPELLINGS) {
      const answer = await ask(target);
      expect([target, answer.status, codeOf(answer)]).toEqual([target, status, code]);
      expect([target, isGuarded(answer)]).toEqual([target, GUARDED]);
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  it('accepts as many cookies as the other sites of an institution may set', async () => {
    const cookies = (count: number) =>
      Array.from({ length: count }, (_, at) => `visit${at}=${'x'.repeat(3_800)}`).join('; ');
    for (const target of ['/orbita/candidate/', INSTITUTIONS])
      for (const [count, status] of [
        [12, 200],
        [20, 400],
      ] as const) {
        const answer = await ask(target, { headers: { cookie: cookies(count) } });
        expect([target, count, answer.status]).toEqual([target, count, status]);
      }
  });

  it('T9 never lets an unregistered host reach a call', async () => {
    for (const target of [
      INSTITUTIONS,
      '/orbita/%61pi/candidate/institutions',
      '/orbita/api/docs',
      '/none',
    ]) {
      const answer = await ask(target, { host: 'nowhere.test' });
      expect([target, answer.status, codeOf(answer)]).toEqual([target, 404, 'HOST_UNKNOWN']);
      expect(isGuarded(answer)).toEqual(GUARDED);
    }
    const named = await ask(`http://cua.alfa.orbita.test${INSTITUTIONS}`, { host: 'nowhere.test' });
    expect([named.status, codeOf(named)]).toEqual([404, 'HOST_UNKNOWN']);
  });

  it('T9 with an invalid port in the host, belongs to an unknown host', async () => {
    const credentials = '/orbita/api/platform/settings/tenants/alfa/social/google/credentials';
    expect((await ask(credentials)).status).toBe(200);
    expect((await ask(credentials, { host: 'cua.alfa.orbita.test:8080' })).status).toBe(200);
    for (const host of [
      'cua.alfa.orbita.test:99999',
      'cua.alfa.orbita.test:80:80',
      'cua.alfa.orbita.test:',
      'a@cua.alfa.orbita.test',
      '[::1]:80',
      '',
    ]) {
      const answer = await ask(credentials, { host });
      expect([host, answer.status, codeOf(answer)]).toEqual([host, 404, 'HOST_UNKNOWN']);
      const forwarded = await ask(credentials, { headers: { 'x-forwarded-host': host || ' ' } });
      if (host) expect([host, forwarded.status]).toEqual([host, 404]);
    }
  });

  it('S10 serves no page, file, short address, metrics or description under another spelling', async () => {
    for (const target of [
      '/orbita/%63andidate/portal',
      '/orbita/candidate/%70ortal',
      '/orbita/candidate//portal',
      '/orbita/candidate/a%2fb',
      '/assets/%61lfa/s.svg',
      '/assets/alfa/..%2f..%2fpackage.json',
      '/%6b/abc',
      '/%6detrics',
      '/orbita/api/d%6fcs',
      '/s%61ndbox',
      'http://other.test/orbita/candidate/portal',
      'http://other.test/metrics',
    ]) {
      const answer = await ask(target);
      expect([target, answer.status, codeOf(answer)]).toEqual([target, 400, 'MALFORMED']);
      expect([target, isGuarded(answer)]).toEqual([target, GUARDED]);
    }
  });

  it('T9 opens no socket under another spelling', async () => {
    const upgrade = {
      headers: {
        connection: 'Upgrade, close',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    };
    for (const target of [
      '/orbita/%61pi/candidate/events/business?ticket=x',
      'http://other.test/orbita/api/candidate/events/business?ticket=x',
    ])
      expect([target, (await ask(target, upgrade)).status]).toEqual([target, 400]);
    const elsewhere = await ask('/orbita/api/candidate/events/business?ticket=x', {
      ...upgrade,
      host: 'nowhere.test',
    });
    expect(elsewhere.status).toBe(404);
  });

  it('may differ in the case of an escape, and path values may contain a slash', async () => {
    for (const target of [
      '/orbita/api/candidate/addresses/zip-codes/a%2Fb',
      '/orbita/api/candidate/addresses/zip-codes/%c3%a9',
      '/orbita/api/candidate/addresses/zip-codes/%C3%A9',
    ])
      expect([target, codeOf(await ask(target))]).toEqual([
        target,
        codeOf(await ask('/orbita/api/candidate/addresses/zip-codes/x')),
      ]);
  });

  it('an id has only one spelling: its digits', async () => {
    for (const id of ['0x10', '1e3', '%2B5', '05', '5.0', '%205', '-5']) {
      const answer = await ask(`/orbita/api/operations/subscriptions/${id}`, { headers: operations });
      expect([id, answer.status, codeOf(answer)]).toEqual([id, 404, 'NOT_FOUND']);
    }
  });

  it('S34: is audited in the spelling of the route, without parts that name no record', async () => {
    const operator = { ...operations, 'x-operator': 'canonical' };
    for (const target of [
      '/orbita/%61pi/operations/subscriptions/999',
      'http://other.test/orbita/api/operations/subscriptions/999',
      '/orbita/api/operations/subscriptions/999?page=%31',
      '/orbita/api/operations/tenants/a%2fb:c',
      '/orbita/api/operations/tenants/Fulana%20de%20Tal',
    ])
      await ask(target, { headers: operator });
    const { body } = await harness.operations.call('GET /operations/audit', {
      query: { operator: 'canonical' },
    });
    expect(body.data.map(({ subject }) => subject).sort()).toEqual([
      '/orbita/api/operations/subscriptions/999',
      // S34: a URL that names no record is not stored as typed, because the audit is permanent.
      '/orbita/api/operations/tenants/{alias}',
      '/orbita/api/operations/tenants/{alias}',
    ]);
  });

  it("is audited with the operator's name in either encoding, up to 120 bytes", async () => {
    const target = '/orbita/api/operations/subscriptions/31337';
    for (const bytes of [
      Buffer.from('José'),
      Buffer.from('Zoé', 'latin1'),
      Buffer.from(`${'x'.repeat(119)}🎓`),
      Buffer.from('y'.repeat(121)),
    ])
      await fetch(`${harness.url}${target}`, {
        headers: { ...operations, 'x-operator': bytes.toString('latin1') },
      });
    await ask(target, { headers: operations });
    const { body } = await harness.operations.call('GET /operations/audit', { query: { subject: target } });
    expect(body.data.map(({ operator }) => operator)).toEqual([
      null,
      'y'.repeat(120),
      `${'x'.repeat(119)}\uFFFD`,
      'Zoé',
      'José',
    ]);
  });
});

describe('a body', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const send = (body: string) =>
    ask('/orbita/api/operations/tenants', {
      method: 'POST',
      body,
      headers: { ...operations, 'idempotency-key': 'bounded-1' },
    });

  it('is refused when it is deeper or longer than any call needs', async () => {
    for (const body of [nested(100), nested(100_000), `{"a":[${'1,'.repeat(60_000)}1]}`]) {
      const answer = await send(body);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'MALFORMED']);
    }
    expect(codeOf(await send(nested(10)))).toBe('VALIDATION');
  });
});

describe('an answer', () => {
  it('carries the request id it was sent if that is valid, otherwise a new one', async () => {
    const idOf = async (given: string) =>
      (await ask(INSTITUTIONS, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    for (const id of ['a.b-c_D9', 'x'.repeat(64)]) expect(await idOf(id)).toBe(id);
    for (const id of ['x'.repeat(7), 'x'.repeat(65), 'with space', 'é'.repeat(8), ''])
      expect(await idOf(id)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('sets HSTS for requests over https', async () => {
    const policy = async (headers = {}) =>
      (await ask(INSTITUTIONS, { headers })).headers.get('strict-transport-security');
    expect(await policy()).toBeUndefined();
    expect(await policy({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000; includeSubDomains');
  });

  it('includes the server time, also in a refusal', async () => {
    for (const target of [INSTITUTIONS, '/none', '/orbita/api/candidate/%zz']) {
      const { headers } = await ask(target);
      expect(headers.get('x-server-time')).toBe(harness.clock.now().toISOString());
    }
  });

  it('is counted by call and status in the metrics, under the name of the call', async () => {
    await ask('/orbita/api/operations/subscriptions/424242', { headers: operations });
    const { headers, body } = await ask('/metrics', { host: 'nowhere.test' });
    expect(headers.get('content-type')).toContain('text/plain');
    expect(body).toMatch(
      /^orbita_http_seconds_count\{call="GET \/operations\/subscriptions\/\{id\}",status="404"\} \d+$/m,
    );
    expect(body).not.toContain('subscriptions/424242');
    expect(body).toContain('process_cpu_seconds_total');
  });
});

describe('a write sent by a page', () => {
  const SIGN_OUT = '/orbita/api/platform/auth/signout';
  const send = async (origin: string | undefined, target = SIGN_OUT, method = 'POST') => {
    const answer = await ask(target, { method, headers: origin === undefined ? {} : { origin } });
    return [answer.status, codeOf(answer)];
  };

  it('S11 must come from the host itself or from no page', async () => {
    for (const origin of [
      'https://outro.test',
      'http://cua.alfa.orbita.test:81',
      'http://beta.orbita.test',
      'cua.alfa.orbita.test',
      'nada',
    ])
      expect([origin, ...(await send(origin))]).toEqual([origin, 403, 'FORBIDDEN']);
    for (const origin of [undefined, 'null', 'http://cua.alfa.orbita.test', 'https://cua.alfa.orbita.test'])
      expect([origin, ...(await send(origin))]).toEqual([origin, 401, 'UNAUTHENTICATED']);
    // Reads are answered for any origin, whose browser does not let the page see the response.
    expect((await send('https://outro.test', INSTITUTIONS, 'GET'))[0]).toBe(200);
  });
});

describe('a request the server itself refuses', () => {
  const post = (more: { body: string; headers?: Record<string, string>; target?: string }) =>
    ask(more.target ?? '/orbita/api/candidate/telemetry/client-errors', {
      method: 'POST',
      body: more.body,
      headers: more.headers ?? {},
    });
  const verdict = (answer: RawAnswer) => [answer.status, codeOf(answer)];

  it('is refused without an echo for TRACE and for methods that no call has', async () => {
    for (const method of ['TRACE', 'TRACK', 'PROPFIND']) {
      const answer = await ask('/orbita/api/candidate/health', {
        method,
        headers: { 'x-mark': 'echo-me' },
      }).catch(() => undefined);
      // Node closes the connection for a method it does not know.
      if (answer)
        expect([method, answer.status >= 400, answer.body.includes('echo-me')]).toEqual([
          method,
          true,
          false,
        ]);
    }
  });

  it("is answered with the product's error codes", async () => {
    const long = JSON.stringify({ message: 'x'.repeat(256 * 1024) });
    expect(verdict(await post({ body: long }))).toEqual([413, 'FILE_TOO_BIG']);
    for (const [body, type] of [
      ['a=b', 'application/x-www-form-urlencoded'],
      ['<a/>', 'text/xml'],
      ['{', 'application/json'],
      ['{"__proto__":{"a":1}}', 'application/json'],
      ['{"constructor":{"prototype":{"a":1}}}', 'application/json'],
    ] as const) {
      const answer = await post({ body, headers: { 'content-type': type } });
      expect([body, ...verdict(answer)]).toEqual([body, 400, 'MALFORMED']);
      expect(isGuarded(answer)).toEqual(GUARDED);
    }
  });

  it('asks for its key before authentication', async () => {
    const target = '/orbita/api/candidate/subscriptions/1/payments';
    expect(verdict(await post({ body: '{}', target }))).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    expect(verdict(await post({ body: '{}', target, headers: { 'idempotency-key': 'k' } }))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
  });

  it('of operations is read to the end only for a known caller', async () => {
    const target = '/orbita/api/operations/catalogue/plan';
    const body = JSON.stringify({ yaml: 'x'.repeat(300_000) });
    expect(verdict(await post({ body, target }))).toEqual([401, 'SERVICE_TOKEN_INVALID']);
    for (const authorization of ['Bearer ', 'Bearer outro', OPERATIONS_TOKEN.slice(1)])
      expect(verdict(await post({ body: '{}', target, headers: { authorization } }))).toEqual([
        401,
        'SERVICE_TOKEN_INVALID',
      ]);
    for (const authorization of [`bearer ${OPERATIONS_TOKEN}`, OPERATIONS_TOKEN]) {
      const answer = await post({ body, target, headers: { ...operations, authorization } });
      expect(answer.status).toBe(200);
    }
  });
});

describe('numbers of an address', () => {
  it('are invalid fields when they are malformed or exceed the range of the database', async () => {
    for (const page of ['2147483648', '9999999999999999', '99999999999999999999', '1e3', '01', '0'])
      for (const list of ['audit', 'subscriptions', 'tokens', 'webhook-deliveries']) {
        const answer = await ask(`/orbita/api/operations/${list}?page=${page}`, { headers: operations });
        expect([list, page, answer.status, codeOf(answer)]).toEqual([list, page, 422, 'VALIDATION']);
      }
    const module = await ask('/orbita/api/candidate/courses/1/intakes/1?module=2147483648');
    expect([module.status, codeOf(module)]).toEqual([422, 'VALIDATION']);
    const id = await ask('/orbita/api/operations/subscriptions/9223372036854775808', { headers: operations });
    expect([id.status, codeOf(id)]).toEqual([404, 'NOT_FOUND']);
  });
});
