import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { from, signInCalls } from '../../../testing/codes.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { PASSWORD } from '../../../testing/people.ts';
import { undoTokens } from '../../../testing/proof.ts';
import { linkTokenOf, signInWith } from '../../../testing/social.ts';

const DAY = 24 * 3600_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
});
afterAll(() => harness?.stop());

let people = 8600;
const isIn = async (client: Client) => (await client.call('GET /candidate/users/check/')).status === 200;
const another = async (cpf: string, ip: string, userAgent = PHONE) => {
  const client = harness.visitor();
  const headers = { ...from(ip), 'user-agent': userAgent };
  client.token = (await entry.signIn(cpf, PASSWORD, headers, client)).body.accessToken;
  return client;
};

it('S32: people see their sessions, and can end one or all others', async () => {
  const person = await entry.newcomer(people++);
  const phone = await another(person.cpf, '203.0.113.7');
  const tablet = await another(person.cpf, '2001:db8:77:1::5', 'something unknown');
  const { body: list } = await phone.call('GET /platform/auth/sessions');
  expect(list).toHaveLength(3);
  expect(list.find(({ current }) => current)).toEqual({
    sessionId: expect.any(String),
    device: 'Chrome no Android',
    network: '203.0.*.*',
    sameNetwork: true,
    method: 'password',
    createdAt: '2026-01-12T10:00:00-03:00',
    lastUsedAt: '2026-01-12T10:00:00-03:00',
    endsAt: '2026-04-12T10:00:00-03:00',
    current: true,
  });
  const unknown = list.find(({ network }) => network === '2001:db8:*');
  expect(unknown).toMatchObject({ device: 'Aparelho não identificado', sameNetwork: false, current: false });

  const { body: foreign } = await (await entry.newcomer(people++)).client.call('GET /platform/auth/sessions');
  const end = (sessionId: string) =>
    phone.call('DELETE /platform/auth/sessions/{sessionId}', { params: { sessionId } });
  expect((await end(foreign[0]?.sessionId ?? '')).status).toBe(404);
  expect((await end('x')).status).toBe(404);
  expect((await end(unknown?.sessionId ?? '')).status).toBe(204);
  expect([await isIn(tablet), await isIn(person.client), await isIn(phone)]).toEqual([false, true, true]);
  expect((await phone.call('DELETE /platform/auth/sessions')).status).toBe(204);
  expect([await isIn(person.client), await isIn(phone)]).toEqual([false, true]);
  expect((await phone.call('GET /platform/auth/sessions')).body).toHaveLength(1);
  expect(await undoTokens(harness, person.email), 'each end is told').toHaveLength(2);
  expect((await phone.call('DELETE /platform/auth/sessions')).status).toBe(204);
  expect(await undoTokens(harness, person.email), 'nothing ended, nothing told').toHaveLength(2);
});

it('S32: the last use of a remembered session is recorded to within five minutes', async () => {
  const person = await entry.newcomer(people++);
  entry.later(7 * 60_000);
  expect(await isIn(person.client)).toBe(true);
  const { body } = await person.client.call('GET /platform/auth/sessions');
  expect(body[0]?.lastUsedAt).toBe('2026-01-12T10:07:00-03:00');
  entry.later(0);
});

it('S32: a remembered session used every day ends after ninety days', async () => {
  const person = await entry.newcomer(people++);
  const { client } = person;
  for (let day = 1; day < 90; day += 1) {
    entry.later(day * DAY + 60_000 * day);
    const answer = await client.call('GET /candidate/users/check/');
    expect(answer.status, `day ${day}`).toBe(200);
    client.token = answer.body.accessToken;
  }
  const { payload } = {
    payload: JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString()),
  };
  expect(payload.exp * 1000).toBe(new Date('2026-04-12T13:00:00Z').getTime());
  entry.later(90 * DAY - 1000);
  expect(await isIn(client)).toBe(true);
  entry.later(90 * DAY);
  expect(await isIn(client)).toBe(false);
  entry.later(0);
});

it('S32: people see their linked accounts, and can unlink them', async () => {
  const person = await entry.newcomer(people++);
  const account = `ligada${people}`;
  const visitor = harness.visitor();
  const linkToken = await linkTokenOf(visitor, account);
  await visitor.call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
    params: { tenant: 'alfa', provider: 'google' },
    body: { linkToken, documentType: 'cpf', document: person.cpf, password: PASSWORD },
  });
  const { body: linked } = await person.client.call('GET /platform/auth/social-accounts');
  expect(linked).toEqual([
    { id: expect.any(Number), provider: 'google', linkedAt: '2026-01-12T10:00:00-03:00' },
  ]);
  const other = await entry.newcomer(people++);
  const params = { id: linked[0]?.id ?? 0 };
  const call = 'DELETE /platform/auth/social-accounts/{id}';
  expect((await other.client.call(call, { params })).status).toBe(404);
  expect((await person.client.call(call, { params })).status).toBe(204);
  expect((await person.client.call('GET /platform/auth/social-accounts')).body).toEqual([]);
  expect((await signInWith(harness.visitor(), 'google', account)).status).toBe(404);
  expect(await undoTokens(harness, person.email), 'linked and unlinked').toHaveLength(2);
});

it("S32: a session's network is stored only truncated and as a hash", async () => {
  const person = await entry.newcomer(people++);
  await another(person.cpf, '198.51.100.23');
  const rows = await harness.platform.db.tenant(1).many<Record<string, unknown>>(sql`
    select s.* from login_session s join user_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    where s.tenant_id = 1 and a.document = ${person.cpf}`);
  expect(JSON.stringify(rows)).toContain('198.51.*.*');
  expect(JSON.stringify(rows)).not.toContain('198.51.100');
});
