import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideApproval, waitingOf } from '../../../testing/approving.ts';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { paying } from '../../../testing/paying.ts';
import { personAt } from '../../../testing/person-at.ts';
import { versionOf } from '../../../testing/seen-version.ts';
import { strongStaff } from '../../../testing/staff.ts';

let harness: Harness;
let desk: Awaited<ReturnType<typeof strongStaff>>;
let second: Awaited<ReturnType<typeof strongStaff>>;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  desk = await strongStaff(harness, 'Bia Secretaria', [{ role: 'secretaria', institutions: ['CUA01'] }]);
  second = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

type Wish = Partial<{ percent: number; amount: number; appliesTo: 'first' | 'all'; until: string }>;
const give = async (client: Client, id: number, wish: Wish, version?: number) =>
  client.call('POST /operations/subscriptions/{id}/discount', {
    params: { id },
    body: {
      ...{ purpose: 'enrollment', appliesTo: 'first', until: '2026-01-31', reason: 'Combinado', ...wish },
      version: version ?? (await versionOf(client, id)),
    },
  });
const optionsOf = async ({ client, id }: { client: Client; id: number }) =>
  bodyOf(await client.call('GET /candidate/subscriptions/{id}/payment-options', { params: { id } }));
const charge = (who: { client: Client; id: number; priceId: number }, voucher: string | null) =>
  who.client.call('POST /candidate/subscriptions/{id}/payments', {
    params: { id: who.id },
    headers: { 'idempotency-key': `discount-${who.id}-${voucher ?? 'none'}` },
    body: {
      ...{ purpose: 'enrollment', priceId: who.priceId, method: 'pix', installments: 6 },
      ...(voucher ? { voucher } : {}),
    },
  });

describe('a discount for one person', () => {
  it('applies to their payment at once, notifies them, and is charged', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    expect((await give(desk.client, who.id, { amount: 50 })).status).toBe(200);
    const { voucher } = await optionsOf(who);
    expect(voucher).toMatch(/^DESC-[A-Z2-9]{8}$/);
    const paid = await charge(who, voucher);
    expect([paid.status, paid.body.amount]).toEqual([201, 310]);
    const status = bodyOf(
      await who.client.call('GET /candidate/subscriptions/{id}/status', { params: { id: who.id } }),
    );
    expect(status.acts[0]?.act).toBe('discount-given');
    const [message] = await harness.platform.db.tenant(desk.tenantId).many<{ data: object }>(sql`
      select data from notification where tenant_id = ${desk.tenantId} and subscription_id = ${who.id}
        and template = 'N-40' and channel = 'email'`);
    expect(message?.data).toMatchObject({ prazo: '31/01/2026', codigo: voucher });
  });

  it('cannot be used by anybody else, for another application, or after its last day', async () => {
    const [who, stranger] = [await personAt(harness, 'payment'), await personAt(harness, 'payment')];
    await give(desk.client, who.id, { percent: 10 });
    const { voucher } = await optionsOf(who);
    expect((await charge(stranger, voucher)).body).toMatchObject({ code: 'VOUCHER_INVALID' });
    const kept = await stranger.client.call('PUT /candidate/subscriptions/{id}/payment-voucher', {
      params: { id: stranger.id },
      body: { purpose: 'enrollment', voucher },
    });
    expect(kept.status).toBe(422);
    await give(desk.client, who.id, { amount: 10, until: '2026-01-13' });
    harness.clock.set(new Date('2026-01-14T00:00:01-03:00'));
    expect((await charge(who, (await optionsOf(who)).voucher)).body).toMatchObject({
      code: 'VOUCHER_INVALID',
    });
  });

  it('is used once, and the next one replaces it', async () => {
    const who = await personAt(harness, 'payment');
    await give(desk.client, who.id, { amount: 20 });
    const first = (await optionsOf(who)).voucher;
    await give(desk.client, who.id, { amount: 30 });
    const next = (await optionsOf(who)).voucher;
    expect(next).not.toBe(first);
    expect((await charge(who, first)).body).toMatchObject({ code: 'VOUCHER_INVALID' });
    expect((await charge(who, next)).body.amount).toBe(330);
    const { given } = bodyOf(
      await desk.client.call('GET /operations/subscriptions/{id}/discounts', { params: { id: who.id } }),
    );
    expect(given).toMatchObject([{ code: next, amount: 30, used: true }]);
  });

  it('can be withdrawn: its open charge ends, the full price applies, and the history shows it', async () => {
    const who = await personAt(harness, 'payment');
    await give(desk.client, who.id, { amount: 20 });
    const { voucher } = await optionsOf(who);
    const open = await charge(who, voucher);
    expect(open.body.amount).toBe(340);
    const take = async (client: Client, reason: string | null = 'Foi dado à pessoa errada') =>
      client.call('POST /operations/subscriptions/{id}/discount/withdrawal', {
        params: { id: who.id },
        body: { purpose: 'enrollment', reason, version: await versionOf(desk.client, who.id) },
      });
    expect((await take(second.client)).status).toBe(403);
    expect((await take(desk.client, ' ')).body).toMatchObject({ errors: [{ field: 'reason' }] });
    expect((await take(desk.client)).body).toMatchObject({ state: 'withdrawn' });
    expect((await optionsOf(who)).voucher).toBeNull();
    const payment = await who.client.call('GET /candidate/payments/{paymentId}', {
      params: { paymentId: open.body.paymentId },
    });
    expect(payment.body.state).toBe('cancelled');
    expect((await charge(who, null)).body.amount).toBe(360);
    const status = bodyOf(
      await who.client.call('GET /candidate/subscriptions/{id}/status', { params: { id: who.id } }),
    );
    expect(status.acts.map(({ act }) => act)).toContain('discount-withdrawn');
    expect((await take(desk.client)).body).toMatchObject({
      code: 'STATE_CONFLICT',
      message: 'Esta inscrição não tem desconto próprio neste pagamento.',
    });
  });

  it('above the limit waits for a second person, counted over all instalments', async () => {
    const who = await personAt(harness, 'payment');
    expect((await give(desk.client, who.id, { amount: 20, appliesTo: 'first' })).status).toBe(200);
    const asked = waitingOf(await give(desk.client, who.id, { amount: 20, appliesTo: 'all' }));
    expect(asked).toMatchObject({ kind: 'discount', amount: 120 });
    const before = (await optionsOf(who)).voucher;
    expect((await decideApproval(second.client, asked.id, 'approved')).body).toMatchObject({
      state: 'approved',
    });
    const after = (await optionsOf(who)).voucher;
    expect(after).not.toBe(before);
    expect((await charge(who, after)).body.amount).toBe(340);
  });

  it.each<[string, Wish, string | undefined]>([
    ['percent and amount', { percent: 10, amount: 10 }, 'amount'],
    ['neither', {}, 'amount'],
    ['more than all', { percent: 101 }, undefined],
    ['nothing', { amount: 0 }, undefined],
    ['a day that is over', { amount: 10, until: '2026-01-11' }, 'until'],
    ['a day that is none', { amount: 10, until: '2026-02-31' }, 'until'],
    ['a day years away', { amount: 10, until: '2028-01-11' }, 'until'],
  ])('of %s is refused', async (_what, wish, field) => {
    const who = await personAt(harness, 'payment');
    const answer = await give(desk.client, who.id, wish);
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'VALIDATION' }]);
    if (field) expect(answer.body).toMatchObject({ errors: [{ field }] });
    expect((await optionsOf(who)).voucher).toBeNull();
  });

  it('is refused for what is paid already, and by those who may not give one', async () => {
    const money = paying(harness);
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    await money.settle(await money.txidOf(who, body.paymentId));
    await money.paid(who);
    const elsewhere = await strongStaff(harness, 'Lia Secretaria', [
      { role: 'secretaria', institutions: ['EPA01'] },
    ]);
    const open = await personAt(harness, 'payment');
    const given = async ({ id }: { id: number }) =>
      bodyOf(await desk.client.call('GET /operations/subscriptions/{id}/discounts', { params: { id } }));
    const [seen, version] = [await versionOf(desk.client, who.id), await versionOf(desk.client, open.id)];
    await withoutTrace(harness, async () => {
      const late = await give(desk.client, who.id, { amount: 10 }, seen);
      expect([late.status, late.body]).toMatchObject([409, { code: 'ALREADY_PAID' }]);
      const mayNot = await give(second.client, open.id, { amount: 10 }, version);
      expect([mayNot.status, mayNot.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
      const ofOthers = await give(elsewhere.client, open.id, { amount: 10 }, version);
      expect([ofOthers.status, ofOthers.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    });
    expect(await given(who)).toMatchObject({ payments: [], given: [] });
    expect(await given(open)).toMatchObject({ given: [] });
    expect((await optionsOf(open)).voucher).toBeNull();
    expect((await give(desk.client, open.id, { amount: 10 })).status).toBe(200);
  });

  it('that waits for a second person is not given once the payment was made', async () => {
    const money = paying(harness);
    const who = await personAt(harness, 'payment');
    const asked = waitingOf(await give(desk.client, who.id, { amount: 20, appliesTo: 'all' }));
    const { body } = await money.pay(who);
    await money.settle(await money.txidOf(who, body.paymentId));
    await money.paid(who);
    const decided = await decideApproval(second.client, asked.id, 'approved');
    expect(decided.body).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Pagamento já confirmado.'),
    });
    expect(
      bodyOf(
        await desk.client.call('GET /operations/subscriptions/{id}/discounts', { params: { id: who.id } }),
      ).given,
    ).toEqual([]);
  });

  it('is not a catalogue entry, and no plan retires it', async () => {
    const who = await personAt(harness, 'payment');
    await give(desk.client, who.id, { amount: 10 });
    const { voucher } = await optionsOf(who);
    const whole = bodyOf(await harness.operationsOf('alfa').call('GET /operations/catalogue/export'));
    expect(whole.yaml).toContain('ALFA50');
    expect(whole.yaml).not.toContain(voucher);
    const plan = await harness.operationsOf('alfa').call('POST /operations/catalogue/apply', { body: whole });
    expect(plan.status).toBe(200);
    expect((await optionsOf(who)).voucher).toBe(voucher);
    expect((await charge(who, voucher)).body.amount).toBe(350);
  });
});
