import { randomUUID } from 'node:crypto';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { onFirstEngine } from '../../testing/engine-part.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import {
  ABSURD,
  exampleOf,
  expectRefusal,
  make,
  mutations,
  numbersForTexts,
  type Sent,
  stolen,
  strangeLeaves,
} from '../../testing/misuse.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';

/** Requests that a candidate's browser or an attacker's tool may send (spec 2.3, 18). */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'candidate');
const withBody = keys.filter((key) => callOf(key).body);

let harness: Harness;
/** The person whose records are attacked. */
let owner: FullPerson;
/** Another person of the same tenant. */
let other: FullPerson;
/** A person of the other tenant. */
let stranger: FullPerson;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  owner = await fullPerson(harness, CANDIDATE_01);
  other = await fullPerson(harness, inventedPerson(1));
  stranger = await fullPerson(harness, inventedPerson(2), 'beta');
});
afterAll(() => harness?.stop());

/** The example of a call; it must be added together with the call. */
const exampleFor = (key: CallKey) => {
  const example = candidateCalls[key];
  if (!example) throw new Error(`${key} has no example in testing/candidate-calls.ts`);
  return example;
};
const sentBy = (key: CallKey, of: FullPerson): Sent => exampleOf(exampleFor(key), of);

/** Runs work that must write nothing. */
const without = <T>(traces: string, work: () => Promise<T>) => withoutTrace(harness, work, traces);

it('every call has its example, and every example its call', () => {
  expect(Object.keys(candidateCalls).sort()).toEqual([...keys].sort());
});

describe.each(keys)('%s', (key) => {
  it('S15: is refused without both proofs of a session on the right host', onFirstEngine, async () => {
    const sent = sentBy(key, owner);
    const alfa = harness.platform;
    await without('refused callers', async () => {
      const tries: [string, ReturnType<typeof stolen>, number, string][] = [
        ['no token', stolen(harness, owner, { token: undefined }), 401, 'UNAUTHENTICATED'],
        ['no proof at all', harness.visitor(owner.host), 401, 'UNAUTHENTICATED'],
        ['garbage', stolen(harness, owner, { token: 'eyJhbGciOiJub25lIn0.e30.' }), 401, 'UNAUTHENTICATED'],
        ['no companion', stolen(harness, owner, { cookies: false }), 401, 'UNAUTHENTICATED'],
        ['token of beta', stolen(harness, stranger, { host: owner.host }), 403, 'TENANT_MISMATCH'],
        ['token of alfa', stolen(harness, owner, { host: stranger.host }), 403, 'TENANT_MISMATCH'],
        ['unknown host', stolen(harness, owner, { host: 'nada.exemplo.test' }), 404, 'HOST_UNKNOWN'],
      ];
      const mixed = stolen(harness, owner);
      for (const [name, value] of other.client.cookies) mixed.cookies.set(name, value);
      tries.push(['companion of somebody else', mixed, 401, 'UNAUTHENTICATED']);
      const service = stolen(harness, owner, { token: alfa.config.developmentToken });
      tries.push(['service token', service, 401, 'UNAUTHENTICATED']);
      for (const [what, client, status, code] of tries)
        expectRefusal(await make(client, key, sent), what, status, code);
      const headers: [Record<string, string>, string][] = [
        [{ 'x-tenant-alias': 'beta' }, 'TENANT_MISMATCH'],
        [{ 'x-tenant-id': randomUUID() }, 'TENANT_MISMATCH'],
      ];
      if (!key.startsWith('GET')) {
        headers.push([{ origin: 'https://outro.exemplo.test' }, 'FORBIDDEN']);
        headers.push([{ origin: `http://${stranger.host}` }, 'FORBIDDEN']);
      }
      for (const [more, code] of headers) {
        const answer = await make(owner.client, key, { ...sent, headers: { ...sent.headers, ...more } });
        expectRefusal(answer, JSON.stringify(more), 403, code);
      }
      if (callOf(key).idempotent) {
        const answer = await make(owner.client, key, { ...sent, headers: { 'idempotency-key': '' } });
        expectRefusal(answer, 'no key', 400, 'IDEMPOTENCY_KEY_REQUIRED');
      }
    });
  });

  it('refuses an unknown query parameter', onFirstEngine, async () => {
    const sent = sentBy(key, owner);
    await without('unknown names', async () => {
      const query = { ...sent.query, stat: '7' };
      expectRefusal(await make(owner.client, key, { ...sent, query }), 'unknown name', 422);
    });
  });

  const example = candidateCalls[key];
  if (!example?.params && !example?.query && !example?.body) return;
  it('S14: answers 404 to ids of other people, of the other tenant, or of nobody', async () => {
    const params = (of: FullPerson): Record<string, string | number> => example.params?.(of) ?? {};
    const mine = sentBy(key, other);
    await without('other ids', async () => {
      for (const victim of [owner, stranger]) {
        if (example.params)
          expectRefusal(
            await make(other.client, key, { ...sentBy(key, victim) }),
            'all ids',
            404,
            'NOT_FOUND',
          );
        for (const [name, value] of Object.entries(params(victim))) {
          if (params(other)[name] === value) continue;
          const answer = await make(other.client, key, {
            ...mine,
            params: { ...mine.params, [name]: value },
          });
          expectRefusal(answer, `${name} of ${victim.tenant}`, 404);
        }
        for (const [name, value] of Object.entries(example.query?.(victim) ?? {})) {
          if (mine.query?.[name] === value) continue;
          const answer = await make(other.client, key, { ...mine, query: { ...mine.query, [name]: value } });
          expectRefusal(answer, `${name} of ${victim.tenant}`, 404);
        }
        const body = example.body?.(victim);
        if (example.params || JSON.stringify(body) === JSON.stringify(mine.body)) continue;
        expectRefusal(await make(other.client, key, { ...mine, body }), `body of ${victim.tenant}`, 404);
      }
      for (const name of Object.keys(params(other))) {
        for (const value of sample([...ABSURD, 999_999_999, randomUUID()], 4, keys.indexOf(key))) {
          const answer = await make(other.client, key, {
            ...mine,
            params: { ...mine.params, [name]: value },
          });
          expectRefusal(
            answer,
            `${name} ${value}`,
            [404, 400],
            answer.status === 404 ? 'NOT_FOUND' : 'MALFORMED',
          );
        }
      }
    });
  });

  const { body: shape, multipart } = callOf(key);
  if (shape || multipart) {
    it('refuses invalid bodies with our own error texts', onFirstEngine, async () => {
      const sent = sentBy(key, owner);
      const huge = JSON.stringify({ ...(sent.body as object), filler: 'x'.repeat(300 * 1024) });
      await without('no bodies', async () => {
        const bodies: [string, number | number[]][] = multipart
          ? [
              ['{}', [400, 415, 422]],
              ['{"file":', 400],
            ]
          : [
              ['{"a":', 400],
              ['', 422],
              ['[]', 422],
              ['null', 422],
              ['"x"', 422],
              ['7', 422],
              ['{"__proto__":{"status":7}}', 400],
              [huge, 413],
            ];
        for (const [raw, status] of bodies) {
          const answer = await make(owner.client, key, { ...sent, raw });
          expectRefusal(answer, raw.slice(0, 40), status);
        }
      });
    });
  }
});

describe.each(withBody)('%s', (key) => {
  it('accepts no number in place of a string', onFirstEngine, async () => {
    const sent = sentBy(key, owner);
    await without('numbers', async () => {
      for (const body of mutations(sent.body as never, numbersForTexts))
        expectRefusal(await make(owner.client, key, { ...sent, body }), JSON.stringify(body), 422);
    });
  });

  it('does not fail on values a form would never send', async () => {
    const sent = sentBy(key, owner);
    const every = mutations(sent.body as never, strangeLeaves); // any JSON
    for (const body of sample(every, 3, keys.indexOf(key))) {
      const answer = await make(owner.client, key, { ...sent, body });
      const what = JSON.stringify(body).slice(0, 300);
      // Some calls refuse with answers of their own (an unknown voucher).
      const own = callOf(key).responses[answer.status];
      // Others do what was asked without the words that came along, and have nothing to answer.
      if (answer.status === 204) continue;
      if (!own || answer.status >= 500) expectRefusal(answer, what);
      else expect(own.safeParse(answer.body).success, what).toBe(true);
    }
  });
});
