import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { declineOf, mayTryNextAcquirer } from '@orbita/domain/payment';
import { ACQUIRERS } from '@orbita/domain/tenancy';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS, newOrder, openCards, saleWith, type TestCards, tokenOf } from '../../testing/cards.ts';
import { ANY_INSTITUTION } from '../platform/config.ts';
import { ProviderUnavailable } from '../platform/ports.ts';
import { acquirerAccounts, createAcquirers } from './acquirers.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

describe('accounts', () => {
  it('are identified by institution and provider, each only once', () => {
    expect(createAcquirers({ acquirerAccounts: {} }).account('alfa', 'CUA01', 'cielo')).toBeUndefined();
    const pagarme = { url: 'https://api.pagar.me/core/v5', secretKey: 'sk', publicKey: 'pk' };
    const port = createAcquirers({ acquirerAccounts: { 'alfa/CUA01': { pagarme } } });
    expect(port.account('alfa', 'CUA01', 'cielo')).toBeUndefined();
    expect(port.account('beta', 'CUA01', 'pagarme')).toBeUndefined();
    expect(port.account('alfa', 'CUA01', 'pagarme')).toBe(port.account('alfa', 'CUA01', 'pagarme'));
    expect(port.fieldOrigins('pagarme')).toEqual({
      scripts: [],
      connections: ['https://api.pagar.me'],
      frames: [],
    });
    expect(port.fieldOrigins('cielo')).toEqual({ scripts: [], connections: [], frames: [] });
  });

  it('allow 3-D Secure origins on the card page where an account has it, and nowhere else', () => {
    const cielo = {
      merchantId: 'm',
      merchantKey: 'k',
      silentOrderPost: { clientId: 'c', clientSecret: 's' },
    };
    const check = {
      clientId: 'c',
      clientSecret: 's',
      establishmentCode: '1',
      merchantName: 'A',
      mcc: '8220',
    };
    const origins = (account: object) =>
      createAcquirers({
        acquirerAccounts: { 'alfa/CUA01': acquirerAccounts.parse({ cielo: account }) },
      }).fieldOrigins('cielo');
    const post = 'https://transaction.pagador.com.br';
    expect(origins(cielo)).toEqual({ scripts: [post], connections: [post], frames: [] });
    const networks = ['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com'];
    const all = [post, 'https://mpi.braspag.com.br', ...networks];
    expect(origins({ ...cielo, threeDSecure: check })).toEqual({
      scripts: all,
      connections: all,
      frames: [...networks, 'https:'],
    });
    for (const bankSources of [['https://a.test; script-src *'], ["'unsafe-inline'"], ['*']])
      expect(() => origins({ ...cielo, threeDSecure: { ...check, bankSources } })).toThrow();
  });

  it('get a key for 3-D Secure where wanted; a missing one is an error only where it is required', async () => {
    const cielo = cards.account('cielo');
    expect([cielo.asksHolder, cards.account('pagarme').asksHolder]).toEqual([true, false]);
    expect(await cielo.cardFields('off')).not.toHaveProperty('holderCheck');
    const [one, two] = [await cielo.cardFields('required'), await cielo.cardFields('when-available')];
    expect(one).toMatchObject({ holderCheck: { environment: 'sandbox', orderNumber: expect.any(String) } });
    expect(one.provider === 'cielo' && one.holderCheck?.orderNumber).not.toBe(
      two.provider === 'cielo' && two.holderCheck?.orderNumber,
    );
    const { ORBITA_ACQUIRER_ACCOUNTS: given = '' } = sandboxEnvironment({
      url: cards.url,
      smtpPort: 0,
      clamdPort: 0,
      controlKey: '',
    });
    const away = JSON.parse(given.replace('/mpi/v2/auth/token', '/mpi/nowhere')) as Record<string, object>;
    const account = acquirerAccounts.parse(away[ANY_INSTITUTION]);
    const lost = createAcquirers({ acquirerAccounts: { [ANY_INSTITUTION]: account } }).account(
      'alfa',
      'CUA01',
      'cielo',
    );
    expect(await lost?.cardFields('when-available')).not.toHaveProperty('holderCheck');
    await expect(lost?.cardFields('required')).rejects.toThrow(ProviderUnavailable);
  });

  it('do not see each other’s tokens and orders', async () => {
    for (const provider of ACQUIRERS) {
      const paid = await cards.pay(provider, CARDS.approved);
      const other = cards.account(provider, 'CUB02');
      expect(await other.find(paid.orderId)).toBeUndefined();
      expect(await other.findByProviderId(paid.providerId ?? '')).toBeUndefined();
      const token = await tokenOf(await cards.account(provider).cardFields('off'), CARDS.approved);
      await expect(other.authoriseAndCapture(saleWith(token))).rejects.toThrow(ProviderUnavailable);
    }
  });
});

describe.each(ACQUIRERS)('%s', (provider) => {
  const find = (orderId: string) => cards.account(provider).find(orderId);

  it('captures the payment at once, and finds the charge by both numbers', async () => {
    const orderId = newOrder();
    const paid = await cards.pay(provider, CARDS.approved, { orderId, installments: 6 });
    expect(paid).toMatchObject({
      orderId,
      status: 'PAID',
      amountCents: 36_000,
      capturedCents: 36_000,
      refundedCents: 0,
      brand: 'visa',
      last4: '0010',
      declineCode: null,
      adviceCode: null,
    });
    expect(paid.at).toMatch(/^2026-01-12T/);
    expect(await find(orderId)).toEqual(paid);
    expect(await cards.account(provider).findByProviderId(paid.providerId ?? '')).toEqual(paid);
    expect(await find(newOrder())).toBeUndefined();
  });

  it('says why a card was refused, and whether another acquirer may be asked', async () => {
    const denied = await cards.pay(provider, CARDS.denied);
    expect(denied).toMatchObject({ status: 'DENIED', declineCode: '05', capturedCents: 0 });
    expect(mayTryNextAcquirer(denied)).toBe(true);
    const limited = await cards.pay(provider, CARDS.limited, { amountCents: 100_001 });
    expect(declineOf(limited.brand, limited.declineCode).class).toBe('RETRY_LATER');
    expect((await cards.pay(provider, CARDS.limited, { amountCents: 100_000 })).status).toBe('PAID');
  });

  it('waits for a charge that is processed, until the acquirer decides', async () => {
    const processing = await cards.pay(provider, CARDS.processing);
    expect(processing).toMatchObject({ status: 'PROCESSING', capturedCents: 0 });
    expect(mayTryNextAcquirer(processing)).toBe(false);
    await cards.control('POST', `/cards/${provider}/orders/${processing.orderId}`, { result: 'approve' });
    expect(await find(processing.orderId)).toMatchObject({ status: 'PAID', capturedCents: 36_000 });
    const other = await cards.pay(provider, CARDS.processing);
    await cards.control('POST', `/cards/${provider}/orders/${other.orderId}`, { result: 'deny' });
    expect(await find(other.orderId)).toMatchObject({ status: 'DENIED' });
  });

  it('refunds in parts, each of them once', async () => {
    const paid = await cards.pay(provider, CARDS.approved);
    const acquirer = cards.account(provider);
    const part = { orderId: paid.orderId, amountCents: 10_000, refundedBeforeCents: 0 };
    expect(await acquirer.refund(part)).toMatchObject({ status: 'DONE', charge: { refundedCents: 10_000 } });
    expect(await acquirer.refund(part)).toMatchObject({ status: 'DONE', charge: { refundedCents: 10_000 } });
    expect(await find(paid.orderId)).toMatchObject({ status: 'PAID', refundedCents: 10_000 });
    const rest = { orderId: paid.orderId, amountCents: 26_000, refundedBeforeCents: 10_000 };
    const all = await acquirer.refund(rest);
    expect(all).toMatchObject({ status: 'DONE', charge: { refundedCents: 36_000 } });
    expect(['VOIDED', 'REFUNDED']).toContain(all.charge.status);
    const more = { orderId: paid.orderId, amountCents: 1, refundedBeforeCents: 36_000 };
    expect(await acquirer.refund(more)).toMatchObject({ status: 'REFUSED', reason: expect.any(String) });
    await expect(acquirer.refund({ ...part, orderId: newOrder() })).rejects.toThrow(ProviderUnavailable);
  });

  it('reports a dispute', async () => {
    const paid = await cards.pay(provider, CARDS.approved);
    await cards.control('POST', `/cards/${provider}/orders/${paid.orderId}`, { result: 'chargeback' });
    expect((await find(paid.orderId))?.status).toBe('CHARGEDBACK');
  });

  it('returns the charge of an order sent twice, and never charges it again', async () => {
    const acquirer = cards.account(provider);
    const sale = saleWith(await tokenOf(await acquirer.cardFields('off'), CARDS.approved));
    const first = await acquirer.authoriseAndCapture(sale);
    expect(await acquirer.authoriseAndCapture(sale)).toEqual(first);
    const seen = (await (await cards.control('GET', '/cards')).json()) as { orderId: string }[];
    expect(seen.filter(({ orderId }) => orderId === sale.orderId)).toHaveLength(1);
  });

  it('knows that nothing was charged when an acquirer answers 503', async () => {
    const orderId = newOrder();
    await expect(cards.pay(provider, CARDS.unreachable, { orderId })).rejects.toThrow(ProviderUnavailable);
    expect(await find(orderId)).toBeUndefined();
  });

  it('charges a stored card again by the number of the card network', async () => {
    const first = await cards.pay(provider, CARDS.approved, { storedCredential: 'first' });
    expect(first).toMatchObject({ status: 'PAID', networkId: expect.stringMatching(/^\d{15}$/) });
    const again = await cards
      .account(provider)
      .authoriseAndCapture(
        saleWith(first.cardReference ?? '', { storedCredential: { networkId: first.networkId ?? '' } }),
      );
    expect(again).toMatchObject({ status: 'PAID', networkId: first.networkId, last4: '0010' });
    expect(await cards.pay(provider, CARDS.once, { storedCredential: 'first' })).toMatchObject({
      status: 'DENIED',
      declineCode: '57',
    });
    expect(await cards.pay(provider, CARDS.once)).toMatchObject({ status: 'PAID' });
  });

  it('passes on the 3-D Secure authentication', async () => {
    const authentication = { eci: '05', cavv: 'AAAB', xid: 'x', version: '2.2.0', referenceId: 'r' };
    const { orderId } = await cards.pay(provider, CARDS.approved, { authentication });
    const seen = (await (await cards.control('GET', '/cards')).json()) as { orderId: string; eci: string }[];
    expect(seen.find((one) => one.orderId === orderId)?.eci).toBe('05');
  });

  it.each([
    ['a card number', { token: CARDS.approved }],
    ['a short token', { token: 'x' }],
    ['cents in parts', { amountCents: 1.5 }],
    ['nothing', { amountCents: 0 }],
    ['no instalment', { installments: 0 }],
    ['an order with a slash', { orderId: 'a/b' }],
    ['a long text for the bill', { softDescriptor: 'FOURTEENLETTER' }],
    ['a stored card in parts', { storedCredential: 'first', installments: 2 }],
  ] as const)('never sends %s', async (_what, wrong) => {
    const acquirer = cards.account(provider);
    // A token that would be charged, unless the token is what is wrong.
    const token = await tokenOf(await acquirer.cardFields('off'), CARDS.approved);
    const orders = async () => ((await (await cards.control('GET', '/cards')).json()) as object[]).length;
    const before = await orders();
    await expect(acquirer.authoriseAndCapture(saleWith(token, wrong))).rejects.toThrow(RangeError);
    expect(await orders()).toBe(before);
  });
});

it('no card number is kept anywhere in the sandbox', async () => {
  for (const provider of ACQUIRERS) await cards.pay(provider, CARDS.approved);
  const files = await readdir(cards.dataDir, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((one) => one.isFile())
    .map((one) => readFile(join(one.parentPath, one.name), 'latin1'));
  const kept = (await Promise.all(texts)).join('\n');
  expect(kept).toContain('"last4":"0010"');
  const shown = await (await cards.control('GET', '/cards')).text();
  expect(shown).toContain('0010');
  for (const number of Object.values(CARDS))
    expect([kept, shown].map((text) => text.includes(number))).toEqual([false, false]);
});
