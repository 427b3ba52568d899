import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applicant } from '../../testing/applicant.ts';
import type { FullPerson } from '../../testing/full-person.ts';
import { namesOf, nested, textOf } from '../../testing/growth.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { leastHeld } from '../../testing/held.ts';
import { fillData } from '../../testing/journey.ts';
import { operationsCalls } from '../../testing/operations-calls.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { sample } from '../../testing/sample.ts';

/** What every other request of a node waits for at most. */
const MOST_MS = 100;
const CONTRACT = join(import.meta.dirname, '../../catalogue/alfa/contracts/grad.html');

let harness: Harness;
let who: Applicant;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  who = await personAt(harness, 'approved', { person: CANDIDATE_01 });
  await fillData(who.client, who.personId, who.subscriptionId, CANDIDATE_01);
});
afterAll(() => harness?.stop());

const db = () => harness.platform.db.tenant(who.tenantId);
const plan = (yaml: string, files: Record<string, string> = {}, alias = 'alfa') =>
  harness.operationsOf(alias).call('POST /operations/catalogue/plan', { body: { yaml, files } });
const withContract = (html: string, alias = 'alfa') =>
  plan(
    'contracts: [{code: CT, title: a, file: a.html}]',
    { 'a.html': Buffer.from(html).toString('base64') },
    alias,
  );
const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');

/** Stores a further version of the text as it was stored before texts were bounded. */
const store = (html: string) =>
  db().one(sql`
    insert into contract_template (tenant_id, code, version, title, html, created_at)
    select tenant_id, code, max(version) + 1, 'Contrato', ${html}::text, now() from contract_template
    where tenant_id = ${who.tenantId} and code = 'CT-GRAD' group by tenant_id, code returning id`);
const cleaned = async () =>
  (
    await db().one<{ count: number }>(sql`
    select count(*)::int from contract_text where tenant_id = ${who.tenantId}`)
  )?.count;
const show = () =>
  who.client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
    params: { id: who.subscriptionId },
  });

describe('S46: a contract costs a request no more than its size', () => {
  it('a text that is too deep, too long or has too many elements is refused with its place', async () => {
    for (const [html, message] of [
      [`<p>\n${'<b>'.repeat(116_000)}</p>`, 'linha 2 do texto: mais de 50 elementos um dentro do outro'],
      [`${'<p>a</p>\n'.repeat(25_000)}`, 'linha 20001 do texto: mais de 20000 elementos'],
      ['{{candidate.name}}'.repeat(3_000), 'mais de 2000 campos {{…}}'],
      ['<p>{{#plans}}{{#plans}}a{{/plans}}{{/plans}}</p>', '{{#plans}} fica dentro de si mesma'],
      ['<p>{{#plans}}<b>{{/plans}}</p>', '{{#plans}} abre um elemento que não fecha antes de {{/plans}}'],
    ] as const) {
      let found: { path: string; message: string }[] = [];
      const held = await leastHeld(async () => {
        found = (await withContract(html)).body.errors;
      }, MOST_MS);
      expect(found).toContainEqual(expect.objectContaining({ path: 'contracts[0].file', message }));
      expect(held).toBeLessThan(MOST_MS);
    }
  });

  it('an oversized one that is already stored blocks nothing, is cleaned once, and is reported as unavailable', async () => {
    const own = readFileSync(CONTRACT, 'utf8');
    await store('<b>'.repeat(166_000));
    const before = await cleaned();
    const held = await leastHeld(async () => {
      const answers = await Promise.all([show(), show(), show()]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect(answers[0]?.body).toMatchObject({ code: 'CONTRACT_UNAVAILABLE' });
    }, MOST_MS);
    expect(held).toBeLessThan(MOST_MS);
    expect(await cleaned()).toBe((before ?? 0) + 1);
    await store(own);
    expect((await show()).status).toBe(200);
  });

  it('the largest allowed one is read without being parsed again', async () => {
    const own = readFileSync(CONTRACT, 'utf8');
    const large = `${own}${'<p>Uma cláusula comum, de <b>{{institution.name}}</b>, com tudo.</p>\n'.repeat(1_500)}${'texto corrido '.repeat(20_000)}`;
    expect(
      (await withContract(large)).body.errors.filter(({ path }) => path.startsWith('contracts')),
    ).toEqual([]);
    await store(large);
    expect((await show()).status).toBe(200);
    const kept = await cleaned();
    const held = await leastHeld(async () => {
      const answers = await Promise.all(Array.from({ length: 3 }, show));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }, MOST_MS);
    expect(held).toBeLessThan(MOST_MS);
    expect(await cleaned()).toBe(kept);
    await store(own);
  });
});

describe('S47: one plan blocks no other', () => {
  const unknown = lines(20_000, (n) => `k${n}: 1\n`);

  it('with very many problems, the first ones are listed, with the number of the others', async () => {
    let errors: { line: number; message: string }[] = [];
    const held = await leastHeld(async () => {
      errors = (await plan(`version: 1\n${unknown}`)).body.errors;
    }, MOST_MS);
    expect(errors[0]).toMatchObject({ line: 2, message: 'unknown section k0' });
    expect(errors).toHaveLength(501);
    expect(errors.at(-1)?.message).toBe('e mais 19501');
    expect(held).toBeLessThan(MOST_MS);
  });

  it('a tenant with many plans waits alone: others get their turn', async () => {
    const heavy = lines(15_000, (n) => `  - {code: p${n}, institution: x${n}}\n`);
    let ended = 0;
    const many = Array.from({ length: 30 }, async () => {
      const answer = await plan(`version: 1\npoles:\n${heavy}`, {}, 'alfa');
      if (answer.status === 200) ended += 1;
      return answer;
    });
    await Promise.race(many);
    const before = ended;
    const other = await plan(`version: 1\n${unknown}`, {}, 'beta');
    expect(other.status).toBe(200);
    expect(ended - before).toBeLessThanOrEqual(3);
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]?.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});

describe('S49: the event loop stays free', () => {
  const anybody = new Proxy({}, { get: () => '7' }) as FullPerson;
  const bodies: [string, (example: object) => unknown][] = [
    [
      'a long text in each field',
      (example) => Object.fromEntries(Object.keys(example).map((name) => [name, textOf('á1 ', 40_000)])),
    ],
    [
      'many items in each field',
      (example) => Object.fromEntries(Object.keys(example).map((name) => [name, Array(3_000).fill({})])),
    ],
    ['unknown fields', (example) => ({ ...example, ...namesOf(12_000) })],
    [
      'depth',
      (example) => Object.fromEntries(Object.keys(example).map((name) => [name, nested(1_000, 'list')])),
    ],
  ];
  const keys = (Object.keys(calls) as CallKey[]).filter(
    (key) => operationsCalls[key]?.body && callOf(key).body && !key.includes('simulator'),
  );

  it('whatever is in the body of an operations call', { timeout: 300_000 }, async () => {
    const slow: string[] = [];
    const tried = sample(keys, 8);
    for (const key of tried) {
      const { params, body } = operationsCalls[key] ?? {};
      const example = (body?.(anybody) ?? {}) as object;
      for (const [what, grown] of bodies) {
        const sent = grown(example);
        const send = () =>
          harness.operations.call(key, {
            ...(params ? { params: params(anybody) } : {}),
            body: sent,
          } as never);
        const held = await leastHeld(send, MOST_MS);
        if (held >= MOST_MS) slow.push(`${key}, ${what}: ${held.toFixed(0)} ms`);
      }
    }
    expect(slow).toEqual([]);
    expect(keys.length).toBeGreaterThan(40);
  });

  it('whatever is in a catalogue file', async () => {
    const files: Record<string, string> = {
      'lists in lists': `a: ${'['.repeat(300_000)}`,
      'anchors of anchors': `a0: &a0 [x]\n${lines(60, (n) => `a${n + 1}: &a${n + 1} [*a${n},*a${n},*a${n},*a${n}]\n`)}`,
      references: `a: &a [1]\nb: [${'*a,'.repeat(100_000)}]`,
      'one long line': `a: ${'a'.repeat(1_000_000)}`,
      ...Object.fromEntries(
        // The first is read on the event loop, the second in a thread.
        [500, 1_200].flatMap((count) => [
          [`${count} lists in one`, `a: ${'['.repeat(count * 7)}`],
          [`${count} unknown fields`, lines(count, (n) => `k${n}: 1\n`)],
          [`${count} torn lists`, lines(count, (n) => `k${n}: [\n`)],
        ]),
      ),
      'many poles': `poles:\n${lines(5_000, (n) => `  - {code: p${n}, institution: EAA01, description: a, city: 3106200}\n`)}`,
    };
    const slow: string[] = [];
    for (const [what, yaml] of Object.entries(files)) {
      const held = await leastHeld(async () => expect((await plan(yaml)).status).toBe(200), MOST_MS);
      if (held >= MOST_MS) slow.push(`${what}: ${held.toFixed(0)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
