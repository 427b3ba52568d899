import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { Authenticator } from '../../testing/passkeys.ts';
import { askedCode, consoleOf, newInvite, staffByCode, staffIn } from '../../testing/staff.ts';
import { enterByProvider, putAccount } from '../../testing/staff-provider.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';
import { makeDemoInvites } from './demo.ts';

const HOST = 'cua.alfa.orbita.test';
// She holds everything she grants, so that no second person is needed.
const ALL = [{ role: 'administracao' as const }, { role: 'banca' as const }];
const NEW = { name: 'Nova Pessoa', grants: [{ role: 'banca' as const }] };

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
beforeEach(() => minutes(0));

const challengeOf = (body: object): { challengeId: string; challenge: string } => {
  if (!('options' in body && 'challengeId' in body)) throw new Error(JSON.stringify(body));
  const { challenge } = body.options as { challenge: string };
  return { challengeId: String(body.challengeId), challenge };
};

/** Accepts an invite with a passkey created for it. */
async function acceptByKey(client: Client, invite: string, key = new Authenticator(HOST)) {
  const begun = await client.call('POST /operations/staff/invites/acceptance', {
    body: { invite, method: 'passkey' },
  });
  const { challengeId, challenge } = challengeOf(begun.body);
  const body = { challengeId, credential: key.create(challenge) };
  return { key, answer: await client.call('POST /operations/staff/passkeys/sign-in', { body }) };
}

async function shown(client: Client, key: Authenticator, change: Parameters<Authenticator['get']>[1] = {}) {
  const begun = await client.call('POST /operations/staff/passkeys/options');
  const { challengeId, challenge } = challengeOf(begun.body);
  return { challengeId, credential: key.get(challenge, change) };
}

it('an invite is accepted by a passkey, which signs in again and allows acts that need strong sign-in', async () => {
  const { invite, email, staffId } = await newInvite(harness, ALL);
  const first = consoleOf(harness);
  const { key, answer } = await acceptByKey(first, invite);
  expect(answer.body).toMatchObject({ staffId, session: { method: 'passkey' } });
  const again = await consoleOf(harness).call('POST /operations/staff/invites/inspection', {
    body: { invite },
  });
  expect(again.body.code).toBe('INVITE_OVER');

  const client = consoleOf(harness);
  const sent = await shown(client, key);
  const entered = await client.call('POST /operations/staff/passkeys/sign-in', { body: sent });
  expect([entered.status, entered.body]).toMatchObject([200, { staffId, session: { method: 'passkey' } }]);
  const replayed = await consoleOf(harness).call('POST /operations/staff/passkeys/sign-in', { body: sent });
  expect([replayed.status, replayed.body.code]).toEqual([401, 'PASSKEY_REFUSED']);

  const made = await client.call('POST /operations/staff/invites', {
    body: { ...NEW, email: 'nova.pessoa@equipe.test' },
  });
  expect([made.status, made.body.url]).toEqual([201, null]);
  const { body: outbox } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: 'nova.pessoa@equipe.test' },
  });
  expect(outbox[0]?.text).toMatch(/Pessoa da Equipe convidou você.*\/orbita\/equipe\/convite#[\w-]{43}/s);
  const linked = /convite#([\w-]+)/.exec(outbox[0]?.text ?? '')?.[1] ?? '';
  expect((await acceptByKey(consoleOf(harness), linked)).answer.status).toBe(200);

  minutes(11);
  const late = await client.call('POST /operations/staff/invites', {
    body: { ...NEW, email: 'x@equipe.test' },
  });
  expect(late.body).toMatchObject({ code: 'REAUTH_REQUIRED', methods: ['passkey'] });
  const confirm = await client.call('POST /operations/staff/me/reauthentication', {
    body: { passkey: await shown(client, key) },
  });
  expect([confirm.status, confirm.body.reauthUntil]).toEqual([200, '2026-01-12T10:21:00-03:00']);
  // Holding the link of an invite doesn't prove the e-mail address, so no code is sent there.
  const unproved = await consoleOf(harness).call('POST /operations/staff/code/challenges', {
    body: { email },
  });
  expect(unproved.status).toBe(202);
});

it('is refused from another page, for another host, without user verification, at another tenant', async () => {
  const { invite } = await newInvite(harness, ALL);
  const { key } = await acceptByKey(consoleOf(harness), invite);
  for (const change of [
    { origin: `https://${HOST}.mal.test` },
    { rpId: 'epa.alfa.orbita.test' },
    { verified: false },
  ]) {
    const client = consoleOf(harness);
    const body = await shown(client, key, change);
    const answer = await client.call('POST /operations/staff/passkeys/sign-in', { body });
    expect([answer.status, answer.body.code], JSON.stringify(change)).toEqual([401, 'PASSKEY_REFUSED']);
  }
  const beta = consoleOf(harness, 'beta');
  const answer = await beta.call('POST /operations/staff/passkeys/sign-in', { body: await shown(beta, key) });
  expect(answer.body.code).toBe('PASSKEY_REFUSED');
});

it('a member signed in by code registers a passkey, confirms by it, and is strong from then on', async () => {
  const { client } = await staffByCode(harness, ALL);
  const invite = () =>
    client.call('POST /operations/staff/invites', { body: { ...NEW, email: 'forte@equipe.test' } });
  expect((await invite()).body.code).toBe('STRONGER_SIGN_IN');
  const begun = await client.call('POST /operations/staff/me/passkeys', { body: {} });
  const { challengeId, challenge } = challengeOf(begun.body);
  const key = new Authenticator(HOST);
  const made = await client.call('POST /operations/staff/me/passkeys', {
    body: { challengeId, credential: key.create(challenge), label: 'Do trabalho' },
  });
  expect([made.status, made.body]).toMatchObject([201, { label: 'Do trabalho', lastUsedAt: null }]);
  expect((await invite()).body).toMatchObject({ code: 'REAUTH_REQUIRED', methods: ['passkey'] });
  const other = await staffIn(harness, ALL);
  const foreign = await other.client.call('POST /operations/staff/me/reauthentication', {
    body: { passkey: await shown(other.client, key) },
  });
  expect(foreign.body.code).toBe('PASSKEY_REFUSED');
  await client.call('POST /operations/staff/me/reauthentication', {
    body: { passkey: await shown(client, key) },
  });
  expect((await invite()).status).toBe(201);
  // A code is weaker than what the session has now.
  const byCode = await client.call('POST /operations/staff/me/reauthentication', {
    body: { challengeId: '00000000-0000-4000-8000-000000000000', code: '123456' },
  });
  expect(byCode.body.code).toBe('REAUTH_REQUIRED');
  const { body: list } = await client.call('GET /operations/staff/me/passkeys');
  const params = { id: list.data[0]?.id ?? 0 };
  expect((await other.client.call('DELETE /operations/staff/me/passkeys/{id}', { params })).status).toBe(404);
  expect((await client.call('DELETE /operations/staff/me/passkeys/{id}', { params })).status).toBe(204);
  const gone = consoleOf(harness);
  const refused = await gone.call('POST /operations/staff/passkeys/sign-in', {
    body: await shown(gone, key),
  });
  expect(refused.status).toBe(401);
});

it('an invite for a passkey only accepts no code, and lets a member back in', async () => {
  const email = 'volta@equipe.test';
  const body = { name: 'Volta', email, grants: ALL, method: 'passkey' as const };
  const secretOf = async () => {
    const made = await harness.operations.call('POST /operations/staff/invites', { body });
    return made.body.url?.split('#')[1] ?? '';
  };
  const invite = await secretOf();
  const byCode = await consoleOf(harness).call('POST /operations/staff/invites/acceptance', {
    body: { invite, method: 'code' },
  });
  expect(byCode.status).toBe(403);
  expect((await acceptByKey(consoleOf(harness), invite)).answer.status).toBe(200);
  expect((await acceptByKey(consoleOf(harness), await secretOf())).answer.status).toBe(200);
});

it('the demo invites sign in at once with all roles, count as strong, and belong to this process', async () => {
  const links = (await makeDemoInvites(harness.platform, 'alfa')).map(({ address }) => address);
  expect(new Set(links).size).toBe(2);
  for (const link of links) {
    const invite = link.split('#')[1] ?? '';
    const client = consoleOf(harness);
    const looked = await client.call('POST /operations/staff/invites/inspection', { body: { invite } });
    expect(looked.body.methods).toEqual(['demo']);
    const { body } = await client.call('POST /operations/staff/invites/acceptance', {
      body: { invite, method: 'demo' },
    });
    expect(body).toMatchObject({ session: { method: 'demo' }, parts: { 'staff.manage': 'all' } });
    const made = await client.call('POST /operations/staff/invites', {
      body: { ...NEW, email: `de.${invite.slice(0, 6).toLowerCase()}@equipe.test` },
    });
    expect(made.status).toBe(201);
    const elsewhere = await consoleOf(harness, 'beta').call('POST /operations/staff/invites/inspection', {
      body: { invite },
    });
    expect(elsewhere.body.code).toBe('INVITE_OVER');
  }
  await makeDemoInvites(harness.platform, 'alfa');
  const old = await consoleOf(harness).call('POST /operations/staff/invites/inspection', {
    body: { invite: links[0]?.split('#')[1] ?? '' },
  });
  expect(old.body.code).toBe('INVITE_OVER');
  const production = { ...harness.platform, config: { ...harness.platform.config, development: false } };
  await expect(makeDemoInvites(production, 'alfa')).rejects.toThrow('production');
});

it('preferences are stored, and returned with the signed-in member', async () => {
  const { client } = await staffIn(harness, ALL);
  const body = {
    density: 'compact' as const,
    filters: [{ name: 'Minha', screen: 'inscricoes', query: 'status=5' }],
  };
  expect((await client.call('PUT /operations/staff/me/preferences', { body })).body).toEqual(body);
  expect((await client.call('GET /operations/staff/me')).body).toMatchObject({
    preferences: body,
    otherConsoles: [],
  });
  const { body: roles } = await client.call('GET /operations/roles');
  expect(roles.data).toContainEqual({
    role: 'banca',
    label: 'Banca',
    description: 'Corrige redações sem saber de quem são.',
    parts: ['essays.grade'],
  });
});

describe('a console that allows only codes', () => {
  const setConsole = async (tenant: string, settings: object) => {
    const id = await tenantIdOf(harness, tenant);
    await harness.platform.db.tenant(id).one(sql`
      insert into console (tenant_id, settings) values (${id}, ${JSON.stringify(settings)}::jsonb)
      on conflict (tenant_id) do update set settings = excluded.settings returning 1`);
    forgetCatalogue(harness.platform);
  };
  const BETA = 'beta.orbita.test';

  it('lets members create a passkey to confirm their identity, but not to sign in', async () => {
    await setConsole('beta', { signIn: ['code'] });
    const { client, email, me } = await staffByCode(harness, ALL, 'beta');
    expect(me).toMatchObject({ waysIn: ['code'], session: { method: 'code' } });
    const invite = (to: string) =>
      client.call('POST /operations/staff/invites', { body: { ...NEW, email: to } });
    expect((await invite('uma@equipe.test')).body.code).toBe('STRONGER_SIGN_IN');
    const begun = await client.call('POST /operations/staff/me/passkeys', { body: {} });
    const key = new Authenticator(BETA);
    const { challengeId, challenge } = challengeOf(begun.body);
    const kept = await client.call('POST /operations/staff/me/passkeys', {
      body: { challengeId, credential: key.create(challenge) },
    });
    expect(kept.status).toBe(201);
    expect((await invite('uma@equipe.test')).body).toMatchObject({
      code: 'REAUTH_REQUIRED',
      methods: ['passkey'],
    });
    const confirmed = await client.call('POST /operations/staff/me/reauthentication', {
      body: { passkey: await shown(client, key) },
    });
    expect(confirmed.status).toBe(200);
    expect((await invite('uma@equipe.test')).status).toBe(201);

    const elsewhere = consoleOf(harness, 'beta');
    const entered = await elsewhere.call('POST /operations/staff/passkeys/sign-in', {
      body: await shown(elsewhere, key),
    });
    expect([entered.status, entered.body.code]).toEqual([403, 'FORBIDDEN']);
    minutes(2);
    const code = await askedCode(harness, elsewhere, email);
    const again = await elsewhere.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId: code.challengeId },
      body: { code: code.code },
    });
    expect(again.body).toMatchObject({ waysIn: ['code'], session: { method: 'code' } });
    // A fresh code isn't enough for such acts; the passkey is requested explicitly.
    const other = await elsewhere.call('POST /operations/staff/invites', {
      body: { ...NEW, email: 'outra@equipe.test' },
    });
    expect(other.body).toMatchObject({ code: 'REAUTH_REQUIRED', methods: ['passkey'] });
  });

  it('still lets people sign in by passkey who were invited to have one', async () => {
    await setConsole('beta', { signIn: ['code'] });
    const { body } = await harness.operationsOf('beta').call('POST /operations/staff/invites', {
      body: { ...NEW, email: 'com.chave@equipe.test', method: 'passkey' },
    });
    const key = new Authenticator(BETA);
    const { answer } = await acceptByKey(consoleOf(harness, 'beta'), body.url?.split('#')[1] ?? '', key);
    expect(answer.body).toMatchObject({ waysIn: ['passkey', 'code'] });
    const client = consoleOf(harness, 'beta');
    const entered = await client.call('POST /operations/staff/passkeys/sign-in', {
      body: await shown(client, key),
    });
    expect(entered.status).toBe(200);
  });
});

it('a member signed in only by SSO confirms there, and cannot create a passkey', async () => {
  const id = await tenantIdOf(harness, 'alfa');
  const own = await harness.platform.db.tenant(id).one<{ settings: object }>(sql`
    select settings from console where tenant_id = ${id}`);
  const write = async (settings: object) => {
    await harness.platform.db.tenant(id).one(sql`
      update console set settings = ${JSON.stringify(settings)}::jsonb where tenant_id = ${id} returning 1`);
    forgetCatalogue(harness.platform);
  };
  await putAccount(harness, 'so-idp', { groups: ['sec-cua'] });
  const { client } = await enterByProvider(harness, 'so-idp');
  await write({ ...own?.settings, signIn: ['idp'] });
  const refused = await client.call('POST /operations/staff/me/passkeys', { body: {} });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
  await write({ ...own?.settings, signIn: ['idp', 'passkey'] });
  expect((await client.call('POST /operations/staff/me/passkeys', { body: {} })).status).toBe(200);
  await write({ ...own?.settings });
});

it('names the logo of each institution that has one', async () => {
  const { me } = await staffIn(harness, ALL);
  expect(me.institutions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'CUA01', acronym: 'CUA', logo: '/assets/alfa/s.svg' }),
      expect.objectContaining({ code: 'EPA01', logo: '/assets/alfa/epa/s.svg' }),
    ]),
  );
  const { status } = await consoleOf(harness).send('GET', '/assets/alfa/epa/s.svg');
  expect(status).toBe(200);
});

it('a passkey copied to several devices may count backwards', async () => {
  const { invite } = await newInvite(harness, ALL);
  const { key, answer } = await acceptByKey(
    consoleOf(harness),
    invite,
    new Authenticator(HOST, { backedUp: true, counter: 50 }),
  );
  expect(answer.status).toBe(200);
  for (const counter of [51, 0, 7]) {
    const client = consoleOf(harness);
    const body = await shown(client, key, { counter });
    const { status } = await client.call('POST /operations/staff/passkeys/sign-in', { body });
    expect([counter, status]).toEqual([counter, 200]);
  }
});
