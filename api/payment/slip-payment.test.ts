import { formatLine, readBoleto } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { slipPayer } from '../../testing/filing.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { payerOf } from './payer.ts';
import { chargeById } from './store.ts';

let harness: Harness;
let use: Paying;
beforeAll(async () => {
  harness = await startHarness();
  use = paying(harness);
});
afterAll(() => harness.stop());

type Slip = { seuNumero: string; codigoSolicitacao: string; situacao: string; amount: string };

const payer = () => slipPayer(harness);
const order = (who: Enrolling, headers = use.key()) => use.pay(who, headers, { method: 'slip' });
const atBank = async () => (await (await control(harness, 'GET', '/slips')).json()) as Slip[];
const referenceOf = (who: Enrolling, paymentId: number) => use.txidOf(who, paymentId);
const bank = async (who: Enrolling, paymentId: number, what: object) => {
  const done = await control(harness, 'POST', `/slips/${await referenceOf(who, paymentId)}`, what);
  expect(done.status).toBe(202);
};
const pending = (who: Enrolling, paymentId: number) =>
  until(
    async () => {
      const one = await use.payment(who, paymentId);
      // The bank registers a slip shortly after it was requested.
      if (one.state !== 'pending') await harness.platform.jobs.run('reconciliation');
      return one;
    },
    ({ state }) => state === 'pending',
  );
/** A slip that can be paid. */
async function registered() {
  const who = await payer();
  const { paymentId } = (await order(who)).body;
  return { who, paymentId, slip: (await pending(who, paymentId)).slip };
}
const reconciled = async (who: Enrolling, is: (now: Awaited<ReturnType<Paying['stored']>>) => boolean) =>
  until(async () => {
    await harness.platform.jobs.run('reconciliation');
    return use.stored(who);
  }, is);
/** Sets the clocks of the product and the bank. */
const goTo = async (now: Date) => {
  harness.clock.set(now);
  await control(harness, 'PUT', '/clock', { now: now.toISOString() });
};
const days = (count: number) => goTo(new Date(harness.clock.now().getTime() + count * 24 * 3600_000));

describe('S-30b: a slip', () => {
  it('is registered by the bank, can be paid in time or in full, and is sent by mail', async () => {
    const { who, paymentId, slip } = await registered();
    expect(slip).toMatchObject({ dueDate: '2026-01-15', discountUntilDue: 40 });
    const read = readBoleto(slip?.digitableLine ?? '', '2026-01-12');
    expect(read).toMatchObject({
      ok: true,
      boleto: { bank: '077', amountCents: 40_000, dueDate: '2026-01-15' },
    });
    expect(readBoleto(slip?.barcode ?? '', '2026-01-12')).toEqual(read);
    const { amount, pix } = await use.payment(who, paymentId);
    expect(amount).toBe(360);
    expect(pix?.copyPaste).toMatch(/^000201/);
    expect((await use.stored(who))?.notices).toContain('N-17');
  });

  it('is registered although the candidate may pay for longer than banks take a slip', async () => {
    const who = await payer();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update subscription set extended_end = '2026-06-30', payment_deadline = '2026-06-30T23:59:59-03:00'
      where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
    const { status, body } = await order(who);
    expect(status).toBe(202);
    expect((await pending(who, body.paymentId)).slip).toMatchObject({ dueDate: '2026-01-15' });
  });

  it('is printed and downloaded with what the bank printed on it', async () => {
    const { who, paymentId, slip } = await registered();
    const file = await who.client.call('GET /candidate/payments/{paymentId}/slip', { params: { paymentId } });
    expect(Buffer.from(file.body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const { body } = await who.client.call('POST /candidate/print-tickets', {
      body: { kind: 'slip', subscriptionId: who.id, refId: paymentId },
    });
    const print = await who.client.call('GET /candidate/print/{ticket}', { params: { ticket: body.ticket } });
    expect(print.body).toMatchObject({ kind: 'slip', title: 'Boleto', barcode: slip?.barcode });
    expect(print.body.html).toContain('Candidata Teste');
    expect(print.body.html).toContain(formatLine(slip?.digitableLine ?? ''));
    const other = await personAt(harness, 'payment');
    const foreign = await other.client.call('GET /candidate/payments/{paymentId}/slip', {
      params: { paymentId },
    });
    expect(foreign.status).toBe(404);
    await bank(who, paymentId, { result: 'paid', amount: 360 });
    await use.paid(who);
    const gone = await who.client.call('GET /candidate/payments/{paymentId}/slip', { params: { paymentId } });
    expect(gone).toMatchObject({ status: 409, body: { code: 'SLIP_ERROR' } });
  });

  it('requires the whole amount after its day', async () => {
    const before = harness.clock.now();
    const whole = await registered();
    const late = await registered();
    const reportedLate = await registered();
    await days(5);
    await bank(whole.who, whole.paymentId, { result: 'paid', amount: 400 });
    expect(await use.paid(whole.who)).toMatchObject({ attention: [] });
    // A bank may report a payment two business days after it was made in time.
    await bank(reportedLate.who, reportedLate.paymentId, { result: 'paid', amount: 360 });
    expect(await use.paid(reportedLate.who)).toMatchObject({ status: 5, attention: [] });
    await days(3);
    await bank(late.who, late.paymentId, { result: 'paid', amount: 360, late: true });
    expect(await reconciled(late.who, (now) => now?.status === 11)).toMatchObject({
      attention: ['amount-lower'],
    });
    await goTo(before);
  });

  it('confirms the enrolment with the amount in time', async () => {
    const { who, paymentId } = await registered();
    await bank(who, paymentId, { result: 'paid', amount: 360 });
    const now = await use.paid(who);
    expect(now).toMatchObject({ status: 5, attention: [], confirmed: 1 });
    expect(now?.payments).toMatchObject([{ state: 'paid', received: 36_000, method: 'slip', attention: [] }]);
    expect((await use.payment(who, paymentId)).slip).toBeNull();
  });

  it('can also be paid by its Pix, once', async () => {
    const { who, paymentId } = await registered();
    await bank(who, paymentId, { result: 'paid', amount: 360, by: 'pix', duplicate: true });
    expect(await use.paid(who)).toMatchObject({ attention: [], confirmed: 1 });
  });

  it('paid below its amount is settled at the institution; above it is marked', async () => {
    const less = await registered();
    await bank(less.who, less.paymentId, { result: 'paid', amount: 300 });
    expect(await reconciled(less.who, (now) => now?.status === 11)).toMatchObject({
      attention: ['amount-lower'],
    });
    expect((await use.stored(less.who))?.notices).toContain('N-21');
    const more = await registered();
    await bank(more.who, more.paymentId, { result: 'paid', amount: 400 });
    expect(await use.paid(more.who)).toMatchObject({ attention: ['amount-higher'] });
  });

  it('S28: a bank that answers late has one slip, not two', async () => {
    const who = await payer();
    const before = (await atBank()).length;
    await control(harness, 'PUT', '/faults', { port: 'slip', mode: 'slow' });
    const { status, body } = await order(who);
    await control(harness, 'PUT', '/faults', { port: 'slip', mode: 'ok' });
    expect([status, body.state]).toEqual([202, 'processing']);
    await pending(who, body.paymentId);
    expect(await atBank()).toHaveLength(before + 1);
  });

  it('R4: issued twice by the bank after a lost answer can be paid once', async () => {
    const { who, paymentId } = await registered();
    const reference = await referenceOf(who, paymentId);
    const row = await chargeById(harness.platform.db.tenant(who.tenantId), paymentId);
    if (!row?.slip) throw new Error('No slip');
    // The first order, executed long after we stopped waiting for its answer.
    await harness.platform.ports.slip.account('alfa', 'CUA01')?.create({
      ...{ reference, amountCents: row.slip.fullCents, dueDate: row.slip.dueDay, daysPayableAfterDue: 0 },
      ...{ payer: await payerOf(harness.platform, row), note: 'Matrícula' },
    });
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update payment_slip set asked_again = true where tenant_id = ${who.tenantId} and payment_id = ${paymentId}
      returning payment_id`);
    const both = async () => (await atBank()).filter(({ seuNumero }) => seuNumero === reference);
    const code = row.provider_id;
    await control(harness, 'POST', `/slips/${code}`, { result: 'paid' });
    await reconciled(who, (now) => now?.is_paid === true);
    await until(
      async () => {
        // As if the minutes between two lookups had passed.
        await harness.platform.db.tenant(who.tenantId).one(sql`
          update payment set next_check_at = null where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
        await harness.platform.jobs.run('reconciliation');
        return (await both()).map(({ situacao }) => situacao).sort();
      },
      (states) => !states.includes('A_RECEBER') && !states.includes('EM_PROCESSAMENTO'),
    );
    expect(await both()).toHaveLength(2);
    expect(await use.stored(who)).toMatchObject({ attention: [], payments: [{ state: 'paid' }] });
    const left = await chargeById(harness.platform.db.tenant(who.tenantId), paymentId);
    expect(left).toMatchObject({ remove_at_provider: false });
  });

  it('is not created while the bank is down, and the same command works afterwards', async () => {
    const who = await payer();
    const headers = use.key();
    await control(harness, 'PUT', '/faults', { port: 'slip', mode: 'down' });
    expect(await order(who, headers)).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
    await control(harness, 'PUT', '/faults', { port: 'slip', mode: 'ok' });
    const { body } = await order(who, headers);
    await pending(who, body.paymentId);
  });

  it('that the bank cannot register ends, and the candidate is notified (N-20)', async () => {
    const who = await payer();
    const { paymentId } = (await order(who)).body;
    await bank(who, paymentId, { result: 'error' });
    const now = await reconciled(who, (one) => one?.payments.at(-1)?.state === 'error');
    expect(now?.notices).toContain('N-20');
    expect((await order(who)).status).toBeLessThan(300);
  });

  it('R5: a notice of a payment that never happened changes nothing', async () => {
    const { who, paymentId } = await registered();
    await bank(who, paymentId, { result: 'forged' });
    await harness.platform.jobs.run('reconciliation');
    expect((await use.payment(who, paymentId)).state).toBe('pending');
  });

  it('requires an address', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await who.client.call('GET /candidate/subscriptions/{id}/payment-options', {
      params: { id: who.id },
    });
    expect(body.methods.find(({ method }) => method === 'slip')).toMatchObject({
      enabled: false,
      reason: 'Informe seu endereço no seu cadastro para pagar com boleto.',
    });
    expect(await order(who)).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE' } });
  });
});

describe('D-72: a slip that ended here', () => {
  it('still counts when the bank was paid before it received the cancellation', async () => {
    const { who, paymentId } = await registered();
    await control(harness, 'PUT', '/faults', { port: 'slip', mode: 'down' });
    const other = await use.pay(who, use.key(), { replace: true });
    expect(other).toMatchObject({ status: 503 });
    await control(harness, 'PUT', '/faults', { port: 'slip', mode: 'ok' });
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    expect((await use.payment(who, paymentId)).state).toBe('cancelled');
    await bank(who, paymentId, { result: 'paid', amount: 360, late: true });
    expect(await reconciled(who, (now) => now?.is_paid === true)).toMatchObject({ attention: [], status: 5 });
  });

  it('is a payment to refund when another payment has arrived', async () => {
    const { who, paymentId } = await registered();
    const pix = await use.pay(who, use.key(), { replace: true });
    expect(pix.status).toBe(201);
    await use.settle(await use.txidOf(who, pix.body.paymentId));
    await use.paid(who);
    await bank(who, paymentId, { result: 'paid', amount: 360, late: true });
    expect(await reconciled(who, (now) => (now?.attention.length ?? 0) > 0)).toMatchObject({
      attention: ['second-payment'],
      confirmed: 2,
    });
  });

  it('is renewed with its terms after its end', async () => {
    const { who, paymentId } = await registered();
    const before = harness.clock.now();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update payment set expires_at = ${before}::timestamptz where tenant_id = ${who.tenantId} and id = ${paymentId}
      returning id`);
    await days(0.01);
    await harness.platform.jobs.run('charge-expiry');
    expect((await use.payment(who, paymentId)).state).toBe('expired');
    const again = await who.client.call('POST /candidate/payments/{paymentId}/renew', {
      params: { paymentId },
    });
    expect(again.status).toBeLessThan(300);
    expect(again.body).toMatchObject({ method: 'slip', amount: 360, installments: 6 });
    await goTo(before);
  });
});
