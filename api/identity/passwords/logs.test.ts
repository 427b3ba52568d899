import { afterAll, beforeAll, expect, it } from 'vitest';
import { doors, idOf, tokenOf } from '../../testing/codes.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { PASSWORD } from '../../testing/people.ts';

let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
});
afterAll(() => harness.stop());

it('S27 the log tells who came in and how, and keeps codes, links, tokens and passwords to itself', async () => {
  const door = doors(harness);
  const person = await door.newcomer(1);
  const sent = idOf((await door.ask(person.cpf, { channel: 'email' })).body);
  const code = await door.codeFor(person.email);
  await door.verify(sent, door.wrong(code));
  const entered = await door.verify(sent, code);
  const asked = idOf((await door.askReset(person.cpf, { channel: 'email' })).body);
  const [resetCode, link] = [await door.codeFor(person.email), await door.linkFor(person.email)];
  await door.openLink(link);
  // The page of the link is asked for, as a browser does.
  await harness.visitor().send('GET', `/orbita/candidate/reset-password/${link}`);
  const token = tokenOf((await door.verifyReset(asked, resetCode)).body);
  await door.reset(token, 'fraca');
  expect((await door.reset(token, 'Zefirina#2026')).status).toBe(204);
  const client = harness.visitor();
  client.token = (await door.signIn(person.cpf, 'Zefirina#2026', {}, client)).body.accessToken;
  const change = { currentPassword: 'Zefirina#2026', newPassword: 'Zefirina#2027' };
  expect((await door.change(client, change)).status).toBe(204);

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
  for (const told of ['entered-by-code', 'password-reset', 'password-changed'])
    expect(
      lines.some((line) => line.includes(told) && line.includes('"trace"')),
      told,
    ).toBe(true);
});
