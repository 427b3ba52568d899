import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountAt } from '../testing/bank-profiles.ts';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';

let harness: Harness;
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  harness = await startHarness({
    environment: (sandbox) => ({
      ORBITA_PIX_ACCOUNTS: JSON.stringify({
        'alfa/CUA01': accountAt(sandbox, 'banco-do-brasil'),
        'alfa/EPA01': { ...accountAt(sandbox, 'banco-do-brasil'), applicationKey: 'another-key' },
      }),
    }),
  });
});
afterAll(() => harness?.stop());

it('says of each step what the bank made of it', async () => {
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

it('names what it does not know', async () => {
  expect(await run('provider', 'check', 'NONE')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('INSTITUTION_UNKNOWN'),
  });
});
