import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { from, idOf, type Newcomer, signInCalls, tokenOf } from '../../../testing/codes.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { inventedPerson, PASSWORD } from '../../../testing/people.ts';

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
});
afterAll(() => harness.stop());

const MINUTE = 60_000;
/** Number of the next invented person, for the table-driven tests. */
let people = 3500;
const NEW = 'Senha#2026x';
const POLICY =
  'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.';
const isIn = async ({ client }: Newcomer) =>
  (await client.call('GET /candidate/users/check/')).status === 200;
const notices = async (email: string) => {
  await harness.platform.jobs.run('outbox');
  return (await entry.inbox(email)).filter(({ template }) => template === 'N-04' || template === 'N-33');
};

/** The token of a reset whose code was entered. */
async function resetToken(person: { cpf: string; email: string }): Promise<string> {
  const asked = await entry.askReset(person.cpf, { channel: 'email' });
  return tokenOf((await entry.verifyReset(idOf(asked.body), await entry.codeFor(person.email))).body);
}

describe('a reset', () => {
  it('S8 by code sets the password, ends every session, lifts the lock and notifies the owner', async () => {
    const person = await entry.newcomer(3001);
    const at = from('10.4.0.1');
    for (let n = 0; n < 5; n++) await entry.signIn(person.cpf, 'Errada#2026', at);
    const asked = await entry.askReset(person.cpf, { channel: 'sms' });
    expect([asked.status, asked.body]).toMatchObject([202, { expiresIn: 600, resendIn: 60 }]);
    const [message] = await entry.inbox(person.cellPhone);
    expect(message?.text).toMatch(/^\d{6} e o codigo para redefinir sua senha/);
    expect(message?.text.length).toBeLessThanOrEqual(160);
    const code = await entry.codeFor(person.cellPhone);
    const id = idOf(asked.body);
    expect((await entry.verifyReset(id, entry.wrong(code))).body.message).toBe('Código inválido.');
    expect((await entry.verify(id, code)).status).toBe(404);
    const token = tokenOf((await entry.verifyReset(id, code)).body);
    expect((await entry.verifyReset(id, code)).body.code).toBe('CODE_EXPIRED');
    expect(await isIn(person)).toBe(true);
    expect((await entry.reset(token, NEW)).status).toBe(204);
    expect(await isIn(person)).toBe(false);
    expect((await entry.signIn(person.cpf, PASSWORD, at)).status).toBe(401);
    expect((await entry.signIn(person.cpf, NEW, at)).status).toBe(200);
    expect((await entry.reset(token, NEW)).body.code).toBe('LINK_EXPIRED');
    const sent = await notices(person.email);
    expect(sent.map(({ subject }) => subject)).toEqual(['Seus dados de acesso foram alterados']);
    expect(sent[0]?.text).toContain('Se não foi você, fale com a instituição.');
  });

  it('by the link of the e-mail: opening it changes nothing, setting the password uses up link and code', async () => {
    const person = await entry.newcomer(3002);
    const asked = await entry.askReset(person.cpf, { channel: 'email' });
    const [message] = await entry.inbox(person.email);
    expect(message?.subject).toBe('Redefinição de senha');
    expect(message?.text).toContain('(válido por 60 minutos). Se não foi você, ignore.');
    const [code, link] = [await entry.codeFor(person.email), await entry.linkFor(person.email)];
    expect(link.length).toBeGreaterThanOrEqual(43);
    expect(link).not.toContain(idOf(asked.body));
    // Eleven minutes later the code has expired but the link hasn't; mail scanners may have opened it.
    entry.later(11 * MINUTE);
    expect((await entry.verifyReset(idOf(asked.body), code)).body.code).toBe('CODE_EXPIRED');
    await entry.openLink(link);
    const token = tokenOf((await entry.openLink(link)).body);
    expect((await entry.reset(token, NEW)).status).toBe(204);
    for (const answer of [
      await entry.openLink(link),
      await entry.openLink('nada'),
      await entry.reset(token, NEW),
    ])
      expect([answer.status, answer.body.message]).toEqual([410, 'Este link não vale mais. Peça outro.']);
    const row = await harness.platform.db.tenant(1).one(sql`
      select email_confirmed_at is not null as confirmed from person where tenant_id = 1 and cpf = ${person.cpf}`);
    expect(row).toEqual({ confirmed: true });
    entry.later(0);
  });

  it('expires after sixty minutes, with code or link', async () => {
    const person = await entry.newcomer(3003);
    const token = await resetToken(person);
    const link = await entry.linkFor(person.email);
    entry.later(59 * MINUTE);
    expect((await entry.openLink(link)).status).toBe(200);
    entry.later(60 * MINUTE);
    expect((await entry.reset(token, NEW)).body.code).toBe('LINK_EXPIRED');
    expect((await entry.openLink(link)).body.code).toBe('LINK_EXPIRED');
    entry.later(0);
    expect((await entry.signIn(person.cpf, PASSWORD)).status).toBe(200);
  });

  it('ends the other pending resets', async () => {
    const person = await entry.newcomer(3004);
    await entry.askReset(person.cpf, { channel: 'email' });
    const older = await entry.linkFor(person.email);
    entry.later(MINUTE);
    const token = await resetToken(person);
    expect((await entry.openLink(older)).status).toBe(200);
    expect((await entry.reset(token, NEW)).status).toBe(204);
    expect((await entry.openLink(older)).status).toBe(410);
    entry.later(0);
  });

  it('accepts its own token only', async () => {
    const [person, other] = [await entry.newcomer(3005), await entry.newcomer(3006)];
    const [mine, theirs] = [await resetToken(person), await resetToken(other)];
    const [id, signature] = [mine.split('.')[0], theirs.split('.')[1]];
    for (const token of ['', 'x', `${id}.`, `${id}.${signature}`, `${mine}x`, "'.'"])
      expect((await entry.reset(token, NEW)).status).toBe(410);
    const beta = harness.visitor('beta.orbita.test');
    const answer = await beta.call('POST /platform/auth/password/reset', {
      body: { resetToken: mine, newPassword: NEW, confirmPassword: NEW },
    });
    expect(answer.status).toBe(410);
    // None of them changed a password or used up a token.
    for (const { cpf } of [person, other]) expect((await entry.signIn(cpf, PASSWORD)).status).toBe(200);
    expect((await entry.reset(mine, NEW)).status).toBe(204);
    expect((await entry.signIn(person.cpf, NEW)).status).toBe(200);
    expect((await entry.signIn(other.cpf, PASSWORD)).status).toBe(200);
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
  ])('refuses %s and %s, and the token stays valid', async (password, again, code, field, message) => {
    const person = await entry.newcomer(people++);
    const token = await resetToken(person);
    const { status, body } = await entry.reset(token, password, again);
    expect([status, body.code]).toEqual([422, code]);
    expect(body.errors).toContainEqual({ field, message });
    expect((await entry.reset(token, NEW)).status).toBe(204);
  });

  it('reports that the e-mail could not be sent', async () => {
    const person = await entry.newcomer(3007);
    await harness.operations.call('PUT /operations/simulator/faults', {
      body: { port: 'mail', mode: 'down' },
    });
    const { status, body } = await entry.askReset(person.cpf, { channel: 'email' });
    expect([status, body.code, body.message]).toEqual([503, 'SEND_FAILED', 'Falha ao enviar o e-mail.']);
    await harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'mail', mode: 'ok' } });
    expect((await entry.askReset(person.cpf, { channel: 'email' })).status).toBe(202);
  });

  it('sets one password for all documents of a person', async () => {
    const person = await entry.newcomer(3008);
    await harness.platform.db.tenant(1).one(sql`
      insert into user_account (tenant_id, person_id, document_type, document, password_hash, created_at)
      select tenant_id, person_id, 'rne', 'V7654321', password_hash, created_at from user_account
      where tenant_id = 1 and document = ${person.cpf} returning id`);
    expect((await entry.reset(await resetToken(person), NEW)).status).toBe(204);
    const byRne = async (password: string) =>
      (
        await harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
          params: { tenant: 'alfa' },
          body: { documentType: 'rne', document: 'v765432-1', password, captchaToken: 'token' },
        })
      ).status;
    expect([await byRne(NEW), await byRne(PASSWORD)]).toEqual([200, 401]);
    const byCpf = async (password: string) => (await entry.signIn(person.cpf, password)).status;
    expect([await byCpf(NEW), await byCpf(PASSWORD)]).toEqual([200, 401]);
  });

  it('creates the account of an imported person', async () => {
    const person = inventedPerson(3009);
    const now = harness.clock.now();
    await harness.platform.db.tenant(1).one(sql`
      insert into person (tenant_id, name, cpf, email, email_confirmed_at, created_at, updated_at)
      values (1, ${person.name}, ${person.cpf}, ${person.email}, ${now}, ${now}, ${now}) returning id`);
    expect((await entry.reset(await resetToken(person), NEW)).status).toBe(204);
    expect((await entry.signIn(person.cpf, NEW)).status).toBe(200);
  });
});

describe('changing the password', () => {
  it('S8 requires the current one, signs out other devices and notifies the owner', async () => {
    const person = await entry.newcomer(3101);
    const elsewhere = harness.visitor();
    const entered = await entry.signIn(person.cpf, PASSWORD, {}, elsewhere);
    elsewhere.token = entered.body.accessToken;
    const wrong = await entry.change(person.client, { currentPassword: 'Errada#2026' });
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      422,
      'CURRENT_PASSWORD_WRONG',
      [{ field: 'currentPassword', message: 'Senha atual incorreta.' }],
    ]);
    const missing = await entry.change(person.client, {});
    expect(missing.body.errors).toEqual([{ field: 'currentPassword', message: 'Obrigatório.' }]);
    const same = await entry.change(person.client, { currentPassword: PASSWORD, newPassword: PASSWORD });
    expect([same.status, same.body.code, same.body.message]).toEqual([
      422,
      'PASSWORD_SAME',
      'A nova senha deve ser diferente da atual.',
    ]);
    expect((await entry.change(person.client, { currentPassword: PASSWORD })).status).toBe(204);
    expect(await isIn(person)).toBe(true);
    expect((await elsewhere.call('GET /candidate/users/check/')).status).toBe(401);
    expect((await entry.signIn(person.cpf, 'Nova#2026x')).status).toBe(200);
    expect(await notices(person.email)).toHaveLength(1);
  });

  it('S2 cannot be used to guess the current one', async () => {
    const person = await entry.newcomer(3102);
    for (let n = 0; n < 4; n++)
      expect((await entry.change(person.client, { currentPassword: 'Errada#2026' })).status).toBe(422);
    expect((await entry.change(person.client, { currentPassword: 'Errada#2026' })).body.code).toBe(
      'ACCOUNT_LOCKED',
    );
    expect((await entry.change(person.client, { currentPassword: PASSWORD })).status).toBe(429);
    entry.later(16 * MINUTE);
    for (let n = 0; n < 6; n++)
      expect(
        (await entry.change(person.client, { currentPassword: PASSWORD, newPassword: 'fraca' })).body.code,
      ).toBe('PASSWORD_POLICY');
    expect((await entry.change(person.client, { currentPassword: PASSWORD })).status).toBe(204);
    entry.later(0);
  });
});

describe('S4 passwords', () => {
  const LONG = `Çã é #7 ${'palavra com espaços '.repeat(6)}`.slice(0, 100);
  it.each([
    ['64 characters', `Aa1#${'ção '.repeat(15)}`],
    ['100 characters', LONG],
    ['128 characters', `Aa1#${'x'.repeat(124)}`],
    ['letters composed of two marks', 'Senha#2026 a\u0301\u0303o'],
  ])('of %s are set and used unchanged', async (_name, password) => {
    const person = await entry.newcomer(people++);
    expect(
      (await entry.change(person.client, { currentPassword: PASSWORD, newPassword: password })).status,
    ).toBe(204);
    for (const other of [password.slice(0, -1), `${password}x`, password.toLowerCase(), ` ${password}`])
      expect((await entry.signIn(person.cpf, other, from(`10.5.0.${password.length}`))).status).toBe(401);
    expect((await entry.signIn(person.cpf, password.normalize('NFC'))).status).toBe(200);
  });

  it('that are common are refused even if they fit the rule', async () => {
    const person = await entry.newcomer(3300);
    for (const password of ['Senha@123', 'sENHA@123', 'P@ssw0rd1', 'Brasil@2026', 'Flamengo#123']) {
      const { body } = await entry.change(person.client, {
        currentPassword: PASSWORD,
        newPassword: password,
      });
      expect(body).toMatchObject({
        code: 'PASSWORD_COMMON',
        errors: [{ field: 'newPassword', message: 'Esta senha é muito comum. Escolha outra.' }],
      });
    }
  });
});

describe('S7 a session', () => {
  it('is a new one at every sign-in', async () => {
    const person = await entry.newcomer(3400);
    const browser = harness.visitor();
    const seen = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { body } = await entry.signIn(person.cpf, PASSWORD, {}, browser);
      seen.add(body.accessToken).add(browser.cookies.get('orbita-session') ?? '');
    }
    expect(seen.size).toBe(6);
    const companion = browser.cookies.get('orbita-session') ?? '';
    expect(Buffer.from(companion, 'base64url').length).toBeGreaterThanOrEqual(16);
  });
});
