import { setTimeout as pause } from 'node:timers/promises';
import type { LiveEvent, LiveStream } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { revokeSession } from '../caller/session.ts';
import { emit } from '../platform/events.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import { control, type Enrolling, enrolling } from '../testing/enrolling.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { until } from '../testing/until.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const HOST = 'cua.alfa.orbita.test';
type Line = {
  socket: WebSocket;
  events: LiveEvent[];
  closed: Promise<number>;
  opened: Promise<void>;
  say(value: unknown): void;
  close(): void;
};

const connect = (stream: LiveStream, ticket: string, headers: Record<string, string> = {}): Line => {
  const events: LiveEvent[] = [];
  const socket = new WebSocket(
    `${harness.url.replace('http', 'ws')}/orbita/api/candidate/events/${stream}?ticket=${ticket}`,
    {
      headers: { 'x-forwarded-host': HOST, ...headers },
    },
  );
  socket.on('error', () => undefined);
  socket.on('message', (data) => events.push(JSON.parse(String(data)) as LiveEvent));
  return {
    socket,
    events,
    opened: new Promise((resolve) => socket.once('open', () => resolve())),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    say: (value) => socket.send(JSON.stringify(value)),
    close: () => socket.close(),
  };
};
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
    const who = await enrolling(harness);
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
    const [one, other] = [await enrolling(harness), await enrolling(harness)];
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
    const who = await enrolling(harness);
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
    const who = await enrolling(harness);
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
    const who = await enrolling(harness);
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

  const HELLO = JSON.stringify({ lastEventId: 'none' });

  it('end with a reason for a client that sends too much; others stay connected', async () => {
    const [flooder, other] = [await enrolling(harness), await enrolling(harness)];
    for (let n = 0; n < 3; n += 1) await emitTest(flooder, 'business', 'essay.graded');
    const line = await listening(other, 'business');
    const flood = connect('business', await ticketOf(flooder));
    await flood.opened;
    for (let n = 0; n < 20_000; n += 1) flood.say({ lastEventId: 'none' });
    expect(await Promise.race([flood.closed, pause(10_000)])).toBe(4429);
    // Each replay sends all events; only the first few requests were answered.
    expect(flood.events.length).toBeLessThan(200);
    await emitTest(other, 'business', 'essay.finished');
    await until(
      async () => types(line),
      (all) => all.includes('essay.finished'),
    );
    line.close();
  });

  it('end for frames of every type, before and after the ticket was validated', async () => {
    for (const send of [
      (socket: WebSocket) => socket.ping(),
      (socket: WebSocket) => socket.pong(),
      (socket: WebSocket) => socket.send('x'),
      (socket: WebSocket) => socket.send(HELLO),
    ]) {
      const who = await enrolling(harness);
      const line = connect('business', await ticketOf(who));
      await line.opened;
      for (let n = 0; n < 50; n += 1) send(line.socket);
      expect(await Promise.race([line.closed, pause(10_000)])).toBe(4429);
    }
  });

  it('are limited to the tabs a person needs; closing one frees its place', async () => {
    const who = await enrolling(harness);
    const lines: Line[] = [];
    for (let n = 0; n < 30; n += 1) lines.push(connect('business', await ticketOf(who)));
    await Promise.all(lines.map(({ opened }) => opened));
    // A line counts from the moment its ticket was judged, which is after it opened.
    await until(
      async () => {
        await emitTest(who, 'business', 'subscription.test');
        return lines.every(({ events }) => events.length > 0);
      },
      (known) => known,
    );
    const refused = connect('business', await ticketOf(who));
    expect(await Promise.race([refused.closed, pause(10_000)])).toBe(4429);
    lines[0]?.close();
    await lines[0]?.closed;
    const next = connect('business', await ticketOf(who));
    await next.opened;
    expect(await Promise.race([next.closed, pause(500)])).toBeUndefined();
    for (const line of [...lines, next]) line.close();
  });

  it('end for a client that does not read what it is sent', async () => {
    const who = await enrolling(harness);
    const line = await listening(who, 'business');
    line.socket.pause();
    const data = { filler: 'x'.repeat(300_000) };
    for (let n = 0; n < 40; n += 1)
      await harness.platform.db.write(who.tenantId, (tx) =>
        emit(tx, harness.platform, {
          stream: 'business',
          type: 'essay.graded',
          subscriptionId: who.id,
          data,
        }),
      );
    await pause(500);
    line.socket.resume();
    expect(await Promise.race([line.closed, pause(10_000)])).toBe(1006);
  });

  it('are 404 for plain requests without an upgrade', async () => {
    const { status, body } = await harness.visitor().send('GET', '/orbita/api/candidate/events/business');
    expect([status, body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });
});
