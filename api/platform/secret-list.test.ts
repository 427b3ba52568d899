import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bareEnvironment } from '../../testing/bare-environment.ts';

const account = { baseUrl: 'https://pix.banco.test', tokenUrl: 'https://auth.banco.test/t', clientId: 'c' };
const social = { google: { secrets: { 'alfa/cliente': 'geheim-1' } } };
const environment = {
  ORBITA_SECRET: 'geheim-'.repeat(8),
  ORBITA_SECRET_LOGIN: 'geheim-2',
  ORBITA_SECRET_LOGIN_FOR: 'alfa@login.alfa.test,beta@login.beta.test,beta@login.test:8443',
  ORBITA_SOCIAL: JSON.stringify(social),
  ORBITA_PIX_ACCOUNTS: JSON.stringify({ 'alfa/CUA01': { ...account, clientSecret: 'geheim-3' } }),
  ORBITA_ACADEMIC_CATALOGUES: JSON.stringify({ '*': { url: 'https://academico.test/v1', key: 'geheim-4' } }),
  ORBITA_CAPTCHA_URL: 'https://captcha.test/verify',
  ORBITA_CAPTCHA_SECRET: 'geheim-5',
  ORBITA_SMTP_URL: 'smtps://geheim:geheim@correio.test:465',
  DATABASE_URL: 'postgres://geheim@banco.test/orbita',
  ORBITA_CLAMD: 'clamd:3310',
};
const run = (more: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../secrets.ts')], {
    env: { ...bareEnvironment(), NODE_ENV: 'production', ...environment, ...more },
    encoding: 'utf8',
  });

it('S42: the operator sees what each secret may reach and for whom, never a value', () => {
  const { status, stdout } = run();
  expect([status, stdout.trim().split('\n')]).toEqual([
    0,
    [
      'ORBITA_SECRET_LOGIN: alfa, sent to login.alfa.test',
      'ORBITA_SECRET_LOGIN: beta, sent to login.beta.test, login.test:8443',
      'ORBITA_SOCIAL google alfa/cliente: alfa, sent to accounts.google.com',
      'ORBITA_PIX_ACCOUNTS alfa/CUA01: alfa, sent to pix.banco.test, auth.banco.test',
      'ORBITA_ACADEMIC_CATALOGUES *: all tenants, sent to academico.test',
      'ORBITA_CAPTCHA_SECRET: all tenants, sent to captcha.test',
      'ORBITA_SMTP_URL: all tenants, sent to correio.test:465',
      'ORBITA_SECRET: all tenants, sent nowhere',
    ],
  ]);
  expect(stdout).not.toContain('geheim');
});

it('S42: a production start refuses a secret without an owner, and a social client for no tenant or for all', () => {
  for (const [more, said] of [
    [{ ORBITA_SECRET_LOGIN_FOR: '' }, 'ORBITA_SECRET_LOGIN_FOR is missing'],
    [{ ORBITA_SOCIAL: JSON.stringify({ google: { secrets: { cliente: 'geheim' } } }) }, 'ORBITA_SOCIAL'],
    [{ ORBITA_SOCIAL: JSON.stringify({ google: { secrets: { '*/cliente': 'geheim' } } }) }, 'ORBITA_SOCIAL'],
  ] as const) {
    const { status, stderr } = run(more);
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(stderr).not.toContain('geheim');
  }
});
