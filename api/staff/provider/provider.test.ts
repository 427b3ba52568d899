// Longer than other files: every answer of a sign-in provider is played by the same imitation of one.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { consoleOf, newInvite, staffIn } from '../../../testing/staff.ts';
import {
  accountsOf,
  comeBack,
  enterByProvider,
  logoutTokenOf,
  putAccount,
  startThere,
  throughConta,
} from '../../../testing/staff-provider.ts';
import { readConsole, writeConsole } from '../../catalogue/console.ts';
import { forgetCatalogue } from '../../tenancy/memory.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
beforeEach(() => minutes(0));
const { me, account, enter: in_, grantsOf } = accountsOf(() => harness);
const fault = (mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'staff-idp', mode } });
const refused = async (sub: string | null) => {
  const { client, answer } = await enterByProvider(harness, sub);
  expect(client.cookies.has('orbita-equipe')).toBe(false);
  return answer.body.code;
};

describe('sign-in by SSO', () => {
  it('uses code, PKCE, state and nonce at the provider, and returns by a page without scripts', async () => {
    const client = consoleOf(harness);
    const start = await startThere(client, '?returnTo=/orbita/equipe/documentos%3Ffila%3Dmatricula');
    const address = new URL(start.headers.get('location') ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'orbita-equipe',
      scope: 'openid profile email groups',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: 'http://cua.alfa.orbita.test/orbita/api/operations/staff/oidc/callback',
    });
    expect(client.cookieLines.get('orbita-equipe-oidc')).toMatch(/Max-Age=600.*HttpOnly.*SameSite=Lax/i);
    const answer = await comeBack(client, await throughConta(address.href, await account()), {
      accept: 'text/html',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('content="0;url=/orbita/equipe/documentos?fila=matricula"');
    expect(answer.body).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(answer.headers.get('content-type')).toMatch('text/html');
    expect(client.cookieLines.get('orbita-equipe')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/i);
    expect(client.cookies.has('orbita-equipe-oidc')).toBe(false);
    const { body } = await me(client);
    expect(body).toMatchObject({
      grants: [{ role: 'secretaria', institutions: ['CUA01'], source: 'idp' }],
      session: { method: 'idp', reauthUntil: '2026-01-12T10:10:00-03:00' },
    });
  });

  it('is offered by name, and returns to console pages only', async () => {
    expect((await consoleOf(harness).call('GET /operations/staff/sign-in')).body).toMatchObject({
      idpName: 'Conta Alfa',
      methods: expect.arrayContaining(['idp', 'code']),
    });
    const beta = consoleOf(harness, 'beta');
    expect((await beta.call('GET /operations/staff/sign-in')).body).not.toHaveProperty('idpName');
    expect((await startThere(beta)).status).toBe(404);
    const sub = await account();
    for (const wish of [
      'https://mal.test/',
      '//mal.test',
      '/orbita/equipe/../../mal',
      '/orbita/equipe/..%5C..%5Cmal',
      '/outra',
    ]) {
      const { answer } = await enterByProvider(harness, sub, {
        query: `?${new URLSearchParams({ returnTo: wish })}`,
      });
      expect(answer.body).toMatch(/content="0;url=\/orbita\/equipe\/(\.\.%5C\.\.%5Cmal)?"/);
    }
  });

  it('identifies people by issuer and subject: an e-mail matches only an open invite, and only when verified', async () => {
    const { email, staffId } = await newInvite(harness, [{ role: 'financeiro' }]);
    expect(await refused(await account({ email, emailVerified: false, groups: ['sec-cua'] }))).toBe(
      'IDP_REFUSED',
    );
    const sub = await account({ email, groups: [] });
    const client = await in_(sub);
    expect((await me(client)).body.staffId).toBe(staffId);
    expect(await grantsOf(client)).toEqual([['financeiro', null, 'manual']]);
    // The e-mail address of an existing member opens nothing for another account.
    expect(await refused(await account({ email, groups: ['sec-cua'] }))).toBe('IDP_REFUSED');
    // Nor does a new e-mail address make a known account another person.
    await putAccount(harness, sub, { email: 'outro@equipe.test', groups: ['sec-cua'] });
    expect((await me(await in_(sub))).body).toMatchObject({ staffId, email });
  });

  it('accepts an invite only for its own person, while it is open', async () => {
    const accept = async (client: Client, invite: string) => {
      const body = { invite, method: 'idp' as const };
      const { body: next } = await client.call('POST /operations/staff/invites/acceptance', { body });
      if (!('address' in next)) throw new Error(JSON.stringify(next));
      return next.address;
    };
    const come = async (invite: string, sub: string) => {
      const client = consoleOf(harness);
      const address = await accept(client, invite);
      return { client, answer: await comeBack(client, await throughConta(address, sub)) };
    };
    const { email, staffId, invite } = await newInvite(harness, [{ role: 'financeiro' }]);
    const looked = await consoleOf(harness).call('POST /operations/staff/invites/inspection', {
      body: { invite },
    });
    expect(looked.body.methods).toContain('idp');

    // Having a role through a group doesn't make somebody the invited person, nor does an e-mail address that the provider
    // hasn't verified.
    const other = await account({ email: 'de.outra@equipe.test', groups: ['sec-cua'] });
    for (const sub of [other, await account({ email, emailVerified: false, groups: ['sec-cua'] })]) {
      const { client, answer } = await come(invite, sub);
      expect([answer.status, answer.body.code]).toEqual([403, 'INVITE_OTHER_PERSON']);
      expect(client.cookies.has('orbita-equipe')).toBe(false);
    }
    const mine = await account({ email, groups: [] });
    const { client, answer } = await come(invite, mine);
    expect(answer.status).toBe(200);
    expect((await me(client)).body).toMatchObject({ staffId, session: { method: 'idp' } });
    const again = await consoleOf(harness).call('POST /operations/staff/invites/acceptance', {
      body: { invite, method: 'idp' },
    });
    expect([again.status, again.body]).toEqual([410, expect.objectContaining({ code: 'INVITE_OVER' })]);

    // It expired while she was at the provider.
    const late = await newInvite(harness, [{ role: 'financeiro' }]);
    const waiting = consoleOf(harness);
    const address = await accept(waiting, late.invite);
    const search = await throughConta(address, await account({ email: late.email, groups: [] }));
    minutes(73 * 60);
    const over = await comeBack(waiting, search);
    expect([over.status, over.body.code]).toEqual([410, 'INVITE_OVER']);
  });

  it('replaces roles from groups each time and leaves those given by hand', async () => {
    const sub = await account({ groups: ['sec-cua', 'coord', 'desconhecido'] });
    const client = await in_(sub);
    expect(await grantsOf(client)).toEqual([
      ['secretaria', ['CUA01'], 'idp'],
      ['coordenacao', ['CUA01', 'EPA01'], 'idp'],
    ]);
    const { staffId } = (await me(client)).body;
    await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId },
      body: { grants: [{ role: 'banca' }] },
    });
    await putAccount(harness, sub, { groups: ['coord', 'gestores'] });
    const again = await in_(sub);
    const now = [
      ['coordenacao', ['CUA01', 'EPA01'], 'idp'],
      ['banca', null, 'manual'],
      ['gestao', null, 'idp'],
    ];
    expect(await grantsOf(again)).toEqual(now);
    // A session opened earlier has the same roles from its next call on.
    expect(await grantsOf(client)).toEqual(now);
  });

  it('refuses people without a role, without groups in the answer, and disabled ones', async () => {
    expect(await refused(await account({ groups: [] }))).toBe('NO_ROLE');
    expect(await refused(await account({ groups: ['outro'] }))).toBe('NO_ROLE');
    for (const mode of ['absent', 'reference'] as const)
      expect(await refused(await account({ groups: ['sec-cua'], mode }))).toBe('GROUPS_MISSING');
    expect(await refused(await account({ groups: ['sec-cua'], mode: 'keys' }))).toBe('GROUPS_UNREADABLE');
    const sub = await account({ groups: ['sec-cua'], mode: 'objects' });
    const { staffId } = (await me(await in_(sub))).body;
    await putAccount(harness, sub, { groups: ['sec-cua'], mode: 'reference' });
    expect(await refused(sub)).toBe('GROUPS_MISSING');
    await putAccount(harness, sub, { groups: [] });
    expect(await refused(sub)).toBe('NO_ROLE');
    const left = await harness.operations.call('GET /operations/staff/{staffId}', { params: { staffId } });
    expect(left.body.grants).toEqual([]);
    await putAccount(harness, sub, { groups: ['sec-cua'] });
    await harness.operations.call('POST /operations/staff/{staffId}/state', {
      params: { staffId },
      body: { state: 'disabled', reason: 'Saiu' },
    });
    expect(await refused(sub)).toBe('NO_ROLE');
  });

  it('explains a refusal to the person, with a way back', async () => {
    const client = consoleOf(harness);
    const start = await startThere(client);
    const search = await throughConta(start.headers.get('location') ?? '', await account({ groups: [] }));
    const { status, body, headers } = await comeBack(client, search, { accept: 'text/html,*/*;q=0.8' });
    expect(status).toBe(403);
    expect(headers.get('content-type')).toMatch('text/html');
    expect(body).toContain(
      'Seu acesso ainda não tem uma função. Fale com a administração da sua instituição.',
    );
    expect(body).toContain('href="/orbita/equipe/entrar"');
  });

  it('is unavailable while the provider is down, and refused when cancelled there', async () => {
    await fault('down');
    const start = await startThere(consoleOf(harness));
    expect([start.status, (start.body as { code: string }).code]).toEqual([503, 'IDP_UNAVAILABLE']);
    await fault('ok');
    expect(await refused(null)).toBe('IDP_REFUSED');
    const client = consoleOf(harness);
    const search = await throughConta(
      (await startThere(client)).headers.get('location') ?? '',
      await account(),
    );
    await fault('down');
    expect((await comeBack(client, search)).body.code).toBe('IDP_UNAVAILABLE');
    await fault('ok');
  });

  it('S45 accepts a state once, from the browser that began, within ten minutes', async () => {
    const sub = await account();
    const client = consoleOf(harness);
    const search = await throughConta((await startThere(client)).headers.get('location') ?? '', sub);
    const kept = client.cookies.get('orbita-equipe-oidc') ?? '';
    const stranger = consoleOf(harness);
    expect((await comeBack(stranger, search)).body.code).toBe('IDP_REFUSED');
    await startThere(stranger);
    expect((await comeBack(stranger, search)).body.code).toBe('IDP_REFUSED');
    const changed = search.replace(/state=[^&]+/, 'state=x');
    expect((await comeBack(client, changed)).body.code).toBe('IDP_REFUSED');
    client.cookies.set('orbita-equipe-oidc', kept);
    expect((await comeBack(client, search)).status).toBe(200);
    client.cookies.set('orbita-equipe-oidc', kept);
    expect((await comeBack(client, search)).body.code).toBe('IDP_REFUSED');
    // Another tenant's console can't read what this one sealed.
    const beta = consoleOf(harness, 'beta');
    beta.cookies.set('orbita-equipe-oidc', kept);
    expect((await comeBack(beta, search)).status).toBe(404);
    expect((await comeBack(consoleOf(harness), search, { 'sec-fetch-dest': 'iframe' })).body.code).toBe(
      'FORBIDDEN',
    );
  });

  // As auth0/express-openid-connect#43 and AxaFrance/oidc-client#1356: restored tabs, or a confirmation beside a sign-in.
  it('continues in every tab where it began, in any order, whatever became of the others', async () => {
    const sub = await account();
    const client = consoleOf(harness);
    const begin = async () => throughConta((await startThere(client)).headers.get('location') ?? '', sub);
    const [first, second, third] = [await begin(), await begin(), await begin()];
    expect((await comeBack(client, second)).status).toBe(200);
    const page = { accept: 'text/html' };
    for (const failed of ['?error=access_denied&state=x', third.replace(/code=[^&]+/, 'code=x'), second])
      expect((await comeBack(client, failed, page)).status).toBe(401);
    expect((await comeBack(client, first)).status).toBe(200);
    expect(client.cookies.has('orbita-equipe-oidc')).toBe(false);
  });
});

describe('a confirmation', () => {
  it('asks the provider for a fresh sign-in, allows acts again and replaces the cookie', async () => {
    const sub = await account({ groups: ['gestores'] });
    const client = await in_(sub);
    minutes(11);
    expect((await me(client)).body.session.reauthUntil).toBeNull();
    const before = client.cookies.get('orbita-equipe');
    const start = await startThere(client, '?purpose=reauth&returnTo=/orbita/equipe/equipe');
    const address = new URL(start.headers.get('location') ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const answer = await comeBack(client, await throughConta(address.href, sub));
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('/orbita/equipe/equipe')]);
    expect(client.cookies.get('orbita-equipe')).not.toBe(before);
    expect((await me(client)).body.session).toMatchObject({
      method: 'idp',
      startedAt: '2026-01-12T10:00:00-03:00',
      reauthUntil: '2026-01-12T10:21:00-03:00',
    });
  });

  it('for a page waiting in another tab ends with a text', async () => {
    const sub = await account();
    const client = await in_(sub);
    const { answer } = await enterByProvider(harness, sub, { client, query: '?purpose=reauth' });
    expect(answer.body).toContain('Feche esta aba e volte para a página que estava aberta.');
    expect(answer.body).not.toContain('refresh');
  });

  it('counts for nobody else and for no ended session', async () => {
    const [sub, other] = [await account(), await account()];
    const client = await in_(sub);
    await in_(other);
    const way = await enterByProvider(harness, other, { client, query: '?purpose=reauth' });
    expect(way.answer.body.code).toBe('IDP_REFUSED');
    const start = await startThere(client, '?purpose=reauth');
    const search = await throughConta(start.headers.get('location') ?? '', sub);
    await client.call('DELETE /operations/staff/me/session');
    expect((await comeBack(client, search)).body.code).toBe('STAFF_SESSION_OVER');
    const without = await startThere(consoleOf(harness), '?purpose=reauth');
    expect((without.body as { code: string }).code).toBe('STAFF_SESSION_OVER');
  });

  it('is open to the same person signed in by code, who then counts as signed in by the provider', async () => {
    const sub = await account();
    const client = await in_(sub);
    const { staffId } = (await me(client)).body;
    await harness.platform.db.tenant(tenantId).one(sql`
      update staff_session set method = 'code' where tenant_id = ${tenantId} and staff_id = ${staffId} returning id`);
    const { client: stranger } = await staffIn(harness, [{ role: 'secretaria' }]);
    const query = '?purpose=reauth';
    expect((await enterByProvider(harness, sub, { client: stranger, query })).answer.body.code).toBe(
      'IDP_REFUSED',
    );
    expect((await me(stranger)).body.session.method).toBe('code');
    expect((await enterByProvider(harness, sub, { client, query })).answer.status).toBe(200);
    expect((await me(client)).body.session.method).toBe('idp');
  });
});

const logout = (token: string, headers: Record<string, string> = {}, tenant: 'alfa' | 'beta' = 'alfa') =>
  harness
    .visitor(tenant === 'alfa' ? 'cua.alfa.orbita.test' : 'beta.orbita.test')
    .send('POST', '/orbita/api/operations/staff/oidc/back-channel-logout', {
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

describe('a logout sent by the provider', () => {
  it('ends both sessions of a person at once, and nobody else’s', async () => {
    const [sub, other] = [await account(), await account()];
    const [one, two, stays] = [await in_(sub), await in_(sub), await in_(other)];
    const token = await logoutTokenOf(harness, sub);
    const answer = await logout(token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const client of [one, two]) expect((await me(client)).body.code).toBe('STAFF_SESSION_OVER');
    expect((await me(stays)).status).toBe(200);
    expect((await logout(token)).status).toBe(400);
  });

  it('is audited, like a refused sign-in, without a name where none is known', async () => {
    const sub = await account();
    const { staffId } = (await me(await in_(sub))).body;
    await logout(await logoutTokenOf(harness, sub));
    expect(await refused(await account({ groups: [] }))).toBe('NO_ROLE');
    const rows = await harness.platform.db.tenant(tenantId).many(sql`
      select action, operator, staff_id, outcome, subject from audit_log
      where tenant_id = ${tenantId} and token_name = 'equipe' order by id desc limit 3`);
    const path = '/orbita/api/operations/staff/oidc';
    expect(rows).toEqual([
      {
        action: 'GET /operations/staff/oidc/callback',
        operator: 'Conta Alfa',
        staff_id: null,
        outcome: 403,
        subject: `${path}/callback`,
      },
      {
        action: 'POST /operations/staff/oidc/back-channel-logout',
        operator: 'Conta Alfa',
        staff_id: staffId,
        outcome: 200,
        subject: `${path}/back-channel-logout`,
      },
      expect.objectContaining({
        action: 'GET /operations/staff/oidc/callback',
        staff_id: staffId,
        outcome: 200,
      }),
    ]);
  });

  it('ends the one session it names', async () => {
    const sub = await account();
    const [one, two] = [await in_(sub), await in_(sub)];
    const sids = await harness.platform.db.tenant(tenantId).many<{ sid: string }>(sql`
      select idp_sid as sid from staff_session where tenant_id = ${tenantId} and idp_subject = ${sub} order by id`);
    expect(new Set(sids.map(({ sid }) => sid)).size).toBe(2);
    expect((await logout(await logoutTokenOf(harness, sub, sids[0]?.sid))).status).toBe(200);
    expect((await me(one)).body.code).toBe('STAFF_SESSION_OVER');
    expect((await me(two)).status).toBe(200);
  });

  it('is refused unless it is a logout token for this client, and where there is no provider', async () => {
    const token = await logoutTokenOf(harness, await account());
    const [head = '', body = '', signature = ''] = token.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const wrong of ['', 'x', `${none}.${body}.`, `${head}.${body}.${signature.slice(0, -4)}AAAA`])
      expect((await logout(wrong)).status).toBe(400);
    expect((await logout(token, {}, 'beta')).status).toBe(400);
    const json = await harness
      .visitor()
      .send('POST', '/orbita/api/operations/staff/oidc/back-channel-logout', {
        body: { logout_token: 1 },
      });
    expect(json.status).toBe(400);
  });
});

it('signing out says where to sign out at the provider, without a name in the address', async () => {
  const sub = await account();
  const client = await in_(sub);
  const { status, headers } = await client.call('DELETE /operations/staff/me/session');
  const there = new URL(headers.get('location') ?? '');
  expect([status, there.pathname]).toEqual([204, '/oidc/conta-alfa/session/end']);
  expect(there.href).not.toContain(sub);
  expect([...there.searchParams.keys()].sort()).toEqual(['client_id', 'post_logout_redirect_uri']);
});

describe('a provider with special requirements', () => {
  const says = async (change: { clientAuthentication?: 'basic' | 'post' | null; pkce?: boolean }) => {
    const now = await readConsole(harness.platform.db.tenant(tenantId), tenantId);
    if (!now.identityProvider) throw new Error('No provider');
    const identityProvider = { ...now.identityProvider, ...change };
    await harness.platform.db.write(tenantId, (tx) => writeConsole(tx, { ...now, identityProvider }));
    forgetCatalogue(harness.platform);
  };

  it('gets the secret where the catalogue says, whatever its metadata lists', async () => {
    await harness.strange('staff-idp-basic-only', true);
    expect(await refused(await account())).toBe('IDP_REFUSED');
    await says({ clientAuthentication: 'basic' });
    await in_(await account());
    await says({ clientAuthentication: 'post' });
    expect(await refused(await account())).toBe('IDP_REFUSED');
    await harness.strange('staff-idp-basic-only', false);
    await in_(await account());
    await says({ clientAuthentication: null });
  });

  it('may lack PKCE; state and nonce still protect the sign-in', async () => {
    await harness.strange('staff-idp-no-pkce', true);
    expect(await refused(await account())).toBe('IDP_REFUSED');
    await says({ pkce: false });
    const start = await startThere(consoleOf(harness));
    const { searchParams } = new URL(start.headers.get('location') ?? '');
    expect([searchParams.get('code_challenge'), searchParams.get('nonce')?.length]).toEqual([null, 43]);
    await in_(await account());
    await harness.strange('staff-idp-no-pkce', false);
    await says({ pkce: true });
  });
});
