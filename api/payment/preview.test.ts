import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeAt } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const OPTIONS = 'GET /candidate/subscriptions/{id}/payment-options';
const IN_A_WEEK = '2026-01-19T23:59:59';

/** An application that has not reached the payment yet. */
async function onTheWay(status: number, deadline: string | null) {
  const who = await personAt(harness, 'payment');
  await harness.platform.db.tenant(who.tenantId).one(sql`
    update subscription set status = ${status}, payment_deadline = ${deadline}::timestamptz
    where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
  return { ...who, params: { id: who.id } };
}

describe('prices before the payment', () => {
  it.each([
    ['at the review', 3, null, IN_A_WEEK],
    ['at the review after a fee', 3, '2026-01-14T12:00:00-03:00', IN_A_WEEK],
    ['after the acceptance', 4, '2026-01-16T12:00:00-03:00', '2026-01-16T12:00:00'],
    ['at the choice of a class', 21, null, IN_A_WEEK],
  ])('are shown %s with the deadline that would apply', async (_when, status, stored, deadline) => {
    const { client, params, priceId } = await onTheWay(status, stored);
    const options = await client.call(OPTIONS, { params, query: { purpose: 'enrollment' } });
    expect(options.status).toBe(200);
    expect(options.body).toMatchObject({ openCharge: null, alreadyPaid: false });
    expect(options.body.deadline).toContain(deadline);
    expect(options.body.methods.map(({ method }) => method)).toContain('pix');
    const six = options.body.prices.find((price) => price.priceId === priceId);
    expect([six?.amount, six?.plan.length, six?.plan[0]?.dueDate]).toEqual([400, 6, deadline.slice(0, 10)]);
  });

  it('include the voucher of the application, and are the same for the institution', async () => {
    const client = harness.visitor();
    await signUp(client, inventedPerson(7100));
    const { id } = await apply(client, 'administra', { voucher: ' alfa50 ' });
    await placeAt(harness, id, 3);
    const params = { id };
    expect((await client.call(OPTIONS, { params })).body.voucher).toBe('ALFA50');
    const whole = await harness.operations.call('GET /operations/subscriptions/{id}', { params });
    expect(whole.body.voucher).toBe('ALFA50');
    const { client: other, params: without } = await onTheWay(3, null);
    expect((await other.call(OPTIONS, { params: without })).body.voucher).toBeNull();
  });

  it.each([3, 4, 21])('accept no payment in status %i', async (status) => {
    const { client, params, priceId } = await onTheWay(status, null);
    const { status: code, body } = await client.call('POST /candidate/subscriptions/{id}/payments', {
      params,
      headers: { 'idempotency-key': `preview-${status}` },
      body: { purpose: 'enrollment', priceId, method: 'pix', installments: 6 },
    });
    expect([code, body]).toMatchObject([409, { code: 'NOT_PAYABLE', status }]);
  });

  it('are not shown for a fee, nor earlier', async () => {
    const review = await onTheWay(3, null);
    const fee = await review.client.call(OPTIONS, { params: review.params, query: { purpose: 'tax' } });
    expect([fee.status, fee.body.code]).toEqual([409, 'NOT_PAYABLE']);
    const early = await onTheWay(2, null);
    const { status, body } = await early.client.call(OPTIONS, { params: early.params });
    expect([status, body.code]).toEqual([409, 'NOT_PAYABLE']);
  });
});
