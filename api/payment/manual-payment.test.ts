import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enrolling, Waiting } from '../../testing/enrolling.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { apply, findCourse, signUp } from '../../testing/journey.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { requestPlace } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';

let harness: Harness;
let operations: Client;
let money: Paying;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operationsOf('alfa');
  money = paying(harness);
  // Choosing a class has its own tests and would delay the steps after the payment.
  const { tenantId } = await personAt(harness, 'payment');
  await harness.platform.db
    .tenant(tenantId)
    .many(sql`update offer set requires_class = false where tenant_id = ${tenantId} returning id`);
});
afterAll(() => harness?.stop());

const on = (who: Enrolling) => harness.platform.db.tenant(who.tenantId);
const allow = (who: Enrolling, value: boolean) =>
  on(who).many(sql`
    insert into parameter (tenant_id, level, owner_id, internal_value, value)
    select tenant_id, 'institution', institution_id, 'ManualPaymentEnabled', to_jsonb(${value}::boolean)
    from subscription where tenant_id = ${who.tenantId} and id = ${who.id}
    on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value returning value`);
const stateOf = (who: Enrolling) =>
  on(who).one<{
    status: number;
    is_paid: boolean;
    is_tax_paid: boolean;
    payment_deadline: Date | null;
    attention: string[];
    history: string[];
    payments: { id: number; method: string; state: string; amount: number; attention: string[] }[];
    events: { type: string; decision: string | null }[];
    mails: string[];
  }>(sql`
    select s.status, s.is_paid, s.is_tax_paid, s.payment_deadline, s.attention,
      (select coalesce(jsonb_agg(h.transition order by h.id), '[]') from status_history h
       where h.tenant_id = s.tenant_id and h.subscription_id = s.id) as history,
      (select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'method', y.method, 'state', y.state,
         'amount', y.amount_cents, 'attention', y.attention) order by y.id), '[]')
       from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id) as payments,
      (select coalesce(jsonb_agg(jsonb_build_object('type', e.type, 'decision', e.data->>'decision') order by e.id), '[]')
       from outbox_event e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
         and e.type like 'payment.manual%') as events,
      (select coalesce(jsonb_agg(n.data->>'variante' order by n.id), '[]') from notification n
       where n.tenant_id = s.tenant_id and n.subscription_id = s.id and n.template = 'N-21' and n.channel = 'email')
       as mails
    from subscription s where s.tenant_id = ${who.tenantId} and s.id = ${who.id}`);
const request = (who: Enrolling, body: { purpose: 'tax' | 'enrollment'; amount: number; reason: string }) =>
  operations.call('POST /operations/subscriptions/{id}/manual-payments', { params: { id: who.id }, body });
const decide = (id: number, body: { decision: 'settled' | 'refused'; [more: string]: unknown }) =>
  operations.call('POST /operations/manual-payments/{id}/decision', { params: { id }, body });
const ask = (who: Enrolling, status: number) =>
  who.client.call('PUT /candidate/subscriptions/{id}/status', { params: { id: who.id }, body: { status } });
const openOf = async (who: Enrolling) =>
  (await stateOf(who))?.payments.find(({ method, state }) => method === 'manual' && state === 'pending');
const without = (work: () => Promise<void>) => withoutTrace(harness, work);

const FEE: Waiting = { offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP', type: 'tax' };
const TYPES: (Required<Waiting> & { due: number; to: number })[] = [
  { type: 'graduation', offer: 'ADM-ENEM', course: 'ADM', pole: 'BH', due: 44_000, to: 5 },
  { type: 'essay', offer: 'ADM-ESSAY', course: 'ADM', pole: 'BH', due: 44_000, to: 5 },
  { type: 'postgraduate', offer: 'POS-DADOS', course: 'CDA', pole: 'SP', due: 300_000, to: 5 },
  { type: 'extension', offer: 'EXT-EXCEL', course: 'EXC', pole: 'BH', due: 18_000, to: 7 },
  { type: 'tax', offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP', due: 720_000, to: 5 },
];

describe.each(TYPES)('the enrolment of type $type, paid at the institution', ({ due, to, ...where }) => {
  it('is requested, refused with its reason, requested again and settled (TR-80 to TR-82)', async () => {
    const who = await personAt(harness, 'payment', where);
    await allow(who, false);
    await without(async () => {
      expect(await ask(who, 11)).toMatchObject({ status: 409, body: { code: 'TRANSITION_NOT_ALLOWED' } });
    });
    const asked = await request(who, {
      purpose: 'enrollment',
      amount: due / 100,
      reason: 'Paga em dinheiro',
    });
    expect(asked.status).toBe(201);
    expect(asked.body).toEqual({
      id: expect.any(Number),
      subscriptionId: who.id,
      purpose: 'enrollment',
      amount: due / 100,
      reason: 'Paga em dinheiro',
      state: 'pending',
      status: 11,
    });
    expect(
      (await who.client.call('GET /candidate/subscriptions/status/{id}', { params: { id: who.id } })).body,
    ).toMatchObject({ status: 11, page: 'manual-payment' });
    await without(async () => {
      expect(await decide(asked.body.id, { decision: 'refused' })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'reason' }] },
      });
      const future = { decision: 'settled', receivedAt: '2027-01-12T10:00:00-03:00' } as const;
      expect(await decide(asked.body.id, future)).toMatchObject({ status: 422 });
    });
    harness.clock.set(new Date(harness.clock.now().getTime() + 24 * 3600_000));
    expect((await decide(asked.body.id, { decision: 'refused', reason: 'Sem comprovante' })).body).toEqual({
      id: asked.body.id,
      state: 'refused',
      subscriptionId: who.id,
      status: 6,
    });
    const refused = await stateOf(who);
    expect(refused).toMatchObject({ status: 6, is_paid: false, payments: [{ state: 'cancelled' }] });
    const days = (refused?.payment_deadline?.getTime() ?? 0) - harness.clock.now().getTime();
    expect(Math.round(days / (24 * 3600_000))).toBe(8);
    await allow(who, true);
    expect((await ask(who, 11)).status).toBe(204);
    const open = await openOf(who);
    expect(open?.amount).toBe(due);
    const settled = await decide(open?.id ?? 0, {
      decision: 'settled',
      receivedAt: '2026-01-12T09:00:00-03:00',
      proof: 'Recibo 17',
    });
    expect(settled.body).toMatchObject({ state: 'settled', status: to });
    const after = await stateOf(who);
    expect(after).toMatchObject({
      status: to,
      is_paid: true,
      is_tax_paid: false,
      history: ['TR-80', 'TR-82', 'TR-80', 'TR-81'],
      payments: [{ state: 'cancelled' }, { state: 'paid', method: 'manual' }],
      events: [
        { type: 'payment.manual-requested' },
        { type: 'payment.manual-decided', decision: 'refused' },
        { type: 'payment.manual-requested' },
        { type: 'payment.manual-decided', decision: 'settled' },
      ],
    });
    expect(after?.mails).toEqual(['recusado', 'confirmado']);
    await without(async () => {
      for (const decision of ['settled', 'refused'] as const)
        expect(await decide(open?.id ?? 0, { decision, reason: 'Outra vez' })).toMatchObject({
          status: 409,
          body: { code: 'STATE_CONFLICT', status: to },
        });
    });
  });
});

describe('the fee', () => {
  it('is paid at the institution (TR-12 to TR-14), and does not pay the enrolment', async () => {
    const who = await personAt(harness, 'fee', FEE);
    await allow(who, true);
    const body = { purpose: 'tax', priceId: who.priceId, method: 'manual', installments: 1 } as const;
    const params = { id: who.id };
    const paid = await who.client.call('POST /candidate/subscriptions/{id}/payments', {
      params,
      body,
      headers: money.key(),
    });
    expect(paid).toMatchObject({ status: 201, body: { method: 'manual', state: 'pending', amount: 120 } });
    const steps = await who.client.call('GET /candidate/subscriptions/{id}/steps', { params });
    expect(steps.body.find(({ state }) => state === 'current')?.code).toBe('tax');
    expect(
      (await decide(paid.body.paymentId, { decision: 'refused', reason: 'Nada chegou' })).body.status,
    ).toBe(17);
    expect((await stateOf(who))?.payment_deadline?.getTime()).toBeGreaterThan(harness.clock.now().getTime());
    const again = await request(who, { purpose: 'tax', amount: 120, reason: 'Cheque' });
    expect((await decide(again.body.id, { decision: 'settled' })).body.status).toBe(16);
    expect(await stateOf(who)).toMatchObject({
      is_tax_paid: true,
      is_paid: false,
      history: ['TR-12', 'TR-14', 'TR-12', 'TR-13'],
    });
  });

  it('comes before all other steps, and is paid by Pix (TR-04, TR-10)', async () => {
    const client = harness.visitor('epa.alfa.orbita.test');
    await signUp(client, inventedPerson(801));
    const choice = await findCourse(client, { type: 4 });
    const { body: applied } = await requestPlace(client, choice, { schooling: { level: 'degree' } });
    expect(applied.subscriptionStatus).toBe(17);
    const params = { id: applied.id };
    const options = await client.call('GET /candidate/subscriptions/{id}/payment-options', { params });
    expect(options.body).toMatchObject({
      purpose: 'tax',
      prices: [{ kind: 'tax', amount: 120, maxInstallments: 1 }],
    });
    const paid = await client.call('POST /candidate/subscriptions/{id}/payments', {
      params,
      headers: money.key(),
      body: { purpose: 'tax', priceId: options.body.prices[0]?.priceId ?? 0, method: 'pix', installments: 1 },
    });
    expect(paid).toMatchObject({ status: 201, body: { state: 'pending', amount: 120, purpose: 'tax' } });
    await harness.operations.call('POST /operations/simulator/payments/{paymentId}', {
      params: { paymentId: paid.body.paymentId },
      headers: { 'x-tenant-alias': 'alfa' },
      body: { result: 'paid' },
    });
    const now = await until(
      async () => (await client.call('GET /candidate/subscriptions/{id}/status', { params })).body,
      ({ status }) => status !== 17,
    );
    expect(now).toMatchObject({ status: 16, isTaxPaid: true, isPaid: false });
  });

  it('is waived by a voucher that reduces it to zero (TR-11)', async () => {
    const who = await personAt(harness, 'fee', FEE);
    const answer = await who.client.call('POST /candidate/subscriptions/{id}/payments', {
      params: { id: who.id },
      headers: money.key(),
      body: { purpose: 'tax', priceId: who.priceId, method: 'pix', installments: 1, voucher: 'taxazero' },
    });
    expect(answer).toMatchObject({ status: 201, body: { state: 'paid', method: 'waived', amount: 0 } });
    expect(await stateOf(who)).toMatchObject({
      status: 16,
      is_tax_paid: true,
      is_paid: false,
      history: ['TR-11'],
    });
  });
});

describe('forbidden manual payments', () => {
  it('are refused outside the status of the purpose, with nothing written', async () => {
    const who = await personAt(harness, 'payment');
    const reason = 'Paga em dinheiro';
    await without(async () => {
      expect(await request(who, { purpose: 'tax', amount: 120, reason })).toMatchObject({
        status: 409,
        body: { code: 'STATE_CONFLICT', status: 6 },
      });
      for (const amount of [0, -1, 0.001, 1e9])
        expect((await request(who, { purpose: 'enrollment', amount, reason })).status).toBe(422);
      expect((await request(who, { purpose: 'enrollment', amount: 1, reason: ' ' })).status).toBe(422);
    });
    for (const status of [1, 3, 5, 7, 8, 9, 12, 13, 17, 21]) {
      await on(who).one(sql`update subscription set status = ${status}
        where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
      await without(async () => {
        expect(await request(who, { purpose: 'enrollment', amount: 360, reason })).toMatchObject({
          status: 409,
          body: { status },
        });
      });
    }
  });

  it('are refused while a charge is open, unless operations replace it', async () => {
    const who = await personAt(harness, 'payment');
    await allow(who, true);
    const pix = await money.pay(who);
    await without(async () => {
      expect(await ask(who, 11)).toMatchObject({
        status: 409,
        body: { code: 'OPEN_CHARGE', paymentId: pix.body.paymentId },
      });
    });
    await request(who, { purpose: 'enrollment', amount: 360, reason: 'Paga em dinheiro' });
    expect(await stateOf(who)).toMatchObject({
      status: 11,
      payments: [
        { method: 'pix', state: 'cancelled' },
        { method: 'manual', state: 'pending' },
      ],
    });
  });
});

describe('a class with a reservation', () => {
  it('is held while the institution decides, however long, and confirmed with the settlement', async () => {
    const who = await personAt(harness, 'class', {
      offer: 'EXT-EXCEL',
      course: 'EXC',
      type: 'extension',
    });
    await on(who).many(sql`update offer set requires_class = true where tenant_id = ${who.tenantId}
      and code = 'EXT-EXCEL' returning id`);
    const params = { id: who.id };
    const classes = await who.client.call('GET /candidate/subscriptions/{id}/classes', { params });
    const body = {
      academicClassId: classes.body.availableClasses.find(({ name }) => name === 'Turma 2')?.id ?? 0,
    };
    await who.client.call('PUT /candidate/subscriptions/{id}/class', { params, body });
    expect((await stateOf(who))?.status).toBe(6);
    const asked = await request(who, { purpose: 'enrollment', amount: 180, reason: 'Paga em dinheiro' });
    const before = harness.clock.now();
    harness.clock.set(new Date(before.getTime() + 2 * 3600_000));
    await harness.platform.jobs.run('class-hold');
    expect((await stateOf(who))?.status).toBe(11);
    expect((await decide(asked.body.id, { decision: 'settled' })).body.status).toBe(7);
    harness.clock.set(before);
  });
});

describe('unusual sequences', () => {
  it('withdrawing a cancellation request finds the payment still open', async () => {
    const who = await personAt(harness, 'payment');
    const asked = await request(who, { purpose: 'enrollment', amount: 350.5, reason: 'Paga em dinheiro' });
    const params = { id: who.id };
    await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params,
      body: { reason: 'gave-up' },
    });
    expect((await stateOf(who))?.status).toBe(12);
    expect((await decide(asked.body.id, { decision: 'settled' })).status).toBe(409);
    await who.client.call('DELETE /candidate/subscriptions/{id}/cancellation', { params });
    const open = await openOf(who);
    expect(open).toMatchObject({ amount: 35_050 });
    expect((await decide(open?.id ?? 0, { decision: 'settled' })).body.status).toBe(5);
  });

  it('two simultaneous decisions count as one', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await request(who, { purpose: 'enrollment', amount: 360, reason: 'Paga em dinheiro' });
    const answers = await Promise.all([
      decide(body.id, { decision: 'settled' }),
      decide(body.id, { decision: 'refused', reason: 'Sem comprovante' }),
      decide(body.id, { decision: 'settled' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stateOf(who))?.mails.length).toBe(1);
  });

  it('settling the rest of an underpayment removes its mark', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    await money.settle(await money.txidOf(who, body.paymentId), { result: 'paid', amount: 300 });
    await until(
      () => stateOf(who),
      (now) => now?.status === 11,
    );
    const listed = await operations.call('GET /operations/payments', {
      query: { attention: 'amount-lower', subscriptionId: who.id },
    });
    expect(listed.body.data).toMatchObject([
      { id: body.paymentId, received: 300, attention: ['amount-lower'] },
    ]);
    const rest = await openOf(who);
    expect(rest?.amount).toBe(6_000);
    expect((await decide(rest?.id ?? 0, { decision: 'settled' })).body.status).toBe(5);
    expect(await stateOf(who)).toMatchObject({
      is_paid: true,
      attention: [],
      payments: [{ attention: [] }, {}],
    });
  });

  it('a decision after the intake extends the payment period by the days it took (spec 7.1)', async () => {
    const client = harness.visitor();
    await signUp(client, inventedPerson(802));
    await apply(client);
    const who = await personAt(harness, 'payment');
    const asked = await request(who, { purpose: 'enrollment', amount: 360, reason: 'Paga em dinheiro' });
    const before = harness.clock.now();
    harness.clock.set(new Date('2026-12-01T12:00:00-03:00'));
    await harness.platform.jobs.run('payment-deadline');
    expect((await stateOf(who))?.status).toBe(11);
    await decide(asked.body.id, { decision: 'refused', reason: 'Sem comprovante' });
    const after = await stateOf(who);
    expect(after?.payment_deadline?.getTime()).toBeGreaterThan(harness.clock.now().getTime());
    await harness.platform.jobs.run('payment-deadline');
    expect((await stateOf(who))?.status).toBe(6);
    harness.clock.set(before);
  });
});
