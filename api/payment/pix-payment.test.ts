// Longer than other files: every way in which a bank answers, fails or repeats itself is tried on the same kind of charge.
import { readBrCode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { noticeSecret } from '../../testing/notice-secret.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';

let harness: Harness;
let key: Paying['key'];
let pay: Paying['pay'];
let payment: Paying['payment'];
let txidOf: Paying['txidOf'];
let stored: Paying['stored'];
let settle: Paying['settle'];
let paid: Paying['paid'];
let muteBank: Paying['muteBank'];
beforeAll(async () => {
  harness = await startHarness();
  ({ key, pay, payment, txidOf, stored, settle, paid, muteBank } = paying(harness));
});
afterAll(() => harness.stop());

describe('payment options', () => {
  it('show prices, methods and deadline; unsupported methods are not available', async () => {
    const who = await personAt(harness, 'payment');
    const { status, body } = await who.client.call('GET /candidate/subscriptions/{id}/payment-options', {
      params: { id: who.id },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      purpose: 'enrollment',
      variant: 'onlySubscription',
      cardFields: { provider: 'cielo' },
      openCharge: null,
      alreadyPaid: false,
    });
    expect(body.methods.find(({ method }) => method === 'pix')).toEqual({
      method: 'pix',
      enabled: true,
      reason: null,
    });
    expect(body.methods.filter(({ enabled }) => enabled).map(({ method }) => method)).toEqual([
      'credit-card',
      'pix',
    ]);
    for (const { enabled, reason } of body.methods) expect(enabled || reason).toBeTruthy();
    const six = body.prices.find(({ priceId }) => priceId === who.priceId);
    expect(six).toMatchObject({ kind: 'enrollment', amount: 400, amountInTime: 360, maxInstallments: 6 });
    expect(six?.plan.slice(0, 2)).toEqual([
      { Number: 1, value: 400, dueDate: '2026-01-19' },
      { Number: 2, value: 400, dueDate: '2026-03-10' },
    ]);
  });

  it('simulate with and without a voucher, and refuse unknown ones', async () => {
    const who = await personAt(harness, 'payment');
    const simulate = (voucher?: string) =>
      who.client.call('POST /candidate/subscriptions/{id}/simulateinstallments', {
        params: { id: who.id },
        body: { priceId: who.priceId, method: 'pix', ...(voucher ? { voucher } : {}) },
      });
    const plain = await simulate();
    expect(plain.body.Data[0]).toMatchObject({
      installments: 6,
      installmentValue: 360,
      firstValue: 360,
      total: 2160,
      totalWithoutConditional: 2400,
    });
    expect((await simulate('alfa50')).body.Data[0]).toMatchObject({ firstValue: 160 });
    const discount = await who.client.call('GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}', {
      params: { id: who.id, voucher: 'ALFA50', priceId: who.priceId },
    });
    expect(discount.body).toMatchObject({
      Message: 'OK',
      Data: [
        { Number: 1, VoucherDiscountValue: 200, DiscountValue: 0, ConditionalDiscountValue: 40 },
        ...[2, 3, 4, 5, 6].map((n) => ({
          Number: n,
          VoucherDiscountValue: 0,
          ConditionalDiscountValue: 40,
        })),
      ],
      Voucher: {
        ...{ voucher: 'ALFA50', voucherValue: 200, discountValue: 0, conditionalDiscountValue: 40 },
        ...{ otherInstallmentsVoucherDiscounts: false, haveVoucher: true },
      },
    });
    for (const bad of ['VENCIDO10', 'NADA', 'TAXAZERO']) {
      expect(await simulate(bad)).toMatchObject({
        status: 404,
        body: { Message: 'Cupom não encontrado ou expirado.', Data: [] },
      });
    }
  });
});

describe('pix', () => {
  it('charges 360,00, is confirmed by the bank and moves the application', async () => {
    const who = await personAt(harness, 'payment');
    const { status, body } = await pay(who);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'pending',
      amount: 360,
      method: 'pix',
      installments: 6,
      paidAt: null,
    });
    expect(body.pix?.expiresAt).toBe('2026-01-12T11:00:00-03:00');
    expect(body.pix?.qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(readBrCode(body.pix?.copyPaste ?? '')).toMatchObject({ ok: true, code: { kind: 'dynamic' } });
    await settle(await txidOf(who, body.paymentId));
    await paid(who);
    expect(await stored(who)).toMatchObject({ status: 5, is_paid: true, attention: [], confirmed: 1 });
    expect((await stored(who))?.notices).toContain('N-19');
    expect(await payment(who, body.paymentId)).toMatchObject({ state: 'paid', pix: null });
    expect(await pay(who)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } });
  });

  it('R1 R2: answers a repeated command with the first charge', async () => {
    const who = await personAt(harness, 'payment');
    const headers = key();
    const [first, second] = await Promise.all([pay(who, headers), pay(who, headers)]);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect((await pay(who, headers)).body).toEqual(first.body);
    expect((await stored(who))?.payments).toHaveLength(1);
    const other = await pay(who, headers, { installments: 5 });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
  });

  it('creates one charge for two simultaneous commands', async () => {
    const who = await personAt(harness, 'payment');
    const answers = await Promise.all([pay(who), pay(who)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    const made = answers.find(({ status }) => status === 201)?.body;
    expect(refused).toMatchObject({ code: 'OPEN_CHARGE', paymentId: made?.paymentId });
    expect((await stored(who))?.payments).toMatchObject([{ state: 'pending', amount: 36_000 }]);
    const charges = await harness.platform.ports.pix
      .account('alfa', 'CUA01')
      ?.list(new Date('2026-01-12T00:00:00-03:00'), new Date('2026-01-13T00:00:00-03:00'));
    const txids = await harness.platform.db.tenant(who.tenantId).many<{ txid: string }>(sql`
      select txid from payment where tenant_id = ${who.tenantId}`);
    const unknown = charges?.items.filter(({ txid }) => !txids.some((one) => one.txid === txid));
    expect([charges?.items.length, unknown]).toEqual([txids.length, []]);
  });

  it('replaces the open charge, and gives its voucher to the new one', async () => {
    const who = await personAt(harness, 'payment');
    const first = await pay(who, key(), { voucher: 'ALFA50' });
    expect(first.body).toMatchObject({ amount: 160 });
    const second = await pay(who, key(), { voucher: 'ALFA50', replace: true });
    expect(second).toMatchObject({ status: 201, body: { amount: 160, state: 'pending' } });
    expect(await payment(who, first.body.paymentId)).toMatchObject({ state: 'cancelled', pix: null });
    // A method that is not offered leaves the open charge unchanged.
    expect(await pay(who, key(), { method: 'slip', replace: true })).toMatchObject({ status: 422 });
    expect(await payment(who, second.body.paymentId)).toMatchObject({ state: 'pending' });
  });

  it("shows all other payment methods with the open charge's voucher, even one for single use", async () => {
    const who = await personAt(harness, 'payment');
    const params = { id: who.id };
    const on = harness.platform.db.tenant(who.tenantId);
    const code = `UMA${who.id}`;
    await on.one(sql`
      insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses, used)
      values (${who.tenantId}, ${code}, 50, 'first', '2026-01-01', '2026-12-31', 1, 0) returning id`);
    const discount = (of = code) =>
      who.client.call('GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}', {
        params: { ...params, voucher: of, priceId: who.priceId },
      });
    const simulate = (method: 'slip' | 'pix') =>
      who.client.call('POST /candidate/subscriptions/{id}/simulateinstallments', {
        params,
        body: { priceId: who.priceId, method, voucher: code },
      });
    const before = await discount();
    expect(before.status).toBe(200);
    expect((await pay(who, key(), { voucher: code })).status).toBe(201);
    expect(await discount()).toEqual({ ...before, headers: expect.anything() });
    for (const method of ['slip', 'pix'] as const) expect((await simulate(method)).status).toBe(200);
    const options = await who.client.call('GET /candidate/subscriptions/{id}/payment-options', { params });
    expect(options.body.voucher).toBe(code);
    // Nobody else can use it.
    const other = await personAt(harness, 'payment');
    const theirs = await other.client.call('GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}', {
      params: { id: other.id, voucher: code, priceId: other.priceId },
    });
    expect(theirs.status).toBe(404);
  });

  it('detects that the charge to be replaced was paid', async () => {
    const who = await personAt(harness, 'payment');
    const first = await pay(who);
    const unmute = await muteBank();
    await settle(await txidOf(who, first.body.paymentId));
    expect(await pay(who, key(), { replace: true })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_PAID' },
    });
    expect(await stored(who)).toMatchObject({ status: 5, is_paid: true });
    await unmute();
  });

  it('cancels an open charge and creates another', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const remove = () =>
      who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId: body.paymentId } });
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    const events = await harness.platform.db.tenant(who.tenantId).many<{ type: string; state: string }>(sql`
      select type, data->>'state' as state from outbox_event where tenant_id = ${who.tenantId}
        and subscription_id = ${who.id} and type like 'payment.%' order by id`);
    expect(events).toEqual([
      { type: 'payment.created', state: 'pending' },
      { type: 'payment.cancelled', state: 'cancelled' },
    ]);
    expect((await pay(who)).status).toBe(201);
  });

  it('S21: refuses unknown prices, plans, vouchers and methods before anything is charged', async () => {
    const who = await personAt(harness, 'payment');
    expect(await pay(who, key(), { priceId: 999_999 })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION' },
    });
    expect(await pay(who, key(), { installments: 3 })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION' },
    });
    expect(await pay(who, key(), { voucher: 'VENCIDO10' })).toMatchObject({
      status: 422,
      body: { code: 'VOUCHER_INVALID' },
    });
    expect(await pay(who, key(), { method: 'automatic-pix' })).toMatchObject({
      status: 422,
      body: { code: 'METHOD_UNAVAILABLE' },
    });
    expect((await stored(who))?.payments).toBeNull();
    const other = await personAt(harness, 'payment');
    expect(await pay({ ...who, id: other.id })).toMatchObject({ status: 404 });
    const { body } = await pay(other);
    const foreign = await who.client.call('GET /candidate/payments/{paymentId}', {
      params: { paymentId: body.paymentId },
    });
    expect(foreign.status).toBe(404);
  });
});

describe('failures of the bank', () => {
  it('charges nothing while the bank is down, and the same command works afterwards', async () => {
    const who = await personAt(harness, 'payment');
    const headers = key();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    expect(await pay(who, headers)).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
    expect((await stored(who))?.payments).toMatchObject([{ state: 'error' }]);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect(await pay(who, headers)).toMatchObject({ status: 201, body: { state: 'pending' } });
  });

  it.each([
    ['at once', 'payment-take-over'],
    ['in its turn', 'reconciliation'],
  ])('S28: treats a time-out as unknown, looks the charge up %s, and charges once', async (_when, job) => {
    const who = await personAt(harness, 'payment');
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'slow' });
    const answer = await pay(who);
    expect(answer).toMatchObject({ status: 202, body: { state: 'processing', pix: null } });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    const txid = await txidOf(who, answer.body.paymentId);
    await harness.platform.jobs.run(job);
    const found = await payment(who, answer.body.paymentId);
    expect(found).toMatchObject({ state: 'pending', amount: 360 });
    expect(found.pix?.copyPaste).toBeTruthy();
    const open = (await (await control(harness, 'GET', '/pix')).json()) as { txid: string }[];
    expect(open.filter((one) => one.txid === txid)).toHaveLength(1);
    await settle(txid);
    await paid(who);
  });
});

describe('R5: webhooks', () => {
  const notice = (secret: string, txid: string, endToEndId: string) =>
    fetch(`${harness.url}/orbita/api/operations/webhooks/payments/pix/alfa/${secret}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [{ endToEndId, txid, valor: '360.00', horario: '2026-01-12T13:00:00Z' }] }),
    });

  it('count once, however often they arrive', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    await settle(await txidOf(who, body.paymentId), { result: 'paid', duplicate: true });
    await paid(who);
    await harness.platform.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({
      confirmed: 1,
      attention: [],
      payments: [{ state: 'paid', received: 36_000 }],
    });
  });

  it('are only hints: a forged one pays nothing', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const answer = await notice(
      await noticeSecret(harness, 'alfa', 'pix'),
      await txidOf(who, body.paymentId),
      'E9999999920260112130000000000001',
    );
    expect(answer.status).toBe(200);
    await harness.platform.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({ status: 6, is_paid: false, payments: [{ state: 'pending' }] });
  });

  it('T6: affect only the tenant of their address, whatever charge they name', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const unmute = await muteBank();
    const txid = await txidOf(who, body.paymentId);
    await settle(txid);
    const beta = await noticeSecret(harness, 'beta', 'pix');
    const to = (secret: string) => notice(secret, txid, 'E9999999920260112130000000000003');
    expect((await to(beta)).status).toBe(401);
    const there = await fetch(`${harness.url}/orbita/api/operations/webhooks/payments/pix/beta/${beta}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        pix: [{ endToEndId: 'E4', txid, valor: '360.00', horario: '2026-01-12T13:00:00Z' }],
      }),
    });
    expect(there.status).toBe(200);
    await until(
      () =>
        harness.platform.db.tenant(2).many<{ handled: boolean }>(sql`
          select handled_at is not null as handled from provider_notice where tenant_id = 2`),
      (all) => all.length > 0,
    );
    expect(await stored(who)).toMatchObject({ is_paid: false, payments: [{ state: 'pending' }] });
    await harness.platform.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({ is_paid: true, confirmed: 1 });
    await unmute();
  });

  it('require the secret in the address', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const unmute = await muteBank();
    const txid = await txidOf(who, body.paymentId);
    await settle(txid);
    const notices = () =>
      harness.platform.db.tenant(who.tenantId).many(sql`
        select id from provider_notice where tenant_id = ${who.tenantId} order by id`);
    const before = await notices();
    const right = await noticeSecret(harness, 'alfa', 'pix');
    for (const secret of ['wrong', `${right}x`, right.slice(0, -1), right.toUpperCase()])
      expect([secret, (await notice(secret, txid, 'E9999999920260112130000000000002')).status]).toEqual([
        secret,
        401,
      ]);
    // Paid at the bank, and nothing was looked up for it.
    expect(await notices()).toEqual(before);
    expect(await stored(who)).toMatchObject({ is_paid: false, payments: [{ state: 'pending' }] });
    expect((await notice(right, txid, 'E9999999920260112130000000000002')).status).toBe(200);
    await paid(who);
    await unmute();
  });

  it('may arrive before the charge was answered', async () => {
    const who = await personAt(harness, 'payment');
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'slow' });
    const answering = pay(who);
    const txid = await until(
      async () =>
        ((await (await control(harness, 'GET', '/pix')).json()) as { txid: string }[]).map((one) => one.txid),
      (all) => all.length > 0,
    ).then(async (all) => {
      const mine = await until(
        () =>
          harness.platform.db
            .tenant(who.tenantId)
            .one<{ txid: string }>(
              sql`select txid from payment where tenant_id = ${who.tenantId} and subscription_id = ${who.id}`,
            ),
        (row) => row !== undefined,
      );
      expect(all.length).toBeGreaterThan(0);
      return mine?.txid ?? '';
    });
    await until(
      async () => (await settle(txid)).status,
      (status) => status === 202,
    );
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    await paid(who);
    const answer = await answering;
    expect([201, 202]).toContain(answer.status);
    expect(await stored(who)).toMatchObject({ status: 5, confirmed: 1, payments: [{ state: 'paid' }] });
  });

  it('R6: are not required: a payment whose webhook was lost is found', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const unmute = await muteBank();
    await settle(await txidOf(who, body.paymentId));
    await harness.platform.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({ status: 5, is_paid: true, confirmed: 1 });
    await unmute();
  });
});
