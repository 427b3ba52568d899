import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TWILIO_ACCOUNT, TWILIO_TOKEN } from '@orbita/sandbox/sms/twilio';
import { ZENVIA_TOKEN } from '@orbita/sandbox/sms/zenvia';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smsGateway } from '../api/platform/sms-gateways.ts';
import { whatsAppAccounts } from '../api/platform/whatsapp-accounts.ts';
import { accountAt } from '../testing/bank-profiles.ts';
import { selfSigned } from '../testing/certificate.ts';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';

let harness: Harness;
const folder = mkdtempSync(join(tmpdir(), 'orbita-provider-'));
const certFile = join(folder, 'cert.pem');
const keyFile = join(folder, 'key.pem');
function putCertificate(until: string): void {
  const { cert, key } = selfSigned('college', new Date(until));
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
}
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  putCertificate('2026-02-11T02:59:59Z');
  harness = await startHarness({
    environment: (sandbox) => ({
      ORBITA_PIX_ACCOUNTS: JSON.stringify({
        'alfa/CUA01': accountAt(sandbox, 'banco-do-brasil'),
        'alfa/EPA01': {
          ...accountAt(sandbox, 'banco-do-brasil'),
          ...{ applicationKey: 'another-key', certFile, keyFile },
        },
      }),
    }),
  });
});
afterAll(async () => {
  await harness?.stop();
  rmSync(folder, { recursive: true });
});

it("shows the bank's answer to each step", async () => {
  const good = await run('provider', 'check', 'CUA01');
  expect([good.exit, good.out.split('\n').slice(0, 5)]).toEqual([
    0,
    [
      'Profile banco-do-brasil (after imobanco/bb-wrapper; ACBrPIXPSPBancoDoBrasil.pas; developers.bb.com.br)',
      'Note: certFile and keyFile are not set',
      'Token: ok. The provider gave a token',
      'Look-up: ok. A charge was looked up: 404',
      'Address of our notices: ok. The address of our notices is registered',
    ],
  ]);
  const wrong = await run('provider', 'check', 'EPA01');
  expect(wrong.exit).toBe(1);
  expect(wrong.out).toContain(
    'Look-up: failed. The provider answered 403 AcessoNegado A chamada não tem gw-dev-app-key.',
  );
  expect(JSON.parse((await run('provider', 'check', 'EPA01', '--json')).out)).toMatchObject({
    institution: 'EPA01',
    steps: [{ ok: true }, { ok: false }],
  });
});

it('says until when the certificate of an account is valid, and notes it in time', async () => {
  const list = async () => (await run('provider', 'list', 'EPA01')).out;
  expect(await list()).toContain('; certificate until 2026-02-10T23:59:59-03:00');
  expect((await run('provider', 'check', 'EPA01')).out).toContain(
    '\nNote: our certificate expires on 2026-02-10\n',
  );
  const { body } = await harness.operations.call('GET /operations/provider-checks', {
    query: { institution: 'CUA01' },
  });
  expect(body.map(({ certificateUntil }) => certificateUntil)).toEqual(body.map(() => null));
  writeFileSync(certFile, '');
  const broken = await run('provider', 'check', 'EPA01');
  expect(broken).toMatchObject({
    exit: 1,
    out: expect.stringContaining('Token: failed. No token: The certificate'),
  });
});

it('lists what it does not know', async () => {
  expect(await run('provider', 'check', 'NONE')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('INSTITUTION_UNKNOWN'),
  });
});

const WHATSAPP = {
  ...{
    phoneNumberId: '100000000000002',
    token: 'sandbox-whatsapp-token',
    appSecret: 'sandbox-whatsapp-secret',
  },
  verifyToken: 'sandbox-whatsapp-verify-token',
};
const REGISTERED = 'Address of our notices: ok. The address of our notices is registered';

it.each([
  ['slip', ['Profile inter', 'Look-up: ok. Slips of today were read: 0']],
  [
    'cielo',
    [
      'Profile cielo',
      'Look-up: ok. An order was looked up that does not exist',
      'Token: ok. The fields of a card get their key',
    ],
  ],
  [
    'pagarme',
    [
      'Profile pagarme',
      'Look-up: ok. An order was looked up that does not exist',
      'Token: ok. The fields of a card get their key',
    ],
  ],
  [
    'sms',
    [
      'Profile form',
      'Note: only the form of a message is known of this gateway: send a code to a phone of your own',
    ],
  ],
])('tests %s by a look-up that charges and notifies nobody', async (provider, lines) => {
  expect(await run('provider', 'check', 'CUA01', '--provider', provider)).toMatchObject({
    exit: 0,
    out: `${lines.join('\n')}\n`,
  });
});

it.each([
  [
    'twilio',
    { accountSid: TWILIO_ACCOUNT, authToken: TWILIO_TOKEN, from: '+551140000000' },
    'Look-up: ok. The account is active',
  ],
  [
    'twilio',
    { accountSid: TWILIO_ACCOUNT, authToken: 'another', from: '+551140000000' },
    'Look-up: failed. The provider answered 401 Authenticate',
  ],
  [
    'zenvia',
    { token: ZENVIA_TOKEN, from: 'alfa' },
    'Look-up: ok. The subscriptions of the account were read',
  ],
  [
    'zenvia',
    { token: 'another', from: 'alfa' },
    'Look-up: failed. The provider answered 401 No authorization token was found',
  ],
])('tests %s by reading the account', async (kind, given, line) => {
  harness.platform.config.sms.alfa = smsGateway.parse({
    kind,
    url: `${harness.sandbox.url}/${kind}`,
    ...given,
  });
  const { out, exit } = await run('provider', 'check', 'CUA01', '--provider', 'sms');
  delete harness.platform.config.sms.alfa;
  expect([out, exit]).toEqual([`Profile ${kind}\n${line}\n`, line.includes('failed') ? 1 : 0]);
});

it('reads the WhatsApp number and registers our address there', async () => {
  const { config } = harness.platform;
  const account = (more: object = {}) =>
    whatsAppAccounts.parse({ alfa: { url: `${harness.sandbox.url}/whatsapp`, ...WHATSAPP, ...more } });
  const check = async (accounts: ReturnType<typeof account>) => {
    Object.assign(config.whatsapp, accounts);
    const { out, exit } = await run('provider', 'check', 'CUA01', '--provider', 'whatsapp');
    delete config.whatsapp.alfa;
    return [exit, out.trim().split('\n')];
  };
  expect(await check(account())).toEqual([
    0,
    [
      'Profile whatsapp',
      'Look-up: ok. The number is +55 11 4000-0000 of Faculdade Beta, quality GREEN',
      REGISTERED,
    ],
  ]);
  expect(await check(account({ token: 'another' }))).toEqual([
    1,
    [
      'Profile whatsapp',
      'Look-up: failed. The provider answered 401, code 190 (#190) Access token could not be decrypted',
    ],
  ]);
  expect(await check(account({ phoneNumberId: '555555555555555' }))).toMatchObject([
    1,
    ['Profile whatsapp', expect.stringContaining('code 33')],
  ]);
  expect(await run('provider', 'check', 'CUA01', '--provider', 'whatsapp')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('PROVIDER_UNAVAILABLE'),
  });
  expect(await run('provider', 'check', 'CUA01', '--provider', 'telex')).toMatchObject({
    err: expect.stringContaining('Unknown provider telex; known: pix, slip'),
  });
});
