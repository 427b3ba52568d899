import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson, PASSWORD, type Person } from '../../testing/people.ts';

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
  it('ends after an idle hour, however long the browser stays open', async () => {
    const client = harness.visitor();
    await signIn(client, await newPerson(), false);
    for (const minutes of [50, 100, 150]) {
      at(minutes * MINUTE);
      expect(await check(client)).toBe(200);
    }
    at(150 * MINUTE + HOUR + 6 * MINUTE);
    expect(await check(client)).toBe(401);
  });

  it('lasts twelve hours, and another twelve for people active in its last minutes', async () => {
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

describe('a remembered session', () => {
  it('survives idle time, and ends seven days after it was last renewed', async () => {
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
  it("creates a new token and companion cookie, and invalidates this browser's old ones", async () => {
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

  it('of another person in the same browser ends the former session', async () => {
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
  it('are not cached', async () => {
    const client = harness.visitor();
    const { headers } = await signIn(client, await newPerson(), true);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await client.call(CHECK)).headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify([...client.cookies])).not.toMatch(/exemplo\.test|319\d{8}/);
  });
});

describe('retention of sign-in records', () => {
  const DAY = 24 * HOUR;
  const TENANTS = ['alfa', 'beta'];

  /** One row of everything that is written before anyone has signed in, dated `ms` milliseconds ago. */
  const write = async (alias: string, name: string, ms: number) => {
    const { db } = harness.platform;
    const tenant = await db.global.one<{ id: number }>(sql`select id from tenant where alias = ${alias}`);
    const id = tenant?.id ?? 0;
    const ago = new Date(new Date(T0).getTime() - ms);
    await db.tenant(id).many(sql`
      with made as (
        insert into person (tenant_id, name, email, created_at, updated_at)
        values (${id}, ${name}, ${`${name}@exemplo.test`}, ${ago}::timestamptz, ${ago}::timestamptz) returning id),
      account as (
        insert into user_account (tenant_id, person_id, document_type, document, created_at)
        select ${id}, id, 'passport', ${name}, ${ago}::timestamptz from made returning id, person_id),
      session as (
        insert into login_session (tenant_id, id, account_id, person_id, method, companion_hash, remember, created_at,
          last_seen_at, expires_at)
        select ${id}, gen_random_uuid(), id, person_id, ${name}, 'x', true, ${ago}::timestamptz, ${ago}::timestamptz,
          ${ago}::timestamptz from account),
      code as (
        insert into code_challenge (tenant_id, id, purpose, channel, recipient, code_hash, created_at, expires_at)
        values (${id}, gen_random_uuid(), ${name}, 'email', 'x', 'x', ${ago}::timestamptz, ${ago}::timestamptz)),
      handoff as (
        insert into handoff_code (tenant_id, person_id, code_hash, created_at, expires_at)
        select ${id}, id, ${name}, ${ago}::timestamptz, ${ago}::timestamptz from made),
      event as (
        insert into door_event (tenant_id, kind, address, document, at)
        values (${id}, 'sign-up', ${name}, 'x', ${ago}::timestamptz)),
      link as (
        insert into social_link (tenant_id, token_hash, host_id, provider, subject, remember, created_at, expires_at)
        values (${id}, ${name}, 1, 'google', 'x', true, ${ago}::timestamptz, ${ago}::timestamptz))
      insert into passkey_challenge (tenant_id, id, rp_id, challenge, created_at, expires_at)
      values (${id}, gen_random_uuid(), 'x', ${name}, ${ago}::timestamptz, ${ago}::timestamptz)`);
  };
  /** The tables that still contain a row with this name, across all tenants. */
  const left = async (name: string) => {
    const { db } = harness.platform;
    const found: string[] = [];
    for (const alias of TENANTS) {
      const tenant = await db.global.one<{ id: number }>(sql`select id from tenant where alias = ${alias}`);
      const rows = await db.tenant(tenant?.id ?? 0).many<{ what: string }>(sql`
        select 'session' as what from login_session where tenant_id = ${tenant?.id} and method = ${name}
        union all select 'code' from code_challenge where tenant_id = ${tenant?.id} and purpose = ${name}
        union all select 'handoff' from handoff_code where tenant_id = ${tenant?.id} and code_hash = ${name}
        union all select 'event' from door_event where tenant_id = ${tenant?.id} and address = ${name}
        union all select 'link' from social_link where tenant_id = ${tenant?.id} and token_hash = ${name}
        union all select 'passkey' from passkey_challenge where tenant_id = ${tenant?.id} and challenge = ${name}`);
      found.push(...rows.map(({ what }) => `${alias} ${what}`));
    }
    return found.sort();
  };
  const ofBoth = (...names: string[]) =>
    TENANTS.flatMap((alias) => names.map((name) => `${alias} ${name}`)).sort();

  it('is 90 days for sessions and one for everything else, in every tenant', async () => {
    at(0);
    const ages = { day: DAY, 'day-and': DAY + 1, quarter: 90 * DAY, 'quarter-and': 90 * DAY + 1 };
    for (const alias of TENANTS) for (const [name, ms] of Object.entries(ages)) await write(alias, name, ms);
    await harness.platform.jobs.run('sign-in-clean-up');
    expect(await left('day')).toEqual(ofBoth('session', 'code', 'handoff', 'event', 'link', 'passkey'));
    expect(await left('day-and')).toEqual(ofBoth('session'));
    expect(await left('quarter')).toEqual(ofBoth('session'));
    expect(await left('quarter-and')).toEqual([]);
  });
});
