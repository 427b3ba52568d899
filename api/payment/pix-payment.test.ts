import { readBrCode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling, enrolling, until } from '../testing/enrolling.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const WANTED = { purpose: 'enrollment', method: 'pix', installments: 6 } as const;
let keys = 0;
const key = () => {
  keys += 1;
  return { 'idempotency-key': `key-${keys}` };
};

const pay = (who: Enrolling, headers = key(), more: object = {}) =>
  who.client.call('POST /candidate/subscriptions/{id}/payments', {
    params: { id: who.id },
    body: { ...WANTED, priceId: who.priceId, ...more },
    headers,
  });
const payment = async (who: Enrolling, paymentId: number) =>
  (await who.client.call('GET /candidate/payments/{paymentId}', { params: { paymentId } })).body;
const txidOf = async (who: Enrolling, paymentId: number) =>
  (
    await harness.house.db.tenant(who.tenantId).one<{ txid: string }>(sql`
      select txid from payment where tenant_id = ${who.tenantId} and id = ${paymentId}`)
  )?.txid ?? '';
const stored = (who: Enrolling) =>
  harness.house.db.tenant(who.tenantId).one<{
    status: number;
    is_paid: boolean;
    attention: string[];
    payments: {
      state: string;
      attention: string[];
      received: number | null;
      method: string;
      amount: number;
    }[];
    notices: string[];
    confirmed: number;
  }>(sql`
    select s.status, s.is_paid, s.attention,
      (select jsonb_agg(jsonb_build_object('state', state, 'attention', attention, 'received', received_cents,
        'method', method, 'amount', amount_cents) order by id)
       from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id) as payments,
      (select coalesce(jsonb_agg(distinct template), '[]') from notification n
       where n.tenant_id = s.tenant_id and n.subscription_id = s.id) as notices,
      (select count(*) from outbox_event e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
       and e.type = 'payment.confirmed') as confirmed
    from subscription s where s.tenant_id = ${who.tenantId} and s.id = ${who.id}`);
const settle = (txid: string, order: object = { result: 'paid' }) =>
  control(harness, 'POST', `/pix/${txid}`, order);
const paid = (who: Enrolling) =>
  until(
    () => stored(who),
    (now) => now?.is_paid === true,
  );
const advance = (minutes: number) =>
  harness.clock.set(new Date(harness.clock.now().getTime() + minutes * 60_000));
/** The bank stops telling us: as if our server had been away. */
const muteBank = async () => {
  const token = await fetch(`${harness.sandbox.url}/psp/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('sandbox-alfa-CUA01:sandbox-secret').toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const list = (await (await fetch(`${harness.sandbox.url}/psp/webhook`, { headers })).json()) as {
    webhooks: { chave: string; webhookUrl: string }[];
  };
  for (const { chave } of list.webhooks) {
    await fetch(`${harness.sandbox.url}/psp/webhook/${encodeURIComponent(chave)}`, {
      method: 'DELETE',
      headers: { authorization: headers.authorization },
    });
  }
  return async () => {
    for (const { chave, webhookUrl } of list.webhooks) {
      await fetch(`${harness.sandbox.url}/psp/webhook/${encodeURIComponent(chave)}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ webhookUrl }),
      });
    }
  };
};

describe('choice', () => {
  it('shows prices, methods and deadline; what nobody carries out is not on offer', async () => {
    const who = await enrolling(harness);
    const { status, body } = await who.client.call('GET /candidate/subscriptions/{id}/payment-options', {
      params: { id: who.id },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      purpose: 'enrollment',
      variant: 'onlySubscription',
      cardFields: null,
      openCharge: null,
      alreadyPaid: false,
    });
    expect(body.methods.find(({ method }) => method === 'pix')).toEqual({
      method: 'pix',
      enabled: true,
      reason: null,
    });
    expect(body.methods.filter(({ enabled }) => enabled).map(({ method }) => method)).toEqual(['pix']);
    for (const { enabled, reason } of body.methods) expect(enabled || reason).toBeTruthy();
    const six = body.prices.find(({ priceId }) => priceId === who.priceId);
    expect(six).toMatchObject({ kind: 'enrollment', amount: 400, maxInstallments: 6 });
    expect(six?.plan.slice(0, 2)).toEqual([
      { Number: 1, value: 400, dueDate: '2026-01-19' },
      { Number: 2, value: 400, dueDate: '2026-03-10' },
    ]);
  });

  it('simulates with and without a voucher, and refuses unknown ones', async () => {
    const who = await enrolling(harness);
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
      Voucher: { voucher: 'ALFA50', voucherValue: 200, haveVoucher: true },
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
  it('charges 360,00, is confirmed by the bank and moves the application on', async () => {
    const who = await enrolling(harness);
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

  it('answers a repeated command with the first charge', async () => {
    const who = await enrolling(harness);
    const headers = key();
    const [first, second] = await Promise.all([pay(who, headers), pay(who, headers)]);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect((await pay(who, headers)).body).toEqual(first.body);
    expect((await stored(who))?.payments).toHaveLength(1);
    const other = await pay(who, headers, { installments: 5 });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
  });

  it('makes one charge of two commands at once', async () => {
    const who = await enrolling(harness);
    const answers = await Promise.all([pay(who), pay(who)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'OPEN_CHARGE', paymentId: expect.any(Number) });
  });

  it('replaces the open charge, and gives its voucher to the new one', async () => {
    const who = await enrolling(harness);
    const first = await pay(who, key(), { voucher: 'ALFA50' });
    expect(first.body).toMatchObject({ amount: 160 });
    const second = await pay(who, key(), { voucher: 'ALFA50', replace: true });
    expect(second).toMatchObject({ status: 201, body: { amount: 160, state: 'pending' } });
    expect(await payment(who, first.body.paymentId)).toMatchObject({ state: 'cancelled', pix: null });
    // A method that is not on offer leaves the open charge alone.
    expect(await pay(who, key(), { method: 'slip', replace: true })).toMatchObject({ status: 422 });
    expect(await payment(who, second.body.paymentId)).toMatchObject({ state: 'pending' });
  });

  it('finds that the charge to be replaced was paid', async () => {
    const who = await enrolling(harness);
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

  it('cancels an open charge and makes another', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    const remove = () =>
      who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId: body.paymentId } });
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    expect((await pay(who)).status).toBe(201);
  });

  it('refuses unknown prices, plans, vouchers and methods before anything is charged', async () => {
    const who = await enrolling(harness);
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
    expect(await pay(who, key(), { method: 'credit-card' })).toMatchObject({
      status: 422,
      body: { code: 'METHOD_UNAVAILABLE' },
    });
    expect((await stored(who))?.payments).toBeNull();
    const other = await enrolling(harness);
    expect(await pay({ ...who, id: other.id })).toMatchObject({ status: 404 });
    const { body } = await pay(other);
    const foreign = await who.client.call('GET /candidate/payments/{paymentId}', {
      params: { paymentId: body.paymentId },
    });
    expect(foreign.status).toBe(404);
  });
});

describe('a bank that fails', () => {
  it('charges nothing while it is down, and the same command works afterwards', async () => {
    const who = await enrolling(harness);
    const headers = key();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    expect(await pay(who, headers)).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
    expect((await stored(who))?.payments).toMatchObject([{ state: 'error' }]);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect(await pay(who, headers)).toMatchObject({ status: 201, body: { state: 'pending' } });
  });

  it('takes a time-out for unknown, looks it up, and charges once', async () => {
    const who = await enrolling(harness);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'slow' });
    const answer = await pay(who);
    expect(answer).toMatchObject({ status: 202, body: { state: 'processing', pix: null } });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    const txid = await txidOf(who, answer.body.paymentId);
    await harness.house.jobs.run('reconciliation');
    const found = await payment(who, answer.body.paymentId);
    expect(found).toMatchObject({ state: 'pending', amount: 360 });
    expect(found.pix?.copyPaste).toBeTruthy();
    const open = (await (await control(harness, 'GET', '/pix')).json()) as { txid: string }[];
    expect(open.filter((one) => one.txid === txid)).toHaveLength(1);
    await settle(txid);
    await paid(who);
  });
});

describe('notices', () => {
  const secretOf = async (who: Enrolling) =>
    (
      await harness.house.db.global.one<{ webhook_secret: string }>(
        sql`select webhook_secret from tenant where id = ${who.tenantId}`,
      )
    )?.webhook_secret ?? '';
  const notice = (secret: string, txid: string, endToEndId: string) =>
    fetch(`${harness.url}/orbita/api/operations/webhooks/payments/pix/alfa/${secret}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [{ endToEndId, txid, valor: '360.00', horario: '2026-01-12T13:00:00Z' }] }),
    });

  it('count once, however often they come', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    await settle(await txidOf(who, body.paymentId), { result: 'paid', duplicate: true });
    await paid(who);
    await harness.house.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({
      confirmed: 1,
      attention: [],
      payments: [{ state: 'paid', received: 36_000 }],
    });
  });

  it('are only hints: a forged one pays nothing', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    const answer = await notice(
      await secretOf(who),
      await txidOf(who, body.paymentId),
      'E9999999920260112130000000000001',
    );
    expect(answer.status).toBe(200);
    await harness.house.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({ status: 6, is_paid: false, payments: [{ state: 'pending' }] });
  });

  it('need the secret of the address', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    const answer = await notice(
      'wrong',
      await txidOf(who, body.paymentId),
      'E9999999920260112130000000000002',
    );
    expect(answer.status).toBe(401);
  });

  it('may come before the charge was answered', async () => {
    const who = await enrolling(harness);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'slow' });
    const answering = pay(who);
    const txid = await until(
      async () =>
        ((await (await control(harness, 'GET', '/pix')).json()) as { txid: string }[]).map((one) => one.txid),
      (all) => all.length > 0,
    ).then(async (all) => {
      const mine = await until(
        () =>
          harness.house.db
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

  it('are not needed: what was paid while nobody heard is found', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    const unmute = await muteBank();
    await settle(await txidOf(who, body.paymentId));
    await harness.house.jobs.run('reconciliation');
    expect(await stored(who)).toMatchObject({ status: 5, is_paid: true, confirmed: 1 });
    await unmute();
  });
});

describe('without a bank', () => {
  it('waives what a voucher brings to zero', async () => {
    const who = await enrolling(harness);
    await harness.house.db.tenant(who.tenantId).many(sql`
      insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses)
      values (${who.tenantId}, 'BOLSA100', 100, 'first', '2025-10-01', '2026-03-06', 1)`);
    const answer = await pay(who, key(), { voucher: 'bolsa100' });
    expect(answer).toMatchObject({ status: 201, body: { state: 'paid', method: 'waived', amount: 0 } });
    expect(await stored(who)).toMatchObject({ status: 5, is_paid: true });
    const other = await enrolling(harness);
    expect(await pay(other, key(), { voucher: 'BOLSA100' })).toMatchObject({
      status: 422,
      body: { code: 'VOUCHER_INVALID' },
    });
  });

  it('leaves it to the institution where it takes payments itself', async () => {
    const who = await enrolling(harness);
    const [on, off] = [sql`true`, sql`false`].map(
      (value) => sql`
        insert into parameter (tenant_id, level, owner_id, internal_value, value)
        select ${who.tenantId}, 'institution', institution_id, 'ManualPaymentEnabled', to_jsonb(${value})
        from subscription where tenant_id = ${who.tenantId} and id = ${who.id}
        on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value`,
    );
    if (!on || !off) throw new Error('No statements');
    await harness.house.db.tenant(who.tenantId).many(on);
    const answer = await pay(who, key(), { method: 'manual' });
    expect(answer).toMatchObject({ status: 201, body: { state: 'pending', method: 'manual', amount: 360 } });
    expect(await stored(who)).toMatchObject({ status: 11, is_paid: false });
    await harness.house.db.tenant(who.tenantId).many(off);
  });

  it('finishes what a killed process began', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    const txid = 'K'.repeat(32);
    await harness.house.db.tenant(who.tenantId).many(sql`
      update payment set state = 'created', txid = ${txid}, pix_copy_paste = null, next_check_at = null
      where tenant_id = ${who.tenantId} and id = ${body.paymentId}`);
    await harness.house.jobs.run('reconciliation');
    const found = await payment(who, body.paymentId);
    expect(found).toMatchObject({ state: 'pending', amount: 360 });
    expect(found.pix?.copyPaste).not.toBe(body.pix?.copyPaste);
    await settle(txid);
    await paid(who);
  });
});

describe('unusual amounts and times', () => {
  it('waits for the rest at the institution when less was paid', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    await settle(await txidOf(who, body.paymentId), { result: 'paid', amount: 300 });
    await until(
      () => stored(who),
      (now) => now?.status === 11,
    );
    expect(await stored(who)).toMatchObject({
      is_paid: false,
      attention: ['amount-lower'],
      payments: [{ received: 30_000 }, { method: 'manual', state: 'pending', amount: 6_000 }],
    });
  });

  it('confirms and marks when more was paid', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    await settle(await txidOf(who, body.paymentId), { result: 'paid', amount: 400 });
    await paid(who);
    expect(await stored(who)).toMatchObject({ status: 5, attention: ['amount-higher'] });
  });

  it('expires, is renewed with another code, and still counts when the bank confirms the old one', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    advance(61);
    await harness.house.jobs.run('charge-expiry');
    expect(await payment(who, body.paymentId)).toMatchObject({ state: 'expired' });
    expect((await stored(who))?.notices).toContain('N-18');
    const renewed = await who.client.call('POST /candidate/payments/{paymentId}/renew', {
      params: { paymentId: body.paymentId },
    });
    expect(renewed).toMatchObject({ status: 201, body: { state: 'pending', amount: 360 } });
    expect(renewed.body.pix?.copyPaste).not.toBe(body.pix?.copyPaste);
    await settle(await txidOf(who, body.paymentId), { result: 'paid', late: true });
    await paid(who);
    expect(await stored(who)).toMatchObject({
      status: 5,
      confirmed: 1,
      payments: [{ state: 'paid' }, { state: 'cancelled' }],
    });
    await harness.house.jobs.run('reconciliation');
    const open = (await (await control(harness, 'GET', '/pix')).json()) as { txid: string }[];
    expect(open.map(({ txid }) => txid)).not.toContain(await txidOf(who, renewed.body.paymentId));
  });

  it('keeps money that came after the end for the institution to decide', async () => {
    const who = await enrolling(harness);
    const { body } = await pay(who);
    const before = harness.clock.now();
    advance(8 * 24 * 60);
    await harness.house.jobs.run('charge-expiry');
    await harness.house.jobs.run('payment-deadline');
    expect(await stored(who)).toMatchObject({ status: 13 });
    await settle(await txidOf(who, body.paymentId), { result: 'paid', late: true });
    await until(
      () => stored(who),
      (now) => now?.attention.includes('late-payment') === true,
    );
    expect(await stored(who)).toMatchObject({
      status: 13,
      is_paid: false,
      payments: [{ state: 'paid', attention: ['late-payment'] }],
    });
    expect((await stored(who))?.notices).toContain('N-32');
    harness.clock.set(before);
  });

  it('reminds two days and one day before the deadline, each once', async () => {
    const who = await enrolling(harness);
    const before = harness.clock.now();
    const reminded = async () =>
      (
        await harness.house.db.tenant(who.tenantId).one<{ n: number }>(sql`
          select count(*) as n from notification where tenant_id = ${who.tenantId} and subscription_id = ${who.id}
            and template = 'N-22' and channel = 'email'`)
      )?.n;
    for (const [days, sum] of [
      [4, 0],
      [1, 1],
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const) {
      advance(days * 24 * 60);
      await harness.house.jobs.run('reminders');
      expect(await reminded()).toBe(sum);
    }
    harness.clock.set(before);
  });
});
