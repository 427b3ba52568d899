import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { Authenticator } from '../../testing/passkeys.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { consoleOf, newInvite, staffIn } from '../../testing/staff.ts';
import { startThere } from '../../testing/staff-provider.ts';
import type { Limit, Shared, SharedLimit } from '../platform/http/limits.ts';
import { CODES, SESSION_CALLS, SESSION_FILES, STARTS, UNKNOWN_COOKIES } from './limits.ts';

let harness: Harness;
let tenantId: number;
let of: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  of = await fullPerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

const ONE = [{ role: 'secretaria' as const }];
const addressOf = ({ headers }: Client) => ({ tenant: tenantId, address: headers['x-forwarded-for'] ?? '' });
/** Counts as many events as leave one more within a limit. */
const fillBut1 = async (limit: Limit | SharedLimit, who: Shared[1]) => {
  for (let n = 1; n < limit.max; n += 1) {
    if ('shared' in limit) await harness.platform.limits.noteShared([limit, who]);
    else harness.platform.limits.note(limit, who);
  }
};
type Outcome = { status: number; headers: Headers; body: { code?: string } };
const outcomeOf = async (answer: Promise<unknown>) => {
  const { status, headers, body } = (await answer) as Outcome;
  const after = headers.get('retry-after');
  return status === 429 ? [body.code, Number(after)] : status;
};
/** Matches the refusal of a limit that ends within this many seconds. */
const limitedFor = (seconds: number) => [
  'RATE_LIMITED',
  expect.toSatisfy((after: number) => after >= 1 && after <= seconds && Number.isInteger(after)),
];

describe('a session', () => {
  const sessionOf = async (client: Client) => {
    const { body } = await client.call('GET /operations/staff/me/sessions');
    return { tenant: tenantId, session: body.data.find(({ current }) => current)?.id ?? 0 };
  };

  it('makes 600 calls a minute, of any kind; another one at the same address is unaffected', async () => {
    const [{ client }, other] = [await staffIn(harness, ONE), await staffIn(harness, ONE)];
    other.client.headers['x-forwarded-for'] = client.headers['x-forwarded-for'] ?? '';
    const me = () => outcomeOf(client.call('GET /operations/staff/me'));
    const list = (of: Client) => outcomeOf(of.call('GET /operations/subscriptions'));
    const who = await sessionOf(client);
    await fillBut1(SESSION_CALLS, who);
    // The call that returned the session counts too.
    expect(await me()).toEqual(limitedFor(60));
    expect(await list(client)).toEqual(limitedFor(60));
    expect(await list(other.client)).toBe(200);
  });

  it('searches 60 times a minute, across both calls', async () => {
    const { client } = await staffIn(harness, ONE);
    const search = () => outcomeOf(client.call('POST /operations/search', { body: { q: '5001' } }));
    const find = () =>
      outcomeOf(client.call('POST /operations/subscriptions/search', { body: { name: 'Candidata' } }));
    const answers = [];
    for (let n = 0; n < 30; n += 1) answers.push(await search(), await find());
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await search()).toEqual(limitedFor(60));
    expect(await find()).toEqual(limitedFor(60));
    expect(await outcomeOf(client.call('GET /operations/subscriptions'))).toBe(200);
  });

  it('opens 1200 files an hour', async () => {
    const { client } = await staffIn(harness, ONE);
    const open = () =>
      outcomeOf(client.call('GET /operations/documents/files/{fileId}', { params: { fileId: of.fileId } }));
    await fillBut1(SESSION_FILES, await sessionOf(client));
    expect([await open(), await open()]).toEqual([200, limitedFor(3600)]);
  });

  it('that does not exist may be tried 600 times a minute from one address; valid ones are not counted', async () => {
    const { client } = await staffIn(harness, ONE);
    const guess = consoleOf(harness);
    guess.headers['x-forwarded-for'] = client.headers['x-forwarded-for'] ?? '';
    guess.cookies.set('orbita-equipe', 'x'.repeat(43));
    await fillBut1(UNKNOWN_COOKIES, addressOf(guess));
    const list = (of: Client) => outcomeOf(of.call('GET /operations/subscriptions'));
    expect(await list(client)).toBe(200);
    expect([await list(guess), await list(guess)]).toEqual([401, limitedFor(60)]);
  });
});

describe('an address', () => {
  const ask = (client: Client, email: string) =>
    client.call('POST /operations/staff/code/challenges', { body: { email } });

  it('requests 20 codes an hour, for any recipients', async () => {
    const client = consoleOf(harness);
    await fillBut1(CODES, addressOf(client));
    expect(await outcomeOf(ask(client, 'uma@equipe.test'))).toBe(202);
    expect(await outcomeOf(ask(client, 'outra@equipe.test'))).toEqual(limitedFor(3600));
    expect(await outcomeOf(ask(consoleOf(harness), 'outra@equipe.test'))).toBe(202);
  });

  it('starts 20 sign-ins a minute, across all methods', async () => {
    const { invite } = await newInvite(harness, ONE);
    const ways: ((client: Client) => Promise<unknown>)[] = [
      (client) => ask(client, `alguem${Math.random()}@equipe.test`),
      (client) => client.call('POST /operations/staff/passkeys/options'),
      (client) =>
        client.call('POST /operations/staff/invites/acceptance', { body: { invite, method: 'passkey' } }),
    ];
    for (const first of ways)
      for (const second of ways) {
        const client = consoleOf(harness);
        await fillBut1(STARTS, addressOf(client));
        expect(await outcomeOf(first(client))).toBeOneOf([200, 202]);
        expect(await outcomeOf(second(client))).toEqual(limitedFor(60));
      }
    const client = consoleOf(harness);
    await fillBut1(STARTS, addressOf(client));
    expect((await startThere(client)).status).toBe(302);
    const over = await startThere(client);
    expect([over.status, Number(over.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('fails 20 times a minute, across invites and passkeys', async () => {
    const client = consoleOf(harness);
    const invite = () =>
      outcomeOf(client.call('POST /operations/staff/invites/inspection', { body: { invite: 'x' } }));
    const key = new Authenticator('cua.alfa.orbita.test');
    const passkey = async () => {
      const { body } = await client.call('POST /operations/staff/passkeys/options');
      if (!('challengeId' in body)) throw new Error(JSON.stringify(body));
      const { challenge } = body.options as { challenge: string };
      return outcomeOf(
        client.call('POST /operations/staff/passkeys/sign-in', {
          body: { challengeId: body.challengeId, credential: key.get(challenge) },
        }),
      );
    };
    const answers = [];
    for (let n = 0; n < 10; n += 1) answers.push(await invite(), await passkey());
    expect(new Set(answers)).toEqual(new Set([410, 401]));
    expect(await invite()).toEqual(limitedFor(60));
    expect(await passkey()).toEqual(limitedFor(60));
    const { invite: good } = await newInvite(harness, ONE);
    const inspected = client.call('POST /operations/staff/invites/inspection', { body: { invite: good } });
    expect(await outcomeOf(inspected)).toEqual(limitedFor(60));
  });
});

it('S41 an invalid cookie is limited, and not others at its address', async () => {
  const { client } = await staffIn(harness, ONE);
  const guess = consoleOf(harness);
  guess.headers['x-forwarded-for'] = client.headers['x-forwarded-for'] ?? '';
  guess.cookies.set('orbita-equipe', 'x'.repeat(43));
  for (let n = 0; n < UNKNOWN_COOKIES.max; n += 1)
    harness.platform.limits.note(UNKNOWN_COOKIES, addressOf(client));
  expect(await outcomeOf(guess.call('GET /operations/subscriptions'))).toEqual(limitedFor(60));
  expect(await outcomeOf(client.call('GET /operations/subscriptions'))).toBe(200);
  expect(await outcomeOf(client.call('GET /operations/staff/me'))).toBe(200);
});
