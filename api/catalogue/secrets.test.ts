import { secretFor } from '@orbita/sandbox/environment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type Harness, startHarness } from '../../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    environment: {
      ORBITA_SECRET_BETA_CAPTCHA: 'segredo-da-beta',
      ORBITA_SECRET_BETA_CAPTCHA_FOR: 'beta@captcha.test',
      ORBITA_SECRET_BETA_LOGIN: 'segredo-da-beta',
      ORBITA_SECRET_BETA_LOGIN_FOR: secretFor('beta', ['https://login.beta.test']),
    },
  });
});
afterAll(() => harness?.stop());

const login = (issuer: string, secretRef: string) => ({ name: 'Conta', issuer, clientId: 'c', secretRef });

/** Problems of beta's catalogue with one value set, as reported to its own token. */
async function problems(path: (string | number)[], value: unknown, call: 'plan' | 'apply' = 'plan') {
  const beta = harness.operationsOf('beta');
  const { body } = await beta.call('GET /operations/catalogue/export');
  const document = parseDocument(body.yaml);
  document.setIn(path, value);
  const answer = await beta.call(`POST /operations/catalogue/${call}`, {
    body: { ...body, yaml: String(document) },
  });
  return {
    status: answer.status,
    // A plan lists them with its changes; an apply is refused with them.
    found: answer.body.errors as { path?: string; field?: string; line?: number; message: string }[],
  };
}

it('S42: a catalogue may name only a secret of its own tenant and for its own address; otherwise the place is reported', async () => {
  const path = ['console', 'identityProvider'];
  const [own, alfas] = ['https://login.beta.test/realm', 'https://login.alfa.test/realm'];
  const wrong: [string, string][] = [
    [own, 'ALFA_EQUIPE_OIDC'],
    [alfas, 'ALFA_EQUIPE_OIDC'],
    ['https://login.beta.test.evil.test/', 'BETA_LOGIN'],
    ['https://login.beta.test:8443/', 'BETA_LOGIN'],
    ['https://evil.test/', 'BETA_LOGIN'],
    [own, 'NOBODYS'],
  ];
  for (const [issuer, name] of wrong)
    for (const call of ['plan', 'apply'] as const) {
      const { status, found } = await problems(path, login(issuer, name), call);
      expect([issuer, name, status, found.length]).toEqual([issuer, name, call === 'plan' ? 200 : 422, 1]);
      const [problem] = found;
      expect(problem?.path ?? problem?.field).toBe('console.identityProvider.secretRef');
      expect(problem?.message).toContain(`${name} is no secret that beta may have sent to`);
      if (call === 'plan') expect(problem?.line).toBeGreaterThan(1);
    }
  expect((await problems(path, login('https://LOGIN.beta.test/x', 'BETA_LOGIN'))).found).toEqual([]);
});

it('S42: the same for a captcha secret, and for names the environment cannot have', async () => {
  for (const name of ['BETA_CAPTCHA', 'ALFA_EQUIPE_OIDC', 'ALFA_EQUIPE_OIDC_FOR', 'NOBODYS']) {
    const { found } = await problems(['hosts', 0, 'captchaSecret'], name);
    expect([name, found.map(({ path }) => path)]).toEqual([name, ['hosts[0].captchaSecret']]);
  }
});
