import { type LiveEvent, type LiveStream, liveStreams } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type LiveLine, liveLine } from '../../testing/live-line.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { revokeSession } from '../caller/end-session.ts';
import { emit } from '../platform/events.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const HOST = 'cua.alfa.orbita.test';
type Line = LiveLine<LiveEvent>;

const connect = (stream: LiveStream, ticket: string, headers: Record<string, string> = {}): Line =>
  liveLine(harness.url, liveStreams[stream], ticket, headers);
const ask = (who: Enrolling, subscriptionIds?: number[]) =>
  who.client.call('POST /candidate/events/tickets', { body: subscriptionIds ? { subscriptionIds } : {} });
const ticketOf = async (who: Enrolling, subscriptionIds?: number[]) =>
  (await ask(who, subscriptionIds)).body.ticket;
/** Waits until the server has validated the ticket, because only then does it know the listener. */
const listening = async (who: Enrolling, stream: LiveStream, subscriptionIds?: number[]) => {
  const line = connect(stream, await ticketOf(who, subscriptionIds));
  await line.opened;
  await until(
    async () => {
      await emitTest(who, 'financial', 'payment.test');
      await emitTest(who, 'business', 'subscription.test');
      return line.events.length;
    },
    (count) => count > 0,
  );
  return line;
};
const emitTest = (who: Enrolling, stream: LiveStream, type: string) =>
  harness.platform.db.write(who.tenantId, (tx) =>
    emit(tx, harness.platform, { stream, type, subscriptionId: who.id, data: {} }),
  );
const types = (line: Line) => line.events.map(({ type }) => type);

describe('live events', () => {
  it('report the payment on one socket and the new status on the other', async () => {
    const who = await personAt(harness, 'payment');
    const financial = await listening(who, 'financial');
    const business = await listening(who, 'business');
    const { body } = await who.client.call('POST /candidate/subscriptions/{id}/payments', {
      params: { id: who.id },
      body: { purpose: 'enrollment', method: 'pix', installments: 6, priceId: who.priceId },
      headers: { 'idempotency-key': 'live-1' },
    });
    const row = await harness.platform.db.tenant(who.tenantId).one<{ txid: string }>(sql`
      select txid from payment where tenant_id = ${who.tenantId} and id = ${body.paymentId}`);
    await control(harness, 'POST', `/pix/${row?.txid}`, { result: 'paid' });
    await until(
      async () => types(financial),
      (all) => all.includes('payment.confirmed'),
    );
    await until(
      async () => types(business),
      (all) => all.includes('subscription.status-changed'),
    );
    const confirmed = financial.events.find(({ type }) => type === 'payment.confirmed');
    expect(confirmed).toMatchObject({
      subscriptionId: who.id,
      data: { paymentId: body.paymentId, purpose: 'enrollment', method: 'pix', amount: 360, state: 'paid' },
    });
    expect(types(financial).indexOf('payment.created')).toBeLessThan(
      types(financial).indexOf('payment.confirmed'),
    );
    const moved = business.events.find(({ type }) => type === 'subscription.status-changed');
    expect(moved?.data).toMatchObject({ from: 6, to: 5, event: 'payment-confirmed', page: 'documents' });
    expect(moved?.version).toBeGreaterThan(confirmed?.version ?? 0);
    expect(types(business)).not.toContain('payment.confirmed');
    financial.close();
    business.close();
  });

  it('reach only the owner', async () => {
    const [one, other] = [await personAt(harness, 'payment'), await personAt(harness, 'payment')];
    const line = await listening(one, 'business');
    await emitTest(other, 'business', 'essay.graded');
    await emitTest(one, 'business', 'essay.finished');
    await until(
      async () => types(line),
      (all) => all.includes('essay.finished'),
    );
    expect(types(line)).not.toContain('essay.graded');
    expect(await ask(one, [other.id])).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await ask(one, [one.id])).status).toBe(200);
    line.close();
  });

  it('require a fresh ticket, valid for one socket', async () => {
    const who = await personAt(harness, 'payment');
    const ticket = await ticketOf(who);
    const first = connect('business', ticket);
    await first.opened;
    const taken = () =>
      harness.platform.db.tenant(who.tenantId).one<{ n: number }>(sql`
        select count(*) as n from short_ticket where tenant_id = ${who.tenantId} and person_id = ${who.personId}
          and used_at is not null`);
    await until(taken, (row) => row?.n === 1);
    expect(await connect('business', ticket).closed).toBe(4401);
    expect(await connect('business', 'invented').closed).toBe(4401);
    const before = harness.clock.now();
    const old = await ticketOf(who);
    harness.clock.set(new Date(before.getTime() + 31_000));
    expect(await connect('business', old).closed).toBe(4401);
    harness.clock.set(before);
    first.close();
  });

  it('are refused to pages of other sites and end with the session', async () => {
    const who = await personAt(harness, 'payment');
    const foreign = connect('business', await ticketOf(who), { origin: 'https://elsewhere.test' });
    expect(await foreign.closed).toBe(4403);
    const own = connect('business', await ticketOf(who), { origin: `http://${HOST}` });
    await own.opened;
    const line = await listening(who, 'business');
    const late = await ticketOf(who);
    const tenant = await tenantByAlias(harness.platform, 'alfa');
    const session = await harness.platform.db.tenant(who.tenantId).one<{ id: string }>(sql`
      select id from login_session where tenant_id = ${who.tenantId} and person_id = ${who.personId}`);
    if (tenant && session) await revokeSession(harness.platform, tenant, session.id);
    expect(await line.closed).toBe(4403);
    expect(await connect('business', late).closed).toBe(4403);
  });

  it('include what a client missed', async () => {
    const who = await personAt(harness, 'payment');
    const line = await listening(who, 'business');
    line.close();
    await line.closed;
    const seen = line.events.at(-1)?.id ?? '';
    await emitTest(who, 'business', 'essay.finished');
    await emitTest(who, 'business', 'essay.graded');
    const again = connect('business', await ticketOf(who));
    await again.opened;
    again.say({ lastEventId: seen });
    await until(
      async () => types(again),
      (all) => all.includes('essay.graded'),
    );
    expect(types(again).filter((type) => type === 'essay.finished')).toHaveLength(1);
    expect(again.events.map(({ id }) => id)).not.toContain(seen);
    again.close();
  });

  it('have the newest id in the status, which also says when nothing earlier can still appear', async () => {
    const who = await personAt(harness, 'payment');
    const look = async () => {
      const call = 'GET /candidate/subscriptions/status/{id}';
      const { lastEventId, settled } = (await who.client.call(call, { params: { id: who.id } })).body;
      return { lastEventId, settled };
    };
    const newest = async () =>
      (
        await harness.platform.db.tenant(who.tenantId).one<{ public_id: string }>(sql`
          select public_id from outbox_event
          where tenant_id = ${who.tenantId} and subscription_id = ${who.id} order by id desc limit 1`)
      )?.public_id;
    await emitTest(who, 'business', 'essay.finished');
    const first = await look();
    expect(first).toEqual({ lastEventId: await newest(), settled: false });
    harness.clock.set(new Date(harness.clock.now().getTime() + 59_999));
    expect(await look()).toEqual(first);
    harness.clock.set(new Date(harness.clock.now().getTime() + 1));
    expect(await look()).toEqual({ ...first, settled: true });
    // Events of another application don't concern this one.
    await emitTest(await personAt(harness, 'payment'), 'business', 'essay.finished');
    expect(await look()).toEqual({ ...first, settled: true });
    await emitTest(who, 'financial', 'payment.test');
    const next = await look();
    expect(next).toEqual({ lastEventId: await newest(), settled: false });
    expect(next.lastEventId).not.toBe(first.lastEventId);
  });

  it('answer 404 to plain requests without an upgrade', async () => {
    const { status, body } = await harness.visitor().send('GET', '/orbita/api/candidate/events/business');
    expect([status, body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });
});
