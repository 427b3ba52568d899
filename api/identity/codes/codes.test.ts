// Longer than other files: limits and neutral answers of codes count across the cases, so they run against one server in order.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { from, idOf, signInCalls } from '../../../testing/codes.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../../testing/people.ts';

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
});
afterAll(() => harness.stop());

const MINUTE = 60_000;
const fault = (port: 'mail' | 'sms', mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port, mode } });
const setParameter = async (name: string, value: unknown) => {
  await harness.platform.db.tenant(1).many(sql`
    insert into parameter (tenant_id, level, owner_id, internal_value, value)
    select 1, 'host', id, ${name}::text, ${JSON.stringify(value)}::jsonb from tenant_host
    where tenant_id = 1 and host = 'cua.alfa.orbita.test'
    on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value
    returning owner_id`);
};

describe('signing in by code', () => {
  it('returns the masked contacts, sends to the chosen one and signs in', async () => {
    const person = await entry.newcomer(2001);
    const channels = await entry.ask(person.cpf);
    expect([channels.status, channels.body]).toEqual([
      200,
      {
        channels: [
          { channel: 'email', masked: 'i***@e***.test' },
          { channel: 'sms', masked: `(31) *****-${person.cellPhone.slice(-4)}` },
        ],
      },
    ]);
    const sent = await entry.ask(person.cpf, { channel: 'sms' });
    expect([sent.status, sent.body]).toEqual([
      202,
      {
        challengeId: expect.any(String),
        masked: `(31) *****-${person.cellPhone.slice(-4)}`,
        expiresIn: 600,
        resendIn: 60,
      },
    ]);
    const [message] = await entry.inbox(person.cellPhone);
    expect(message?.text).toMatch(/^\d{6} e o seu codigo .+\. Vale por 10 minutos\. Nao compartilhe\.$/);
    expect(message?.text.length).toBeLessThanOrEqual(160);
    const code = await entry.codeFor(person.cellPhone);
    const visitor = harness.visitor();
    const entered = await entry.verify(
      idOf(sent.body),
      `${code.slice(0, 3)} ${code.slice(3)}`,
      visitor,
      false,
    );
    expect(entered.status).toBe(200);
    expect(entered.headers.getSetCookie().join()).not.toMatch(/accessToken=[^,]*max-age/i);
    visitor.token = entered.body.accessToken;
    expect((await visitor.call('GET /candidate/users/check/')).status).toBe(200);
    const row = await harness.platform.db.tenant(1).one(sql`
      select cell_phone_confirmed_at is not null as phone, email_confirmed_at is not null as email
      from person where tenant_id = 1 and cpf = ${person.cpf}`);
    expect(row).toEqual({ phone: true, email: false });
  });

  it('S3 codes are six digits, work once, in their own request, for ten minutes and five tries', async () => {
    const [person, other] = [await entry.newcomer(2002), await entry.newcomer(2003)];
    const sent = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
    const foreign = idOf((await entry.ask(other.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    expect(code).toMatch(/^\d{6}$/);
    if (code !== (await entry.codeFor(other.email)))
      expect((await entry.verify(foreign, code)).body.code).toBe('CODE_INVALID');
    expect((await entry.verifyReset(sent, code)).status).toBe(404);
    expect((await entry.verify(sent, '1234')).body.code).toBe('CODE_INVALID');
    expect((await entry.verify(sent, code)).status).toBe(200);
    expect((await entry.verify(sent, code)).body).toMatchObject({
      code: 'CODE_EXPIRED',
      message: 'Este código não vale mais. Peça outro.',
    });
    entry.later(10 * MINUTE);
    expect((await entry.verify(foreign, await entry.codeFor(other.email))).body.code).toBe('CODE_EXPIRED');
    const third = idOf((await entry.ask(other.cpf, { channel: 'email' })).body);
    const right = await entry.codeFor(other.email);
    for (let n = 0; n < 5; n++)
      expect((await entry.verify(third, entry.wrong(right))).body.message).toBe('Código inválido.');
    expect((await entry.verify(third, right)).status).toBe(410);
    entry.later(0);
  });

  it('S3 sending is limited per minute and hour, and by channel and person; failed sends do not count', async () => {
    const person = await entry.newcomer(2004);
    await fault('sms', 'down');
    for (let n = 0; n < 7; n++) {
      const failed = await entry.ask(person.cpf, { channel: 'sms' });
      expect([failed.status, failed.body.message]).toEqual([503, 'Falha ao enviar o código. Tente de novo.']);
    }
    await fault('sms', 'ok');
    for (let n = 0; n < 5; n++) {
      entry.later(n * MINUTE);
      const channel = n % 2 ? ('email' as const) : ('sms' as const);
      expect((await entry.ask(person.cpf, { channel })).status).toBe(202);
      expect((await entry.ask(person.cpf, { channel })).status).toBe(429);
    }
    entry.later(10 * MINUTE);
    for (const channel of ['email', 'sms'] as const)
      expect((await entry.ask(person.cpf, { channel })).body.code).toBe('RATE_LIMITED');
    entry.later(61 * MINUTE);
    expect((await entry.ask(person.cpf, { channel: 'sms' })).status).toBe(202);
    entry.later(0);
  });

  it('S2 a locked account opens by code, which lifts the lock', async () => {
    const person = await entry.newcomer(2005);
    const at = from('10.2.0.1');
    for (let n = 0; n < 4; n++)
      expect((await entry.signIn(person.cpf, 'Errada#2026', at)).body.code).toBe('BAD_CREDENTIALS');
    expect((await entry.signIn(person.cpf, 'Errada#2026', at)).body).toMatchObject({
      code: 'ACCOUNT_LOCKED',
      message: 'Muitas tentativas. Aguarde 15 minutos e tente de novo.',
    });
    expect((await entry.signIn(person.cpf, PASSWORD, at)).status).toBe(429);
    const sent = await entry.ask(person.cpf, { channel: 'email' }, at);
    expect((await entry.verify(idOf(sent.body), await entry.codeFor(person.email))).status).toBe(200);
    expect((await entry.signIn(person.cpf, PASSWORD, at)).status).toBe(200);
  });

  it('works without captcha, three times per document and address and ten times per address in an hour', async () => {
    const people = [];
    for (let n = 0; n < 4; n++) people.push(await entry.newcomer(2010 + n));
    const at = from('10.2.0.2');
    const [first, ...others] = people;
    for (let n = 0; n < 3; n++) {
      entry.later(n * MINUTE);
      const captchaToken = n === 1 ? 'fail' : null;
      expect((await entry.ask(first?.cpf ?? '', { channel: 'email', captchaToken }, at)).status).toBe(202);
    }
    entry.later(3 * MINUTE);
    const blind = { channel: 'sms' as const, captchaToken: null };
    expect((await entry.ask(first?.cpf ?? '', blind, at)).status).toBe(429);
    // Requests made elsewhere don't count against the candidate.
    expect((await entry.ask(first?.cpf ?? '', blind, from('10.2.0.3'))).status).toBe(202);
    expect((await entry.ask(first?.cpf ?? '', { channel: 'sms' }, at)).status).toBe(202);
    for (let n = 0; n < 7; n++) {
      entry.later((4 + n) * MINUTE);
      const { cpf } = others[n % 3] ?? { cpf: '' };
      expect((await entry.ask(cpf, { channel: 'email', captchaToken: null }, at)).status).toBe(202);
    }
    entry.later(12 * MINUTE);
    expect((await entry.ask(others[2]?.cpf ?? '', blind, at)).status).toBe(429);
    expect((await entry.ask(others[2]?.cpf ?? '', blind, from('10.2.0.4'))).status).toBe(202);
    entry.later(0);
  });

  it('S41 stays open to the owner when somebody else locks the password and requests codes in their name', async () => {
    const person = await entry.newcomer(2095);
    const at = from('10.2.0.20');
    for (let n = 0; n < 5; n++) await entry.signIn(person.cpf, 'Errada#2026', from('10.2.0.21'));
    for (const ask of [entry.ask, entry.askReset]) {
      for (let n = 0; n < 12; n++) {
        entry.later(n * 2 * MINUTE);
        const stranger = from(`10.2.1.${n % 3}`);
        const { status } = await ask(person.cpf, { channel: 'email' }, stranger);
        expect([n, status]).toEqual([n, 202]);
      }
      const sent = await ask(person.cpf, { channel: 'email' }, at);
      expect(sent.status).toBe(202);
      if (ask === entry.ask)
        expect((await entry.verify(idOf(sent.body), await entry.codeFor(person.email))).status).toBe(200);
    }
    // There is a limit for all askers together, so that nobody floods a mailbox; the signed-in person isn't counted in it.
    const asked = [];
    for (let n = 0; n < 12; n++)
      asked.push((await entry.ask(person.cpf, { channel: 'email' }, from(`10.2.2.${n}`))).status);
    expect(asked).toEqual([...Array(7).fill(202), ...Array(5).fill(429)]);
    expect((await entry.ask(person.cpf, { channel: 'email' }, {}, person.client)).status).toBe(202);
    entry.later(0);
  });

  it('signs in nobody whose data was erased after the code was sent', async () => {
    const person = await entry.newcomer(2091);
    const sent = await entry.ask(person.cpf, { channel: 'sms' });
    const code = await entry.codeFor(person.cellPhone);
    await harness.platform.db.tenant(1).many(sql`
      update person set anonymised_at = ${harness.clock.now()} where tenant_id = 1 and cpf = ${person.cpf} returning id`);
    const { status, body } = await entry.verify(idOf(sent.body), code);
    expect([status, body.code]).toEqual([410, 'CODE_EXPIRED']);
  });

  it('creates the account of an imported person at the first sign-in', async () => {
    const person = inventedPerson(2020);
    await harness.platform.db.tenant(1).one(sql`
      insert into person (tenant_id, name, cpf, email, email_confirmed_at, created_at, updated_at)
      values (1, ${person.name}, ${person.cpf}, ${person.email}, ${harness.clock.now()}, ${harness.clock.now()},
        ${harness.clock.now()}) returning id`);
    const at = from('10.2.0.5');
    for (let n = 0; n < 6; n++)
      expect((await entry.signIn(person.cpf, PASSWORD, at)).body.code).toBe('BAD_CREDENTIALS');
    const channels = await entry.ask(person.cpf);
    expect(channels.body).toEqual({ channels: [{ channel: 'email', masked: 'i***@e***.test' }] });
    const sms = await entry.ask(person.cpf, { channel: 'sms' });
    expect([sms.status, sms.body.errors]).toEqual([422, [{ field: 'channel', message: 'Valor inválido.' }]]);
    const sent = await entry.ask(person.cpf, { channel: 'email' });
    const visitor = harness.visitor();
    const entered = await entry.verify(idOf(sent.body), await entry.codeFor(person.email), visitor);
    expect(entered.status).toBe(200);
    visitor.token = entered.body.accessToken;
    const { body } = await visitor.call('GET /candidate/users/check/');
    expect(body.payloadToken).toMatchObject({ name: person.name, hasPassword: false });
    const welcome = await harness.platform.db.tenant(1).many(sql`
      select template from notification where tenant_id = 1 and recipient = ${person.email}`);
    expect(welcome).toEqual([{ template: 'N-01' }]);
  });

  it.each([
    ['an invalid CPF', { document: '11122233397' }, 'document', 'CPF inválido.'],
    ['no document', { document: ' ' }, 'document', 'Obrigatório.'],
    [
      'a kind that is not used here',
      { documentType: 'passport' as const },
      'documentType',
      'Valor inválido.',
    ],
  ])('refuses %s', async (_name, change, field, message) => {
    const { status, body } = await entry.ask('11122233396', change);
    expect([status, body.errors]).toEqual([422, [{ field, message }]]);
  });

  it('is off where the host or the institution switched it off', async () => {
    const person = await entry.newcomer(2030);
    const sent = await entry.ask(person.cpf, { channel: 'email' });
    const code = await entry.codeFor(person.email);
    const set = async (off: boolean) => {
      await harness.platform.db.tenant(1).many(sql`
        update institution set subscription_login_disabled = ${off} where tenant_id = 1 and code = 'CUA01' returning id`);
      await harness.platform.db.notify('orbita_catalogue', '');
      await expect
        .poll(async () => (await entry.askReset(inventedPerson(2031).cpf)).body.code)
        .toBe(off ? 'LOGIN_DISABLED' : 'USER_NOT_FOUND');
    };
    await set(true);
    expect((await entry.ask(person.cpf)).body.code).toBe('LOGIN_DISABLED');
    expect((await entry.verify(idOf(sent.body), code)).body.code).toBe('LOGIN_DISABLED');
    expect((await entry.ask(person.cpf, {}, {}, person.client)).status).toBe(200);
    await set(false);
    expect((await entry.verify(idOf(sent.body), code)).status).toBe(200);
  });
});

describe('a sign-up without captcha', () => {
  const signUp = (person: ReturnType<typeof inventedPerson>, headers = {}) =>
    harness.visitor().call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      headers,
      body: {
        ...signUpFields(person),
        remember: false,
      },
    });

  it('creates the account after the code, signed in and remembered as the form said', async () => {
    const person = inventedPerson(2050);
    const asked = await signUp(person);
    expect([asked.status, asked.body]).toEqual([
      202,
      { challengeId: expect.any(String), masked: 'i***@e***.test' },
    ]);
    expect((await entry.ask(person.cpf, {}, from('10.6.0.1'))).status).toBe(404);
    const visitor = harness.visitor();
    const code = await entry.codeFor(person.email);
    const entered = await entry.verify(idOf(asked.body), code, visitor);
    expect(entered.status).toBe(200);
    expect(entered.headers.getSetCookie().join()).not.toMatch(/accessToken=[^,]*max-age/i);
    expect((await entry.verify(idOf(asked.body), code)).status).toBe(410);
    expect((await entry.signIn(person.cpf, PASSWORD)).status).toBe(200);
    expect((await signUp(person)).body.code).toBe('ACCOUNT_EXISTS');
  });

  it('is rate limited like codes, and a failed send does not count', async () => {
    const at = from('10.6.0.2');
    await fault('mail', 'down');
    for (let n = 0; n < 4; n++)
      expect((await signUp(inventedPerson(2051), at)).body.code).toBe('SEND_FAILED');
    await fault('mail', 'ok');
    for (let n = 0; n < 3; n++) {
      entry.later(n * MINUTE);
      expect((await signUp(inventedPerson(2051), at)).status).toBe(202);
    }
    entry.later(3 * MINUTE);
    expect((await signUp(inventedPerson(2051), at)).body.code).toBe('RATE_LIMITED');
    entry.later(0);
  });
});

describe('where the host switched it off', () => {
  it('nobody signs in or up by code, but a signed-in person may use one to confirm their identity', async () => {
    const person = await entry.newcomer(2060);
    await setParameter('CodeLoginEnabled', false);
    await harness.platform.db.notify('orbita_catalogue', '');
    await expect
      .poll(async () => (await entry.ask(person.cpf)).body)
      .toMatchObject({
        code: 'CODE_LOGIN_DISABLED',
        message: 'O acesso por código está desabilitado. Entre com sua senha.',
      });
    expect((await entry.ask(person.cpf, {}, {}, person.client)).status).toBe(200);
    expect((await entry.askReset(person.cpf)).status).toBe(200);
    await setParameter('CodeLoginEnabled', true);
    await setParameter('SelfRegistrationEnabled', false);
    await harness.platform.db.notify('orbita_catalogue', '');
    await expect.poll(async () => (await entry.ask(person.cpf)).status).toBe(200);
    await expect(entry.newcomer(2061)).rejects.toThrow('SIGNUP_DISABLED');
    await setParameter('SelfRegistrationEnabled', true);
    await harness.platform.db.notify('orbita_catalogue', '');
    await expect.poll(() => entry.newcomer(2062).then(() => 'in', String)).toBe('in');
  });
});

describe('S1 documents nobody has', () => {
  it('are answered as unknown five times an hour, then known and unknown ones get equal answers everywhere', async () => {
    const person = await entry.newcomer(2040);
    const at = from('10.3.0.1');
    const unknown = (n: number) => inventedPerson(7000 + n).cpf;
    const same = await Promise.all(Array.from({ length: 6 }, () => entry.ask(unknown(0), {}, at)));
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await entry.signIn(unknown(1), PASSWORD, at)).body.message).toBe('Usuário não encontrado.');
    expect((await entry.ask(unknown(2), {}, at)).body.message).toBe('Usuário não encontrado.');
    expect((await entry.askReset(unknown(3), {}, at)).body.message).toBe('Usuário não encontrado.');
    expect((await entry.askReset(unknown(4), {}, at)).status).toBe(404);

    const blank = (body: object) => ({ ...body, challengeId: 'x', requestId: 'x', traceId: 'x' });
    const both = [
      { channel: 'email', masked: null },
      { channel: 'sms', masked: null },
    ];
    for (const ask of [entry.ask, entry.askReset]) {
      for (const document of [unknown(5), person.cpf]) {
        const channels = await ask(document, {}, at);
        expect([channels.status, channels.body]).toEqual([200, { channels: both }]);
      }
      const answers = [];
      for (const document of [unknown(5), person.cpf])
        answers.push(await ask(document, { channel: 'sms' }, at));
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
      expect(blank(answers[0]?.body ?? {})).toEqual(blank(answers[1]?.body ?? {}));
      // Rate limits treat both alike, too.
      for (const document of [unknown(5), person.cpf])
        expect((await ask(document, { channel: 'sms' }, at)).body.code).toBe('RATE_LIMITED');
      const check = ask === entry.ask ? entry.verify : entry.verifyReset;
      for (let n = 0; n < 6; n++) {
        const code = await check(idOf(answers[0]?.body), String(100_000 + n));
        expect(code.body.code).toBe(n < 5 ? 'CODE_INVALID' : 'CODE_EXPIRED');
      }
    }
    const wrongs = [];
    for (const document of [unknown(6), person.cpf])
      wrongs.push(await entry.signIn(document, 'Errada#2026', at));
    expect(wrongs.map(({ status }) => status)).toEqual([401, 401]);
    expect(blank(wrongs[0]?.body ?? {})).toEqual(blank(wrongs[1]?.body ?? {}));

    // The owner can still sign in from that address.
    const sent = await entry.ask(person.cpf, { channel: 'email' }, at);
    await expect.poll(() => entry.codeFor(person.email)).toMatch(/\d{6}/);
    expect((await entry.verify(idOf(sent.body), await entry.codeFor(person.email))).status).toBe(200);
    // From another address, and an hour later, unknown documents are named again.
    expect((await entry.ask(unknown(7), {}, from('10.3.0.2'))).status).toBe(404);
    entry.later(61 * MINUTE);
    expect((await entry.ask(unknown(8), {}, at)).status).toBe(404);
    entry.later(0);
  });

  it('get the same answers from the first request on a host with neutral answers, also while mail is down', async () => {
    const person = await entry.newcomer(2041);
    const at = from('10.3.0.3');
    await setParameter('RevealUnknownUser', false);
    await harness.platform.db.notify('orbita_catalogue', '');
    await expect
      .poll(async () => (await entry.ask(inventedPerson(7101).cpf, {}, from('10.3.0.4'))).status)
      .toBe(200);
    expect((await entry.signIn(inventedPerson(7102).cpf, PASSWORD, at)).body.message).toBe(
      'CPF ou senha incorretos.',
    );
    await fault('mail', 'down');
    for (const document of [inventedPerson(7103).cpf, person.cpf]) {
      expect((await entry.askReset(document, { channel: 'email' }, at)).status).toBe(202);
      expect((await entry.askReset(document, { channel: 'email' }, at)).status).toBe(429);
    }
    await fault('mail', 'ok');
  });

  it('S3 are rate limited per address for sending; wrong codes slow it down', async () => {
    const at = from('10.3.0.9');
    const asked = await entry.ask(inventedPerson(7999).cpf, { channel: 'email' }, at);
    for (let n = 1; n < 60; n++)
      expect((await entry.ask(inventedPerson(8000 + n).cpf, { channel: 'email' }, at)).status).toBe(202);
    expect((await entry.ask(inventedPerson(8100).cpf, { channel: 'email' }, at)).body.code).toBe(
      'RATE_LIMITED',
    );
    expect((await entry.ask(inventedPerson(8100).cpf, { channel: 'email' }, from('10.3.0.10'))).status).toBe(
      202,
    );
    const guess = harness.visitor();
    guess.headers = from('10.3.0.11');
    for (let n = 0; n < 4; n++) {
      const { body } = await entry.ask(inventedPerson(8200 + n).cpf, { channel: 'sms' }, from('10.3.0.12'));
      for (let tries = 0; tries < 5; tries++)
        expect((await entry.verify(idOf(body), '123456', guess)).body.code).toBe('CODE_INVALID');
    }
    expect((await entry.verify(idOf(asked.body), '123456', guess)).body.code).toBe('RATE_LIMITED');
  });
});
