import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkHolder } from '../../../testing/applicant.ts';
import { from, idOf, type Newcomer, signInCalls, tokenOf } from '../../../testing/codes.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { fillData } from '../../../testing/journey.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { borrowed } from '../../../testing/proof.ts';
import { newKey } from '../../../testing/requests.ts';

const MINUTE = 60_000;
const VERIFY = 'POST /platform/auth/code/challenges/{challengeId}/verify';
type Key = Record<string, string>;
type Answered = { status: number; body: unknown };

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
let people = 8700;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  entry = signInCalls(harness);
});
afterAll(() => harness?.stop());
beforeEach(() => entry.later(0));

const db = () => harness.platform.db.tenant(1);
const codeOf = ({ status, body }: Answered) => [status, (body as { code?: string } | undefined)?.code];
const GONE = [410, 'CODE_EXPIRED'];
const verify = (challengeId: string, code: string, headers: Key, client: Client = harness.visitor()) =>
  client.call(VERIFY, { params: { challengeId }, headers, body: { code, remember: true } });
/** Whose account an answer opened, asked with its own session; undefined if that session has ended. */
const whoEntered = async (client: Client, answer: Answered): Promise<string | undefined> => {
  client.token = (answer.body as { accessToken?: string }).accessToken ?? '';
  const { status, body } = await client.call('GET /candidate/users/check/');
  return status === 200 ? body.payloadToken.uuid : undefined;
};
/** A sign-up that waits for its code. */
async function signingUp() {
  const person = inventedPerson(people++);
  const { body } = await harness.visitor().call('POST /platform/auth/signup/tenants/{tenant}', {
    params: { tenant: 'alfa' },
    headers: from(`10.88.0.${people % 200}`),
    body: { ...signUpFields(person), captchaToken: null },
  });
  return { ...person, challengeId: idOf(body), code: await entry.codeFor(person.email) };
}
const accounts = async (cpf: string) =>
  (
    await db().one<{ found: number[] }>(sql`
      select array[
        (select count(*)::int from user_account where tenant_id = 1 and document = ${cpf}),
        (select count(*)::int from login_session s join person p on p.tenant_id = 1 and p.id = s.person_id
          where s.tenant_id = 1 and p.cpf = ${cpf} and s.revoked_at is null)] as found`)
  )?.found;

describe('R1 the code of a sign-up whose answer was lost', () => {
  it('enters the account that it created, and ends the session that nobody got', async () => {
    const { challengeId, code, cpf } = await signingUp();
    const key = newKey();
    const [lost, kept] = [harness.visitor(), harness.visitor()];
    const first = await verify(challengeId, code, key, lost);
    expect(first.status).toBe(200);
    const again = await verify(challengeId, code, key, kept);
    expect(again.status).toBe(200);
    const names = ({ headers }: typeof first) => headers.getSetCookie().map((line) => line.split('=')[0]);
    expect(names(again)).toEqual(names(first));
    expect(await whoEntered(kept, again)).toEqual(expect.any(String));
    expect(await whoEntered(lost, first)).toBeUndefined();
    expect(await accounts(cpf)).toEqual([1, 1]);
    // Lost once more, it still gets in.
    expect((await verify(challengeId, code, key)).status).toBe(200);
    expect(await accounts(cpf)).toEqual([1, 1]);
  });

  it('R2: sent twice at once creates one account, and the last answer is a session', async () => {
    const { challengeId, code, cpf } = await signingUp();
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(() => verify(challengeId, code, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await accounts(cpf)).toEqual([1, 1]);
  });

  it('keeps nothing of the person', async () => {
    const { challengeId, code } = await signingUp();
    await verify(challengeId, code, newKey());
    const row = await db().one<{ payload: object }>(sql`
      select payload from code_challenge where tenant_id = 1 and id = ${challengeId}::uuid`);
    expect(row?.payload).toEqual({
      repeat: expect.stringMatching(/^[\w-]{43}$/),
      done: { at: expect.any(Number), session: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });
});

describe('S3 only the caller themselves may repeat a code', () => {
  it.each([
    ['another key', (_: Key, code: string) => [newKey(), code]],
    ['no key', (_: Key, code: string) => [{}, code]],
    ['another code', (key: Key, code: string) => [key, entry.wrong(code)]],
  ] as const)('not with %s', async (_what, change) => {
    const { challengeId, code } = await signingUp();
    const key = newKey();
    expect((await verify(challengeId, code, key)).status).toBe(200);
    const [headers, typed] = change(key, code) as [Key, string];
    expect(codeOf(await verify(challengeId, typed, headers))).toEqual(GONE);
    expect((await verify(challengeId, code, key)).status).toBe(200);
  });

  it('not with a key sent later, when the first request had none', async () => {
    const { challengeId, code } = await signingUp();
    expect((await verify(challengeId, code, {})).status).toBe(200);
    for (const key of [newKey(), { 'idempotency-key': '' }])
      expect(codeOf(await verify(challengeId, code, key))).toEqual(GONE);
  });

  it('not after ten minutes', async () => {
    const { challengeId, code } = await signingUp();
    const key = newKey();
    entry.later(9 * MINUTE);
    expect((await verify(challengeId, code, key)).status).toBe(200);
    // The code itself is over by now.
    entry.later(19 * MINUTE - 1);
    expect((await verify(challengeId, code, key)).status).toBe(200);
    entry.later(19 * MINUTE);
    expect(codeOf(await verify(challengeId, code, key))).toEqual(GONE);
  });

  it('not once the session it opened has ended, as by the owner who took the account back', async () => {
    const person = await entry.newcomer(people++);
    const challengeId = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    const key = newKey();
    const intruder = harness.visitor();
    const entered = await verify(challengeId, code, key, intruder);
    expect(await whoEntered(intruder, entered)).toEqual(expect.any(String));
    entry.later(MINUTE);
    const reset = idOf((await entry.askReset(person.cpf, { channel: 'sms' })).body);
    const opened = await entry.verifyReset(reset, await entry.codeFor(person.cellPhone));
    expect((await entry.reset(tokenOf(opened.body), 'Nova#2026x')).status).toBe(204);
    expect(codeOf(await verify(challengeId, code, key))).toEqual(GONE);
  });

  it('not with the code of another purpose', async () => {
    const person = await entry.newcomer(people++);
    const requestId = idOf((await entry.askReset(person.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    const key = newKey();
    const call = 'POST /platform/auth/password/reset-requests/{requestId}/verify';
    const done = await harness.visitor().call(call, { params: { requestId }, headers: key, body: { code } });
    expect(done.status).toBe(200);
    expect((await verify(requestId, code, key)).status).toBe(404);
  });
});

describe('R1 the other codes whose answer was lost', () => {
  it('signs in again by a code', async () => {
    const person = await entry.newcomer(people++);
    const challengeId = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    const key = newKey();
    const [lost, kept] = [harness.visitor(), harness.visitor()];
    const first = await verify(challengeId, code, key, lost);
    const again = await verify(challengeId, `${code.slice(0, 3)} ${code.slice(3)}`, key, kept);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await whoEntered(kept, again)).toEqual(expect.any(String));
    expect(await whoEntered(lost, first)).toBeUndefined();
  });

  it('resets a password: the code opens it again, and a password that was set is set', async () => {
    const person = await entry.newcomer(people++);
    const requestId = idOf((await entry.askReset(person.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    const [codeKey, setKey] = [newKey(), newKey()];
    const open = (headers: Key) =>
      harness.visitor().call('POST /platform/auth/password/reset-requests/{requestId}/verify', {
        ...{ params: { requestId }, headers },
        body: { code },
      });
    const set = (resetToken: string, newPassword: string, headers: Key) =>
      harness.visitor().call('POST /platform/auth/password/reset', {
        headers,
        body: { resetToken, newPassword, confirmPassword: newPassword },
      });
    const first = await open(codeKey);
    expect([first.status, (await open(codeKey)).body]).toEqual([200, first.body]);
    expect(codeOf(await open(newKey()))).toEqual(GONE);
    const token = tokenOf(first.body);
    expect((await set(token, 'Nova#2026x', setKey)).status).toBe(204);
    expect((await set(token, 'Nova#2026x', setKey)).status).toBe(204);
    // Another password is not set, and nobody is told that it was.
    for (const [password, key] of [
      ['Outra#2026x', setKey],
      ['Nova#2026x', newKey()],
    ] as const)
      expect(codeOf(await set(token, password, key))).toEqual([410, 'LINK_EXPIRED']);
    expect(codeOf(await open(codeKey))).toEqual(GONE);
    expect((await entry.signIn(person.cpf, 'Nova#2026x')).status).toBe(200);
    expect((await entry.signIn(person.cpf, PASSWORD)).status).toBe(401);
    entry.later(10 * MINUTE);
    expect(codeOf(await set(token, 'Nova#2026x', setKey))).toEqual([410, 'LINK_EXPIRED']);
  });

  it('changes a contact once, and says so again', async () => {
    const person = await entry.newcomer(people++);
    const { personId } = (await person.client.call('GET /candidate/users/check/')).body.payloadToken;
    const value = `novo${people}@exemplo.test`;
    const asked = await person.client.call('POST /candidate/users/{personId}/contact-changes', {
      params: { personId },
      body: { kind: 'email', value },
    });
    const { changeId } = asked.body as { changeId: string };
    const code = await entry.codeFor(value);
    const key = newKey();
    const confirm = (who: Newcomer, headers: Key) =>
      who.client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
        ...{ params: { changeId }, headers },
        body: { code },
      });
    expect((await confirm(person, key)).status).toBe(204);
    expect((await confirm(person, key)).status).toBe(204);
    expect(codeOf(await confirm(person, newKey()))).toEqual(GONE);
    expect((await confirm(await entry.newcomer(people++), key)).status).toBe(404);
    const told = await db().one<{ count: number }>(sql`
      select count(*)::int as count from notification
      where tenant_id = 1 and person_id = ${personId} and template = 'N-33'`);
    // One change, told to both contacts from before.
    expect(told).toEqual({ count: 2 });
  });

  it('proves who somebody is in their session, and in no other', async () => {
    const person = await entry.newcomer(people++);
    const first = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
    const enter = async () => {
      const client = harness.visitor();
      const signedIn = await entry.signIn(person.cpf, PASSWORD, {}, client);
      client.token = (signedIn.body as { accessToken: string }).accessToken;
      return client;
    };
    await entry.verify(first, await entry.codeFor(person.email));
    const [client, other] = [await enter(), await enter()];
    await borrowed(harness, client);
    const sent = await client.call('POST /platform/auth/proof/codes', { body: { channel: 'email' } });
    const challengeId = idOf(sent.body);
    const code = await entry.codeFor(person.email);
    const key = newKey();
    const prove = (who: Client, headers: Key) =>
      who.call('POST /platform/auth/proof', { headers, body: { challengeId, code } });
    expect((await prove(client, key)).status).toBe(204);
    expect((await prove(client, key)).status).toBe(204);
    expect(codeOf(await prove(other, key))).toEqual(GONE);
    expect(codeOf(await prove(client, newKey()))).toEqual(GONE);
  });

  it('confirms a contract: the token comes again, valid for no longer', async () => {
    const person = inventedPerson(people++);
    const who = { ...(await personAt(harness, 'approved', { person })), person };
    await fillData(who.client, who.personId, who.subscriptionId, person);
    const tab = await linkHolder(harness, who);
    const id = who.subscriptionId;
    const asked = await tab.call('POST /candidate/subscriptions/{id}/acceptance-challenges', {
      params: { id },
      body: { party: 'candidate', channel: 'email' },
    });
    const { challengeId } = asked.body as { challengeId: string };
    const code = await entry.codeFor(person.email);
    const key = newKey();
    const answer = (headers: Key) =>
      tab.call('POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify', {
        ...{ params: { id, challengeId }, headers },
        body: { code },
      });
    const first = await answer(key);
    expect(first.status).toBe(200);
    entry.later(5 * MINUTE);
    expect((await answer(key)).body).toEqual(first.body);
    expect(codeOf(await answer(newKey()))).toEqual(GONE);
  });
});
