import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness, T0 } from '../testing/harness.ts';
import { signUp } from '../testing/journey.ts';
import { inventedPerson, PASSWORD, type Person } from '../testing/people.ts';

const CHECK = 'GET /candidate/users/check/';
const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let harness: Harness;
let count = 700;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const at = (ms: number) => harness.clock.set(new Date(new Date(T0).getTime() + ms));
const newPerson = async (): Promise<Person> => {
  at(0);
  const person = inventedPerson(count++);
  await signUp(harness.visitor(), person);
  return person;
};
const signIn = async (client: Client, person: Person, remember: boolean, headers = {}) => {
  const answer = await client.call(SIGN_IN, {
    params: { tenant: 'alfa' },
    headers,
    body: {
      applicationAlias: 'orbita',
      documentType: 'cpf',
      document: person.cpf,
      password: PASSWORD,
      remember,
      captchaToken: 'token',
    },
  });
  client.token = answer.body.accessToken;
  return answer;
};
const check = async (client: Client) => {
  const answer = await client.call(CHECK);
  if (answer.status === 200) client.token = answer.body.accessToken;
  return answer.status;
};

describe('a session that is not remembered', () => {
  it('ends after an hour of silence, however long the browser stays open', async () => {
    const client = harness.visitor();
    await signIn(client, await newPerson(), false);
    for (const minutes of [50, 100, 150]) {
      at(minutes * MINUTE);
      expect(await check(client)).toBe(200);
    }
    at(150 * MINUTE + HOUR + 6 * MINUTE);
    expect(await check(client)).toBe(401);
  });

  it('lives twelve hours, or once more as long for whoever goes on in its last minutes', async () => {
    const [left, stayed] = [harness.visitor(), harness.visitor()];
    const person = await newPerson();
    for (const client of [left, stayed]) await signIn(client, person, false);
    const go = async (client: Client, from: number, to: number) => {
      for (let ms = from; ms <= to; ms += 50 * MINUTE) {
        at(ms);
        expect(await check(client)).toBe(200);
      }
    };
    await go(left, 0, 11 * HOUR + 40 * MINUTE);
    await go(stayed, 0, 11 * HOUR + 40 * MINUTE);
    at(11 * HOUR + 56 * MINUTE);
    const token = stayed.token;
    expect(await check(stayed)).toBe(200);
    expect(stayed.token).not.toBe(token);
    at(12 * HOUR + 1000);
    expect(await check(left)).toBe(401);
    expect(await check(stayed)).toBe(200);
    await go(stayed, 12 * HOUR + 40 * MINUTE, 23 * HOUR + 30 * MINUTE);
    at(23 * HOUR + 54 * MINUTE);
    expect(await check(stayed)).toBe(200);
    at(24 * HOUR + 1000);
    expect(await check(stayed)).toBe(401);
  });
});

describe('a session that is remembered', () => {
  it('outlives silence, and ends seven days after it was last renewed', async () => {
    const client = harness.visitor();
    await signIn(client, await newPerson(), true);
    at(6 * 24 * HOUR);
    expect(await check(client)).toBe(200);
    at(12 * 24 * HOUR);
    expect(await check(client)).toBe(200);
    at(19 * 24 * HOUR + 1000);
    expect(await check(client)).toBe(401);
  });
});

describe('S7 a new sign-in', () => {
  it('brings a new token and companion, and the old one of this browser is dead', async () => {
    const person = await newPerson();
    const browser = harness.visitor();
    await signIn(browser, person, true);
    const elsewhere = harness.visitor();
    await signIn(elsewhere, person, true);
    const before = { token: browser.token, companion: browser.cookies.get('orbita-session') };
    await signIn(browser, person, true);
    const companion = browser.cookies.get('orbita-session') ?? '';
    expect(Buffer.from(companion, 'base64url')).toHaveLength(32);
    expect(companion).not.toBe(before.companion);
    expect(browser.token).not.toBe(before.token);
    const old = harness.visitor();
    old.token = before.token;
    old.cookies.set('orbita-session', before.companion ?? '');
    expect(await check(old)).toBe(401);
    expect(await check(browser)).toBe(200);
    expect(await check(elsewhere)).toBe(200);
  });

  it('of somebody else in the same browser ends the session before it', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const browser = harness.visitor();
    await signIn(browser, one, true);
    const old = harness.visitor();
    old.token = browser.token;
    old.cookies.set('orbita-session', browser.cookies.get('orbita-session') ?? '');
    browser.token = undefined;
    await signIn(browser, two, true);
    expect(await check(old)).toBe(401);
  });
});

describe('S9 the cookies of a session', () => {
  it('are Secure over https, and the companion is HttpOnly with its prefix', async () => {
    const { headers } = await signIn(harness.visitor(), await newPerson(), true, {
      'x-forwarded-proto': 'https',
    });
    const lines = headers.getSetCookie();
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines) expect(line).toMatch(/; Secure/);
    for (const line of lines.filter((one) => !one.startsWith('__Secure-')))
      expect(line).toMatch(/; Path=\/orbita\/candidate\/;.*SameSite=Lax/);
    expect(lines.filter((line) => line.startsWith('__Secure-orbita-session='))).toEqual([
      expect.stringMatching(/; Path=\/orbita\/api; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });
});

describe('S11 a page of another site', () => {
  it.each([
    'https://malicioso.test',
    'http://cua.alfa.orbita.test.malicioso.test',
    'http://beta.orbita.test',
  ])('cannot sign in, hand over or sign out from %s', async (origin) => {
    const person = await newPerson();
    const client = harness.visitor();
    expect((await signIn(client, person, true, { origin })).status).toBe(403);
    const exchanged = await client.call('POST /platform/auth/handoff/exchange', {
      body: { code: 'x' },
      headers: { origin },
    });
    expect(exchanged.status).toBe(403);
    await signIn(client, person, true);
    const left = await client.call('POST /platform/auth/signout', { headers: { origin } });
    expect(left.status).toBe(403);
    expect(await check(client)).toBe(200);
  });
});

describe('S12 answers of the api', () => {
  it('are kept by nobody', async () => {
    const client = harness.visitor();
    const { headers } = await signIn(client, await newPerson(), true);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await client.call(CHECK)).headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify([...client.cookies])).not.toMatch(/exemplo\.test|319\d{8}/);
  });
});
