import { readBrCode } from '@orbita/domain/payment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAt, PROFILES } from '../../testing/bank-profiles.ts';
import { openReceiver, openTestSandbox, type TestSandbox, until } from '../../testing/sandbox-kit.ts';
import { loadConfig, type PixAccount } from '../platform/config.ts';
import { filled, PIX_PROFILES } from '../platform/pix-profiles.ts';
import { noticeReader } from './notice-readers.ts';
import { createPix } from './pix.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox({ webhookDelays: [10] });
});
afterAll(() => world.discard());

let sequence = 0;
const wanted = () => {
  sequence += 1;
  return {
    txid: `PERFIL${String(sequence).padStart(26, '0')}`,
    ...{ amountCents: 36_000, expiresInSeconds: 3600, pixKey: 'financeiro@alfa.test', note: 'Matrícula' },
  };
};
const portOf = (account: PixAccount) => createPix({ pixAccounts: { 'alfa/CUA01': account } });
const gatewayOf = (account: PixAccount) => {
  const gateway = portOf(account).account('alfa', 'CUA01');
  if (!gateway) throw new Error('No gateway');
  return gateway;
};
const check = (account: PixAccount, notices?: { pixKey: string; url: string }) =>
  portOf(account).check('alfa', 'CUA01', notices);

describe.each(PROFILES)('a bank like %s', (profile) => {
  it('creates, finds, lists and removes a charge whose code can be paid', async () => {
    const gateway = gatewayOf(accountAt(world.url, profile));
    const order = wanted();
    const made = await gateway.create(order);
    const code = readBrCode(made.copyPaste ?? '');
    expect(code).toMatchObject({ ok: true, code: { kind: 'dynamic' } });
    expect(await gateway.find(order.txid)).toEqual(made);
    const at = Date.parse(made.createdAt);
    const listed = await gateway.list(new Date(at - 60_000), new Date(at + 60_000));
    expect(listed.unread).toBe(0);
    const before = await gateway.list(new Date(0), new Date(1000));
    expect(before).toEqual({ items: [], unread: 0 });
    expect(listed.items.map(({ txid }) => txid)).toContain(order.txid);
    expect(await gateway.remove(order.txid)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  it('reports payments in its own format, which is read', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    const gateway = gatewayOf(accountAt(world.url, profile));
    const order = wanted();
    await gateway.create(order);
    await gateway.ensureWebhook(order.pixKey, `${receiver.url}/${profile}`);
    await world.control('POST', `/pix/${order.txid}`, { result: 'paid' });
    await until(
      () => receiver.received.length,
      (count) => count === 1,
    );
    const [notice] = receiver.received;
    const items = noticeReader('pix')?.items(JSON.parse(notice?.body ?? '')) ?? [];
    expect(items.map(({ item }) => noticeReader('pix')?.named(item)?.reference)).toEqual([order.txid]);
    expect(await gateway.find(order.txid)).toMatchObject({ status: 'CONCLUIDA' });
    await receiver.close();
  });

  it('is checked step by step, and its refusals are given in words', async () => {
    const account = accountAt(world.url, profile);
    const notices = { pixKey: 'financeiro@alfa.test', url: 'https://alfa.test/n' };
    expect(await check(account, notices)).toMatchObject({
      profile,
      source: PIX_PROFILES[profile].source,
      hints: ['certFile and keyFile are not set'],
      steps: [
        { step: 'token', ok: true },
        { step: 'read', ok: true, words: 'A charge was looked up: 404' },
        { step: 'webhook', ok: true },
      ],
    });
    const wrong = await check({ ...account, clientId: 'sandbox-alfa-', clientSecret: 'x' }, notices);
    expect(wrong?.steps).toEqual([
      { step: 'token', ok: false, words: expect.stringMatching(/^No token: the provider answered 401/) },
    ]);
  });
});

describe('an account without the profile of its bank', () => {
  const standard = PROFILES.filter((name) => {
    const { client, tokenBody, headers, query } = PIX_PROFILES[name];
    return client !== 'basic' || tokenBody !== 'form' || Object.keys({ ...headers, ...query }).length > 0;
  });
  it.each(standard)('is refused by %s', async (profile) => {
    const { clientSecret: _, ...account } = accountAt(world.url, profile);
    const generic = { ...account, profile: 'generic' as const, clientSecret: 'sandbox-secret' };
    const found = await check(generic);
    const last = found?.steps.at(-1);
    // Efí issues no token for a form; the others reject the client or the first call.
    expect(last).toMatchObject({ ok: false, words: expect.stringMatching(/400|401|403/) });
  });
  it('can describe the needs of a bank without a profile', async () => {
    const { profile: _, ...account } = accountAt(world.url, 'sicoob');
    const described = {
      ...account,
      ...{ client: 'none' as const, headers: { client_id: '{clientId}' }, scope: 'cob.read cob.write' },
    };
    const found = await check(described);
    expect(found).toMatchObject({ profile: 'generic', steps: [{ ok: true }, { ok: true }] });
    expect((await check({ ...described, scope: '' }))?.steps).toEqual([
      { step: 'token', ok: false, words: expect.stringContaining('invalid_scope') },
    ]);
  });
  it("shows the bank's words about a scope missing from the token", async () => {
    const account = { ...accountAt(world.url, 'banco-do-brasil'), scope: 'pix.read' };
    expect((await check(account))?.steps.at(-1)).toEqual({
      step: 'read',
      ok: false,
      words: 'The provider answered 403 AcessoNegado O token não tem o escopo cob.read.',
    });
  });
});

describe('settings of an account', () => {
  const base = { baseUrl: 'https://b.test', tokenUrl: 'https://b.test/t', clientId: 'c', clientSecret: 's' };
  const load = (account: object) =>
    loadConfig({ NODE_ENV: 'test', ORBITA_PIX_ACCOUNTS: JSON.stringify({ 'alfa/CUA01': account }) });
  it.each([
    ['no key of the application', { ...base, profile: 'banco-do-brasil' }, 'applicationKey'],
    ['no receiver', { ...base, profile: 'santander' }, 'merchant'],
    ['no secret', { ...base, clientSecret: undefined, profile: 'inter' }, 'clientSecret'],
    ['an unknown profile', { ...base, profile: 'banco' }, 'profile'],
    ['a header of two lines', { ...base, headers: { 'x-a': 'b\r\nc: d' } }, 'headers'],
  ])('%s is reported at the start', (_what, account, said) => {
    expect(() => load(account)).toThrow(said);
  });
  it('a client identified by its certificate has no secret', () => {
    const { clientSecret: _, ...bare } = base;
    expect(load({ ...bare, profile: 'sicoob' }).pixAccounts['alfa/CUA01']).toMatchObject({
      clientSecret: '',
    });
  });
  it('a value may only refer to fields of the account', () => {
    expect(filled('{clientId}-{requestId}', { clientId: 'a', requestId: 'b' })).toBe('a-b');
    expect(filled('{accountNumber}', { accountNumber: undefined })).toBeUndefined();
    expect(filled('{constructor}', {})).toBeUndefined();
  });
  it('every profile names its public source, or is the standard', () => {
    for (const [name, { source }] of Object.entries(PIX_PROFILES))
      expect([name, source !== null]).toEqual([name, name !== 'generic']);
  });
});
