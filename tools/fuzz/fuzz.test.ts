import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actorsOf } from './actors.ts';
import { AUDIENCES, readDescription } from './description.ts';
import { edited } from './edits.ts';
import { formBodies } from './forms.ts';
import { cameIn, judge } from './judge.ts';
import { type Actor, type Plan, plansOf } from './plans.ts';
import { parseAnswer } from './send.ts';
import { Pairs, Raw, writeJson } from './strange.ts';
import { atConsole } from './team.ts';
import { valuesOf } from './values.ts';
import { wireOf } from './wire.ts';
import type { World } from './world.ts';

const DOCUMENT = {
  components: { schemas: { Error: { type: 'object' }, Name: { type: 'string', maxLength: 5 } } },
  paths: {
    '/candidate/new/{id}': {
      post: {
        security: [{ candidateToken: [], companionCookie: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
          { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 9 } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: { name: { $ref: '#/components/schemas/Name' }, kind: { enum: ['a', 'b'] } },
              },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { type: 'object' } } } },
          409: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        },
      },
    },
  },
};
const nobody: Actor = {
  name: 'nobody',
  audience: 'anyone',
  host: 'x.test',
  known: new Map([['id', [5001]]]),
  exampleOf: () => undefined,
};
const description = readDescription(DOCUMENT);
const [call] = description.calls;
if (!call) throw new Error('No call was read');
const plans = (seed: number, numRuns: number): Plan[] =>
  fc.sample(plansOf(description, call, nobody), { seed, numRuns });
const textOf = (plan: Plan) => Buffer.concat(wireOf(plan, [], 'id-12345', '10.0.0.1').pieces).toString();

describe('an arbitrary call', () => {
  it('is read from the description, with its audience', () => {
    expect(call).toMatchObject({ key: 'POST /candidate/new/{id}', audience: 'candidate' });
    expect([...call.statuses]).toEqual([200, 409]);
    expect([...call.ownBodies]).toEqual([]);
  });

  it('is made with valid and invalid addresses and bodies', () => {
    const made = plans(1, 600);
    const body = (plan: Plan) => plan.body?.bytes.toString() ?? '';
    expect(made.filter(({ target }) => /\/candidate\/new\/5001(\?|$)/.test(target)).length).toBeGreaterThan(
      100,
    );
    expect(made.some(({ target }) => target.includes('page='))).toBe(true);
    expect(made.some(({ straight }) => !straight)).toBe(true);
    expect(new Set(made.map(({ framing }) => framing)).size).toBeGreaterThan(5);
    expect(made.some((plan) => /^\{"name":"[^"]{0,5}"(,"kind":"[ab]")?\}$/.test(body(plan)))).toBe(true);
    expect(made.some((plan) => body(plan).includes('__proto__'))).toBe(true);
    expect(made.some((plan) => body(plan).length > 3_000)).toBe(true);
  });

  it('is made identically with the same seed, and differently with another', () => {
    expect(plans(7, 50).map(textOf)).toEqual(plans(7, 50).map(textOf));
    expect(plans(7, 50).map(textOf)).not.toEqual(plans(8, 50).map(textOf));
  });
});

describe('callers', () => {
  const person = (tenant: 'alfa' | 'beta') => ({
    tenant,
    host: `${tenant}.test`,
    subscriptionId: 1,
    proof: [],
  });
  const callers = actorsOf({
    people: [person('alfa'), person('beta')],
    guardian: [],
    payer: [],
    tokens: { all: 'a', tenant: 'b', institution: 'c' },
    notices: { tenant: 'alfa', secret: 's' },
    catalogue: '',
    team: {
      members: [
        {
          name: 'somebody',
          tenant: 'alfa',
          sessions: [atConsole('alfa', 'first'), atConsole('alfa', 'second')],
          examples: { 'DELETE /operations/staff/me/sessions/{id}': { params: { id: 7 } } },
        },
      ],
      waysIn: {},
      wayBack: [],
    },
  } as unknown as World);

  it('cover the audience of each call of the product', () => {
    const { calls } = readDescription();
    for (const { key, audience } of calls)
      expect(
        callers.some((one) => one.share[audience] > 0 && one.audience === audience),
        key,
      ).toBe(true);
    expect(new Set(calls.map(({ audience }) => audience))).toEqual(new Set(AUDIENCES));
  });

  it('call as the console page does, at its host, the team with a session of its own', () => {
    const of = (audience: string) => callers.find((one) => one.audience === audience);
    for (const audience of ['staff', 'console']) {
      const { host, proof = [] } = of(audience) ?? {};
      expect(host).toBe('equipe.alfa.orbita.test');
      expect(Object.fromEntries(proof)).toMatchObject({ origin: `http://${host}`, 'x-orbita-equipe': '1' });
    }
    expect(Object.fromEntries(of('staff')?.proof ?? []).cookie).toBe('orbita-equipe=first');
    expect(of('staff')?.spares).toHaveLength(1);
    expect(of('staff')?.share.operations).toBeGreaterThan(0);
    expect(of('staff')?.exampleOf('DELETE /operations/staff/me/sessions/{id}')?.params).toEqual({ id: 7 });
  });
});

describe('forms', () => {
  it('are sent as pages and providers do, or nearly', () => {
    const made = fc.sample(formBodies(fc.constant({ token: 'a b&c' })), { seed: 1, numRuns: 200 });
    expect(made.every(({ headers }) => headers[0]?.[1] === 'application/x-www-form-urlencoded')).toBe(true);
    const texts = made.map(({ bytes }) => bytes.toString());
    expect(texts.filter((text) => text === 'token=a%20b%26c').length).toBeGreaterThan(40);
    expect(new Set(texts).size).toBeGreaterThan(20);
  });
});

describe('values', () => {
  it('match their schema', () => {
    const of = valuesOf(description, new Map());
    const schema = { type: 'integer', minimum: 3, maximum: 9 };
    fc.assert(fc.property(of(schema), (n) => Number.isInteger(n) && Number(n) >= 3 && Number(n) <= 9));
    fc.assert(
      fc.property(of({ type: 'string', pattern: '^#[0-9a-f]{6}$' }), (text) =>
        /^#[0-9a-f]{6}$/.test(String(text)),
      ),
    );
  });

  it('are written in ways no value of the language can be', () => {
    expect(
      writeJson({
        a: new Raw('1e999'),
        b: new Pairs([
          ['x', 1],
          ['x', 2],
          ['__proto__', null],
        ]),
      }),
    ).toBe('{"a":1e999,"b":{"x":1,"x":2,"__proto__":null}}');
  });

  it('keep most of a valid body', () => {
    const good = { a: 1, b: { c: 'text', d: [1, 2] } };
    const same = fc
      .sample(edited(fc.constant(good)), { seed: 3, numRuns: 300 })
      .filter((one) => one === good);
    expect(same.length).toBeGreaterThan(20);
    expect(same.length).toBeLessThan(150);
  });
});

describe('the judge', () => {
  const straight = { ...(plans(1, 1)[0] as Plan), straight: true };
  const headers = new Map([
    ['cache-control', 'no-store'],
    ['x-request-id', 't'],
  ]);
  const answer = (status: number, body: unknown, more = headers) => ({
    status,
    headers: more,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ms: 1,
  });
  const envelope = { code: 'X', message: 'y', traceId: 't' };
  it.each([
    [answer(200, {}), []],
    [answer(409, envelope), []],
    [answer(500, envelope), ['server error', 'undescribed status']],
    [answer(409, '<html>'), ['no envelope']],
    [answer(409, { ...envelope, traceId: 'u' }), ['other id']],
    [answer(200, {}, new Map([['x-request-id', 't']])), ['stored by caches']],
    [answer(200, 'insert violates check constraint "x"'), ['inner words']],
    [answer(418, envelope), ['undescribed status']],
  ] as const)('finds what is wrong with %j', (given, faults) => {
    expect(judge(straight, call, given, false)).toEqual(faults);
  });

  it.each([
    [200, '{}', true],
    [302, '', true],
    [404, '{"code":"NOT_FOUND"}', true],
    [422, '{"code":"VALIDATION"}', true],
    [412, '', true],
    [403, '<p>Você não tem permissão</p>', false],
    [401, '', false],
    [500, '{"code":"INTERNAL"}', false],
    ...[
      'HOST_UNKNOWN',
      'FORBIDDEN',
      'STAFF_SESSION_OVER',
      'STRONGER_SIGN_IN',
      'MALFORMED',
      'TENANT_MISMATCH',
    ].map((code) => [400, JSON.stringify({ code }), false] as const),
  ] as const)(
    'distinguishes answers of the call itself from those given before it: %d %s',
    (status, body, inside) => {
      expect(cameIn(straight, answer(status, body))).toBe(inside);
      expect(cameIn({ ...straight, straight: false }, answer(status, body))).toBe(false);
    },
  );

  it('allows caching of reference data and "not changed", and of no refusal', () => {
    const known = new Map([...headers, ['cache-control', 'public, max-age=300']]);
    const reading = { ...call, method: 'GET', audience: 'anyone' } as const;
    expect(judge(straight, reading, answer(200, {}, known), false)).toEqual([]);
    expect(judge(straight, reading, answer(304, '', known), false)).toEqual([]);
    expect(judge(straight, reading, answer(409, envelope, known), false)).toEqual(['stored by caches']);
    expect(judge(straight, call, answer(304, '', known), false)).toEqual(['stored by caches']);
  });
});

describe('answers', () => {
  it('are read with a length, in chunks, and one after the other', () => {
    const first = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
    const second = 'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    const read = Buffer.from(first + second);
    const one = parseAnswer(read, false, false);
    expect(one?.answer).toMatchObject({ status: 200, body: 'ok' });
    expect(parseAnswer(read.subarray(one?.used), false, false)?.answer).toMatchObject({
      status: 404,
      body: 'abc',
    });
    expect(parseAnswer(read.subarray(0, 30), false, false)).toBeUndefined();
  });
});
