import { allStatuses, STATUS, statusInfo } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';

let harness: Harness;
let client: Client;
let id: number;
beforeAll(async () => {
  harness = await startHarness();
  client = harness.visitor();
  await signUp(client, inventedPerson(6600));
  ({ id } = await apply(client));
});
afterAll(() => harness.stop());

/** Pages of spec 8.1 for an application by online essay; the page of status 4 depends on the next gate. */
const PAGES: Record<number, string> = {
  1: 'essay',
  2: 'test-summary',
  3: 'personal-data',
  4: 'payment',
  5: 'documents',
  6: 'payment',
  7: 'enrolled',
  8: 'blocked',
  9: 'result',
  10: 'selection-documents',
  11: 'manual-payment',
  12: 'pending-cancel',
  13: 'canceled',
  14: 'information',
  16: 'questionnaire',
  17: 'tax-payment',
  18: 'interview',
  19: 'review',
  20: 'review',
  21: 'class',
};

it('J20: returns the label, colour and page of each of the 20 statuses', async () => {
  expect(Object.keys(PAGES).map(Number)).toEqual([...allStatuses].sort((a, b) => a - b));
  for (const status of allStatuses) {
    // Other tests prove how each status is reached, so this one writes it directly.
    await harness.platform.db.tenant(1).many(sql`
      update subscription set status = ${status}::int where tenant_id = 1 and id = ${id}`);
    const { label, color } = statusInfo(status);
    const compact = await client.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
    expect(compact.body, `status ${status}`).toEqual({
      id,
      status,
      statusName: label,
      color,
      page: PAGES[status],
      lastEventId: expect.any(String),
      settled: false,
    });
    const full = await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } });
    expect(full.body, `status ${status}`).toMatchObject({ status, statusName: label });
  }
});

it('J20: refuses a request for 15 and for an unknown status', async () => {
  await harness.platform.db.tenant(1).many(sql`
    update subscription set status = ${STATUS.Subscribed}::int where tenant_id = 1 and id = ${id}`);
  const params = { id };
  for (const status of [15, 0, 22]) {
    const answer = await client.call('PUT /candidate/subscriptions/{id}/status', {
      params,
      body: { status },
    });
    expect(answer.status, `status ${status}`).toBe(422);
    expect(answer.body).toMatchObject({ code: 'STATUS_UNKNOWN' });
  }
});
