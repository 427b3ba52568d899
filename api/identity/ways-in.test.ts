// Longer than other files: sign-up, sign-in, session and sign-out are told through the same accounts.
import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';

const SIGN_UP = 'POST /platform/auth/signup/tenants/{tenant}';
const SIGN_IN = 'POST /platform/auth/signin/tenants/{tenant}';
type SignUp = Body<typeof SIGN_UP>;

// One long file, because all its tests share one product instance, which takes longer to start than most of these tests.
let harness: Harness;
let count = 100;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const form = (change: Partial<SignUp> = {}): SignUp => {
  const person = inventedPerson(count++);
  return {
    ...signUpFields(person),
    marketingConsent: false,
    captchaToken: 'token',
    ...change,
  };
};
const params = { tenant: 'alfa' };
const signUp = (client: Client, body: SignUp) => client.call(SIGN_UP, { params, body });
const signIn = (client: Client, document: string, change: Partial<Body<typeof SIGN_IN>> = {}, headers = {}) =>
  client.call(SIGN_IN, {
    params,
    headers,
    body: {
      applicationAlias: 'orbita',
      documentType: 'cpf',
      document,
      password: PASSWORD,
      remember: true,
      captchaToken: 'token',
      ...change,
    },
  });
/** Each test uses its own client address, because limits count per address. */
const from = (ip: string) => ({ 'x-forwarded-for': ip });

async function newcomer(change: Partial<SignUp> = {}) {
  const client = harness.visitor();
  const body = form(change);
  const answer = await signUp(client, body);
  if (!answer.body || !('accessToken' in answer.body)) throw new Error(JSON.stringify(answer.body));
  client.token = answer.body.accessToken;
  return { client, body, answer };
}

describe('creating an account', () => {
  it('signs in, sets every cookie and notifies the person', async () => {
    const client = harness.visitor();
    const body = form({ socialName: 'Inventada', email: ' UM@Exemplo.Test ' });
    const { status, body: answer, headers } = await signUp(client, body);
    expect(status).toBe(201);
    expect(answer).toEqual({ accessToken: expect.any(String), expiresAt: '2026-01-19T10:00:00-03:00' });
    const lines = headers.getSetCookie();
    for (const name of ['accessToken', 'uuid', 'name', 'social_name', 'tenantAlias']) {
      const line = lines.find((one) => one.startsWith(`${name}=`));
      expect(line).toMatch(/; Max-Age=604800; Path=\/orbita\/candidate\/; SameSite=Lax$/);
    }
    const companion = lines.find((one) => one.startsWith('orbita-session='));
    expect(companion).toMatch(/; Max-Age=604800; Path=\/orbita\/api; HttpOnly; SameSite=Strict$/);
    const written = await harness.platform.db.tenant(1).many(sql`
      select template, recipient from notification where tenant_id = 1 and recipient = 'um@exemplo.test'`);
    expect(written).toEqual([{ template: 'N-01', recipient: 'um@exemplo.test' }]);
  });

  it.each<[string, Partial<SignUp>, string, string]>([
    ['wrong CPF', { document: '11122233397' }, 'document', 'CPF inválido.'],
    ['one name', { name: 'Candidata' }, 'name', 'Informe Nome e Sobrenome.'],
    [
      'too young',
      { birthDate: '2015-01-01' },
      'birthDate',
      'Você precisa ter 14 anos ou mais. Confira o ano.',
    ],
    [
      'weak password',
      { password: 'senha123', confirmPassword: 'senha123' },
      'password',
      'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.',
    ],
    [
      'common password',
      { password: 'Senha@123', confirmPassword: 'Senha@123' },
      'password',
      'Esta senha é muito comum. Escolha outra.',
    ],
    ['other confirmation', { confirmPassword: 'Senha#2027' }, 'confirmPassword', 'As senhas não coincidem.'],
    ['no e-mail', { email: 'um@' }, 'email', 'E-mail inválido.'],
    ['no cell phone', { cellPhone: '3133330000' }, 'cellPhone', 'Celular inválido.'],
    ['no privacy', { privacyAccepted: false }, 'privacyAccepted', 'Obrigatório.'],
    [
      'passport where none is used',
      { documentType: 'passport', document: 'XA1234567', nationality: 'AR' },
      'documentType',
      'Valor inválido.',
    ],
    [
      'no such country',
      { documentType: 'rne', document: 'V1234567', nationality: 'ZZ' },
      'nationality',
      'Selecione um país.',
    ],
  ])('refuses %s', async (_name, change, field, message) => {
    const { status, body } = await signUp(harness.visitor(), form(change));
    expect([status, body.code, body.errors]).toEqual([422, 'VALIDATION', [{ field, message }]]);
  });

  it('names every empty field', async () => {
    const empty = form({
      document: '',
      name: '',
      birthDate: '',
      email: '',
      cellPhone: '',
      password: '',
      confirmPassword: '',
      privacyAccepted: false,
    });
    const { body } = await signUp(harness.visitor(), empty);
    expect(body.errors?.map(({ field, message }) => `${field} ${message}`)).toEqual(
      [
        'document',
        'name',
        'birthDate',
        'email',
        'cellPhone',
        'password',
        'confirmPassword',
        'privacyAccepted',
      ].map((field) => `${field} Obrigatório.`),
    );
  });

  it('refuses shapes that no form sends', async () => {
    const client = harness.visitor();
    const address = '/orbita/api/platform/auth/signup/tenants/alfa';
    expect((await client.send('POST', address, { raw: '{"documentType":' })).status).toBe(400);
    const wrong = await client.send('POST', address, {
      body: { ...form(), name: 7, privacyAccepted: 'yes' },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'name' }, { field: 'privacyAccepted' }],
    });
    expect(
      (await client.send('POST', address, { body: { ...form(), name: 'x'.repeat(100_000) } })).status,
    ).toBe(422);
  });

  it('accepts a document once, also for two simultaneous requests', async () => {
    const body = form();
    const rival = { ...form(), document: body.document };
    const answers = await Promise.all([signUp(harness.visitor(), body), signUp(harness.visitor(), rival)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const typed = body.document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    const later = [
      await signUp(harness.visitor(), { ...form(), document: body.document }),
      await signUp(harness.visitor(), { ...form(), document: typed }),
    ];
    for (const refused of [...answers.filter(({ status }) => status === 409), ...later])
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'ACCOUNT_EXISTS',
        'Já existe uma conta com este documento. Entre ou recupere sua senha.',
      ]);
    // Nothing of the refused ones stays: one person, one account, and it is that of whoever got in.
    const first = answers[0]?.status === 201 ? body : rival;
    const stored = await harness.platform.db.tenant(1).many(sql`
      select p.email, count(a.id)::int as accounts from person p
      left join user_account a on a.tenant_id = p.tenant_id and a.person_id = p.id
      where p.tenant_id = 1 and p.cpf = ${body.document} group by p.id, p.email`);
    expect(stored).toEqual([{ email: first.email, accounts: 1 }]);
  });

  it('keeps marketing off under 18 and records what was accepted', async () => {
    const { client } = await newcomer({ birthDate: '2009-03-15', marketingConsent: true });
    const { body: check } = await client.call('GET /candidate/users/check/');
    const { body } = await client.call('GET /candidate/users/{uuid}/consents', {
      params: { uuid: check.payloadToken.uuid },
    });
    expect(body).toMatchObject({ privacyNotice: { version: '1', acceptedAt: T0 }, marketing: false });
  });

  it('ignores fields that are not in the form', async () => {
    const { client } = await newcomer({
      personId: 1,
      tenantId: 2,
      disableInstitutionGlobalFilter: true,
    } as Partial<SignUp>);
    const { body } = await client.call('GET /candidate/users/check/');
    expect(body.payloadToken.disableInstitutionGlobalFilter).toBe(false);
    expect(body.payloadToken.personId).toBeGreaterThan(9000);
  });

  it('answers 403 to a refused captcha and 410 to an unknown link token', async () => {
    const refused = await signUp(harness.visitor(), form({ captchaToken: 'fail' }));
    expect([refused.status, refused.body.code]).toEqual([403, 'CAPTCHA_FAILED']);
    for (const strange of ['captcha-other-action', 'captcha-other-host'] as const) {
      await harness.strange(strange, true);
      expect([strange, (await signUp(harness.visitor(), form({}))).body.code]).toEqual([
        strange,
        'CAPTCHA_FAILED',
      ]);
      await harness.strange(strange, false);
    }
    const over = await signUp(harness.visitor(), form({ linkToken: 'x' }));
    expect([over.status, over.body.code]).toEqual([410, 'LINK_EXPIRED']);
  });
});

describe('signing in', () => {
  it('works by document and password, however the document is typed', async () => {
    const { body } = await newcomer();
    const client = harness.visitor();
    const { status, headers } = await signIn(
      client,
      body.document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4'),
      { remember: false },
    );
    expect(status).toBe(200);
    for (const line of headers.getSetCookie()) {
      if (line.startsWith('social_name=')) expect(line).toContain('Max-Age=0');
      else expect(line).not.toMatch(/max-age|expires/i);
    }
  });

  it('checks the required fields first, then the captcha', async () => {
    const empty = await signIn(harness.visitor(), '', {}, from('10.1.0.1'));
    expect([empty.status, empty.body.code, empty.body.message]).toEqual([
      422,
      'FILL_ALL_FIELDS',
      'Preencha todos os campos.',
    ]);
    for (const captchaToken of ['fail', null]) {
      const { status, body } = await signIn(
        harness.visitor(),
        '10020030088',
        { captchaToken },
        from('10.1.0.1'),
      );
      expect([status, body.code]).toEqual([403, 'CAPTCHA_FAILED']);
    }
  });

  it('S2 locks after five wrong passwords in 15 minutes, for 15 minutes', async () => {
    const { body } = await newcomer();
    const wrong = () =>
      signIn(harness.visitor(), body.document, { password: 'Errada#2026' }, from('10.1.0.2'));
    const seen = [];
    for (let n = 0; n < 5; n++) seen.push((await wrong()).body.code);
    expect(seen).toEqual([...Array(4).fill('BAD_CREDENTIALS'), 'ACCOUNT_LOCKED']);
    const right = await signIn(harness.visitor(), body.document, {}, from('10.1.0.2'));
    expect([right.status, right.body.message]).toEqual([
      429,
      'Muitas tentativas. Aguarde 15 minutos e tente de novo.',
    ]);
    harness.clock.set(new Date(new Date(T0).getTime() + 15 * 60_000 + 1000));
    expect((await signIn(harness.visitor(), body.document, {}, from('10.1.0.2'))).status).toBe(200);
    harness.clock.set(new Date(T0));
  });

  it('S2 counts wrong passwords that are sent in parallel', async () => {
    const { body } = await newcomer();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        signIn(harness.visitor(), body.document, { password: 'Errada#2026' }, from('10.1.0.3')),
      ),
    );
    const codes = answers.map((answer) => answer.body.code);
    expect(codes.filter((code) => code === 'BAD_CREDENTIALS').length).toBeLessThanOrEqual(4);
    expect((await signIn(harness.visitor(), body.document, {}, from('10.1.0.3'))).status).toBe(429);
  });

  it('S1 reveals unknown documents a few times, then answers everything alike', async () => {
    const { body } = await newcomer();
    const at = from('10.1.0.4');
    for (let n = 0; n < 5; n++) {
      const answer = await signIn(harness.visitor(), inventedPerson(5000 + n).cpf, {}, at);
      expect([answer.status, answer.body.message]).toEqual([404, 'Usuário não encontrado.']);
    }
    const unknown = await signIn(harness.visitor(), inventedPerson(5006).cpf, {}, at);
    const known = await signIn(harness.visitor(), body.document, { password: 'Errada#2026' }, at);
    expect([unknown.status, unknown.body.code]).toEqual([401, 'BAD_CREDENTIALS']);
    expect([known.status, known.body.code]).toEqual([401, 'BAD_CREDENTIALS']);
    expect((await signIn(harness.visitor(), body.document, {}, at)).status).toBe(200);
  });

  it('S2 slows down an address that keeps failing', async () => {
    const at = from('10.1.0.5');
    for (let n = 0; n < 20; n++) await signIn(harness.visitor(), inventedPerson(6000 + n).cpf, {}, at);
    const next = () => signIn(harness.visitor(), inventedPerson(6100).cpf, {}, at);
    expect((await next()).body.code).toBe('RATE_LIMITED');
    // The count is only in the database, so that every node uses it.
    await harness.platform.db.tenant(1).many(sql`
      delete from door_event where tenant_id = 1 and kind = 'failed-sign-in' returning id`);
    expect((await next()).body.code).toBe('BAD_CREDENTIALS');
  });

  it.each([
    ['signing in', SIGN_IN, { password: PASSWORD }],
    ['a code', 'POST /platform/auth/code/tenants/{tenant}/challenges', {}],
    ['a reset', 'POST /platform/auth/password/tenants/{tenant}/reset-requests', {}],
  ] as const)(
    'refuses a passport for %s where the tenant does not accept them (spec 3.1)',
    async (_name, key, more) => {
      const ask = () =>
        harness.visitor().call(key, {
          params,
          headers: from('10.1.0.6'),
          body: { documentType: 'passport', document: 'XA1234567', captchaToken: 'token', ...more } as Body<
            typeof key
          >,
        });
      const flag = async (usePassport: boolean) => {
        await harness.platform.db.tenant(1).many(sql`
        update tenant set flags = flags || ${JSON.stringify({ usePassport })}::jsonb where id = 1 returning id`);
        await harness.platform.db.notify('orbita_catalogue', '');
      };
      const { status, body } = await ask();
      expect([status, body.errors]).toEqual([422, [{ field: 'documentType', message: 'Valor inválido.' }]]);
      await flag(true);
      await expect.poll(async () => (await ask()).body.code).toBe('USER_NOT_FOUND');
      await flag(false);
      await expect.poll(async () => (await ask()).status).toBe(422);
    },
  );

  it('is off where the institution switched it off', async () => {
    const { body, client } = await newcomer();
    const set = async (off: boolean) => {
      await harness.platform.db.tenant(1).many(sql`
        update institution set subscription_login_disabled = ${off} where tenant_id = 1 and code = 'CUA01' returning id`);
      await harness.platform.db.notify('orbita_catalogue', '');
      await expect.poll(async () => (await settings()).loginMethods.password).toBe(!off);
    };
    const settings = async () =>
      (
        await harness.visitor().call('GET /platform/settings/applications/{application}/hostname/{host}', {
          params: { application: 'orbita', host: 'cua.alfa.orbita.test' },
        })
      ).body;
    await set(true);
    expect((await signIn(harness.visitor(), body.document)).body.code).toBe('LOGIN_DISABLED');
    expect((await signUp(harness.visitor(), form())).body.code).toBe('LOGIN_DISABLED');
    expect((await client.call('GET /candidate/users/check/')).status).toBe(200);
    await set(false);
  });
});

describe('a session', () => {
  it('is invalid without its companion, with another companion, or on another tenant', async () => {
    const { client } = await newcomer();
    const { client: other } = await newcomer();
    expect((await client.call('GET /candidate/users/check/')).status).toBe(200);

    const bare = harness.visitor();
    bare.token = client.token;
    expect((await bare.call('GET /candidate/users/check/')).status).toBe(401);
    bare.cookies.set('orbita-session', other.cookies.get('orbita-session') ?? '');
    expect((await bare.call('GET /candidate/users/check/')).status).toBe(401);

    const beta = harness.visitor('beta.orbita.test');
    beta.token = client.token;
    beta.cookies.set('orbita-session', client.cookies.get('orbita-session') ?? '');
    const foreign = await beta.call('GET /candidate/users/check/');
    expect([foreign.status, foreign.body.code]).toEqual([403, 'TENANT_MISMATCH']);
    const headed = await client.call('GET /candidate/users/check/', {
      headers: { 'x-tenant-alias': 'beta' },
    });
    expect([headed.status, headed.body.code]).toEqual([403, 'TENANT_MISMATCH']);
    const named = await client.call(SIGN_IN, { params: { tenant: 'beta' }, body: {} });
    expect([named.status, named.body.code]).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('identifies its person', async () => {
    const { client, body } = await newcomer({ socialName: 'Inventada' });
    const { body: check } = await client.call('GET /candidate/users/check/');
    expect(check).toEqual({
      accessToken: client.token,
      payloadToken: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: body.name,
        tenantAlias: 'alfa',
        socialName: 'Inventada',
        personId: expect.any(Number),
        disableInstitutionGlobalFilter: false,
        hasPassword: true,
      },
    });
  });

  it('is renewed after a day and keeps its companion', async () => {
    const { client } = await newcomer();
    const [first, companion] = [client.token, client.cookies.get('orbita-session')];
    harness.clock.set(new Date(new Date(T0).getTime() + 25 * 3600_000));
    const { body } = await client.call('GET /candidate/users/check/');
    expect(body.accessToken).not.toBe(first);
    expect(client.cookies.get('orbita-session')).toBe(companion);
    client.token = body.accessToken;
    harness.clock.set(new Date(new Date(T0).getTime() + 7.5 * 24 * 3600_000));
    expect((await client.call('GET /candidate/users/check/')).status).toBe(200);
    client.token = first;
    expect((await client.call('GET /candidate/users/check/')).status).toBe(401);
    harness.clock.set(new Date(T0));
  });

  it('ends with sign-out, which removes its cookies', async () => {
    const { client } = await newcomer();
    client.cookies.set('hideWelcomeModal', '1');
    const kept = new Map(client.cookies);
    expect((await client.call('POST /platform/auth/signout')).status).toBe(204);
    expect([...client.cookies.keys()]).toEqual(['hideWelcomeModal']);
    for (const [name, value] of kept) client.cookies.set(name, value);
    expect((await client.call('GET /candidate/users/check/')).status).toBe(401);
  });

  it('S11 cannot be used from a page of another site', async () => {
    const { client } = await newcomer();
    const answer = await client.call('POST /platform/auth/signout', {
      headers: { origin: 'https://evil.test' },
    });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
    expect((await client.call('GET /candidate/users/check/')).status).toBe(200);
  });
});
