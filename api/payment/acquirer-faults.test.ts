import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACQUIRERS, type AcquirerProvider } from '@orbita/domain/tenancy';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CARDS, newOrder, openCards, saleWith, type TestCards, tokenOf } from '../../testing/cards.ts';
import type { Acquirer } from '../platform/acquirer-port.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createAcquirers } from './acquirers.ts';
import { saleBody } from './cielo/shapes.ts';
import { noticeReader } from './notice-readers.ts';

const SALE = saleWith('12345678-token');

describe('an acquirer that fails', () => {
  let cards: TestCards;
  beforeAll(async () => {
    cards = await openCards({ slowMs: 8_500 });
  });
  afterAll(() => cards.close());
  const fault = (port: string, mode: string) => cards.control('PUT', '/faults', { port, mode });

  it.each(ACQUIRERS)('%s is down: nothing was charged', async (provider) => {
    const acquirer = cards.account(provider, 'CUD04');
    const sale = saleWith(await tokenOf(await acquirer.cardFields('off'), CARDS.approved));
    await fault(provider, 'down');
    await expect(acquirer.authoriseAndCapture(sale)).rejects.toThrow(ProviderUnavailable);
    await expect(acquirer.find(sale.orderId)).rejects.toThrow(ProviderUnavailable);
    await fault(provider, 'ok');
    expect(await acquirer.find(sale.orderId)).toBeUndefined();
    expect(await acquirer.authoriseAndCapture(sale)).toMatchObject({ status: 'PAID' });
  });

  it('Cielo gives no token while it is down', async () => {
    await fault('cielo', 'down');
    await expect(cards.account('cielo', 'CUE05').cardFields('off')).rejects.toThrow(ProviderUnavailable);
    await fault('cielo', 'ok');
  });

  it('is slow: the outcome is unknown, and a look-up finds the payment', async () => {
    const slow = async (provider: AcquirerProvider) => {
      const acquirer = cards.account(provider);
      const sale = saleWith(await tokenOf(await acquirer.cardFields('off'), CARDS.approved));
      await fault(provider, 'slow');
      await expect(acquirer.authoriseAndCapture(sale)).rejects.toThrow(ProviderUnknown);
      await fault(provider, 'ok');
      expect(await acquirer.find(sale.orderId)).toMatchObject({ status: 'PAID', capturedCents: 36_000 });
    };
    await Promise.all(ACQUIRERS.map(slow));
  });

  it('Cielo only authorises the payment: it is captured by the next look-up', async () => {
    const sold = await cards.pay('cielo', CARDS.authoriseOnly);
    expect(sold).toMatchObject({ status: 'PAID', capturedCents: 36_000 });
    // A sale whose process ended between authorisation and capture.
    const acquirer = cards.account('cielo');
    const sale = saleWith(await tokenOf(await acquirer.cardFields('off'), CARDS.authoriseOnly));
    const authorised = await fetch(`${cards.url}/cielo/1/sales/`, {
      method: 'POST',
      headers: {
        ...{ merchantid: 'sandbox-alfa-CUA01', merchantkey: 'sandbox-key' },
        'content-type': 'application/json',
      },
      body: JSON.stringify(saleBody(sale)),
    });
    expect(await authorised.json()).toMatchObject({ Payment: { Status: 1 } });
    expect(await acquirer.find(sale.orderId)).toMatchObject({ status: 'PAID', capturedCents: 36_000 });
  });
});

describe('unexpected answers', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** An acquirer that gives the same answer to everything. */
  const answering = async (provider: AcquirerProvider, status: number, body: unknown): Promise<Acquirer> => {
    server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const silentOrderPost = {
      tokenUrl: `${url}/token`,
      keyUrl: `${url}/key`,
      scriptUrl: `${url}/script.js`,
      clientId: 'c',
      clientSecret: 's',
      environment: 'sandbox' as const,
    };
    const accounts = {
      cielo: {
        apiUrl: url,
        queryUrl: url,
        answerSeconds: 8,
        merchantId: 'm',
        merchantKey: 'k',
        silentOrderPost,
      },
      pagarme: { url, secretKey: 'sk', publicKey: 'pk' },
    };
    const found = createAcquirers({ acquirerAccounts: { 'alfa/CUA01': accounts } }).account(
      'alfa',
      'CUA01',
      provider,
    );
    if (!found) throw new Error('No account');
    return found;
  };
  const sale = (payment: object) => ({
    MerchantOrderId: SALE.orderId,
    Payment: { PaymentId: 'p-1', Amount: 36_000, ...payment },
  });
  const charge = (more: object) => ({ id: 'ch_12345678', amount: 36_000, code: SALE.orderId, ...more });

  it.each([
    [{ Status: 77 }, 'UNKNOWN'],
    [{ Status: 'new' }, 'UNKNOWN'],
    [{ Status: 0 }, 'PROCESSING'],
    [{ Status: 2, CapturedAmount: 36_000 }, 'PAID'],
    [{ Status: 2, Chargebacks: [{}] }, 'CHARGEDBACK'],
    [{ Status: 11 }, 'REFUNDED'],
    [{ Status: 13, ReturnCode: 'BP900', CreditCard: 'odd' }, 'DENIED'],
  ])('Cielo: %j is %s', async (payment, status) => {
    const acquirer = await answering('cielo', 201, sale(payment));
    expect(await acquirer.authoriseAndCapture(SALE)).toMatchObject({ status, orderId: SALE.orderId });
  });

  it('Cielo: the brand, the return code and the time are read', async () => {
    const read = {
      Status: 3,
      ReturnCode: '51',
      MerchantAdviceCode: '24',
      ReceivedDate: '2026-01-12 10:00:00',
      CreditCard: { CardNumber: '544828******0007', Brand: 'Master' },
    };
    const acquirer = await answering('cielo', 201, sale(read));
    expect(await acquirer.authoriseAndCapture(SALE)).toMatchObject({
      brand: 'mastercard',
      last4: '0007',
      declineCode: '51',
      adviceCode: '24',
      at: '2026-01-12T10:00:00-03:00',
    });
  });

  it.each([
    [{ status: 'new' }, 'UNKNOWN'],
    [{}, 'UNKNOWN'],
    [{ status: 'pending' }, 'PROCESSING'],
    [{ status: 'paid', paid_amount: 36_000 }, 'PAID'],
    [{ status: 'canceled', paid_amount: 36_000, canceled_amount: 36_000 }, 'REFUNDED'],
    [{ status: 'canceled' }, 'VOIDED'],
    [{ status: 'failed', last_transaction: { retry_info: { brand_failure_return_code: 3 } } }, 'DENIED'],
  ])('Pagar.me: %j is %s', async (more, status) => {
    const order = { id: 'or_12345678', code: SALE.orderId, charges: [charge(more)] };
    const acquirer = await answering('pagarme', 200, order);
    expect(await acquirer.authoriseAndCapture(SALE)).toMatchObject({ status, orderId: SALE.orderId });
    expect(
      await (await answering('pagarme', 200, charge(more))).findByProviderId('ch_12345678'),
    ).toMatchObject({
      status,
      orderId: SALE.orderId,
    });
  });

  it.each(ACQUIRERS)('%s: an answer without a charge leaves the outcome unknown', async (provider) => {
    await expect((await answering(provider, 201, { odd: true })).authoriseAndCapture(SALE)).rejects.toThrow(
      ProviderUnknown,
    );
    await expect((await answering(provider, 500, {})).authoriseAndCapture(SALE)).rejects.toThrow(
      ProviderUnknown,
    );
    await expect((await answering(provider, 502, {})).find(newOrder())).rejects.toThrow(ProviderUnknown);
  });

  it.each(ACQUIRERS)('%s: rejected credentials mean that nothing was charged', async (provider) => {
    await expect((await answering(provider, 401, {})).authoriseAndCapture(SALE)).rejects.toThrow(
      ProviderUnavailable,
    );
  });

  it.each(ACQUIRERS)('%s: an error never quotes a card number', async (provider) => {
    const words = `card ${CARDS.approved} refused`;
    const acquirer = await answering(
      provider,
      401,
      provider === 'cielo' ? [{ Code: 1, Message: words }] : { message: words },
    );
    await expect(acquirer.authoriseAndCapture(SALE)).rejects.toThrow('card [card] refused');
  });

  it('reads which charge a notice is about', async () => {
    const subjects = (provider: AcquirerProvider, body: unknown) => {
      const reader = noticeReader(provider);
      return reader?.items(body).map(({ item }) => reader.named(item)?.providerId);
    };
    const id = '24bc8366-fc31-4d6c-8555-17049a836a07';
    expect(subjects('cielo', { PaymentId: id, ChangeType: 1 })).toEqual([id]);
    expect(subjects('cielo', { PaymentId: id, ChangeType: '7' })).toEqual([id]);
    for (const body of [{ PaymentId: id, ChangeType: 2 }, { PaymentId: '../x', ChangeType: 1 }, null, 'x'])
      expect(subjects('cielo', body)).toEqual([]);
    expect(subjects('pagarme', { id: 'hook_1', data: { id: 'ch_12345678' } })).toEqual(['ch_12345678']);
    for (const body of [
      { id: 'hook_1', data: { id: 'cus_12345678' } },
      { id: 'hook_1', data: {} },
      undefined,
    ])
      expect(subjects('pagarme', body)).toEqual([]);
    const [cielo, pagarme] = [await answering('cielo', 200, {}), await answering('pagarme', 200, {})];
    await expect(cielo.findByProviderId('../1')).rejects.toThrow(RangeError);
    await expect(pagarme.findByProviderId('../1')).rejects.toThrow(RangeError);
  });
});

describe('the nightly list', () => {
  it('has every charge of the period, across several pages', async () => {
    const cards = await openCards();
    const from = new Date('2026-01-12T12:00:00Z');
    const paid = new Set<string>();
    for (let n = 0; n < 32; n += 1) paid.add((await cards.pay('pagarme', CARDS.approved)).orderId);
    const listed = await cards.account('pagarme').list?.(from, new Date('2026-01-13T12:00:00Z'));
    expect(listed?.items).toHaveLength(32);
    expect(new Set(listed?.items.map(({ orderId }) => orderId))).toEqual(paid);
    expect(listed?.unread).toBe(0);
    expect(await cards.account('pagarme').list?.(new Date(0), from)).toEqual({ items: [], unread: 0 });
    expect(cards.account('cielo').list).toBeUndefined();
    await cards.close();
  });
});
