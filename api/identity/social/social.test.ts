// Longer than other files: each provider's sign-in, its links and its errors are told with the same helpers and product.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, signInCalls } from '../../../testing/codes.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { signUp } from '../../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson, PASSWORD, signUpFields } from '../../../testing/people.ts';
import { codeOf, linkTokenOf, signInWith, throughProvider } from '../../../testing/social.ts';

const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}/social/{provider}';
const CREDENTIALS = 'GET /platform/settings/tenants/{tenant}/social/{provider}/credentials';

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
});
afterAll(() => harness?.stop());

const at = (provider: string, tenant = 'alfa') => ({ tenant, provider });
const fault = (port: 'google' | 'linkedin' | 'facebook', mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port, mode } });
const link = (client: Client, linkToken: string, more: Record<string, string>, provider = 'google') =>
  client.call(`${SIGN_IN}/link`, {
    params: at(provider),
    body: { linkToken, documentType: 'cpf', document: '', ...more },
  });
/** The number of the person who is signed in: everybody invented has the same name. */
const whoIs = async (client: Client, token = client.token) => {
  client.token = token;
  return (await client.call('GET /candidate/users/check/')).body.payloadToken?.personId;
};

describe('public settings of the providers', () => {
  it('are always the five names, null where nothing is configured', async () => {
    const visitor = harness.visitor();
    const alfa = {
      facebookId: null,
      googleId: 'sim',
      googleRedirUrl: 'http://cua.alfa.orbita.test/orbita/candidate/auth/google',
      linkedinId: 'sim',
      linkedinRedirUrl: 'http://cua.alfa.orbita.test/orbita/candidate/auth/linkedin',
    };
    for (const provider of ['google', 'facebook', 'linkedin'])
      expect((await visitor.call(CREDENTIALS, { params: at(provider) })).body).toEqual(alfa);
    const beta = await harness.visitor('beta.orbita.test').call(CREDENTIALS, {
      params: at('google', 'beta'),
    });
    expect(beta.body).toMatchObject({ facebookId: 'sim', linkedinId: null, linkedinRedirUrl: null });
  });

  it('are empty for unknown providers and other tenants', async () => {
    const visitor = harness.visitor();
    expect((await visitor.call(CREDENTIALS, { params: at('orkut') })).status).toBe(404);
    expect((await visitor.call(CREDENTIALS, { params: at('google', 'beta') })).body.code).toBe(
      'TENANT_MISMATCH',
    );
    const settings = await visitor.call('GET /platform/settings/applications/{application}/hostname/{host}', {
      params: { application: 'orbita', host: 'cua.alfa.orbita.test' },
    });
    expect(settings.body.loginMethods).toMatchObject({ google: true, linkedin: true, facebook: false });
  });
});

describe('Google and LinkedIn', () => {
  it('S5 S45 begin with state, nonce and a PKCE challenge, none of it for a script, and return to the host', async () => {
    const visitor = harness.visitor();
    const { body } = await visitor.call(`${SIGN_IN}/authorization`, { params: at('google') });
    const address = new URL(body.authorizationUrl);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'sim',
      scope: 'openid',
      state: body.state,
      code_challenge_method: 'S256',
      redirect_uri: 'http://cua.alfa.orbita.test/orbita/candidate/auth/google',
    });
    expect(Object.keys(body).sort()).toEqual(['authorizationUrl', 'state']);
    const line = visitor.cookieLines.get('orbita-social-flow') ?? '';
    expect(line).toMatch(/; Max-Age=600; Path=\/orbita\/api; HttpOnly; SameSite=Strict$/);
    for (const secret of [body.state, address.searchParams.get('nonce') ?? ''])
      expect(line).not.toContain(secret);
    const again = await visitor.call(`${SIGN_IN}/authorization`, { params: at('google') });
    const next = new URL(again.body.authorizationUrl).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(next.get(name)).not.toBe(address.searchParams.get(name));
    const cancelled = await throughProvider(body.authorizationUrl, null);
    expect(cancelled.searchParams.get('error')).toBe('access_denied');
    expect(cancelled.searchParams.get('state')).toBe(body.state);
  });

  it('an unlinked social account is linked with the password, and signs in from then on', async () => {
    const person = await entry.newcomer(2301);
    const visitor = harness.visitor();
    const unlinked = await signInWith(visitor, 'google', 'g18');
    expect([unlinked.status, unlinked.body]).toMatchObject([
      404,
      { code: 'NO_LINKED_USER', message: 'Nenhum usuário vinculado a esta conta.' },
    ]);
    const { linkToken } = unlinked.body as unknown as { linkToken: string };
    const wrong = await link(visitor, linkToken, { document: person.cpf, password: 'Errada#2026' });
    expect([wrong.status, wrong.body.message]).toEqual([401, 'CPF ou senha incorretos.']);
    const unknown = await link(visitor, linkToken, { document: '12345678909', password: PASSWORD });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const empty = await link(visitor, linkToken, { document: person.cpf });
    expect(empty.body.code).toBe('FILL_ALL_FIELDS');
    const linked = await link(visitor, linkToken, { document: person.cpf, password: PASSWORD });
    expect(linked.status).toBe(200);
    const personId = await whoIs(person.client);
    expect(personId).toBeGreaterThan(0);
    expect(await whoIs(visitor, linked.body.accessToken)).toBe(personId);
    const again = await link(visitor, linkToken, { document: person.cpf, password: PASSWORD });
    expect([again.status, again.body.code]).toEqual([410, 'LINK_EXPIRED']);
    const later = harness.visitor();
    expect((await signInWith(later, 'google', 'g18')).status).toBe(200);
    expect(await whoIs(later)).toBe(personId);
    await harness.platform.jobs.run('outbox');
    const mails = (await entry.inbox(person.email)).map(({ text }) => text).join('\n');
    expect(mails).toContain('sua conta do Google foi vinculada');
  });

  it('S5 accounts are identified by provider and subject, never by e-mail', async () => {
    const person = await entry.newcomer(2302);
    await harness.platform.db.tenant(1).one(sql`
      update person set email = 'mesma@social.test', email_confirmed_at = created_at
      where tenant_id = 1 and cpf = ${person.cpf} returning id`);
    expect((await signInWith(harness.visitor(), 'google', 'mesma')).body.code).toBe('NO_LINKED_USER');
    const browser = harness.visitor();
    const token = await linkTokenOf(browser, 'l1', 'google');
    await link(browser, token, { document: person.cpf, password: PASSWORD });
    const mine = harness.visitor();
    expect((await signInWith(mine, 'google', 'l1')).status).toBe(200);
    expect(await whoIs(mine)).toBe(await whoIs(person.client));
    expect((await signInWith(harness.visitor(), 'linkedin', 'l1')).body.code).toBe('NO_LINKED_USER');
    const beta = harness.visitor('beta.orbita.test');
    expect((await signInWith(beta, 'google', 'l1', 'beta')).body.code).toBe('NO_LINKED_USER');
  });

  it('S5 a social account linked to one account cannot be linked to another', async () => {
    const [first, second] = [await entry.newcomer(2303), await entry.newcomer(2304)];
    const browser = harness.visitor();
    const tokens = [
      await linkTokenOf(browser, 'g2'),
      await linkTokenOf(browser, 'g2'),
      await linkTokenOf(browser, 'g2'),
    ] as const;
    const of = (person: { cpf: string }) => ({ document: person.cpf, password: PASSWORD });
    expect((await link(browser, tokens[0], of(first))).status).toBe(200);
    const other = await link(browser, tokens[1], of(second));
    expect([other.status, other.body.message]).toEqual([
      409,
      'Já existe outro CPF/RNE vinculado a esta conta.',
    ]);
    expect((await link(browser, tokens[2], of(first))).status).toBe(200);
    const later = harness.visitor();
    expect((await signInWith(later, 'google', 'g2')).status).toBe(200);
    const { body } = await later.call('GET /platform/auth/social-accounts');
    expect([await whoIs(later), body]).toMatchObject([await whoIs(first.client), [{ provider: 'google' }]]);
    const { body: none } = await second.client.call('GET /platform/auth/social-accounts');
    expect(none).toEqual([]);
  });

  it('links by a code sent to the owner', async () => {
    const person = await entry.newcomer(2305);
    const visitor = harness.visitor();
    const linkToken = await linkTokenOf(visitor, 'g3');
    const challengeId = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    const wrong = await link(visitor, linkToken, {
      document: person.cpf,
      challengeId,
      code: entry.wrong(code),
    });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CODE_INVALID']);
    const right = await link(visitor, linkToken, { document: person.cpf, challengeId, code });
    expect(right.status).toBe(200);
    expect(await whoIs(visitor, right.body.accessToken)).toBe(await whoIs(person.client));
    const later = harness.visitor();
    expect((await signInWith(later, 'google', 'g3')).status).toBe(200);
    expect(await whoIs(later)).toBe(await whoIs(person.client));
  });

  it('S5 S45 a link token is valid for ten minutes, in its own browser, on its own host and for its own provider', async () => {
    const person = await entry.newcomer(2306);
    const proof = { document: person.cpf, password: PASSWORD };
    const visitor = harness.visitor();
    const linkToken = await linkTokenOf(visitor, 'g4');
    const group = harness.visitor('alfa.orbita.test');
    for (const [name, value] of visitor.cookies) group.cookies.set(name, value);
    const other = harness.visitor();
    await linkTokenOf(other, 'g4b');
    for (const [who, token, provider] of [
      [group, linkToken, 'google'],
      [harness.visitor(), linkToken, 'google'],
      [other, linkToken, 'google'],
      [visitor, linkToken, 'linkedin'],
      [visitor, 'inventado', 'google'],
    ] as const)
      expect((await link(who, token, proof, provider)).body.code).toBe('LINK_EXPIRED');
    entry.later(10 * 60_000);
    expect((await link(visitor, linkToken, proof)).body.code).toBe('LINK_EXPIRED');
    entry.later(10 * 60_000 - 1);
    expect((await link(visitor, linkToken, proof)).status).toBe(200);
    entry.later(0);
  });

  it('S5 S45 the server checks the state: a replayed, foreign, altered or late return is refused', async () => {
    const visitor = harness.visitor();
    const send = (body: Record<string, string>, who = visitor, provider = 'google') =>
      who.call(SIGN_IN, { params: at(provider), body });
    const refused = async (what: string, answer: Promise<{ status: number; body: { code?: string } }>) => {
      const { status, body } = await answer;
      expect([what, status, body.code]).toEqual([what, 401, 'SOCIAL_TOKEN_INVALID']);
    };
    const mine = await codeOf(visitor, 'google', 'g5');
    expect(mine.state[0]).toBe(mine.state[1]);
    const stranger = harness.visitor();
    const foreign = await codeOf(stranger, 'google', 'intruso');
    await refused('a whole return of another browser', send(foreign.body));
    await refused('in a browser that began none', send(foreign.body, harness.visitor()));
    await refused('another state', send({ ...mine.body, state: foreign.body.state }));
    await refused('half of it', send({ ...mine.body, state: mine.body.state.slice(0, -1) }));
    await refused('of another provider', send(mine.body, visitor, 'linkedin'));
    const group = harness.visitor('alfa.orbita.test');
    for (const [name, value] of visitor.cookies) group.cookies.set(name, value);
    await refused('at another host of the tenant', send(mine.body, group));
    // What was refused because of its state used nothing up; someone else's code does.
    await refused('with the code of another browser', send({ ...mine.body, code: foreign.body.code }));
    await refused('with its own code after that', send(mine.body));
    const again = await codeOf(visitor, 'google', 'g5');
    await refused('no such code', send({ ...again.body, code: 'inventado' }));
    const sealed = harness.visitor();
    const other = await codeOf(sealed, 'google', 'g5');
    const value = sealed.cookies.get('orbita-social-flow') ?? '';
    sealed.cookies.set('orbita-social-flow', `${value.slice(0, -2)}${value.endsWith('AA') ? 'BB' : 'AA'}`);
    await refused('a changed cookie', send(other.body, sealed));
    const twice = await codeOf(visitor, 'google', 'g5');
    expect((await send(twice.body)).body.code).toBe('NO_LINKED_USER');
    await refused('the same again', send(twice.body));
    const { clock } = harness.platform;
    const wall = clock.wall;
    const afterwards = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
      clock.wall = () => wall.call(clock) + ms;
      return work().finally(() => {
        clock.wall = wall;
      });
    };
    const late = await codeOf(visitor, 'google', 'g5');
    await afterwards(601_000, () => refused('after ten minutes', send(late.body)));
    const slow = await codeOf(visitor, 'google', 'g5');
    const { body: inTime } = await afterwards(300_000, () => send(slow.body));
    expect(inTime.code, 'after five minutes').toBe('NO_LINKED_USER');
    expect((await send({ code: 'x' })).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'state' }],
    });
  });

  it('S5 continues in each of several tabs, in any order, at different providers', async () => {
    const visitor = harness.visitor();
    const tabs = [
      ['google', await codeOf(visitor, 'google', 'aba1')],
      ['linkedin', await codeOf(visitor, 'linkedin', 'aba2')],
      ['google', await codeOf(visitor, 'google', 'aba3')],
    ] as const;
    for (const [provider, { body }] of [tabs[1], tabs[0], tabs[2]])
      expect((await visitor.call(SIGN_IN, { params: at(provider), body })).body.code).toBe('NO_LINKED_USER');
  });

  it('S45 LinkedIn, which supports neither nonce nor PKCE, is protected by the state alone', async () => {
    const visitor = harness.visitor();
    const { body } = await visitor.call(`${SIGN_IN}/authorization`, { params: at('linkedin') });
    const asked = new URL(body.authorizationUrl).searchParams;
    expect([asked.get('state'), asked.get('nonce'), asked.get('code_challenge')]).toEqual([
      body.state,
      null,
      null,
    ]);
    const stranger = await codeOf(harness.visitor(), 'linkedin', 'intruso');
    const foreign = await visitor.call(SIGN_IN, { params: at('linkedin'), body: stranger.body });
    expect(foreign.body.code).toBe('SOCIAL_TOKEN_INVALID');
    expect((await signInWith(visitor, 'linkedin', 'l7')).body.code).toBe('NO_LINKED_USER');
  });

  it('a sign-up links the social account it came from', async () => {
    const person = inventedPerson(2307);
    const visitor = harness.visitor();
    const linkToken = await linkTokenOf(visitor, 'novo');
    const signUp = (more: Record<string, unknown>) =>
      visitor.call('POST /platform/auth/signup/tenants/{tenant}', {
        params: { tenant: 'alfa' },
        body: {
          ...signUpFields(person),
          captchaToken: 'simulator',
          ...more,
        },
      });
    expect((await signUp({ linkToken: 'inventado' })).body.code).toBe('LINK_EXPIRED');
    const made = await signUp({ linkToken });
    expect(made.status).toBe(201);
    const personId = await whoIs(visitor, 'accessToken' in made.body ? made.body.accessToken : undefined);
    expect(personId).toBeGreaterThan(0);
    const later = harness.visitor();
    expect((await signInWith(later, 'google', 'novo')).status).toBe(200);
    expect(await whoIs(later)).toBe(personId);
  });
});

describe('Facebook', () => {
  const enter = (client: Client, token: string, tenant = 'beta') =>
    client.call(SIGN_IN, { params: at('facebook', tenant), body: { socialAccessToken: token } });
  const atBeta = () => harness.visitor('beta.orbita.test');

  it('is asked for the owner of a token', async () => {
    const visitor = atBeta();
    const unlinked = await enter(visitor, 'sim:f1:f1@social.test');
    expect(unlinked.body.code).toBe('NO_LINKED_USER');
    for (const token of ['sim:f1', 'EAAB', 'sim::a@b.c'])
      expect((await enter(visitor, token)).body.code).toBe('SOCIAL_TOKEN_INVALID');
    expect((await enter(visitor, '')).body.code).toBe('VALIDATION');

    const { personId } = await signUp(visitor, inventedPerson(2310), 'beta');
    const linked = await visitor.call(`${SIGN_IN}/link`, {
      params: at('facebook', 'beta'),
      body: {
        linkToken: (unlinked.body as unknown as { linkToken: string }).linkToken, // of the answer that asks to link
        ...{ documentType: 'cpf', document: inventedPerson(2310).cpf, password: PASSWORD },
      },
    });
    expect(linked.status).toBe(200);
    // Another token of the same account, with another e-mail: who owns it is what Facebook says.
    const later = atBeta();
    const entered = await enter(later, 'sim:f1:outro@social.test');
    expect(await whoIs(later, entered.body.accessToken)).toBe(personId);
    expect((await enter(atBeta(), 'sim:f2:f1@social.test')).body.code).toBe('NO_LINKED_USER');
  });

  it('without a client id answers that it is not configured', async () => {
    const answer = await enter(harness.visitor(), 'sim:f1:f1@social.test', 'alfa');
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'PROVIDER_NOT_CONFIGURED',
      'Login com Facebook não configurado.',
    ]);
  });
});

describe('errors of every provider', () => {
  it('a provider that is down is reported before anybody is sent there', async () => {
    await fault('linkedin', 'down');
    const visitor = harness.visitor();
    const begun = await visitor.call(`${SIGN_IN}/authorization`, { params: at('linkedin') });
    expect([begun.status, begun.body.message]).toEqual([
      503,
      'Não foi possível carregar o login com LinkedIn.',
    ]);
    await fault('linkedin', 'ok');
    expect((await visitor.call(`${SIGN_IN}/authorization`, { params: at('linkedin') })).status).toBe(200);
    const { body } = await codeOf(visitor, 'linkedin', 'l9');
    await fault('linkedin', 'down');
    const answer = await visitor.call(SIGN_IN, { params: at('linkedin'), body });
    expect([answer.status, answer.body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    await fault('linkedin', 'ok');
    await fault('facebook', 'down');
    const facebook = await harness
      .visitor('beta.orbita.test')
      .call(SIGN_IN, { params: at('facebook', 'beta'), body: { socialAccessToken: 'sim:a:a@b.test' } });
    expect(facebook.body.message).toBe('Não foi possível carregar o login com Facebook.');
    await fault('facebook', 'ok');
  });

  it('all sign-in methods are closed where candidates use links only', async () => {
    await harness.platform.db.tenant(2).many(sql`
      update institution set subscription_login_disabled = true where tenant_id = 2 returning id`);
    const { forgetHosts } = await import('../../tenancy/hosts.ts');
    forgetHosts(harness.platform);
    const visitor = harness.visitor('beta.orbita.test');
    const params = at('google', 'beta');
    const body = { code: 'a', state: 'b' };
    const document = { documentType: 'cpf' as const, document: CANDIDATE_01.cpf };
    const tenant = { tenant: 'beta' };
    const closed = [
      await visitor.call('POST /platform/auth/signin/tenants/{tenant}', {
        params: tenant,
        body: { ...document, password: PASSWORD, captchaToken: 'token' },
      }),
      await visitor.call('POST /platform/auth/signup/tenants/{tenant}', {
        params: tenant,
        body: { ...signUpFields(inventedPerson(2311)), captchaToken: 'token' },
      }),
      await visitor.call('POST /platform/auth/code/tenants/{tenant}/challenges', {
        params: tenant,
        body: { ...document, channel: 'email', captchaToken: 'token' },
      }),
      await visitor.call('POST /platform/auth/password/tenants/{tenant}/reset-requests', {
        params: tenant,
        body: { ...document, channel: 'email', captchaToken: 'token' },
      }),
      await visitor.call('POST /platform/auth/passkeys/tenants/{tenant}/challenges', { params: tenant }),
      await visitor.call(SIGN_IN, {
        params: at('facebook', 'beta'),
        body: { socialAccessToken: 'sim:f1:f1@social.test' },
      }),
      await visitor.call(SIGN_IN, { params, body }),
      await visitor.call(`${SIGN_IN}/authorization`, { params }),
      await visitor.call(`${SIGN_IN}/link`, {
        params,
        body: { linkToken: 'a', ...document, password: PASSWORD },
      }),
    ];
    for (const { status, body: said } of closed) expect([status, said.code]).toEqual([403, 'LOGIN_DISABLED']);
    await harness.platform.db.tenant(2).many(sql`
      update institution set subscription_login_disabled = false where tenant_id = 2 returning id`);
    forgetHosts(harness.platform);
  });
});
