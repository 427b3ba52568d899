import { expect, it } from 'vitest';
import { readNamedSecrets } from './named-secrets.ts';

const env = (bound: string | undefined, value: string | undefined = 'geheim') => ({
  ORBITA_SECRET: 'x'.repeat(40),
  ORBITA_SECRET_A: value,
  ORBITA_SECRET_A_FOR: bound,
});
const sent = (bound: string, url: string, { tenant = 'alfa', name = 'A', development = false } = {}) =>
  readNamedSecrets(env(bound), development).secrets.of(name, tenant, url);

it.each([
  'https://login.alfa.test/realm/token',
  'https://LOGIN.Alfa.test:443/',
  'https://login.alfa.test?x=@evil.test',
  'https://login%2Ealfa.test/',
])('S42: goes to %s, the host it is for', (url) => {
  expect(sent('alfa@login.alfa.test', url)).toBe('geheim');
});

it.each([
  'https://login.alfa.test:8443/',
  'http://login.alfa.test/',
  'ftp://login.alfa.test/',
  'https://login.alfa.test./',
  'https://login.alfa.test@evil.test/',
  'https://login.alfa.test:x@evil.test/',
  'https://user@login.alfa.test/',
  'https://login.alfa.test.evil.test/',
  'https://x.login.alfa.test/',
  'https://alfa.test/',
  'https://evil.test/login.alfa.test',
  'https://evil.test\\@login.alfa.test/',
  'https://evil.test#@login.alfa.test/',
  'https://l\u043egin.alfa.test/',
  'https://xn--lgin-nqf.alfa.test/',
  '//login.alfa.test/',
  'login.alfa.test',
  '',
])('S42: does not go to %s', (url) => {
  expect(sent('alfa@login.alfa.test', url, { development: url.startsWith('ftp') })).toBeUndefined();
});

it('S42: goes to a numeric address in any notation, over plain http only in development', () => {
  const bound = 'alfa@127.0.0.1:8081,alfa@[2001:db8::1]';
  for (const url of ['http://127.0.0.1:8081/', 'http://127.1:8081/', 'http://0x7f000001:8081'])
    expect([sent(bound, url, { development: true }), sent(bound, url)]).toEqual(['geheim', undefined]);
  expect(sent(bound, 'https://[2001:DB8:0:0::1]/')).toBe('geheim');
  expect(sent(bound, 'http://127.0.0.1:8082/', { development: true })).toBeUndefined();
});

it('S42: belongs to the tenants named with the host, each with its own', () => {
  const bound = 'alfa@a.test, beta@b.test';
  const may = ['alfa', 'beta', 'alf', 'ALFA', 'gama', ''].map((tenant) =>
    ['https://a.test', 'https://b.test'].map((url) => sent(bound, url, { tenant }) !== undefined),
  );
  const none = [false, false];
  expect(may).toEqual([[true, false], [false, true], none, none, none, none]);
  expect(sent(bound, 'https://a.test', { name: 'B' })).toBeUndefined();
  expect(sent(bound, 'https://a.test', { name: 'A_FOR' })).toBeUndefined();
});

it.each<[string | undefined, string | undefined]>([
  [undefined, 'geheim'],
  ['', 'geheim'],
  ['alfa@a.test', ''],
  ['a.test', 'geheim'],
  ['@a.test', 'geheim'],
  ['*@a.test', 'geheim'],
  ['alfa@*', 'geheim'],
  ['alfa@*.a.test', 'geheim'],
  ['alfa@A.test', 'geheim'],
  ['alfa@a.test.', 'geheim'],
  ['alfa@a.test/x', 'geheim'],
  ['alfa@https://a.test', 'geheim'],
  ['alfa@x@a.test', 'geheim'],
  ['alfa@a.test:443', 'geheim'],
  ['alfa@a.test:99999', 'geheim'],
  ['alfa@127.1', 'geheim'],
  ['alfa@\u00e1.test', 'geheim'],
  ['alfa@a.test,', 'geheim'],
])('S42: a start with the owner %j and the secret %j is refused, and no value is quoted', (bound, value) => {
  const { wrong } = readNamedSecrets(env(bound, value), true);
  expect(wrong).toHaveLength(1);
  expect(wrong.join()).toContain('ORBITA_SECRET_A');
  expect(wrong.join()).not.toContain('geheim');
});

it('lists names and uses, never values', () => {
  const { secrets } = readNamedSecrets(env('alfa@a.test'), false);
  expect(secrets.list()).toEqual([{ name: 'A', uses: [{ tenant: 'alfa', host: 'a.test' }] }]);
});
