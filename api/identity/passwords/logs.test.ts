import { afterAll, beforeAll, expect, it } from 'vitest';
import { idOf, signInCalls, tokenOf } from '../../../testing/codes.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { PASSWORD } from '../../../testing/people.ts';

let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
});
afterAll(() => harness.stop());

it('S27 the log records sign-ins and their method, without codes, links, tokens and passwords', async () => {
  const entry = signInCalls(harness);
  const person = await entry.newcomer(1);
  const sent = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
  const code = await entry.codeFor(person.email);
  await entry.verify(sent, entry.wrong(code));
  const entered = await entry.verify(sent, code);
  const asked = idOf((await entry.askReset(person.cpf, { channel: 'email' })).body);
  const [resetCode, link] = [await entry.codeFor(person.email), await entry.linkFor(person.email)];
  await entry.openLink(link);
  // Requests the link's page, as a browser does.
  await harness.visitor().send('GET', `/orbita/candidate/reset-password/${link}`);
  const token = tokenOf((await entry.verifyReset(asked, resetCode)).body);
  await entry.reset(token, 'fraca');
  expect((await entry.reset(token, 'Zefirina#2026')).status).toBe(204);
  const client = harness.visitor();
  client.token = (await entry.signIn(person.cpf, 'Zefirina#2026', {}, client)).body.accessToken;
  const change = { currentPassword: 'Zefirina#2026', newPassword: 'Zefirina#2027' };
  expect((await entry.change(client, change)).status).toBe(204);

  const secrets = {
    code,
    resetCode,
    link,
    token,
    signature: token.split('.')[1] ?? '',
    password: PASSWORD,
    newPassword: 'Zefirina#',
    accessToken: entered.body.accessToken,
    cpf: person.cpf,
    email: person.email,
    phone: person.cellPhone,
  };
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length, what).toBeGreaterThan(5);
    expect(
      lines.find((line) => line.includes(secret)),
      what,
    ).toBeUndefined();
  }
  for (const event of ['entered-by-code', 'password-reset', 'password-changed'])
    expect(
      lines.some((line) => line.includes(event) && line.includes('"trace"')),
      event,
    ).toBe(true);
});
