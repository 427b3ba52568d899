import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doors, from, idOf, type Newcomer, tokenOf } from '../../testing/codes.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson, PASSWORD } from '../../testing/people.ts';

let harness: Harness;
let door: ReturnType<typeof doors>;
beforeAll(async () => {
  harness = await startHarness();
  door = doors(harness);
});
afterAll(() => harness.stop());

const MINUTE = 60_000;
/** Numbers of invented people for the tables. */
let people = 3500;
const NEW = 'Senha#2026x';
const POLICY =
  'A senha deve ter no mínimo 8 caracteres, com letra maiúscula, letra minúscula, número e caractere especial.';
const isIn = async ({ client }: Newcomer) =>
  (await client.call('GET /candidate/users/check/')).status === 200;
const notices = async (email: string) => {
  await harness.house.jobs.run('outbox');
  return (await door.inbox(email)).filter(({ template }) => template === 'N-04');
};

/** A reset answered by its code. */
async function resetToken(person: { cpf: string; email: string }): Promise<string> {
  const asked = await door.askReset(person.cpf, { channel: 'email' });
  return tokenOf((await door.verifyReset(idOf(asked.body), await door.codeFor(person.email))).body);
}

describe('a reset', () => {
  it('S8 by code sets the password, ends every session, lifts the lock and tells the owner', async () => {
    const person = await door.newcomer(3001);
    const at = from('10.4.0.1');
    for (let n = 0; n < 5; n++) await door.signIn(person.cpf, 'Errada#2026', at);
    const asked = await door.askReset(person.cpf, { channel: 'sms' });
    expect([asked.status, asked.body]).toMatchObject([202, { expiresIn: 600, resendIn: 60 }]);
    const [message] = await door.inbox(person.cellPhone);
    expect(message?.text).toMatch(/^\d{6} e o codigo para redefinir sua senha/);
    expect(message?.text.length).toBeLessThanOrEqual(160);
    const code = await door.codeFor(person.cellPhone);
    const id = idOf(asked.body);
    expect((await door.verifyReset(id, door.wrong(code))).body.message).toBe('Código inválido.');
    expect((await door.verify(id, code)).status).toBe(404);
    const token = tokenOf((await door.verifyReset(id, code)).body);
    expect((await door.verifyReset(id, code)).body.code).toBe('CODE_EXPIRED');
    expect(await isIn(person)).toBe(true);
    expect((await door.reset(token, NEW)).status).toBe(204);
    expect(await isIn(person)).toBe(false);
    expect((await door.signIn(person.cpf, PASSWORD, at)).status).toBe(401);
    expect((await door.signIn(person.cpf, NEW, at)).status).toBe(200);
    expect((await door.reset(token, NEW)).body.code).toBe('LINK_EXPIRED');
    const told = await notices(person.email);
    expect(told.map(({ subject }) => subject)).toEqual(['Seus dados de acesso foram alterados']);
    expect(told[0]?.text).toContain('Se não foi você, fale com a instituição.');
  });

  it('by the link of the e-mail: opening it changes nothing, setting the password uses link and code up', async () => {
    const person = await door.newcomer(3002);
    const asked = await door.askReset(person.cpf, { channel: 'email' });
    const [message] = await door.inbox(person.email);
    expect(message?.subject).toBe('Redefinição de senha');
    expect(message?.text).toContain('(válido por 60 minutos). Se não foi você, ignore.');
    const [code, link] = [await door.codeFor(person.email), await door.linkFor(person.email)];
    expect(link.length).toBeGreaterThanOrEqual(43);
    expect(link).not.toContain(idOf(asked.body));
    // Eleven minutes later the code is over, the link is not; scanners may have opened it.
    door.later(11 * MINUTE);
    expect((await door.verifyReset(idOf(asked.body), code)).body.code).toBe('CODE_EXPIRED');
    await door.openLink(link);
    const token = tokenOf((await door.openLink(link)).body);
    expect((await door.reset(token, NEW)).status).toBe(204);
    for (const answer of [
      await door.openLink(link),
      await door.openLink('nada'),
      await door.reset(token, NEW),
    ])
      expect([answer.status, answer.body.message]).toEqual([410, 'Link expirado. Solicite novamente.']);
    const row = await harness.house.db.tenant(1).one(sql`
      select email_confirmed_at is not null as confirmed from person where tenant_id = 1 and cpf = ${person.cpf}`);
    expect(row).toEqual({ confirmed: true });
    door.later(0);
  });

  it('is over after sixty minutes, whichever way it was answered', async () => {
    const person = await door.newcomer(3003);
    const token = await resetToken(person);
    const link = await door.linkFor(person.email);
    door.later(60 * MINUTE);
    expect((await door.reset(token, NEW)).body.code).toBe('LINK_EXPIRED');
    expect((await door.openLink(link)).body.code).toBe('LINK_EXPIRED');
    door.later(0);
  });

  it('ends the other resets that are on their way', async () => {
    const person = await door.newcomer(3004);
    await door.askReset(person.cpf, { channel: 'email' });
    const older = await door.linkFor(person.email);
    door.later(MINUTE);
    const token = await resetToken(person);
    expect((await door.openLink(older)).status).toBe(200);
    expect((await door.reset(token, NEW)).status).toBe(204);
    expect((await door.openLink(older)).status).toBe(410);
    door.later(0);
  });

  it('takes no token but its own', async () => {
    const [person, other] = [await door.newcomer(3005), await door.newcomer(3006)];
    const [mine, theirs] = [await resetToken(person), await resetToken(other)];
    const [id, signature] = [mine.split('.')[0], theirs.split('.')[1]];
    for (const token of ['', 'x', `${id}.`, `${id}.${signature}`, `${mine}x`, "'.'"])
      expect((await door.reset(token, NEW)).status).toBe(410);
    const beta = harness.visitor('beta.orbita.test');
    const answer = await beta.call('POST /platform/auth/password/reset', {
      body: { resetToken: mine, newPassword: NEW, confirmPassword: NEW },
    });
    expect(answer.status).toBe(410);
  });

  it.each([
    ['Senha2026', 'Senha2026', 'PASSWORD_POLICY', 'newPassword', POLICY],
    ['Senha@123', 'Senha@123', 'PASSWORD_COMMON', 'newPassword', 'Esta senha é muito comum. Escolha outra.'],
    [NEW, 'Senha#2026y', 'PASSWORD_MISMATCH', 'confirmPassword', 'As senhas não coincidem.'],
    ['', '', 'VALIDATION', 'newPassword', 'Obrigatório.'],
    [
      `${NEW}${'x'.repeat(120)}`,
      `${NEW}${'x'.repeat(120)}`,
      'VALIDATION',
      'newPassword',
      'Máximo de 128 caracteres.',
    ],
  ])('refuses %s and %s, and the token stays good', async (password, again, code, field, message) => {
    const person = await door.newcomer(people++);
    const token = await resetToken(person);
    const { status, body } = await door.reset(token, password, again);
    expect([status, body.code]).toEqual([422, code]);
    expect(body.errors).toContainEqual({ field, message });
    expect((await door.reset(token, NEW)).status).toBe(204);
  });

  it('tells that the e-mail could not be sent', async () => {
    const person = await door.newcomer(3007);
    await harness.operations.call('PUT /operations/simulator/faults', {
      body: { port: 'mail', mode: 'down' },
    });
    const { status, body } = await door.askReset(person.cpf, { channel: 'email' });
    expect([status, body.code, body.message]).toEqual([503, 'SEND_FAILED', 'Falha ao enviar o e-mail.']);
    await harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'mail', mode: 'ok' } });
    expect((await door.askReset(person.cpf, { channel: 'email' })).status).toBe(202);
  });

  it('sets one password for every document of a person', async () => {
    const person = await door.newcomer(3008);
    await harness.house.db.tenant(1).one(sql`
      insert into user_account (tenant_id, person_id, document_type, document, password_hash, created_at)
      select tenant_id, person_id, 'rne', 'V7654321', password_hash, created_at from user_account
      where tenant_id = 1 and document = ${person.cpf} returning id`);
    expect((await door.reset(await resetToken(person), NEW)).status).toBe(204);
    const { status } = await harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: { documentType: 'rne', document: 'v765432-1', password: NEW, captchaToken: 'token' },
    });
    expect(status).toBe(200);
  });

  it('gives an imported person an account', async () => {
    const person = inventedPerson(3009);
    const now = harness.clock.now();
    await harness.house.db.tenant(1).one(sql`
      insert into person (tenant_id, name, cpf, email, email_confirmed_at, created_at, updated_at)
      values (1, ${person.name}, ${person.cpf}, ${person.email}, ${now}, ${now}, ${now}) returning id`);
    expect((await door.reset(await resetToken(person), NEW)).status).toBe(204);
    expect((await door.signIn(person.cpf, NEW)).status).toBe(200);
  });
});

describe('changing the password', () => {
  it('S8 asks the current one, signs other devices out and tells the owner', async () => {
    const person = await door.newcomer(3101);
    const elsewhere = harness.visitor();
    const entered = await door.signIn(person.cpf, PASSWORD, {}, elsewhere);
    elsewhere.token = entered.body.accessToken;
    const wrong = await door.change(person.client, { currentPassword: 'Errada#2026' });
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      'CURRENT_PASSWORD_WRONG',
      [{ field: 'currentPassword', message: 'Senha atual incorreta.' }],
    ]);
    const missing = await door.change(person.client, {});
    expect(missing.body.errors).toEqual([{ field: 'currentPassword', message: 'Obrigatório.' }]);
    const same = await door.change(person.client, { currentPassword: PASSWORD, newPassword: PASSWORD });
    expect([same.status, same.body.code, same.body.message]).toEqual([
      422,
      'PASSWORD_SAME',
      'A nova senha deve ser diferente da atual.',
    ]);
    expect((await door.change(person.client, { currentPassword: PASSWORD })).status).toBe(204);
    expect(await isIn(person)).toBe(true);
    expect((await elsewhere.call('GET /candidate/users/check/')).status).toBe(401);
    expect((await door.signIn(person.cpf, 'Nova#2026x')).status).toBe(200);
    expect(await notices(person.email)).toHaveLength(1);
  });

  it('S2 is no place to guess the current one', async () => {
    const person = await door.newcomer(3102);
    for (let n = 0; n < 4; n++)
      expect((await door.change(person.client, { currentPassword: 'Errada#2026' })).status).toBe(422);
    expect((await door.change(person.client, { currentPassword: 'Errada#2026' })).body.code).toBe(
      'ACCOUNT_LOCKED',
    );
    expect((await door.change(person.client, { currentPassword: PASSWORD })).status).toBe(429);
    door.later(16 * MINUTE);
    for (let n = 0; n < 6; n++)
      expect(
        (await door.change(person.client, { currentPassword: PASSWORD, newPassword: 'fraca' })).body.code,
      ).toBe('PASSWORD_POLICY');
    expect((await door.change(person.client, { currentPassword: PASSWORD })).status).toBe(204);
    door.later(0);
  });

  it('takes a code of one’s own where there is no password yet', async () => {
    const [person, other] = [await door.newcomer(3103), await door.newcomer(3104)];
    await harness.house.db.tenant(1).one(sql`
      update user_account set password_hash = null where tenant_id = 1 and document = ${person.cpf} returning id`);
    expect((await door.change(person.client, {})).body.errors).toEqual([
      { field: 'code', message: 'Obrigatório.' },
    ]);
    const theirs = idOf((await door.ask(other.cpf, { channel: 'email' })).body);
    const foreign = { challengeId: theirs, code: await door.codeFor(other.email) };
    expect((await door.change(person.client, foreign)).status).toBe(404);
    const challengeId = idOf((await door.ask(person.cpf, { channel: 'email' }, {}, person.client)).body);
    const code = await door.codeFor(person.email);
    const tried = await door.change(person.client, { challengeId, code: door.wrong(code) });
    expect(tried.body.code).toBe('CODE_INVALID');
    expect((await door.change(person.client, { challengeId, code })).status).toBe(204);
    expect((await door.change(person.client, { challengeId, code })).body.errors).toEqual([
      { field: 'currentPassword', message: 'Obrigatório.' },
    ]);
  });
});

describe('S4 passwords', () => {
  const LONG = `Çã é #7 ${'palavra com espaços '.repeat(6)}`.slice(0, 100);
  it.each([
    ['64 characters', `Aa1#${'ção '.repeat(15)}`],
    ['100 characters', LONG],
    ['128 characters', `Aa1#${'x'.repeat(124)}`],
    ['letters composed of two marks', 'Senha#2026 a\u0301\u0303o'],
  ])('of %s are set and used whole', async (_name, password) => {
    const person = await door.newcomer(people++);
    expect(
      (await door.change(person.client, { currentPassword: PASSWORD, newPassword: password })).status,
    ).toBe(204);
    for (const other of [password.slice(0, -1), `${password}x`, password.toLowerCase(), ` ${password}`])
      expect((await door.signIn(person.cpf, other, from(`10.5.0.${password.length}`))).status).toBe(401);
    expect((await door.signIn(person.cpf, password.normalize('NFC'))).status).toBe(200);
  });

  it('of the common ones that fit the rule are refused', async () => {
    const person = await door.newcomer(3300);
    for (const password of ['Senha@123', 'sENHA@123', 'P@ssw0rd1', 'Brasil@2026', 'Flamengo#123']) {
      const { body } = await door.change(person.client, { currentPassword: PASSWORD, newPassword: password });
      expect(body).toMatchObject({
        code: 'PASSWORD_COMMON',
        errors: [{ field: 'newPassword', message: 'Esta senha é muito comum. Escolha outra.' }],
      });
    }
  });
});

describe('S7 a session', () => {
  it('is a new one at every sign-in', async () => {
    const person = await door.newcomer(3400);
    const browser = harness.visitor();
    const seen = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { body } = await door.signIn(person.cpf, PASSWORD, {}, browser);
      seen.add(body.accessToken).add(browser.cookies.get('orbita-session') ?? '');
    }
    expect(seen.size).toBe(6);
    const companion = browser.cookies.get('orbita-session') ?? '';
    expect(Buffer.from(companion, 'base64url').length).toBeGreaterThanOrEqual(16);
  });
});
