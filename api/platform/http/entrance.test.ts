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

/** What every answer that is no page and no file carries. */
const isGuarded = ({ headers }: RawAnswer) => ({
  store: headers.get('cache-control'),
  policy: headers.get('content-security-policy'),
  sniff: headers.get('x-content-type-options'),
  referrer: headers.get('referrer-policy'),
});
const GUARDED = {
  store: 'no-store',
  policy: "default-src 'none'; frame-ancestors 'none'; sandbox",
  sniff: 'nosniff',
  referrer: 'no-referrer',
};
const codeOf = ({ body }: RawAnswer) => /"code":"(\w+)"/.exec(body)?.[1];

const INSTITUTIONS = '/orbita/api/candidate/institutions';
/** Spellings of an address that is there; each reached its route, or might reach one behind a proxy. */
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
  it('S10 S12 changes nothing of what guards an answer: what is not canonical is refused', async () => {
    const right = await ask(INSTITUTIONS);
    expect([right.status, isGuarded(right)]).toEqual([200, GUARDED]);
    for (const [target, status, code] of SPELLINGS) {
      const answer = await ask(target);
      expect([target, answer.status, codeOf(answer)]).toEqual([target, status, code]);
      expect([target, isGuarded(answer)]).toEqual([target, GUARDED]);
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  it('T9 leads no host nobody registered to a call', async () => {
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

  it('T9 no host is a host whose port cannot be one', async () => {
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

  it('S10 opens no page, file, short address, measure or description under another one', async () => {
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

  it('T9 opens no socket under another one', async () => {
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

  it('may differ in the case of an escape, and values may hold a slash', async () => {
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

  it('an id has one: digits', async () => {
    for (const id of ['0x10', '1e3', '%2B5', '05', '5.0', '%205', '-5']) {
      const answer = await ask(`/orbita/api/operations/subscriptions/${id}`, { headers: operations });
      expect([id, answer.status, codeOf(answer)]).toEqual([id, 404, 'NOT_FOUND']);
    }
  });

  it('is kept by the audit as the route has it', async () => {
    const operator = { ...operations, 'x-operator': 'canonical' };
    for (const target of [
      '/orbita/%61pi/operations/subscriptions/999',
      'http://other.test/orbita/api/operations/subscriptions/999',
      '/orbita/api/operations/subscriptions/999?page=%31',
      '/orbita/api/operations/tenants/a%2fb:c',
    ])
      await ask(target, { headers: operator });
    const { body } = await harness.operations.call('GET /operations/audit', {
      query: { operator: 'canonical' },
    });
    expect(body.data.map(({ subject }) => subject).sort()).toEqual([
      '/orbita/api/operations/subscriptions/999',
      '/orbita/api/operations/tenants/a%2Fb%3Ac',
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

  it('is no deeper and no longer than any call needs', async () => {
    for (const body of [nested(100), nested(100_000), `{"a":[${'1,'.repeat(60_000)}1]}`]) {
      const answer = await send(body);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'MALFORMED']);
    }
    expect(codeOf(await send(nested(10)))).toBe('VALIDATION');
  });
});

describe('numbers of an address', () => {
  it('beyond what the database counts with are refused fields', async () => {
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
