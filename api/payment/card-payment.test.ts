import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardPaying, cardPaying } from '../../testing/card-paying.ts';
import { CARDS } from '../../testing/cards.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { lookUp } from './provider.ts';

let harness: Harness;
let use: CardPaying;
beforeAll(async () => {
  harness = await startHarness();
  use = cardPaying(harness);
});
afterAll(() => harness.stop());

/** Changes the payment settings of CUA01 for one test. */
async function withSettings(who: Enrolling, changed: object, work: () => Promise<void>): Promise<void> {
  const on = harness.platform.db.tenant(who.tenantId);
  const before = await on.one<{ payment: object }>(sql`
    select payment from institution where tenant_id = ${who.tenantId} and code = 'CUA01'`);
  const write = (payment: object) =>
    on.one(sql`update institution set payment = ${JSON.stringify(payment)}::jsonb
      where tenant_id = ${who.tenantId} and code = 'CUA01' returning id`);
  await write({ ...before?.payment, ...changed });
  await work().finally(() => write(before?.payment ?? {}));
}
const cardOf = (who: Enrolling, paymentId: number) =>
  harness.platform.db.tenant(who.tenantId).one<Record<string, unknown>>(sql`
    select authentication, liability_shift, dispute, card_reference, network_id, provider from payment_card
    where tenant_id = ${who.tenantId} and payment_id = ${paymentId}`);
const salesOf = async (who: Enrolling, paymentId: number) => {
  const orderId = await use.txidOf(who, paymentId);
  return (await use.atAcquirers()).filter((one) => one.orderId === orderId);
};
const rowsOf = async (who: Enrolling) => (await use.stored(who))?.payments ?? [];
const reconciled = <T>(read: () => Promise<T>, is: (now: T) => boolean) =>
  until(async () => {
    await harness.platform.jobs.run('reconciliation');
    return read();
  }, is);
const EXTRA = { version: '2.2.0', cavv: 'AAABBB', xid: null, referenceId: null };

describe('S-30a: a card', () => {
  it('is entered in the fields of the institution’s acquirer', async () => {
    const who = await personAt(harness, 'payment');
    const { cardFields, methods, prices } = await use.options(who);
    expect(cardFields).toMatchObject({ provider: 'cielo', threeDSecure: 'when-available' });
    expect(cardFields?.url).toMatch(/\/card-fields\/cielo\?host=cua\.alfa\.orbita\.test/);
    expect(methods).toContainEqual({ method: 'credit-card', enabled: true, reason: null });
    expect(prices[0]?.cardInstallments).toEqual([
      { installments: 1, firstValue: 360, installmentValue: 360, total: 360 },
    ]);
  });

  it('that is approved confirms the enrolment', async () => {
    const who = await personAt(harness, 'payment');
    const { status, body } = await use.payWithCard(who, CARDS.approved);
    expect([status, body]).toMatchObject([
      201,
      { state: 'paid', amount: 360, method: 'credit-card', installments: 6, denial: null },
    ]);
    expect(body.card).toEqual({ brand: 'visa', last4: '0010', installments: 1 });
    expect(await use.stored(who)).toMatchObject({ status: 5, is_paid: true, attention: [], confirmed: 1 });
  });

  it.each([
    ['cielo', '+59899123456'],
    ['pagarme', '+59899123456'],
    ['pagarme', '5531999990000'],
  ] as const)('is taken by %s from somebody whose phone is %s', async (provider, phone) => {
    const who = await personAt(harness, 'payment');
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update person set cell_phone = ${phone}, nationality = 'UY'
      where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
    expect((await use.payWithCard(who, CARDS.approved, { provider })).body).toMatchObject({ state: 'paid' });
  });

  it('is taken with a confirmation whose identifier looks like a card number', async () => {
    const who = await personAt(harness, 'payment');
    const referenceId = 'ab400000-0000-0000-1000-abcdefabcdef';
    const authentication = { ...EXTRA, outcome: 'authenticated', eci: '05', referenceId } as const;
    const { status } = await use.payWithCard(who, CARDS.approved, { authentication });
    expect(status).toBe(201);
  });

  it('that is denied gives the remaining options, and the candidate is notified (N-20)', async () => {
    const who = await personAt(harness, 'payment');
    const denied = await use.payWithCard(who, CARDS.denied);
    expect(denied).toMatchObject({
      status: 402,
      body: { code: 'CARD_DENIED', reason: 'retry-later', options: ['retry', 'other-method'] },
    });
    const { paymentId } = denied.body;
    expect(await use.payment(who, paymentId)).toMatchObject({
      state: 'denied',
      denial: { reason: 'retry-later', options: ['retry', 'other-method'] },
    });
    expect((await use.stored(who))?.notices).toContain('N-20');
  });
});

describe('R9: what a card payment ends in is always known', () => {
  it('an acquirer that does not answer charged nobody, and the next one’s fields are shown', async () => {
    const who = await personAt(harness, 'payment');
    const headers = use.key();
    const away = await use.payWithCard(who, CARDS.unreachable, { headers });
    expect(away).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
    expect((await use.options(who)).cardFields?.provider).toBe('pagarme');
    expect((await use.payWithCard(who, CARDS.approved)).status).toBe(201);
    expect(await use.stored(who)).toMatchObject({ status: 5, attention: [] });
  });

  it('a charge in process cannot be replaced, and is later found to be paid', async () => {
    const who = await personAt(harness, 'payment');
    const { status, body } = await use.payWithCard(who, CARDS.processing);
    expect([status, body.state]).toEqual([202, 'processing']);
    const other = await use.pay(who, use.key(), { replace: true });
    expect(other).toMatchObject({ status: 409, body: { code: 'OPEN_CHARGE' } });
    const again = await use.payWithCard(who, CARDS.approved, { replace: true });
    expect(again).toMatchObject({ status: 409, body: { code: 'OPEN_CHARGE' } });
    await use.decide('cielo', await use.txidOf(who, body.paymentId), { result: 'approve', silent: true });
    await reconciled(
      () => use.stored(who),
      (now) => now?.is_paid === true,
    );
    expect(await rowsOf(who)).toMatchObject([{ state: 'paid', received: 36_000 }]);
  });

  it('the same key twice is one charge and one outcome', async () => {
    const who = await personAt(harness, 'payment');
    const headers = use.key();
    const card = await use.cardOf(who, CARDS.denied);
    const both = await Promise.all([1, 2].map(() => use.pay(who, headers, { method: 'credit-card', card })));
    expect(both.map(({ status }) => status)).toEqual([402, 402]);
    expect(await rowsOf(who)).toHaveLength(1);
  });

  it('two windows make one charge', async () => {
    const who = await personAt(harness, 'payment');
    const cards = [await use.cardOf(who, CARDS.approved), await use.cardOf(who, CARDS.approved)];
    const both = await Promise.all(
      cards.map((card) => use.pay(who, use.key(), { method: 'credit-card', card })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await rowsOf(who)).filter(({ state }) => state === 'paid')).toHaveLength(1);
  });

  it('after three denials in a day only other methods are left', async () => {
    const who = await personAt(harness, 'payment');
    for (let n = 0; n < 3; n += 1) expect((await use.payWithCard(who, CARDS.denied)).status).toBe(402);
    const { methods } = await use.options(who);
    expect(methods).toContainEqual({
      method: 'credit-card',
      enabled: false,
      reason: 'Você já tentou muitas vezes. Tente amanhã ou pague de outro jeito.',
    });
    const fourth = await use.payWithCard(who, CARDS.approved);
    expect(fourth).toMatchObject({ status: 429, body: { code: 'ATTEMPT_LIMIT' } });
    expect((await use.pay(who)).status).toBe(201);
  });
});

describe('R9: a card number', () => {
  it('is refused in any field, and nothing of the request is stored', async () => {
    const who = await personAt(harness, 'payment');
    const card = await use.cardOf(who, CARDS.approved);
    const bodies = [
      { card: { ...card, token: '4000000000000010' } },
      { card: { ...card, holderName: `ANA ${CARDS.approved}` } },
      { card: { ...card, number: CARDS.approved } as typeof card },
      { card, voucher: '4000 0000 0000 0010' },
    ];
    for (const body of bodies) {
      const refused = await use.pay(who, use.key(), { method: 'credit-card', ...body });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'card' }] } });
    }
    const kept = await harness.platform.db.tenant(who.tenantId).one<{ count: number }>(sql`
      select count(*)::int as count from idempotency_key
      where tenant_id = ${who.tenantId} and person_id = ${who.personId}`);
    expect([kept?.count, await use.stored(who)]).toMatchObject([0, { payments: null }]);
  });

  it('is checked with the other fields, and wrong ones are named', async () => {
    const who = await personAt(harness, 'payment');
    const card = { ...(await use.cardOf(who, CARDS.approved)), holderDocument: '1', holderName: '' };
    const refused = await use.pay(who, use.key(), { method: 'credit-card', card });
    expect(refused.body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'card.holderName' }, { field: 'card.holderDocument' }],
    });
    const none = await use.pay(who, use.key(), { method: 'credit-card' });
    expect(none).toMatchObject({ status: 422, body: { errors: [{ field: 'card' }] } });
  });
});

describe('D-68: 3-D Secure authentication', () => {
  it('that failed is denied without a charge', async () => {
    const who = await personAt(harness, 'payment');
    const before = (await use.atAcquirers()).length;
    const denied = await use.payWithCard(who, CARDS.approved, { authentication: { outcome: 'failed' } });
    expect(denied).toMatchObject({
      status: 402,
      body: { reason: 'authentication', options: ['other-method'] },
    });
    expect(await use.atAcquirers()).toHaveLength(before);
  });

  it('is sent with the charge, and shifts the liability to the issuer', async () => {
    const who = await personAt(harness, 'payment');
    const authentication = { outcome: 'authenticated' as const, eci: '05', ...EXTRA };
    const { body } = await use.payWithCard(who, CARDS.approved, { authentication });
    expect(await cardOf(who, body.paymentId)).toMatchObject({
      authentication: 'authenticated',
      liability_shift: true,
    });
    expect(await salesOf(who, body.paymentId)).toMatchObject([{ eci: '05', state: 'paid' }]);
  });

  it('is mandatory where the institution requires it', async () => {
    const who = await personAt(harness, 'payment');
    await withSettings(who, { threeDSecure: 'required' }, async () => {
      expect((await use.options(who)).cardFields?.threeDSecure).toBe('required');
      const without = await use.payWithCard(who, CARDS.approved, {
        authentication: { outcome: 'not-enrolled' },
      });
      expect(without).toMatchObject({ status: 402, body: { reason: 'authentication' } });
      const authentication = { outcome: 'authenticated' as const, eci: '05', ...EXTRA };
      expect((await use.payWithCard(who, CARDS.approved, { authentication })).status).toBe(201);
    });
  });

  it('has its key in the card fields, unless the institution switched it off', async () => {
    const who = await personAt(harness, 'payment');
    const holderCheck = { environment: 'sandbox', accessToken: expect.any(String) };
    expect((await use.access(who, 'cielo')).body).toMatchObject({ provider: 'cielo', holderCheck });
    await withSettings(who, { threeDSecure: 'off' }, async () =>
      expect((await use.access(who, 'cielo')).body).not.toHaveProperty('holderCheck'),
    );
  });

  it('excludes acquirers without it where it is required', async () => {
    const who = await personAt(harness, 'payment');
    await withSettings(who, { threeDSecure: 'required', cardProvider: 'pagarme' }, async () => {
      expect((await use.options(who)).cardFields?.provider).toBe('cielo');
      expect(await use.access(who, 'pagarme')).toMatchObject({ body: { code: 'METHOD_UNAVAILABLE' } });
    });
  });
});

describe('D-67, D-70: the authorisation of later instalments by card', () => {
  it('is required, stored with the acquirer’s card, and active once the first one is paid', async () => {
    const who = await personAt(harness, 'payment');
    await withSettings(who, { variant: 'onlySubscriptionWithRecurrence' }, async () => {
      const bare = await use.payWithCard(who, CARDS.approved);
      expect(bare).toMatchObject({ status: 422, body: { code: 'CONSENT_REQUIRED' } });
      const denied = await use.payWithCard(who, CARDS.once, { recurrence: true });
      expect(denied).toMatchObject({ status: 402, body: { reason: 'other-card' } });
      const { status, body } = await use.payWithCard(who, CARDS.approved, { recurrence: true });
      expect([status, body.recurrence]).toMatchObject([201, { state: 'approved' }]);
      const kept = await cardOf(who, body.paymentId);
      expect([kept?.card_reference, kept?.network_id]).toEqual([expect.any(String), expect.any(String)]);
      const shown = await who.client.call('GET /candidate/subscriptions/{id}/recurrence', {
        params: { id: who.id },
      });
      expect(shown.body).toMatchObject({ method: 'credit-card', state: 'approved', amount: 360 });
      expect(shown.body.cycles).toHaveLength(5);
    });
  });

  it('is refused where nothing offers it, or for the first instalment alone', async () => {
    const who = await personAt(harness, 'payment');
    for (const more of [{ recurrence: true }, { mode: 'first-installment' as const }]) {
      const refused = await use.payWithCard(who, CARDS.approved, more);
      expect(refused).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE' } });
    }
  });
});

describe('a card refund', () => {
  it('can be made in parts through the acquirer', async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.payWithCard(who, CARDS.approved)).body;
    const back = (amount: number) =>
      harness.operationsOf('alfa').call('POST /operations/payments/{id}/refund', {
        params: { id: paymentId },
        headers: use.key(),
        body: { amount, reason: 'teste' },
      });
    expect((await back(100)).body).toMatchObject({ state: 'done' });
    expect(await salesOf(who, paymentId)).toMatchObject([{ givenBack: 100, state: 'paid' }]);
    expect((await back(260)).body).toMatchObject({ state: 'done' });
    expect(await salesOf(who, paymentId)).toMatchObject([{ givenBack: 360 }]);
    expect(await rowsOf(who)).toMatchObject([{ state: 'refunded' }]);
    expect((await back(1)).status).toBe(409);
  });

  it('by a chargeback is a mark, which a refund elsewhere resolves', async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.payWithCard(who, CARDS.approved)).body;
    await use.decide('cielo', await use.txidOf(who, paymentId), { result: 'chargeback', silent: true });
    await who.client.call('GET /candidate/payments/{paymentId}', { params: { paymentId } });

    await lookUp(harness.platform, who.tenantId, paymentId);
    await lookUp(harness.platform, who.tenantId, paymentId);
    expect(await rowsOf(who)).toMatchObject([{ state: 'paid', attention: ['chargeback'], received: 36_000 }]);
    await harness.operationsOf('alfa').call('POST /operations/payments/{id}/refund', {
      params: { id: paymentId },
      headers: use.key(),
      body: { amount: 360, reason: 'contestação aceita', outside: true },
    });
    expect(await rowsOf(who)).toMatchObject([{ state: 'refunded', attention: [] }]);
    expect(await cardOf(who, paymentId)).toMatchObject({ dispute: 'lost' });
  });
});
