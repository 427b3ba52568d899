import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, setForTenant, waitingOf } from '../../../../testing/approving.ts';
import { withoutTrace } from '../../../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../../../testing/harness.ts';
import { paying } from '../../../../testing/paying.ts';
import { personAt } from '../../../../testing/person-at.ts';
import { strongStaff } from '../../../../testing/staff.ts';

type Colleague = Awaited<ReturnType<typeof strongStaff>>;

let harness: Harness;
let ivo: Colleague;
let julia: Colleague;
let far: Colleague;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  ivo = await strongStaff(harness, 'Ivo Financeiro', [{ role: 'financeiro', institutions: ['CUA01'] }]);
  julia = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]);
  far = await strongStaff(harness, 'Lia Financeiro', [{ role: 'financeiro', institutions: ['EPA01'] }]);
});
afterAll(() => harness?.stop());

/** Somebody who paid and asked to cancel within the seven days. */
async function leaving() {
  const money = paying(harness);
  const who = await personAt(harness, 'payment');
  const { body } = await money.pay(who);
  await money.settle(await money.txidOf(who, body.paymentId));
  await money.paid(who);
  const asked = await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id: who.id },
    body: { reason: 'gave-up' },
  });
  expect(asked.status).toBeLessThan(300);
  const item = (await waiting(ivo.client)).find(({ subscriptionId }) => subscriptionId === who.id);
  return { who, id: item?.itemId ?? 0, item };
}
const waiting = async (client: Client) =>
  (
    await client.call('GET /operations/queues/{queue}', {
      params: { queue: 'cancellations' },
      query: { pageSize: 100 },
    })
  ).body.data;
const open = (client: Client, id: number) =>
  client.call('GET /operations/cancellations/{id}', { params: { id } });
const decide = (client: Client, id: number, body: Record<string, unknown>) =>
  client.call('POST /operations/cancellations/{id}/decision', { params: { id }, body: body as never });

describe('a cancellation request', () => {
  it('waits with its deadline, and shows the full refund within the right of withdrawal', async () => {
    const { id, item } = await leaving();
    // T0 is a Monday: within the right of withdrawal, the decision is due at the end of the next business day.
    expect(item).toMatchObject({ kind: 'cancellation', risk: 'at-risk', claim: null });
    expect(item?.dueAt).toMatch(/T23:59:59/);
    const { body } = await open(ivo.client, id);
    expect(body).toMatchObject({
      ...{ state: 'open', withdrawalRight: true, fixed: true, mayDeny: false, version: 1 },
      ...{ withdrawalUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), work: { queue: 'cancellations' } },
    });
    expect([body.left, body.proposed]).toEqual([body.paidTotal, body.paidTotal]);
    expect((await open(far.client, id)).status).toBe(404);
    expect((await waiting(far.client)).map(({ itemId }) => itemId)).not.toContain(id);
  });

  it('is decided by somebody who saw it and has claimed it; later attempts name the first', async () => {
    const { id } = await leaving();
    const { left, version } = (await open(ivo.client, id)).body;
    const confirmed = { decision: 'confirmed', refund: left };
    await withoutTrace(harness, async () => {
      expect((await decide(ivo.client, id, confirmed)).body.code).toBe('VERSION_REQUIRED');
      expect((await decide(ivo.client, id, { ...confirmed, version: version + 1 })).body.code).toBe(
        'VERSION_CONFLICT',
      );
      expect((await decide(ivo.client, id, { ...confirmed, refund: left - 1, version })).status).toBe(422);
      const denied = await decide(ivo.client, id, { decision: 'denied', reason: 'Não', version });
      expect(denied.body.code).toBe('TRANSITION_NOT_ALLOWED');
    });
    await julia.client.call('POST /operations/claims', { body: { kind: 'cancellation', itemId: id } });
    await withoutTrace(harness, async () => {
      expect((await decide(ivo.client, id, { ...confirmed, version })).body.code).toBe('CLAIMED_BY_OTHER');
    });
    expect((await decide(julia.client, id, { ...confirmed, version })).body).toMatchObject({
      ...{ state: 'confirmed', status: 13 },
    });
    expect((await decide(ivo.client, id, { ...confirmed, version })).body).toMatchObject({
      ...{ code: 'STATE_CONFLICT', by: expect.stringContaining('Júlia Financeiro'), at: expect.any(String) },
    });
    expect((await waiting(ivo.client)).map(({ itemId }) => itemId)).not.toContain(id);
  });

  it('above the limit waits for a second person, who need not have claimed it', async () => {
    const { who, id } = await leaving();
    await setForTenant(harness, who.tenantId, 'RefundSecondPersonAbove', 50);
    const { left, version } = (await open(ivo.client, id)).body;
    const waits = waitingOf(await decide(ivo.client, id, { decision: 'confirmed', refund: left, version }));
    expect((await open(ivo.client, id)).body).toMatchObject({
      state: 'open',
      waiting: left,
      secondPersonAbove: 50,
    });
    expect((await decideApproval(julia.client, waits.id)).body).toMatchObject({ state: 'approved' });
    expect((await open(ivo.client, id)).body).toMatchObject({ state: 'confirmed', work: null });
    await setForTenant(harness, who.tenantId, 'RefundSecondPersonAbove', null);
  });

  it('leaves the queue when the candidate withdraws it', async () => {
    const { who, id } = await leaving();
    const taken = await who.client.call('DELETE /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
    });
    expect(taken.status).toBeLessThan(300);
    expect((await waiting(ivo.client)).map(({ itemId }) => itemId)).not.toContain(id);
  });
});
