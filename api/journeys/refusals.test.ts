import { randomUUID } from 'node:crypto';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, type Response, startHarness } from '../../testing/harness.ts';
import { exampleOf, make, stolen } from '../../testing/misuse.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { NAMES_OF_RECORDS } from '../privacy/ownership.ts';

/** Log entry of a refusal, from which an attack can be recognised afterwards (S27). */
type Line = {
  event?: string;
  kind?: string;
  outcome?: string;
  tenant?: string;
  call?: string;
  code?: string;
  status?: number;
  subject?: string;
  trace?: string;
};
let harness: Harness;
let owner: FullPerson;
let other: FullPerson;
const lines: string[] = [];

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 100_000, writeLog: (line) => lines.push(line) });
  owner = await fullPerson(harness, CANDIDATE_01);
  other = await fullPerson(harness, inventedPerson(1));
});
afterAll(() => harness?.stop());
beforeEach(() => harness.platform.security.logLeftOut());

/** The log lines of one request, which are written a moment after its answer. */
async function linesOf(answer: Response): Promise<Line[]> {
  const trace = answer.headers.get('x-request-id') ?? 'none';
  const found = () => lines.filter((line) => line.includes(trace)).map((line) => JSON.parse(line) as Line);
  await expect.poll(() => found().length).toBeGreaterThan(0);
  return found();
}
const countOf = async (name: string, labels: Record<string, string>): Promise<number> => {
  const metric = await harness.platform.metrics.registry.getSingleMetric(name)?.get();
  const found = metric?.values.find((one) =>
    Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return found?.value ?? 0;
};

describe('S27: a refusal', () => {
  it.each<[string, () => Promise<Response>, Line]>([
    [
      '401',
      () => harness.visitor().call('GET /candidate/users/check/'),
      {
        event: 'refusal',
        tenant: 'alfa',
        call: 'GET /candidate/users/check/',
        code: 'UNAUTHENTICATED',
        status: 401,
      },
    ],
    [
      '403 of a page of another site',
      () => owner.client.call('POST /platform/auth/signout', { headers: { origin: 'https://outro.test' } }),
      {
        event: 'refusal',
        tenant: 'alfa',
        call: 'POST /platform/auth/signout',
        code: 'FORBIDDEN',
        status: 403,
      },
    ],
    [
      '404 of what nobody has',
      () => owner.client.call('GET /candidate/subscriptions/{id}/steps', { params: { id: 999_999_999 } }),
      {
        event: 'refusal',
        tenant: 'alfa',
        call: 'GET /candidate/subscriptions/{id}/steps',
        code: 'NOT_FOUND',
        status: 404,
      },
    ],
    [
      '404 of an address nobody answers',
      () => owner.client.send('GET', '/orbita/api/candidate/nothing/12345'),
      { event: 'refusal', tenant: 'alfa', call: '-', code: 'NOT_FOUND', status: 404 },
    ],
    [
      '404 of an unknown host',
      () => harness.visitor('nada.exemplo.test').call('GET /candidate/states'),
      { event: 'refusal', tenant: '-', call: 'GET /candidate/states', code: 'HOST_UNKNOWN', status: 404 },
    ],
    [
      '401 of a service token',
      () =>
        harness.visitor().call('GET /operations/tokens', { headers: { authorization: 'Bearer svc_wrong' } }),
      {
        event: 'refusal',
        tenant: '-',
        call: 'GET /operations/tokens',
        code: 'SERVICE_TOKEN_INVALID',
        status: 401,
      },
    ],
    [
      '403 of a token of another tenant',
      () => stolen(harness, owner, { host: 'beta.orbita.test' }).call('GET /candidate/users/check/'),
      {
        event: 'security',
        kind: 'foreign-tenant',
        outcome: 'TENANT_MISMATCH',
        tenant: 'beta',
        call: 'GET /candidate/users/check/',
        status: 403,
      },
    ],
  ])('%s is logged once, by call, code and pseudonym, and counted', async (_, refuse, expected) => {
    const { call = '', outcome } = expected;
    const code = expected.code ?? outcome ?? '';
    const before = await countOf('orbita_refusals_total', { call, code });
    const answer = await refuse();
    expect(answer.status).toBe(expected.status);
    const found = await linesOf(answer);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      ...expected,
      subject: expect.stringMatching(/^(person|address|token) [\w-]{16}$/),
    });
    expect(await countOf('orbita_refusals_total', { call, code })).toBe(before + 1);
  });

  it('429 is a security event', async () => {
    const report = () =>
      harness.visitor().call('POST /candidate/telemetry/client-errors', {
        headers: { 'x-forwarded-for': '203.0.113.200' },
        body: { message: 'x', route: '/orbita/candidate/', build: '1' },
      });
    let answer = await report();
    for (let n = 0; n < 40 && answer.status !== 429; n++) answer = await report();
    expect(await linesOf(answer)).toEqual([
      expect.objectContaining({ event: 'security', kind: 'limit', outcome: 'RATE_LIMITED', status: 429 }),
    ]);
  });

  it('of sign-in has a log entry with its outcome', async () => {
    const before = await countOf('orbita_security_events_total', {
      kind: 'sign-in',
      outcome: 'BAD_CREDENTIALS',
    });
    const answer = await harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: { documentType: 'cpf', document: owner.document, password: 'Errada#2026', captchaToken: 'token' },
    });
    expect(answer.status).toBe(401);
    const found = await linesOf(answer);
    expect(found).toContainEqual(
      expect.objectContaining({
        event: 'security',
        kind: 'sign-in',
        outcome: 'BAD_CREDENTIALS',
        tenant: 'alfa',
      }),
    );
    expect(
      await countOf('orbita_security_events_total', { kind: 'sign-in', outcome: 'BAD_CREDENTIALS' }),
    ).toBe(before + 1);
    expect(JSON.stringify(found)).not.toContain('127.0.0.1');
  });

  it('shows no id, no key and no network address of the request', async () => {
    const key = `k${randomUUID().replaceAll('-', '')}`;
    const answers = [
      await harness.visitor().send('GET', `/orbita/api/candidate/nothing/${key}?accesskey=${key}`, {
        headers: { 'x-forwarded-for': '203.0.113.77' },
      }),
      await other.client.call('GET /candidate/users/{uuid}/person-data', { params: { uuid: owner.uuid } }),
    ];
    const found = JSON.stringify((await Promise.all(answers.map(linesOf))).flat());
    for (const mark of [key, '203.0.113.77', owner.uuid, other.uuid, 'nothing'])
      expect(found).not.toContain(mark);
  });
});

const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'candidate');
/** Ids in an example that belong to one person, by their position. */
const owned = (key: CallKey) => {
  const example = candidateCalls[key];
  return (['params', 'query', 'body'] as const).flatMap((place) => {
    const mine = (example?.[place]?.(owner) ?? {}) as Record<string, unknown>;
    const theirs = (example?.[place]?.(other) ?? {}) as Record<string, unknown>;
    return Object.keys(mine)
      .filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
      .filter((name) => place !== 'body' || NAMES_OF_RECORDS.has(name))
      .map((name) => ({ place, name, value: mine[name] }));
  });
};
/** Ids in bodies of what belongs to nobody, of what the caller has just made herself, or of others' systems. */
const OF_NOBODY = new Set([
  ...['offerId', 'courseId', 'poleId', 'priceId', 'hourId', 'academicClassId', 'disciplineIds'],
  ...['stateId', 'cityId', 'genderId', 'registrationId', 'credential.id', 'credential.rawId', 'referenceId'],
]);
/** Paths of all fields of a body by which a record may be named. */
function idsIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((one) => idsIn(one, path));
  return Object.entries(schema).flatMap(([word, inner]) => {
    if (word !== 'properties') return idsIn(inner, path);
    return Object.entries(inner as object).flatMap(([name, field]) => [
      ...(/^(uu)?id$|Ids?$/.test(name) ? [path + name] : []),
      ...idsIn(field, `${path}${name}.`),
    ]);
  });
}
const seen = async () => {
  const metric = await harness.platform.metrics.security.get();
  return metric.values
    .filter(({ labels }) => labels.kind === 'not-hers')
    .reduce((sum, { value }) => sum + value, 0);
};

describe('S14 S27: access to records of another person of the tenant', () => {
  it.each(keys)('%s is detected, for every id', async (key) => {
    for (const { place, name, value } of owned(key)) {
      const sent = exampleOf(candidateCalls[key] ?? {}, other);
      const before = await seen();
      const answer = await make(other.client, key, {
        ...sent,
        [place]: { ...(sent[place] as object), [name]: value },
      });
      // What was let in, or refused before anybody asked whose it is, is no such access.
      if (answer.status < 403 || answer.status === 429) continue;
      await expect.poll(seen, { message: `${place} ${name}` }).toBe(before + 1);
    }
  });

  it.each(keys.filter((key) => callOf(key).body))('%s has no unchecked id in its body', (key) => {
    const schema = z.toJSONSchema(callOf(key).body ?? z.unknown(), { io: 'input', unrepresentable: 'any' });
    const ofNobody = (path: string) => OF_NOBODY.has(path) || OF_NOBODY.has(path.split('.').at(-1) ?? '');
    const unknown = idsIn(schema).filter((path) => !ofNobody(path) && !NAMES_OF_RECORDS.has(path));
    expect(unknown).toEqual([]);
  });

  it.each(['receipt', 'slip', 'essay-result'] as const)(
    'is detected in the number of a record to print: %s',
    async (kind) => {
      const order = (refId: number) =>
        other.client.call('POST /candidate/print-tickets', {
          body: { kind, subscriptionId: other.subscriptionId, refId },
        });
      const [own, theirs] =
        kind === 'essay-result' ? [other.essayId, owner.essayId] : [other.paymentId, owner.paymentId];
      const before = await seen();
      const answer = await order(theirs);
      expect(answer.status).toBe(409);
      expect(await linesOf(answer)).toEqual([
        expect.objectContaining({ event: 'security', kind: 'not-hers', status: 409 }),
      ]);
      await expect.poll(seen).toBe(before + 1);
      // Neither her own number nor one of nobody is a reach for somebody else's.
      for (const refId of [own, 999_999_999]) await order(refId);
      await linesOf(await order(theirs));
      await expect.poll(seen).toBe(before + 2);
    },
  );

  it('is also detected in a body', async () => {
    const before = await seen();
    const answer = await other.client.call('POST /candidate/events/tickets', {
      body: { subscriptionIds: [other.subscriptionId, owner.subscriptionId] },
    });
    expect(answer.status).toBe(404);
    const found = await linesOf(answer);
    expect(found).toEqual([
      expect.objectContaining({ event: 'security', kind: 'not-hers', outcome: 'NOT_FOUND' }),
    ]);
    expect(found[0]?.subject).toMatch(/^person /);
    await expect.poll(seen).toBe(before + 1);
  });

  it('is not reported for ids of nobody, of the caller and of another tenant', async () => {
    const before = await seen();
    for (const id of [999_999_999, 2 ** 60, 'abc', randomUUID()])
      await other.client.send('GET', `/orbita/api/candidate/subscriptions/${id}/steps`);
    await other.client.call('GET /candidate/users/{uuid}/person-data', { params: { uuid: randomUUID() } });
    const own = await other.client.send(
      'GET',
      `/orbita/api/candidate/subscriptions/${other.subscriptionId}/nada`,
    );
    await linesOf(own);
    expect(await seen()).toBe(before);
  });
});
