import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Applicant, applicant, placeAt } from '../../testing/applicant.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { acceptContract, fillData } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { staffIn } from '../../testing/staff.ts';

let harness: Harness;
let who: Applicant;
let bia: Client;
beforeAll(async () => {
  harness = await startHarness();
  const person = inventedPerson(1);
  who = await applicant(harness, person);
  await fillData(who.client, who.personId, who.subscriptionId, person);
  await acceptContract(who.client, who.subscriptionId);
  bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

const owner = (text: string) => harness.platform.db.asOwner((run) => run(text));
const on = () => harness.platform.db.tenant(who.tenantId);
const copyOf = () =>
  on().one<{ due: string | null; attempts: number; key: string | null }>(sql`
    select copy_due_at::text as due, copy_attempts as attempts, pdf_key as key from contract_acceptance
    where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}`);
const runNow = async () => {
  await on().many(sql`update contract_acceptance set copy_due_at = now() - interval '1 hour'
    where tenant_id = ${who.tenantId} and copy_due_at is not null and copy_due_at <> 'infinity' returning id`);
  return harness.platform.jobs.run('contract-copy');
};
const queue = async () => {
  const { body } = await bia.call('GET /operations/queues/{queue}', { params: { queue: 'stuck-papers' } });
  return body.data.map(({ itemId }) => itemId);
};
const params = () => ({ id: who.subscriptionId });
const retry = async (client = bia) => {
  const { body } = await bia.call('GET /operations/subscriptions/{id}', { params: params() });
  return client.call('POST /operations/subscriptions/{id}/papers', {
    params: params(),
    body: { version: body.version },
  });
};

describe('a contract whose PDF cannot be made', () => {
  it('waits for the team after three tries, is shown to it once, and is made when possible', async () => {
    const [kept] = (await owner(
      `select html from contract_acceptance where subscription_id = ${who.subscriptionId}`,
    )) as { html: string }[];
    // Nested too deep for any parser: something an acceptance from an earlier release might contain.
    await owner(
      `update contract_acceptance set html = repeat('<div>', 50000) where subscription_id = ${who.subscriptionId}`,
    );
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    for (let tries = 1; tries <= 2; tries++) {
      expect(await runNow()).toBe(0);
      expect(await queue()).toEqual([]);
    }
    expect(await runNow()).toBe(0);
    expect(await copyOf()).toMatchObject({ due: 'infinity', key: null });
    expect(await queue()).toEqual([who.subscriptionId]);
    // Never retried automatically.
    const { attempts } = (await copyOf()) ?? { attempts: 0 };
    expect(await runNow()).toBe(0);
    expect((await copyOf())?.attempts).toBe(attempts);
    const shown = await who.client.call('GET /candidate/subscriptions/{id}/contract-copy', {
      params: params(),
    });
    expect(shown.body).toMatchObject({ state: 'preparing' });

    await harness.platform.db.asOwner((run) =>
      run(`update contract_acceptance set html = '${(kept?.html ?? '').replaceAll("'", "''")}'
        where subscription_id = ${who.subscriptionId}`),
    );
    const other = harness.operationsOf('beta');
    expect(await retry(other)).toMatchObject({ status: 404 });
    expect(await retry()).toMatchObject({ status: 200, body: { state: 'retried' } });
    expect(await queue()).toEqual([]);
    expect(await runNow()).toBe(1);
    expect(await copyOf()).toMatchObject({ due: null, key: expect.stringContaining('/contracts/') });
  });

  it('is not in this queue while the application waits in another one', async () => {
    await on().one(sql`update subscription set papers_stuck_at = now(), accommodation_asked_at = null
      where tenant_id = ${who.tenantId} and id = ${who.subscriptionId} returning id`);
    expect(await queue()).toEqual([who.subscriptionId]);
    await placeAt(harness, who.subscriptionId, 7);
    expect(await queue()).toEqual([]);
  });
});
