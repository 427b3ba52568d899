import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control, enrolling, until } from '../testing/enrolling.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { type Paying, paying } from '../testing/paying.ts';

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

  it('R7: expires, is renewed with another code, and still counts when the bank confirms the old one', async () => {
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
    const ended = harness.clock.now();
    advance(60);
    // The change the institution asks for next is the money, an hour after the end.
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
