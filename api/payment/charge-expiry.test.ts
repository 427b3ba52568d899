import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

/**
 * Creates overdue charges at an institution whose provider account is no longer configured, so that they
 * cannot be looked up.
 */
const strand = async (who: Enrolling, count: number) =>
  harness.platform.db.tenant(who.tenantId).many(sql`
    with lost as (
      insert into institution (tenant_id, code, name, acronym, alias)
      values (${who.tenantId}, 'LOST', 'Sem conta', 'LOST', 'lost') returning id
    ), ended as (
      insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
        application_type, status, created_at, updated_at)
      select s.tenant_id, s.person_id, lost.id, s.offer_id, s.course_id, s.pole_id, s.intake_id, s.application_type, 13,
        s.created_at, s.updated_at
      from subscription s, lost, generate_series(1, ${count}::int)
      where s.tenant_id = ${who.tenantId} and s.id = ${who.id} returning id)
    insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, txid,
      expires_at, created_at, updated_at)
    select ${who.tenantId}, id, 'enrollment', 'pix', 'pending', 1, 100, lpad(id::text, 32, '0'),
      ${harness.clock.now()}::timestamptz, ${harness.clock.now()}::timestamptz, ${harness.clock.now()}::timestamptz
    from ended returning id`);

it('charges that cannot be looked up do not block others', async () => {
  const who = await personAt(harness, 'payment');
  const { body } = await who.client.call('POST /candidate/subscriptions/{id}/payments', {
    params: { id: who.id },
    headers: { 'idempotency-key': 'charge' },
    body: { purpose: 'enrollment', method: 'pix', installments: 6, priceId: who.priceId },
  });
  await strand(who, 201);
  harness.clock.set(new Date(harness.clock.now().getTime() + 61 * 60_000));
  await harness.platform.jobs.run('charge-expiry');
  const { body: now } = await who.client.call('GET /candidate/payments/{paymentId}', {
    params: { paymentId: body.paymentId },
  });
  expect(now.state).toBe('expired');
});

it('D-72: an open slip holds its application for as long as a bank may report it, and no longer', async () => {
  const who = await personAt(harness, 'payment');
  const on = harness.platform.db.tenant(who.tenantId);
  const start = harness.clock.now();
  const at = (days: number) => harness.clock.set(new Date(start.getTime() + days * 24 * 3600_000));
  await on.many(sql`
    insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, expires_at,
      created_at, updated_at)
    values (${who.tenantId}, ${who.id}, 'enrollment', 'slip', 'pending', 1, 36000,
      ${new Date(start.getTime() + 10 * 24 * 3600_000)}::timestamptz, ${start}::timestamptz, ${start}::timestamptz)
    returning id`);
  const now = async () => {
    await harness.platform.jobs.run('charge-expiry');
    await harness.platform.jobs.run('payment-deadline');
    return on.one(sql`
      select s.status, y.state from subscription s
      join payment y on y.tenant_id = s.tenant_id and y.subscription_id = s.id and y.method = 'slip'
      where s.tenant_id = ${who.tenantId} and s.id = ${who.id}`);
  };
  at(9);
  expect(await now()).toEqual({ status: 6, state: 'pending' });
  at(11);
  expect(await now()).toEqual({ status: 13, state: 'expired' });
  harness.clock.set(start);
});
