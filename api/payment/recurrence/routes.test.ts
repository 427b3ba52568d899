import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { type Recurring, recurring } from '../../../testing/recurring.ts';

let harness: Harness;
let use: Recurring;
beforeAll(async () => {
  harness = await startHarness();
  use = recurring(harness);
});
afterAll(() => harness?.stop());

const KEY = 'GET /candidate/subscriptions/{id}/recurrence';
const OPERATIONS = 'GET /operations/subscriptions/{id}/recurrence';

it('an authorisation is shown to its candidate with every month', async () => {
  const { who, id } = await use.decided('approved', [36_000, 40_000]);
  const { status, body } = await who.client.call(KEY, { params: { id: who.id } });
  expect([status, body]).toEqual([
    200,
    {
      ...{
        id,
        method: 'automatic-pix',
        state: 'approved',
        amount: 400,
        dayOfMonth: 5,
        fixed: false,
        approvedAt: '2026-01-12T10:00:00-03:00',
        endedBy: null,
      },
      cycles: [
        { Number: 2, dueDate: '2026-02-05', amount: 360, state: 'planned', paidAt: null, refunded: 0 },
        { Number: 3, dueDate: '2026-03-05', amount: 400, state: 'planned', paidAt: null, refunded: 0 },
      ],
    },
  ]);
});

it('the candidate can end it, once, and it is still shown', async () => {
  const { who } = await use.decided();
  const cancel = () =>
    who.client.call('DELETE /candidate/subscriptions/{id}/recurrence', { params: { id: who.id } });
  expect((await cancel()).status).toBe(204);
  expect((await who.client.call(KEY, { params: { id: who.id } })).body).toMatchObject({
    state: 'cancelled',
    endedBy: 'payer',
  });
  // For a repeated request it has already ended.
  expect((await cancel()).status).toBe(204);
  await use.run(who);
  expect(await use.stored(who)).toMatchObject({ cancel_at_provider: false });
});

it('there is none without an authorisation', async () => {
  const { who } = await use.begun();
  const other = await use.begun();
  expect((await who.client.call(KEY, { params: { id: other.who.id } })).status).toBe(404);
  expect((await harness.operations.call(OPERATIONS, { params: { id: 999_999 } })).status).toBe(404);
});

it("operations see the bank's answer", async () => {
  const { who, paymentId } = await use.decided();
  await use.at('2026-01-28T10:00:00-03:00');
  await use.run(who);
  await use.run(who);
  const { body } = await harness.operations.call(OPERATIONS, { params: { id: who.id } });
  expect(body).toMatchObject({
    ...{ subscriptionId: who.id, paymentId, providerId: expect.stringMatching(/^RR/), state: 'approved' },
    cycles: [
      {
        number: 2,
        state: 'scheduled',
        askedFor: '2026-02-05',
        providerId: expect.stringMatching(/^\w{32}$/),
      },
      { number: 3, state: 'planned', askedFor: null, providerId: null },
      { number: 4, state: 'planned' },
    ],
  });
});
