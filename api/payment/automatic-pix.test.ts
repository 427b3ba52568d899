import { readBrCode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { type Recurring, recurring } from '../../testing/recurring.ts';
import type { Charge } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';
import type { PixCharge } from '../platform/ports.ts';
import { applyCharge } from './apply.ts';
import { pixReport } from './instruments/pix.ts';

/** S-30d: one code pays the first instalment and requests the monthly authorisation of the others (spec 14.2). */

let harness: Harness;
let use: Recurring;
beforeAll(async () => {
  harness = await startHarness();
  use = recurring(harness);
});
afterEach(async () => {
  await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
  await use.at(T0);
});
afterAll(() => harness?.stop());

const BETA = {
  ...{ tenant: 'beta', host: 'beta.orbita.test', offer: 'SIS-ESSAY', course: 'SIS', pole: 'MZ' },
  emailConfirmed: true,
};
const AUTOMATIC = { method: 'automatic-pix', recurrence: true, installments: 6 } as const;
const pay = (who: Enrolling, more: Partial<Charge> = {}) =>
  use.use.pay(who, use.use.key(), { ...AUTOMATIC, ...more });
async function charged() {
  const who = await personAt(harness, 'payment', BETA);
  const { body, status } = await pay(who);
  expect(status).toBe(201);
  return { who, body, txid: await use.use.txidOf(who, body.paymentId) };
}
const optionsOf = async (who: Enrolling) =>
  (await who.client.call('GET /candidate/subscriptions/{id}/payment-options', {
    params: { id: who.id },
  })) as { body: { methods: { method: string; enabled: boolean; reason: string | null }[] } };
const methodOf = async (who: Enrolling) =>
  (await optionsOf(who)).body.methods.find(({ method }) => method === 'automatic-pix');
const authorisation = async (who: Enrolling) =>
  (await who.client.call('GET /candidate/subscriptions/{id}/recurrence', { params: { id: who.id } })) as {
    status: number;
    body: { id: number; state: string; amount: number; dayOfMonth: number; cycles: { dueDate: string }[] };
  };
const atBank = async ({ id }: Enrolling) => {
  const all = (await (await control(harness, 'GET', '/recurrences')).json()) as {
    contract: string;
    status: string;
  }[];
  return all.filter(({ contract }) => contract.startsWith(`${id}-`));
};

describe('a charge by automatic Pix', () => {
  it('J05: has one composite code, and the terms of the months', async () => {
    const { who, body } = await charged();
    expect(body).toMatchObject({
      ...{ state: 'pending', method: 'automatic-pix', amount: 350, installments: 6 },
      recurrence: { state: 'created', approvedAt: null },
    });
    expect(readBrCode(body.pix?.copyPaste ?? '')).toMatchObject({
      ok: true,
      code: { kind: 'dynamic', recurrenceUrl: expect.stringContaining('/rec/') },
    });
    expect(await authorisation(who)).toMatchObject({
      body: {
        ...{
          id: body.recurrence?.id,
          state: 'created',
          amount: 350,
          dayOfMonth: 10,
          fixed: true,
          approvedAt: null,
        },
        cycles: ['2026-04-10', '2026-05-10', '2026-06-10', '2026-07-10', '2026-08-10'].map((dueDate, at) => ({
          ...{ Number: at + 2, dueDate, amount: 350, state: 'planned' },
        })),
      },
    });
    expect(await atBank(who)).toHaveLength(1);
  });

  it.each(['approved', 'rejected'] as const)('pays the first instalment and is %s', async (recurrence) => {
    const { who, body, txid } = await charged();
    await use.use.settle(txid, { result: 'paid', recurrence });
    await use.use.paid(who);
    await until(
      () => use.stored(who),
      (row) => row?.state === recurrence,
    );
    const after = await use.use.payment(who, body.paymentId);
    expect(after).toMatchObject({
      ...{ state: 'paid', pix: null },
      recurrence: { state: recurrence, approvedAt: recurrence === 'approved' ? expect.any(String) : null },
    });
    expect(await use.use.stored(who)).toMatchObject({ status: 5, is_paid: true, attention: [] });
  });

  it('U29: is created once on a double click', async () => {
    const who = await personAt(harness, 'payment', BETA);
    const answers = await Promise.all([pay(who), pay(who)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await atBank(who)).toHaveLength(1);
  });

  it('is created once when the bank answers too late', async () => {
    const who = await personAt(harness, 'payment', BETA);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'slow' });
    const { status, body } = await pay(who);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect([201, 202]).toContain(status);
    const open = await until(
      async () => {
        await harness.platform.jobs.run('reconciliation');
        return use.use.payment(who, body.paymentId);
      },
      ({ state }) => state === 'pending',
    );
    expect(readBrCode(open?.pix?.copyPaste ?? '')).toMatchObject({
      code: { recurrenceUrl: expect.stringContaining('/rec/') },
    });
    expect(await atBank(who)).toHaveLength(1);
  });

  it('is not created while the bank is down, and a second attempt creates one', async () => {
    const who = await personAt(harness, 'payment', BETA);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    expect(await pay(who)).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect(await use.stored(who)).toMatchObject({ state: 'cancelled', ended_by: 'institution' });
  });
});

describe('alternatives to an open code', () => {
  it('another method cancels charge and authorisation, and the bank is notified', async () => {
    const { who } = await charged();
    expect(await pay(who, { method: 'pix', recurrence: false })).toMatchObject({
      ...{ status: 409, body: { code: 'OPEN_CHARGE' } },
    });
    expect(await pay(who, { method: 'pix', recurrence: false, replace: true })).toMatchObject({
      status: 201,
    });
    expect(await use.stored(who)).toMatchObject({ state: 'cancelled' });
    await use.run(who);
    expect(await atBank(who)).toMatchObject([{ status: 'CANCELADA' }]);
  });

  it('replaces a Pix code, and itself', async () => {
    const who = await personAt(harness, 'payment', BETA);
    await pay(who, { method: 'pix', recurrence: false });
    const first = await pay(who, { replace: true });
    const second = await pay(who, { replace: true });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.recurrence?.id).not.toBe(first.body.recurrence?.id);
    expect(second.body.pix?.copyPaste).not.toBe(first.body.pix?.copyPaste);
  });

  it('expires and is renewed with an authorisation of its own', async () => {
    const { who, body } = await charged();
    await use.at('2026-01-12T11:30:00-03:00');
    await harness.platform.jobs.run('charge-expiry');
    expect(await use.use.payment(who, body.paymentId)).toMatchObject({
      ...{ state: 'expired', recurrence: { state: 'cancelled' } },
    });
    expect((await use.use.stored(who))?.notices).toContain('N-18');
    const again = (await who.client.call('POST /candidate/payments/{paymentId}/renew', {
      params: { paymentId: body.paymentId },
    })) as { status: number; body: typeof body };
    expect(again).toMatchObject({
      ...{ status: 201, body: { state: 'pending', amount: 350, recurrence: { state: 'created' } } },
    });
    expect(again.body.pix?.copyPaste).not.toBe(body.pix?.copyPaste);
  });

  it('pays the first instalment before the payer’s bank answers about the months, which it may still do', async () => {
    const { who, body, txid } = await charged();
    const received = [{ endToEndId: `E${txid}`, amountCents: 35_000, at: '2026-01-12T13:01:00Z' }];
    const report: PixCharge = {
      ...{ txid, status: 'CONCLUIDA', amountCents: 35_000, copyPaste: 'code', received },
      ...{ createdAt: '2026-01-12T13:00:00Z', expiresInSeconds: 3600 },
    };
    await applyCharge(harness.platform, who.tenantId, body.paymentId, pixReport(report));
    expect(await use.use.payment(who, body.paymentId)).toMatchObject({
      ...{ state: 'paid', recurrence: { state: 'created', approvedAt: null } },
    });
  });

  it('R4: counts when paid after its end; the ended authorisation stays ended', async () => {
    const { who, body, txid } = await charged();
    await use.at('2026-01-12T11:30:00-03:00');
    await harness.platform.jobs.run('charge-expiry');
    await use.use.settle(txid, { result: 'paid', late: true, recurrence: 'approved' });
    await use.use.paid(who);
    expect(await use.use.payment(who, body.paymentId)).toMatchObject({
      ...{ state: 'paid', recurrence: { state: 'cancelled', approvedAt: null } },
    });
    await use.run(who);
    expect((await atBank(who)).map(({ status }) => status)).toEqual(['CANCELADA']);
  });

  it('is marked when the same debt is paid twice', async () => {
    const { who, txid } = await charged();
    await use.at('2026-01-12T11:30:00-03:00');
    await harness.platform.jobs.run('charge-expiry');
    const other = await pay(who, { method: 'pix', recurrence: false });
    await use.use.settle(await use.use.txidOf(who, other.body.paymentId));
    await use.use.paid(who);
    await use.use.settle(txid, { result: 'paid', late: true });
    await until(
      () => use.use.stored(who),
      (now) => now?.attention.includes('second-payment') === true,
    );
  });
});

describe('a person who pays by automatic Pix', () => {
  it('must consent, otherwise nothing is written', async () => {
    const who = await personAt(harness, 'payment', BETA);
    expect(await pay(who, { recurrence: false })).toMatchObject({
      ...{ status: 422, body: { code: 'CONSENT_REQUIRED' } },
    });
    expect(await use.stored(who)).toBeUndefined();
    expect((await use.use.stored(who))?.payments).toBeNull();
  });

  it('J04: must have a CPF', async () => {
    const who = await personAt(harness, 'payment', BETA);
    await harness.platform.db
      .tenant(who.tenantId)
      .many(
        sql`update person set cpf = null where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`,
      );
    expect(await methodOf(who)).toMatchObject({
      ...{ enabled: false, reason: 'Informe um CPF no seu cadastro para pagar com esta forma.' },
    });
    expect(await pay(who)).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE' } });
  });

  it.each([
    ['another method', { method: 'pix' as const }],
    ['the fee', { purpose: 'tax' as const }],
  ])('cannot authorise months with %s', async (_, more) => {
    const who = await personAt(harness, 'payment', BETA);
    const { status } = await pay(who, more);
    expect([409, 422]).toContain(status);
    expect(await use.stored(who)).toBeUndefined();
  });

  it('must be at an institution that offers it', async () => {
    const who = await personAt(harness, 'payment');
    expect(await methodOf(who)).toBeUndefined();
    expect(await pay(who)).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE' } });
  });

  it('D-67: where the whole amount is due, must have had a card refused before', async () => {
    const who = await personAt(harness, 'payment', BETA);
    const on = harness.platform.db.tenant(who.tenantId);
    const [before] = await on.many<{ payment: object; id: number }>(sql`
      select payment, id from institution where tenant_id = ${who.tenantId} and code = 'FBX01'`);
    await on.many(sql`update institution set charge_full_sale_amount = true,
      payment = payment || '{"variant": "totalOrSemesterWithRecurrence"}'::jsonb
      where tenant_id = ${who.tenantId} and code = 'FBX01' returning id`);
    await on.many(sql`update price set kind = 'total' where tenant_id = ${who.tenantId} returning id`);
    try {
      expect(await methodOf(who)).toBeUndefined();
      expect(await pay(who)).toMatchObject({ status: 422, body: { code: 'METHOD_UNAVAILABLE' } });
      await on.many(sql`
        insert into payment (tenant_id, subscription_id, purpose, method, state, price_id, installments, amount_cents,
          discounts, created_at, updated_at)
        select ${who.tenantId}, ${who.id}, 'enrollment', 'credit-card', 'denied', ${who.priceId}, 1, 210000,
          '{"rows": [], "voucher": null, "mode": "full"}', ${harness.clock.now()}::timestamptz,
          ${harness.clock.now()}::timestamptz returning id`);
      expect(await methodOf(who)).toMatchObject({ enabled: true });
      expect(await pay(who)).toMatchObject({
        ...{ status: 201, body: { amount: 350, recurrence: { state: 'created' } } },
      });
    } finally {
      await on.many(sql`update price set kind = 'enrollment' where tenant_id = ${who.tenantId} returning id`);
      await on.many(sql`update institution set charge_full_sale_amount = false,
        payment = ${JSON.stringify(before?.payment)}::jsonb where tenant_id = ${who.tenantId} and id = ${before?.id ?? 0} returning id`);
    }
  });
});
