import { type LiveEvent, liveStreams } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { AUDIENCES, listening as audible, timesReceived } from '../../testing/live-audience.ts';
import { liveLine } from '../../testing/live-line.ts';
import { personAt } from '../../testing/person-at.ts';
import { emit } from '../platform/events.ts';
import { TRY_AGAIN_LATER } from '../platform/live/hub.ts';

const PATIENT = { timeout: 15_000, interval: 50 };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

const listeners = () =>
  harness.platform.db.asOwner((run) =>
    run(`select pid from pg_stat_activity where datname = current_database() and state = 'idle'
      and (application_name = 'orbita listening' or query ~* '^listen')`),
  );
const emitTest = (who: Enrolling, type: string) =>
  harness.platform.db.write(who.tenantId, (tx) =>
    emit(tx, harness.platform, { stream: 'business', type, subscriptionId: who.id, data: {} }),
  );
const connect = async (who: Enrolling, hello?: string) => {
  const { body } = await who.client.call('POST /candidate/events/tickets', { body: {} });
  const line = liveLine<LiveEvent>(harness.url, liveStreams.business, body.ticket);
  await line.opened;
  if (hello) line.say({ lastEventId: hello });
  return { ...line, types: () => line.events.map(({ type }) => type) };
};
/** Cuts the connection on which the process receives events. */
const deafen = () =>
  harness.platform.db.asOwner((run) =>
    run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and (application_name = 'orbita listening' or query ~* '^listen')`),
  );
const listening = async (who: Enrolling) => {
  const line = await connect(who);
  await expect
    .poll(async () => {
      await emitTest(who, 'subscription.test');
      return line.types();
    }, PATIENT)
    .toContain('subscription.test');
  return line;
};

describe('NOTIFY messages missed while the listening connection was down', () => {
  it('use one connection for all channels of a process', async () => {
    expect(await listeners()).toHaveLength(1);
  });

  it('reach the sockets as soon as it listens again', async () => {
    const who = await personAt(harness, 'payment');
    const line = await listening(who);
    await deafen();
    await emitTest(who, 'essay.graded');
    await expect.poll(line.types, PATIENT).toContain('essay.graded');
    line.socket.close();
  });

  it('that cannot be recovered: an ended session still closes its socket', async () => {
    const who = await personAt(harness, 'payment');
    const line = await listening(who);
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update login_session set revoked_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${who.tenantId} and person_id = ${who.personId}`);
    await deafen();
    expect(await line.closed).toBe(4403);
  });

  it('make team pages reconnect, and they then receive what they missed', async () => {
    const [, team] = AUDIENCES;
    const who = await team[1](harness);
    const line = await audible(who);
    const last = line.events.at(-1)?.id ?? '';
    await deafen();
    const mark = await who.publishOne();
    expect(await line.closed).toBe(TRY_AGAIN_LATER);
    const again = await who.open();
    await again.opened;
    again.say({ lastEventId: last });
    await expect.poll(() => timesReceived(again, mark), PATIENT).toBe(1);
    again.close();
  });
});

it('include an event of a transaction that ended after hundreds of later ones, for a reconnecting client', async () => {
  const who = await personAt(harness, 'payment');
  const line = await listening(who);
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = harness.platform.db.write(who.tenantId, async (tx) => {
    await emit(tx, harness.platform, {
      stream: 'business',
      type: 'essay.finished',
      subscriptionId: who.id,
      data: {},
    });
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  await harness.platform.db.write(who.tenantId, async (tx) => {
    for (let n = 0; n < 60; n++)
      await emit(tx, harness.platform, {
        stream: 'business',
        type: 'subscription.test',
        subscriptionId: who.id,
        data: {},
      });
  });
  await emitTest(who, 'essay.graded');
  await expect.poll(line.types, PATIENT).toContain('essay.graded');
  line.socket.close();
  const last = line.events.at(-1)?.id ?? '';
  gate.resolve();
  await slow;
  const again = await connect(who, last);
  await expect.poll(again.types, PATIENT).toContain('essay.finished');
  again.socket.close();
});
