import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardPaying, cardPaying } from '../../testing/card-paying.ts';
import { CardWatch } from '../../testing/card-watch.ts';
import { CARDS } from '../../testing/cards.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { noticeSecret } from '../../testing/notice-secret.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';

/** Arbitrary input to the payment routes yields the right error code and writes nothing. */

let harness: Harness;
let use: CardPaying;
let who: Enrolling;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  use = cardPaying(harness);
  who = await personAt(harness, 'payment');
});
afterAll(() => harness?.stop());

const on = (tenantId: number) => harness.platform.db.tenant(tenantId);

describe('S21 an order that was tampered with', () => {
  const foreignPrice = async () =>
    (await on(2).one<{ id: number }>(sql`select id from price where tenant_id = 2 limit 1`))?.id ?? 0;

  it('cannot name an amount', async () => {
    const other = await personAt(harness, 'payment');
    const more = { amount: 0.01, value: 1, firstValue: 1 } as object;
    const { status, body } = await use.pay(other, use.key(), more);
    if (status === 201) expect(body.amount).toBe(360);
    else expect([status, body]).toMatchObject([422, { code: 'VALIDATION' }]);
  });

  it.each([
    ['an unknown price', { priceId: 999_999 }, 'VALIDATION'],
    ['no price', { priceId: -1 }, 'VALIDATION'],
    ['no instalments', { installments: 0 }, 'VALIDATION'],
    ['negative instalments', { installments: -6 }, 'VALIDATION'],
    ['half an instalment', { installments: 1.5 }, 'VALIDATION'],
    ['more instalments than anybody counts', { installments: 2 ** 31 }, 'VALIDATION'],
    ['instalments of another plan', { installments: 5 }, 'VALIDATION'],
    ['an unknown voucher', { voucher: 'NAOEXISTE' }, 'VOUCHER_INVALID'],
    ['a voucher that is over', { voucher: 'VENCIDO10' }, 'VOUCHER_INVALID'],
    ['an endless voucher', { voucher: 'A'.repeat(100_000) }, 'VALIDATION'],
    ['the first instalment alone', { mode: 'first-installment' as const }, 'METHOD_UNAVAILABLE'],
    ['an authorisation that nobody offers', { recurrence: true }, 'METHOD_UNAVAILABLE'],
    ['a card without its fields', { method: 'credit-card' as const }, 'VALIDATION'],
  ])('is refused for %s', async (_what, more, code) => {
    const { status, body } = await withoutTrace(harness, () => use.pay(who, use.key(), more));
    expect([status, body.code]).toEqual([422, code]);
  });

  it('is refused for another college’s price and for another person’s application', async () => {
    const priceId = await foreignPrice();
    expect(priceId).toBeGreaterThan(0);
    const foreign = await withoutTrace(harness, () => use.pay(who, use.key(), { priceId }));
    expect(foreign).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    const other = await personAt(harness, 'payment');
    const theirs = await withoutTrace(harness, () => use.pay({ ...who, id: other.id }));
    expect(theirs).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

it('D-66 a card number in a column or in the log fails the run', async () => {
  const other = await personAt(harness, 'payment');
  const { paymentId } = (await use.pay(other)).body;
  const write = (text: string) =>
    on(other.tenantId).many(sql`
      update payment set pix_key = ${text} where tenant_id = ${other.tenantId} and id = ${paymentId} returning id`);
  const watch = new CardWatch();
  watch.note(CARDS.once);
  const found = (lines: string[] = []) => watch.check(harness.platform, lines);
  await expect(found()).resolves.toBeUndefined();
  await write('4000 0000 0000 0069');
  await expect(found()).rejects.toThrow('table payment');
  await write('chave');
  await expect(found([`{"msg":"${CARDS.once}"}`])).rejects.toThrow('the log');
});

describe('a finished charge', () => {
  it('can be neither cancelled, renewed nor paid again', async () => {
    const other = await personAt(harness, 'payment');
    const { paymentId } = (await use.payWithCard(other, CARDS.approved)).body;
    const { client } = other;
    const params = { paymentId };
    const headers = use.key();
    const tries = {
      cancel: () => client.call('DELETE /candidate/payments/{paymentId}', { params }),
      renew: () => client.call('POST /candidate/payments/{paymentId}/renew', { params, headers }),
      again: () => use.pay(other),
    };
    for (const [name, ask] of Object.entries(tries)) {
      const { status } = await withoutTrace(harness, ask, name);
      expect([name, status]).toEqual([name, 409]);
    }
    expect(await use.payment(other, paymentId)).toMatchObject({ state: 'paid', amount: 360 });
  });

  it('refunds no more than was received, and nothing below zero', async () => {
    const other = await personAt(harness, 'payment');
    const { paymentId } = (await use.payWithCard(other, CARDS.approved)).body;
    for (const amount of [360.01, 0, -1, 1e12, 0.001]) {
      const { status } = await withoutTrace(harness, () =>
        harness.operationsOf('alfa').call('POST /operations/payments/{id}/refund', {
          params: { id: paymentId },
          headers: use.key(),
          body: { amount, reason: 'Teste' },
        }),
      );
      expect([amount, status]).toEqual([amount, 422]);
    }
  });
});

describe('R5 a notice of an acquirer', () => {
  const send = (provider: string, alias: string, secret: string, body: unknown) =>
    fetch(`${harness.url}/orbita/api/operations/webhooks/payments/${provider}/${alias}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const handled = (tenantId: number) =>
    until(
      () =>
        on(tenantId).many<{ handled: boolean }>(sql`
          select handled_at is not null as handled from provider_notice where tenant_id = ${tenantId}`),
      (all) => all.every((one) => one.handled),
    );
  /** A card payment that the acquirer has not decided yet, with the acquirer's id of the charge. */
  async function processing() {
    const other = await personAt(harness, 'payment');
    const { paymentId } = (await use.payWithCard(other, CARDS.processing)).body;
    const txid = await use.txidOf(other, paymentId);
    await use.decide('cielo', txid, { result: 'hold' });
    const row = await on(other.tenantId).one<{ provider_id: string }>(sql`
      select provider_id from payment where tenant_id = ${other.tenantId} and id = ${paymentId}`);
    return { other, paymentId, txid, PaymentId: row?.provider_id ?? '' };
  }

  it('that is forged, of another college, or repeated changes nothing by itself', async () => {
    const { other, paymentId, txid, PaymentId } = await processing();
    const secretOf = (alias: string, provider: 'cielo' | 'pagarme' = 'cielo') =>
      noticeSecret(harness, alias, provider);
    const [alfa, beta] = [await secretOf('alfa'), await secretOf('beta')];
    const pagarme = await secretOf('alfa', 'pagarme');
    const news = { PaymentId, ChangeType: 1 };
    expect((await send('cielo', 'alfa', 'segredo', news)).status).toBe(401);
    expect((await send('cielo', 'alfa', beta, news)).status).toBe(401);
    const hook = { id: 'hook_1', data: { id: 'ch_12345678' } };
    expect((await send('pagarme', 'alfa', alfa, hook)).status).toBe(401);
    expect((await send('pagarme', 'alfa', pagarme, hook)).status).toBe(200);
    expect((await send('cielo', 'beta', beta, news)).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect((await send('cielo', 'alfa', alfa, news)).status).toBe(200);
    await handled(other.tenantId);
    await handled(2);
    expect(await use.payment(other, paymentId)).toMatchObject({ state: 'processing' });
    await use.decide('cielo', txid, { result: 'approve', silent: true });
    for (let n = 0; n < 3; n += 1) await send('cielo', 'alfa', alfa, news);
    await until(
      () => use.stored(other),
      (now) => now?.is_paid === true,
    );
    // A notice repeated much later has no further effect.
    await send('cielo', 'alfa', alfa, news);
    await handled(other.tenantId);
    expect(await use.stored(other)).toMatchObject({
      ...{ is_paid: true, confirmed: 1, attention: [] },
      payments: [{ state: 'paid', received: 36_000, attention: [] }],
    });
  });

  it('about an unknown charge, or with other content, is accepted and ignored', async () => {
    const alfa = await noticeSecret(harness, 'alfa', 'cielo');
    const before = await on(who.tenantId).many(sql`
      select id, state from payment where tenant_id = ${who.tenantId} order by id`);
    for (const body of [
      { PaymentId: '00000000-0000-4000-8000-000000000000', ChangeType: 1 },
      { PaymentId: "' or 1=1 --", ChangeType: 1 },
      { PaymentId: [], ChangeType: {} },
      [],
      'x',
      null,
    ])
      expect((await send('cielo', 'alfa', alfa, body)).status).toBeLessThan(500);
    await handled(who.tenantId);
    expect(
      await on(who.tenantId).many(sql`
        select id, state from payment where tenant_id = ${who.tenantId} order by id`),
    ).toEqual(before);
  });
});
