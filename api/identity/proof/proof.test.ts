import { PROOF } from '@orbita/domain/identity';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, openLink } from '../../../testing/applicant.ts';
import { from, idOf, type Newcomer, signInCalls } from '../../../testing/codes.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { Authenticator, addPasskey, enterByPasskey } from '../../../testing/passkeys.ts';
import { inventedPerson, PASSWORD } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { borrowed, proveByPassword, waysIn } from '../../../testing/proof.ts';
import { linkTokenOf, signInWith } from '../../../testing/social.ts';

const HOST = 'cua.alfa.orbita.test';
const MINUTE = 60_000;

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
});
afterAll(() => harness?.stop());

let people = 8200;
const ASKED = [403, 'REAUTH_REQUIRED'];
const shown = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const idsOf = async (person: Newcomer) => {
  const { body } = await person.client.call('GET /candidate/users/check/');
  return body.payloadToken;
};
const changeEmail = async (client: Client, personId: number, value: string) => {
  const asked = await client.call('POST /candidate/users/{personId}/contact-changes', {
    params: { personId },
    body: { kind: 'email', value },
  });
  if (asked.status !== 202) return asked;
  return client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
    params: { changeId: asked.body.changeId },
    body: { code: await entry.codeFor(value) },
  });
};

describe('S32 the protocol', () => {
  /** Marks in a call's address showing that it concerns a contact or a sign-in method. */
  const ABOUT = /contact|passkey|password|social|session|person-data|\/undo$/;
  /** Calls that change none of these: they start something, sign in, or only check a proof. */
  const HARMLESS: readonly CallKey[] = [
    'POST /platform/auth/password/tenants/{tenant}/reset-requests',
    'POST /platform/auth/password/reset-requests/{requestId}/verify',
    'POST /platform/auth/signin/tenants/{tenant}/social/{provider}/authorization',
    'POST /platform/auth/signin/tenants/{tenant}/social/{provider}',
    'POST /platform/auth/passkeys/tenants/{tenant}/challenges',
    'POST /platform/auth/passkeys/tenants/{tenant}/signin',
    'POST /platform/auth/proof/passkeys',
  ];

  it('S32: every call that changes a contact or a sign-in method declares that it needs proof', () => {
    const missing = (Object.keys(calls) as CallKey[]).filter((key) => {
      const { auth, freshProof } = callOf(key);
      return (
        ['public', 'candidate', 'guardian', 'payer'].includes(auth) &&
        !key.startsWith('GET ') &&
        !key.includes(' /operations/') &&
        ABOUT.test(key) &&
        !HARMLESS.includes(key) &&
        freshProof === undefined
      );
    });
    expect(missing).toEqual([]);
  });
});

describe('S32 a borrowed session', () => {
  it('S32: cannot change contacts, documents or sign-in methods without a proof, and can with one', async () => {
    const person = await entry.newcomer(people++);
    const { personId } = await idsOf(person);
    const key = new Authenticator(HOST);
    const { passkeyId } = (await addPasskey(person.client, key)).body;
    const elsewhere = harness.visitor();
    elsewhere.token = (await entry.signIn(person.cpf, PASSWORD, {}, elsewhere)).body.accessToken;
    const { body: sessions } = await person.client.call('GET /platform/auth/sessions');
    const other = sessions.find(({ current }) => !current)?.sessionId ?? '';
    await borrowed(harness, person.client);
    const before = await waysIn(harness, person.cpf);
    const newEmail = `outra${personId}@exemplo.test`;
    const acts = {
      'another e-mail': () => changeEmail(person.client, personId, newEmail),
      'a code of such a change': () =>
        person.client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
          params: { changeId: '7c2b0f4e-5a53-4d0c-9c53-0c1f6a8e2d11' },
          body: { code: '123456' },
        }),
      'a new passkey': () => person.client.call('POST /platform/auth/passkeys/registrations'),
      'no passkey': () =>
        person.client.call('DELETE /platform/auth/passkeys/{passkeyId}', { params: { passkeyId } }),
      'the end of a session': () =>
        person.client.call('DELETE /platform/auth/sessions/{sessionId}', { params: { sessionId: other } }),
      'the end of all others': () => person.client.call('DELETE /platform/auth/sessions'),
      'no social account': () =>
        person.client.call('DELETE /platform/auth/social-accounts/{id}', { params: { id: 1 } }),
      'another document': () =>
        person.client.call('PUT /candidate/users/{personId}/person-data', {
          params: { personId },
          body: { cpf: inventedPerson(people++).cpf },
        }),
    };
    for (const [what, act] of Object.entries(acts)) expect(shown(await act()), what).toEqual(ASKED);
    expect((await entry.change(person.client, {})).status).toBe(422);
    expect((await entry.change(person.client, { currentPassword: 'Errada#2026' })).status).toBe(422);
    expect(await waysIn(harness, person.cpf)).toEqual(before);

    expect((await proveByPassword(person.client)).status).toBe(204);
    expect((await acts['another e-mail']()).status).toBe(204);
    expect((await acts['no passkey']()).status).toBe(204);
    expect((await acts['the end of a session']()).status).toBe(204);
    expect((await elsewhere.call('GET /candidate/users/check/')).status).toBe(401);
  });

  it('S32: cannot fill in a missing contact either, unless the person has no means of proof', async () => {
    const person = await entry.newcomer(people++);
    const { personId } = await idsOf(person);
    const fill = () =>
      person.client.call('PUT /candidate/users/{personId}/person-data', {
        params: { personId },
        body: { cellPhone: '31955554444' },
      });
    const db = harness.platform.db.tenant(1);
    await db.one(
      sql`update person set cell_phone = null where tenant_id = 1 and id = ${personId} returning id`,
    );
    await borrowed(harness, person.client);
    expect(shown(await fill())).toEqual(ASKED);
    await db.one(sql`
      update user_account set password_hash = null where tenant_id = 1 and person_id = ${personId} returning id`);
    expect((await fill()).status).toBe(200);
  });

  it('S32: sets a first password only with a proof', async () => {
    const person = await entry.newcomer(people++);
    await harness.platform.db.tenant(1).one(sql`
      update user_account set password_hash = null where tenant_id = 1 and document = ${person.cpf} returning id`);
    await borrowed(harness, person.client);
    expect(shown(await entry.change(person.client, {}))).toEqual(ASKED);
    const { body } = await entry.ask(person.cpf, { channel: 'email' });
    const again = harness.visitor();
    const entered = await entry.verify(idOf(body), await entry.codeFor(person.email), again);
    again.token = entered.body.accessToken;
    expect((await entry.change(again, {})).status, 'a sign-in by code is a proof').toBe(204);
  });

  it.each([
    ['password', true],
    ['code', true],
    ['passkey', true],
    ['social account', false],
    ['hand-off', false],
  ])('S32: a sign-in by %s is a proof: %s', async (how, isProof) => {
    const person = await entry.newcomer(people++);
    const { personId } = await idsOf(person);
    const browser = harness.visitor();
    const headers = from(`10.32.0.${people % 250}`);
    if (how === 'password')
      browser.token = (await entry.signIn(person.cpf, PASSWORD, headers, browser)).body.accessToken;
    if (how === 'code') {
      const id = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
      browser.token = (await entry.verify(id, await entry.codeFor(person.email), browser)).body.accessToken;
    }
    if (how === 'passkey') {
      const key = new Authenticator(HOST);
      await addPasskey(person.client, key);
      browser.token = (await enterByPasskey(browser, key)).answer.body.accessToken;
    }
    if (how === 'social account') {
      const account = `prova${people}`;
      const linkToken = await linkTokenOf(browser, account);
      await browser.call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
        params: { tenant: 'alfa', provider: 'google' },
        body: { linkToken, documentType: 'cpf', document: person.cpf, password: PASSWORD },
      });
      expect((await signInWith(browser, 'google', account)).status).toBe(200);
    }
    if (how === 'hand-off') {
      const made = await harness.operations.call('POST /operations/handoffs', { body: { personId } });
      const answer = await browser.call('POST /platform/auth/handoff/exchange', {
        body: { code: made.body.code },
      });
      browser.token = answer.body.accessToken;
    }
    const { status } = await browser.call('POST /platform/auth/passkeys/registrations');
    expect(status).toBe(isProof ? 200 : 403);
    expect((await browser.call('GET /platform/auth/proof')).body.until !== null).toBe(isProof);
  });

  it('S32: a proof counts for ten minutes, and renewing a session is none', async () => {
    const person = await entry.newcomer(people++);
    const begin = () => person.client.call('POST /platform/auth/passkeys/registrations');
    expect((await begin()).status).toBe(200);
    entry.later(PROOF.seconds * 1000 - 1000);
    expect((await begin()).status).toBe(200);
    entry.later(PROOF.seconds * 1000);
    expect(shown(await begin())).toEqual(ASKED);
    entry.later(25 * 60 * MINUTE);
    const { body } = await person.client.call('GET /candidate/users/check/');
    expect(body.accessToken).not.toBe(person.client.token);
    person.client.token = body.accessToken;
    expect(shown(await begin())).toEqual(ASKED);
    entry.later(0);
  });
});

describe('S32 a proof', () => {
  const stale = async () => {
    const person = await entry.newcomer(people++);
    const { personId } = await idsOf(person);
    return { ...person, personId };
  };
  const confirmEmail = async ({ personId }: { personId: number }, at = '2026-01-01T00:00:00Z') =>
    harness.platform.db.tenant(1).one(sql`
      update person set email_confirmed_at = ${at}::timestamptz where tenant_id = 1 and id = ${personId} returning id`);
  const ask = (client: Client, channel: 'email' | 'sms' = 'email') =>
    client.call('POST /platform/auth/proof/codes', { body: { channel } });

  it('S32: by code goes only to contacts that were confirmed before the session', async () => {
    const person = await stale();
    expect((await person.client.call('GET /platform/auth/proof')).body.contacts).toEqual([]);
    expect((await ask(person.client)).status).toBe(422);
    await confirmEmail(person);
    await borrowed(harness, person.client);
    const { body } = await person.client.call('GET /platform/auth/proof');
    expect(body).toEqual({
      until: null,
      password: true,
      passkey: false,
      contacts: [{ channel: 'email', masked: expect.stringContaining('***') }],
    });
    const sent = await ask(person.client);
    const code = await entry.codeFor(person.email);
    const prove = (client: Client, typed: string) =>
      client.call('POST /platform/auth/proof', { body: { challengeId: sent.body.challengeId, code: typed } });
    expect(shown(await prove(person.client, entry.wrong(code)))).toEqual([422, 'CODE_INVALID']);
    // A code belongs to the session that requested it.
    const elsewhere = harness.visitor();
    elsewhere.token = (await entry.signIn(person.cpf, PASSWORD, {}, elsewhere)).body.accessToken;
    expect((await prove(elsewhere, code)).status).toBe(410);
    expect((await prove(person.client, code)).status).toBe(204);
    expect((await prove(person.client, code)).status).toBe(410);
    expect((await person.client.call('POST /platform/auth/passkeys/registrations')).status).toBe(200);
  });

  it('S32: by code never goes to a contact added in the same session', async () => {
    const person = await stale();
    await confirmEmail(person);
    entry.later(MINUTE);
    const mine = `minha${person.personId}@exemplo.test`;
    expect((await changeEmail(person.client, person.personId, mine)).status).toBe(204);
    await borrowed(harness, person.client);
    expect((await person.client.call('GET /platform/auth/proof')).body.contacts).toEqual([]);
    expect((await ask(person.client)).status).toBe(422);
    expect(shown(await changeEmail(person.client, person.personId, person.email))).toEqual(ASKED);
    entry.later(0);
  });

  it("S32: by passkey needs the account's own passkey and its own challenge", async () => {
    const [person, other] = [await stale(), await stale()];
    const [key, theirs] = [new Authenticator(HOST), new Authenticator(HOST)];
    await addPasskey(person.client, key);
    await addPasskey(other.client, theirs);
    const prove = async (client: Client, authenticator: Authenticator, begunBy = client) => {
      const { body } = await begunBy.call('POST /platform/auth/proof/passkeys');
      const credential = authenticator.get(String(body.options.challenge));
      return client.call('POST /platform/auth/proof', {
        body: { challengeId: body.challengeId, credential },
      });
    };
    await borrowed(harness, person.client);
    expect(shown(await prove(person.client, theirs))).toEqual([401, 'PASSKEY_REFUSED']);
    expect(shown(await prove(person.client, key, other.client))).toEqual([401, 'PASSKEY_REFUSED']);
    expect(shown(await person.client.call('POST /platform/auth/passkeys/registrations'))).toEqual(ASKED);
    expect((await prove(person.client, key)).status).toBe(204);
    expect((await person.client.call('POST /platform/auth/passkeys/registrations')).status).toBe(200);
  });

  it('S2 by password cannot be used to guess it, and an empty request is no proof', async () => {
    const person = await stale();
    await borrowed(harness, person.client);
    const tries = [];
    for (let n = 0; n < 6; n++) tries.push(shown(await proveByPassword(person.client, 'Errada#2026')));
    expect(tries.slice(0, 4).every(([status]) => status === 422)).toBe(true);
    expect(tries.slice(4)).toEqual([
      [429, 'ACCOUNT_LOCKED'],
      [429, 'ACCOUNT_LOCKED'],
    ]);
    expect(shown(await proveByPassword(person.client))).toEqual([429, 'ACCOUNT_LOCKED']);
    expect((await person.client.call('POST /platform/auth/proof', { body: {} })).status).toBe(422);
    expect(shown(await person.client.call('POST /platform/auth/passkeys/registrations'))).toEqual(ASKED);
  });
});

it('S32: a contact filled in from a message link gets no codes until it is confirmed', async () => {
  const made = inventedPerson(people++);
  const owner = await personAt(harness, 'approved', { person: made });
  const { personId } = owner;
  const db = harness.platform.db.tenant(1);
  await db.one(
    sql`update person set cell_phone = null where tenant_id = 1 and id = ${personId} returning id`,
  );
  const { key } = await issueKey(harness, owner.subscriptionId);
  const tab = harness.visitor();
  tab.token = (await openLink(tab, owner.subscriptionId, key)).body.accessToken;
  expect((await tab.call('GET /platform/auth/proof')).status).toBe(403);
  const filled = await tab.call('PUT /candidate/users/{personId}/person-data', {
    params: { personId },
    body: { cellPhone: '31955553333' },
  });
  expect([filled.status, filled.body.cellPhone]).toEqual([200, '31955553333']);
  const channels = async () => {
    const { body } = await entry.ask(made.cpf);
    return 'channels' in body ? body.channels.map(({ channel }) => channel) : [];
  };
  expect(await channels()).toEqual(['email']);
  expect((await entry.ask(made.cpf, { channel: 'sms' })).status).toBe(422);
  const asked = await owner.client.call('POST /candidate/users/{personId}/contact-changes', {
    params: { personId },
    body: { kind: 'cellPhone', value: '31955553333' },
  });
  const code = await entry.codeFor('31955553333');
  await owner.client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
    params: { changeId: asked.body.changeId },
    body: { code },
  });
  expect(await channels()).toEqual(['email', 'sms']);
});
