import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideApproval, setForTenant, waitingOf } from '../../../testing/approving.ts';
import type { Enrolling } from '../../../testing/enrolling.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { paying } from '../../../testing/paying.ts';
import { personAt } from '../../../testing/person-at.ts';
import { versionOf } from '../../../testing/seen-version.ts';
import { strongStaff } from '../../../testing/staff.ts';

const MONEY = 'GET /operations/subscriptions/{id}/money';
type Colleague = Awaited<ReturnType<typeof strongStaff>>;

let harness: Harness;
let money: ReturnType<typeof paying>;
let ivo: Colleague;
let julia: Colleague;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  money = paying(harness);
  ivo = await strongStaff(harness, 'Ivo Financeiro', [{ role: 'financeiro', institutions: ['CUA01'] }]);
  julia = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

const moneyOf = async (client: Client, id: number) => {
  const { status, body } = await client.call(MONEY, { params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
async function paidOne(): Promise<{ who: Enrolling; paymentId: number }> {
  const who = await personAt(harness, 'payment');
  const { body } = await money.pay(who);
  await money.settle(await money.txidOf(who, body.paymentId));
  await money.paid(who);
  return { who, paymentId: body.paymentId };
}
const refund = (client: Client, id: number, amount: number, key: string, outside = false) =>
  client.call('POST /operations/payments/{id}/refund', {
    params: { id },
    body: { amount, reason: 'Pago a mais', outside },
    headers: { 'idempotency-key': key },
  });
const receive = (client: Client, id: number, version?: number, key = `manual-${id}`) =>
  client.call('POST /operations/subscriptions/{id}/manual-payments', {
    params: { id },
    body: { purpose: 'enrollment', amount: 440, reason: 'Paga em dinheiro', ...(version ? { version } : {}) },
    headers: { 'idempotency-key': key },
  });

describe('payments of an application', () => {
  it('list what is due, the most expensive plan first, and nothing to refund', async () => {
    const who = await personAt(harness, 'payment');
    expect(await moneyOf(ivo.client, who.id)).toEqual({
      due: {
        purpose: 'enrollment',
        prices: [
          { description: '5 parcelas', amount: 440 },
          { description: '6 parcelas', amount: 360 },
        ],
      },
      refundable: [],
      counter: null,
      secondPersonSettlesAbove: null,
      secondPersonAbove: 500,
    });
  });

  it('list what is left of each payment, less what was refunded or requested', async () => {
    const { who, paymentId } = await paidOne();
    const [before] = (await moneyOf(ivo.client, who.id)).refundable;
    expect(before).toMatchObject({ paymentId, monthId: null, method: 'pix', byProvider: true, returned: 0 });
    const { left } = before as { left: number };
    expect((await refund(ivo.client, paymentId, 10.01, 'part')).status).toBe(200);
    // After a lost answer the request is repeated with its key: same answer, and nothing more is refunded.
    expect((await refund(ivo.client, paymentId, 10.01, 'part')).status).toBe(200);
    const [after] = (await moneyOf(ivo.client, who.id)).refundable;
    expect(after).toMatchObject({ left: Number((left - 10.01).toFixed(2)), returned: 10.01, waiting: 0 });
    await setForTenant(harness, who.tenantId, 'RefundSecondPersonAbove', 50);
    const waits = waitingOf(await refund(ivo.client, paymentId, 40, 'above'));
    const asked = await moneyOf(ivo.client, who.id);
    expect(asked).toMatchObject({ secondPersonAbove: 50, due: null });
    expect(asked.refundable[0]).toMatchObject({ returned: 10.01, waiting: 40 });
    expect((await decideApproval(julia.client, waits.id)).body).toMatchObject({ state: 'approved' });
    await setForTenant(harness, who.tenantId, 'RefundSecondPersonAbove', null);
    const rest = Number((left - 50.01).toFixed(2));
    expect((await refund(ivo.client, paymentId, rest, 'rest', true)).status).toBe(200);
    expect((await moneyOf(ivo.client, who.id)).refundable).toEqual([]);
  });

  it('can no longer be refunded by the bank after its period, only by hand', async () => {
    const { who } = await paidOne();
    harness.clock.set(new Date(new Date(T0).getTime() + 91 * 86_400_000));
    const late = await strongStaff(harness, 'Lia Financeiro', [{ role: 'financeiro' }]);
    expect((await moneyOf(late.client, who.id)).refundable).toMatchObject([{ byProvider: false }]);
  });

  it('are visible to those who may see payments of the institution', async () => {
    const who = await personAt(harness, 'payment');
    const read = async (role: 'secretaria' | 'financeiro', institution: string) => {
      const { client } = await strongStaff(harness, 'Pessoa', [{ role, institutions: [institution] }]);
      return (await client.call(MONEY, { params: { id: who.id } })).status;
    };
    expect([await read('secretaria', 'CUA01'), await read('financeiro', 'EPA01')]).toEqual([403, 404]);
  });
});

describe('a payment a team member takes at the institution', () => {
  it('requires the version that was seen, once per key', async () => {
    const who = await personAt(harness, 'payment');
    const version = await versionOf(ivo.client, who.id);
    expect((await receive(ivo.client, who.id)).body).toMatchObject({ code: 'VERSION_REQUIRED' });
    expect((await receive(ivo.client, who.id, version + 1, 'old')).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      version,
    });
    const taken = await receive(ivo.client, who.id, version, 'lost');
    expect([taken.status, taken.body]).toMatchObject([201, { amount: 440, status: 11 }]);
    const again = await receive(ivo.client, who.id, version, 'lost');
    expect([again.status, again.body]).toEqual([201, taken.body]);
    expect((await receive(ivo.client, who.id, version, 'another')).body.code).toBe('VERSION_CONFLICT');
    expect(await moneyOf(ivo.client, who.id)).toMatchObject({ due: null, refundable: [] });
  });

  it('needs the settle permission', async () => {
    const who = await personAt(harness, 'payment');
    const hana = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento' }]);
    const version = await versionOf(hana.client, who.id);
    expect((await receive(hana.client, who.id, version)).body).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a payment taken by the institution', () => {
  const NAMED = 'manual-payments';
  const waiting = async (client: Client) =>
    (
      await client.call('GET /operations/queues/{queue}', {
        params: { queue: NAMED },
        query: { pageSize: 100 },
      })
    ).body.data.map(({ subscriptionId }) => subscriptionId);
  const decide = (client: Client, id: number, body: Record<string, unknown>) =>
    client.call('POST /operations/manual-payments/{id}/decision', {
      params: { id },
      body: { decision: 'settled', ...body } as never,
    });
  const received = async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await receive(ivo.client, who.id, await versionOf(ivo.client, who.id));
    return { who, id: body.id };
  };

  it('waits in a queue until somebody who saw the current application confirms it', async () => {
    const { who, id } = await received();
    expect(await waiting(ivo.client)).toContain(who.id);
    expect((await moneyOf(ivo.client, who.id)).counter).toMatchObject({
      paymentId: id,
      purpose: 'enrollment',
      amount: 440,
      reason: 'Paga em dinheiro',
    });
    expect((await decide(ivo.client, id, {})).body).toMatchObject({ code: 'VERSION_REQUIRED' });
    const version = await versionOf(ivo.client, who.id);
    expect((await decide(ivo.client, id, { version: version - 1 })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    expect((await decide(ivo.client, id, { version, proof: 'Recibo 7' })).body).toMatchObject({
      state: 'settled',
    });
    expect(await waiting(ivo.client)).not.toContain(who.id);
    expect((await moneyOf(ivo.client, who.id)).counter).toBeNull();
  });

  it('is refused with a reason, and leaves the queue', async () => {
    const { who, id } = await received();
    const version = await versionOf(ivo.client, who.id);
    expect((await decide(ivo.client, id, { decision: 'refused', version })).status).toBe(422);
    const refused = await decide(ivo.client, id, { decision: 'refused', reason: 'Não veio', version });
    expect(refused.body).toMatchObject({ state: 'refused' });
    expect(await waiting(ivo.client)).not.toContain(who.id);
  });

  it('can be claimed by one person at a time', async () => {
    const { who, id } = await received();
    const { client: other } = await strongStaff(harness, 'Outra Financeiro', [{ role: 'financeiro' }]);
    const taken = await other.call('POST /operations/claims', {
      body: { kind: 'application', itemId: who.id },
    });
    expect(taken.status).toBeLessThan(300);
    const version = await versionOf(ivo.client, who.id);
    expect((await decide(ivo.client, id, { version })).body).toMatchObject({ code: 'CLAIMED_BY_OTHER' });
    expect((await decide(other, id, { version })).status).toBe(200);
  });
});
