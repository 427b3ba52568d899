import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt, type Standing } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { handleNotices } from './notices.ts';

let harness: Harness;
let key: Paying['key'];
let pay: Paying['pay'];
let payment: Paying['payment'];
let txidOf: Paying['txidOf'];
let stored: Paying['stored'];
let settle: Paying['settle'];
let paid: Paying['paid'];
let advance: Paying['advance'];
beforeAll(async () => {
  harness = await startHarness();
  ({ key, pay, payment, txidOf, stored, settle, paid, advance } = paying(harness));
});
afterAll(() => harness.stop());

describe('payments without a bank', () => {
  it('waives a price that a voucher reduces to zero', async () => {
    const who = await personAt(harness, 'payment');
    await harness.platform.db.tenant(who.tenantId).many(sql`
      insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses)
      values (${who.tenantId}, 'BOLSA100', 100, 'first', '2025-10-01', '2026-03-06', 1)`);
    const answer = await pay(who, key(), { voucher: 'bolsa100' });
    expect(answer).toMatchObject({ status: 201, body: { state: 'paid', method: 'waived', amount: 0 } });
    expect(await stored(who)).toMatchObject({ status: 5, is_paid: true });
    const other = await personAt(harness, 'payment');
    expect(await pay(other, key(), { voucher: 'BOLSA100' })).toMatchObject({
      status: 422,
      body: { code: 'VOUCHER_INVALID' },
    });
  });

  it('leaves the payment to an institution that takes payments itself', async () => {
    const who = await personAt(harness, 'payment');
    const [on, off] = [sql`true`, sql`false`].map(
      (value) => sql`
        insert into parameter (tenant_id, level, owner_id, internal_value, value)
        select ${who.tenantId}, 'institution', institution_id, 'ManualPaymentEnabled', to_jsonb(${value})
        from subscription where tenant_id = ${who.tenantId} and id = ${who.id}
        on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value`,
    );
    if (!on || !off) throw new Error('No statements');
    await harness.platform.db.tenant(who.tenantId).many(on);
    const answer = await pay(who, key(), { method: 'manual' });
    expect(answer).toMatchObject({ status: 201, body: { state: 'pending', method: 'manual', amount: 360 } });
    expect(await stored(who)).toMatchObject({ status: 11, is_paid: false });
    await harness.platform.db.tenant(who.tenantId).many(off);
  });
});

describe('unusual amounts and times', () => {
  it('waits for the rest at the institution after an underpayment', async () => {
    const who = await personAt(harness, 'payment');
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

  it('confirms and marks an overpayment', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    await settle(await txidOf(who, body.paymentId), { result: 'paid', amount: 400 });
    await paid(who);
    expect(await stored(who)).toMatchObject({ status: 5, attention: ['amount-higher'] });
  });

  it('R7: expires, is renewed with another code, and still counts when the bank confirms the old one', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    advance(61);
    await harness.platform.jobs.run('charge-expiry');
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
    await harness.platform.jobs.run('reconciliation');
    const open = (await (await control(harness, 'GET', '/pix')).json()) as { txid: string }[];
    expect(open.map(({ txid }) => txid)).not.toContain(await txidOf(who, renewed.body.paymentId));
  });

  it('keeps a payment after the end for the institution to decide', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const before = harness.clock.now();
    advance(8 * 24 * 60);
    await harness.platform.jobs.run('charge-expiry');
    await harness.platform.jobs.run('payment-deadline');
    expect(await stored(who)).toMatchObject({ status: 13 });
    const ended = harness.clock.now();
    advance(60);
    // Reads the changes the institution sees next; the payment arrived an hour after the end.
    const changed = async () =>
      (
        await harness.operations.call('GET /operations/subscriptions', {
          query: { updatedSince: new Date(ended.getTime() + 1).toISOString() },
        })
      ).body.data.find(({ id }) => id === who.id);
    expect(await changed()).toBeUndefined();
    await settle(await txidOf(who, body.paymentId), { result: 'paid', late: true });
    await until(
      () => stored(who),
      (now) => now?.attention.includes('late-payment') === true,
    );
    expect(await changed()).toMatchObject({ attention: ['late-payment'] });
    expect(await stored(who)).toMatchObject({
      status: 13,
      is_paid: false,
      payments: [{ state: 'paid', attention: ['late-payment'] }],
    });
    expect((await stored(who))?.notices).toContain('N-32');
    harness.clock.set(before);
  });

  it('reminds two days and one day before the deadline, each once', async () => {
    const who = await personAt(harness, 'payment');
    const before = harness.clock.now();
    const reminded = async () =>
      (
        await harness.platform.db.tenant(who.tenantId).one<{ n: number }>(sql`
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
      const before = await reminded();
      const done = await harness.platform.jobs.run('reminders');
      expect(await reminded()).toBe(sum);
      expect(done >= sum - (before ?? 0) && done >= 0, `${done} messages`).toBe(true);
    }
    harness.clock.set(before);
  });
});

describe('an expired charge', () => {
  it('is renewed before any job has noticed', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    advance(61);
    const params = { paymentId: body.paymentId };
    const renewed = await who.client.call('POST /candidate/payments/{paymentId}/renew', { params });
    expect(renewed).toMatchObject({ status: 201, body: { state: 'pending', amount: 360 } });
    expect((await stored(who))?.payments.map(({ state }) => state)).toEqual(['expired', 'pending']);
    expect(await who.client.call('POST /candidate/payments/{paymentId}/renew', { params })).toMatchObject({
      ...{ status: 409, body: { code: 'OPEN_CHARGE', paymentId: renewed.body.paymentId } },
    });
  });
});

describe('a notice that cannot be followed up', () => {
  it('waits until the bank answers, and then three hours for its money', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const on = harness.platform.db.tenant(who.tenantId);
    const txid = await txidOf(who, body.paymentId);
    const waiting = () =>
      on.one<{ done: boolean; attempts: number }>(sql`
        select handled_at is not null as done, attempts from provider_notice
        where tenant_id = ${who.tenantId} and body->>'txid' = ${txid}`);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    await on.many(sql`
      insert into provider_notice (tenant_id, provider, event_key, body, received_at, next_attempt_at)
      values (${who.tenantId}, 'pix', 'down', jsonb_build_object('endToEndId', 'E1', 'txid', ${txid}::text),
        ${harness.clock.now()}::timestamptz, '2000-01-01')`);
    // Not the whole job: asking about every open charge in vain would open the circuit to the bank.
    expect(await handleNotices(harness.platform, who.tenantId)).toBe(0);
    expect(await waiting()).toEqual({ done: false, attempts: 1 });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    const again = (attempts: number) =>
      on.many(sql`update provider_notice set next_attempt_at = '2000-01-01', attempts = ${attempts}::int
        where tenant_id = ${who.tenantId} and body->>'txid' = ${txid}`);
    for (const attempts of [1, 11]) {
      await again(attempts);
      expect(await handleNotices(harness.platform, who.tenantId)).toBe(0);
      expect(await waiting()).toEqual({ done: false, attempts: attempts + 1 });
    }
    await again(12);
    expect(await handleNotices(harness.platform, who.tenantId)).toBe(1);
    expect(await waiting()).toEqual({ done: true, attempts: 13 });
    expect(await stored(who)).toMatchObject({ is_paid: false, payments: [{ state: 'pending' }] });
  });
});

it('is given up after fifty attempts', async () => {
  const who = await personAt(harness, 'payment');
  const { body } = await pay(who);
  const on = harness.platform.db.tenant(who.tenantId);
  const txid = await txidOf(who, body.paymentId);
  await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
  await on.many(sql`
    insert into provider_notice (tenant_id, provider, event_key, body, received_at, next_attempt_at, attempts)
    select ${who.tenantId}, 'pix', 'tried-' || n, jsonb_build_object('endToEndId', 'E1', 'txid', ${txid}::text),
      ${harness.clock.now()}::timestamptz, '2000-01-01', n from unnest(array[48, 49]) n`);
  expect(await handleNotices(harness.platform, who.tenantId)).toBe(1);
  const open = await on.many<{ event_key: string }>(sql`select event_key from provider_notice
    where tenant_id = ${who.tenantId} and event_key like 'tried-%' and handled_at is null`);
  expect(open.map((one) => one.event_key)).toEqual(['tried-48']);
  await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
});

describe('a refused charge, with nothing written', () => {
  const refused = async (who: Standing, more: object = {}) => {
    const { status, body } = await pay(who, key(), more);
    return [status, body.code];
  };
  const on = (who: { tenantId: number }) => harness.platform.db.tenant(who.tenantId);

  it('is that of a minor without a guardian', async () => {
    const who = await personAt(harness, 'payment');
    await on(who).one(sql`update person set birth_date = '2009-01-13' where tenant_id = ${who.tenantId}
      and id = ${who.personId} returning id`);
    for (const more of [{}, { method: 'manual' }, { voucher: 'VENCIDO10' }])
      expect(await refused(who, more)).toEqual([422, 'GUARDIAN_REQUIRED']);
    expect((await stored(who))?.payments).toBeNull();
    await on(who).one(sql`
      insert into guardian (tenant_id, subscription_id, relationship, name, cpf, birth_date, email, cell_phone,
        same_address, updated_at)
      values (${who.tenantId}, ${who.id}, 'mother', 'Mãe Teste', '52998224725', '1980-01-01', 'mae@exemplo.test',
        '31900000000', true, ${harness.clock.now()}::timestamptz) returning subscription_id`);
    expect((await pay(who)).body).toMatchObject({ state: 'pending', amount: 360 });
  });

  it('is refused for its method only where nothing but the voucher is also wrong', async () => {
    const who = await personAt(harness, 'payment');
    const wrong = { method: 'slip' };
    expect(await refused(who, { ...wrong, priceId: 999_999 })).toEqual([422, 'VALIDATION']);
    expect(await refused(who, { ...wrong, voucher: 'NADA' })).toEqual([422, 'METHOD_UNAVAILABLE']);
    expect(await refused(who, { voucher: 'NADA' })).toEqual([422, 'VOUCHER_INVALID']);
  });

  it.each([
    [
      'INTAKE_INACTIVE',
      sql`update intake set suspended = true`,
      sql`update intake set suspended = false`,
      'intake_id',
    ],
    ['OFFER_INACTIVE', sql`update offer set active = false`, sql`update offer set active = true`, 'offer_id'],
  ])('is %s', async (code, close, open, column) => {
    const who = await personAt(harness, 'payment');
    const its = sql`where tenant_id = ${who.tenantId} and id = (
      select ${column === 'intake_id' ? sql`intake_id` : sql`offer_id`} from subscription
      where tenant_id = ${who.tenantId} and id = ${who.id}) returning id`;
    await on(who).one(sql`${close} ${its}`);
    expect(await refused(who)).toEqual([409, code]);
    await on(who).one(sql`${open} ${its}`);
    expect((await stored(who))?.payments).toBeNull();
  });

  it('is one after the payment period, to the moment', async () => {
    const who = await personAt(harness, 'payment');
    const ends = (at: number) =>
      on(who).one(sql`update subscription set payment_deadline = ${new Date(at)}::timestamptz
        where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
    const now = harness.clock.now().getTime();
    await ends(now);
    expect(await pay(who)).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE', status: 6 } });
    await ends(now + 20 * 60_000);
    const { body } = await pay(who);
    expect(body.state).toBe('pending');
    expect(new Date(body.pix?.expiresAt ?? '').getTime()).toBe(now + 20 * 60_000);
  });

  it('is one with an expired class reservation, before and after it is released', async () => {
    const place = { offer: 'EXT-EXCEL', course: 'EXC', type: 'extension' } as const;
    const who = await personAt(harness, 'payment', place);
    await on(who).many(sql`update offer set requires_class = true where tenant_id = ${who.tenantId}
      and code = 'EXT-EXCEL' returning id`);
    await on(who).one(sql`
      with taken as (
        update academic_class set taken = taken + 1 where tenant_id = ${who.tenantId} and id = (
          select min(c.id) from academic_class c join subscription s on s.tenant_id = c.tenant_id and s.offer_id = c.offer_id
          where s.tenant_id = ${who.tenantId} and s.id = ${who.id}) returning id)
      insert into class_hold (tenant_id, subscription_id, academic_class_id, state, chosen_at, expires_at)
      select ${who.tenantId}, ${who.id}, id, 'held', ${harness.clock.now()}::timestamptz,
        ${harness.clock.now()}::timestamptz from taken returning subscription_id`);
    expect(await refused(who, { installments: 1 })).toEqual([409, 'CLASS_HOLD_EXPIRED']);
    await harness.platform.jobs.run('class-hold');
    expect(await stored(who)).toMatchObject({ status: 21, payments: null });
    expect(await refused(who, { installments: 1 })).toEqual([409, 'CLASS_HOLD_EXPIRED']);
  });

  it("is one above a person's limit per minute, by any method", async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await pay(who);
    const params = { paymentId: body.paymentId };
    const remove = () => who.client.call('DELETE /candidate/payments/{paymentId}', { params });
    const answers: number[] = [];
    for (let n = 0; n < 19; n += 1) answers.push((await remove()).status);
    expect(answers).toEqual([204, ...Array<number>(18).fill(409)]);
    expect((await who.client.call('POST /candidate/payments/{paymentId}/renew', { params })).status).toBe(
      429,
    );
    expect([(await remove()).status, ...(await refused(who))]).toEqual([429, 429, 'RATE_LIMITED']);
    expect((await stored(who))?.payments).toHaveLength(1);
    const other = await personAt(harness, 'payment');
    expect((await pay(other)).status).toBe(201);
  });
});

describe('the record of a payment at the institution', () => {
  /** The tenant at which everybody here applies. */
  const ALFA = 1;
  const note = async (paymentId: number) =>
    harness.platform.db.tenant(ALFA).one(sql`
      select m.reason, m.requested_by, m.decision, m.received_at, m.proof, m.decision_reason, m.decided_at, y.state,
        y.received_cents, y.paid_at
      from manual_payment m join payment y on y.tenant_id = m.tenant_id and y.id = m.payment_id
      where m.tenant_id = ${ALFA} and m.payment_id = ${paymentId}`);
  const asked = async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await harness.operations.call('POST /operations/subscriptions/{id}/manual-payments', {
      params: { id: who.id },
      body: { purpose: 'enrollment', amount: 123.45, reason: 'Dinheiro' },
    });
    return body.id;
  };
  const decide = async (id: number, body: { decision: 'settled' | 'refused'; [more: string]: unknown }) => {
    const answer = await harness.operations.call('POST /operations/manual-payments/{id}/decision', {
      params: { id },
      body,
    });
    return [answer.status, ...(answer.body.errors ?? [])];
  };

  it('contains who asked why, when it was paid and the proof, without blanks', async () => {
    const now = harness.clock.now();
    const id = await asked();
    expect(await note(id)).toMatchObject({
      ...{ reason: 'Dinheiro', decision: null, received_at: null, proof: null, received_cents: null },
    });
    const later = new Date(now.getTime() + 1).toISOString();
    const future = { field: 'receivedAt', message: 'Must not be in the future' };
    expect(await decide(id, { decision: 'settled', receivedAt: later })).toEqual([422, future]);
    const given = { receivedAt: now.toISOString(), proof: '  Recibo 17 ', reason: ' ' };
    expect(await decide(id, { decision: 'settled', ...given })).toEqual([200]);
    expect(await note(id)).toMatchObject({
      ...{
        decision: 'settled',
        received_at: now,
        proof: 'Recibo 17',
        decision_reason: null,
        decided_at: now,
      },
      ...{ state: 'paid', received_cents: 12_345, paid_at: now },
    });
  });

  it('contains the reason of a refusal, and no payment', async () => {
    const id = await asked();
    const missing = { field: 'reason', message: 'Required' };
    for (const reason of [undefined, null, ' '])
      expect(await decide(id, { decision: 'refused', reason })).toEqual([422, missing]);
    expect(await decide(id, { decision: 'refused', reason: ' Sem recibo ' })).toEqual([200]);
    expect(await note(id)).toMatchObject({
      ...{ decision: 'refused', received_at: null, decision_reason: 'Sem recibo', state: 'cancelled' },
      ...{ received_cents: null, paid_at: null },
    });
  });
});
