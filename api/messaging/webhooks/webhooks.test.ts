// Longer than other files: signing, retries, secrets and filters are proved with one receiver and its log.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookEvent } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../../testing/enrolling.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { personAt } from '../../../testing/person-at.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { buildPlatform } from '../../start.ts';
import { moveSubscription } from '../../subscription/move.ts';
import { takeStudentNumber } from '../../subscription/student-number-answer.ts';
import { webhookJob as webhookJobWith } from './deliver.ts';

const webhookJob = webhookJobWith(takeStudentNumber);

import { WAITS } from './schedule.ts';

let harness: Harness;
let tenantId: number;
const HOUR = 3600_000;

beforeAll(async () => {
  harness = await startHarness();
  tenantId = (await personAt(harness, 'payment')).tenantId;
});
afterAll(() => harness?.stop());

let count = 0;
type System = { name: string; endpoint: number; secret: string };
/** Starts a fake student system for an institution; every test has its own. */
async function listen(kinds?: ('enrollment.completed' | 'subscription.status-changed')[]): Promise<System> {
  count += 1;
  const name = `sistema-${count}`;
  const { body } = await harness.operations.call('POST /operations/webhook-endpoints', {
    body: { institution: 'CUA01', url: `${harness.sandbox.url}/academic/${name}/webhooks`, kinds },
  });
  await control(harness, 'PUT', `/academic/${name}`, { secrets: [body.secret] });
  return { name, endpoint: body.id, secret: body.secret };
}
type Received = { id: string; type: string; times: number; body: unknown };
const received = async ({ name }: System): Promise<Received[]> =>
  (await (await control(harness, 'GET', `/academic/${name}`)).json()) as Received[];
const deliver = () => webhookJob.run(harness.platform);
const log = async ({ endpoint }: System, query: Record<string, string | number> = {}) =>
  (await harness.operations.call('GET /operations/webhook-deliveries', { query: { endpoint, ...query } }))
    .body.data;
const endpoint = async ({ endpoint: id }: System) =>
  (
    await harness.operations.call('GET /operations/webhook-endpoints', { query: { pageSize: 100 } })
  ).body.data.find((one) => one.id === id);
const fault = (mode: 'ok' | 'down') => control(harness, 'PUT', '/faults', { port: 'academic', mode });
/** Payment confirmed and no document outstanding: 6 → 7. */
const enrol = (who: Enrolling) =>
  harness.platform.db.write(tenantId, (tx) =>
    moveSubscription(tx, harness.platform, {
      subscriptionId: who.id,
      event: 'payment-confirmed',
      actor: 'system',
      facts: { documentsOpen: false },
    }),
  );
const later = (ms: number) => harness.clock.set(new Date(harness.clock.now().getTime() + ms));

beforeEach(async () => {
  // Endpoints of earlier tests no longer receive anything.
  await harness.platform.db
    .tenant(tenantId)
    .many(sql`update webhook_endpoint set state = 'removed' where tenant_id = ${tenantId} returning id`);
  await fault('ok');
  harness.clock.set(new Date(T0));
});

describe('endpoints', () => {
  it('show their secret once and store it sealed', async () => {
    const system = await listen();
    expect(system.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await endpoint(system))).not.toContain('whsec_');
    const row = await harness.platform.db.tenant(tenantId).one<{ secret: string }>(sql`
      select secret from webhook_endpoint where tenant_id = ${tenantId} and id = ${system.endpoint}`);
    expect(row?.secret).not.toContain(system.secret.slice(6, 20));
  });

  it('are refused for unknown institutions, without an address and beyond ten', async () => {
    const add = (institution: string, url = 'https://exemplo.test/x') =>
      harness.operations.call('POST /operations/webhook-endpoints', { body: { institution, url } });
    expect([(await add('SEM99')).status, (await add('SEM99')).body.code]).toEqual([
      404,
      'INSTITUTION_UNKNOWN',
    ]);
    expect((await add('EPA01', 'ftp://x')).body.errors).toMatchObject([{ field: 'url' }]);
    const made: number[] = [];
    for (let n = 0; n < 10; n += 1) made.push((await add('EPA01')).status);
    expect(made).toEqual(made.map(() => 201));
    expect((await add('EPA01')).body.code).toBe('LIMIT_REACHED');
  });

  it('are deleted together with their log', async () => {
    const system = await listen();
    await enrol(await personAt(harness, 'payment'));
    const params = { id: system.endpoint };
    expect(
      (await harness.operations.call('DELETE /operations/webhook-endpoints/{id}', { params })).status,
    ).toBe(204);
    expect(
      (await harness.operations.call('DELETE /operations/webhook-endpoints/{id}', { params })).status,
    ).toBe(404);
    await deliver();
    expect([await received(system), await log(system)]).toEqual([[], []]);
  });
});

describe('a completed enrolment', () => {
  it('is sent with everything a student system needs, and the answer is the student number', async () => {
    const system = await listen();
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const moved = await enrol(who);
    await deliver();
    const notices = await received(system);
    expect(notices.map(({ type }) => type).sort()).toEqual([
      'enrollment.completed',
      'subscription.status-changed',
    ]);
    const events = notices.map(({ body }) => webhookEvent.parse(body));
    // Nothing was sent that the protocol doesn't define.
    expect(events).toEqual(notices.map(({ body }) => body));
    expect(events.find(({ type }) => type === 'subscription.status-changed')?.data).toEqual({
      subscriptionId: who.id,
      externalId: null,
      institution: 'CUA01',
      version: moved.version,
      from: 6,
      to: 7,
      event: 'payment-confirmed',
      statusName: expect.any(String),
    });
    expect(events.find(({ type }) => type === 'enrollment.completed')).toMatchObject({
      timestamp: T0,
      data: {
        subscriptionId: who.id,
        version: moved.version,
        offer: 'ADM-ESSAY',
        intake: '2026-1',
        person: { personId: who.personId, name: 'Candidata Teste', documentType: 'cpf', email: who.email },
        course: { code: 'ADM' },
        pole: { code: 'BH' },
        contract: { hash: 'x' },
      },
    });
    const shown = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: who.id },
    });
    expect(shown.body.studentLyceumId).toBe(`2026${String(who.id).padStart(6, '0')}`);
    const messages = await harness.operations.call('GET /operations/notifications', {
      query: { subscriptionId: who.id },
    });
    expect(messages.body.data.map(({ template }) => template)).toContain('N-27');
  });

  it('that is answered with anything but a number still counts as delivered, once', async () => {
    const system = await listen(['enrollment.completed']);
    await control(harness, 'PUT', `/academic/${system.name}`, {
      ...{ secrets: [system.secret], answersNumbers: false },
    });
    const who = await personAt(harness, 'payment');
    await enrol(who);
    expect(await deliver()).toBe(1);
    expect(await log(system)).toMatchObject([
      { state: 'delivered', attempts: 1, lastStatus: 200, lastError: null },
    ]);
    const shown = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: who.id },
    });
    expect(shown.body.studentLyceumId).toBeNull();
  });

  it.each([
    ['2026\u0000A1', '2026A1'],
    ['\u0000', null],
  ])('that is answered with the number %j, which no database stores, ends with %j', async (given, kept) => {
    const system = await listen(['enrollment.completed']);
    const answering = createServer((_request, response) =>
      response.end(JSON.stringify({ studentLyceumId: given })),
    ).listen(0, '127.0.0.1');
    await once(answering, 'listening');
    await harness.platform.db.tenant(tenantId).many(sql`
      update webhook_endpoint set url = ${`http://127.0.0.1:${(answering.address() as AddressInfo).port}/`}
      where tenant_id = ${tenantId} and id = ${system.endpoint} returning id`);
    const who = await personAt(harness, 'payment');
    await enrol(who);
    expect(await deliver()).toBe(1);
    answering.close();
    expect(await log(system)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const shown = await harness.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: who.id },
    });
    expect(shown.body.studentLyceumId).toBe(kept);
  });

  it('is logged without personal data', async () => {
    const system = await listen(['enrollment.completed']);
    const who = await personAt(harness, 'payment');
    await enrol(who);
    await deliver();
    const [line, ...more] = await log(system, { state: 'delivered', subscriptionId: who.id });
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      kind: 'enrollment.completed',
      attempts: 1,
      lastStatus: 200,
      lastError: null,
    });
    expect(JSON.stringify(line)).not.toMatch(/Candidata|exemplo\.test|whsec/);
  });

  it('is delivered even if the student number belongs to another person, which the log records', async () => {
    const system = await listen(['enrollment.completed']);
    const [who, other] = [await personAt(harness, 'payment'), await personAt(harness, 'payment')];
    await enrol(who);
    await harness.platform.db.tenant(tenantId).many(sql`
      update subscription set student_lyceum_id = ${`2026${String(who.id).padStart(6, '0')}`}
      where tenant_id = ${tenantId} and id = ${other.id} returning id`);
    await deliver();
    expect(await log(system)).toMatchObject([
      { state: 'delivered', lastError: 'student number: STUDENT_NUMBER_TAKEN' },
    ]);
  });

  it('is not sent when rolled back, nor to another institution', async () => {
    const system = await listen();
    const who = await personAt(harness, 'payment');
    await harness.platform.db
      .write(tenantId, async (tx) => {
        await moveSubscription(tx, harness.platform, {
          subscriptionId: who.id,
          event: 'payment-confirmed',
          actor: 'system',
          facts: { documentsOpen: false },
        });
        throw new Error('undone');
      })
      .catch(() => undefined);
    await harness.platform.db.tenant(tenantId).many(sql`
      update webhook_endpoint set institution_id = (select id from institution where tenant_id = ${tenantId}
        and code = 'EPA01') where tenant_id = ${tenantId} and id = ${system.endpoint} returning id`);
    await enrol(who);
    await deliver();
    expect(await received(system)).toEqual([]);
  });
});

describe('an endpoint that is down', () => {
  it('gets everything once it is up again, although the clock only passed the first delay', async () => {
    const system = await listen(['enrollment.completed']);
    const people = [await personAt(harness, 'payment'), await personAt(harness, 'payment')];
    for (const who of people) await enrol(who);
    await fault('down');
    expect(await deliver()).toBe(0);
    for (const line of await log(system, { state: 'pending' }))
      expect(line).toMatchObject({ attempts: 1, lastStatus: 503, lastError: 'answered 503' });
    expect(await endpoint(system)).toMatchObject({ state: 'active', failingSince: T0 });
    await fault('ok');
    expect(await deliver()).toBe(0);
    later(6_000);
    expect(await deliver()).toBe(2);
    expect((await received(system)).map(({ times }) => times)).toEqual([1, 1]);
    expect(await endpoint(system)).toMatchObject({ failingSince: null });
  });

  it('is disabled with attention after three days; later events wait until it is active again', async () => {
    const system = await listen(['enrollment.completed']);
    await enrol(await personAt(harness, 'payment'));
    await fault('down');
    for (const wait of [...WAITS, 0]) {
      await deliver();
      later(wait * 1.2);
    }
    const disabled = await endpoint(system);
    expect(disabled).toMatchObject({ state: 'disabled', attention: ['disabled-after-failures'] });
    await enrol(await personAt(harness, 'payment'));
    await fault('ok');
    await deliver();
    expect(await received(system)).toEqual([]);
    expect((await log(system, { state: 'held' })).length).toBeGreaterThanOrEqual(1);
    if (!disabled) throw new Error('No endpoint');
    const { url } = disabled;
    const active = await harness.operations.call('PUT /operations/webhook-endpoints/{id}', {
      params: { id: system.endpoint },
      body: { url, state: 'active' },
    });
    expect(active.body).toMatchObject({
      state: 'active',
      kinds: ['enrollment.completed'],
      attention: [],
      failingSince: null,
    });
    const { body } = await harness.operations.call('POST /operations/webhook-deliveries/replay', {
      body: { endpoint: system.endpoint, from: T0, to: '2026-02-12T10:00:00-03:00' },
    });
    expect(body.replayed).toBeLessThanOrEqual(1);
    await deliver();
    expect(await received(system)).toHaveLength(2);
  });

  it('is disabled at once when it answers 410', async () => {
    const system = await listen(['enrollment.completed']);
    const gone = createServer((_request, response) => response.writeHead(410).end()).listen(0, '127.0.0.1');
    await once(gone, 'listening');
    await harness.platform.db.tenant(tenantId).many(sql`
      update webhook_endpoint set url = ${`http://127.0.0.1:${(gone.address() as AddressInfo).port}/`}
      where tenant_id = ${tenantId} and id = ${system.endpoint} returning id`);
    await enrol(await personAt(harness, 'payment'));
    await deliver();
    gone.close();
    expect(await endpoint(system)).toMatchObject({ state: 'disabled', attention: ['gone'] });
    expect(await log(system)).toMatchObject([{ lastStatus: 410, state: 'held' }]);
  });
});

describe('endpoint secrets', () => {
  it('S42: sign for one host only: an address may move within it, and another host is another endpoint', async () => {
    const system = await listen(['enrollment.completed']);
    const urlNow = async () => (await endpoint(system))?.url;
    const url = (await urlNow()) ?? '';
    const move = (to: string) =>
      harness.operations.call('PUT /operations/webhook-endpoints/{id}', {
        params: { id: system.endpoint },
        body: { url: to, state: 'active' },
      });
    const { port } = new URL(url);
    const others = [
      'http://evil.test/',
      url.replace(`:${port}`, `:${Number(port) + 1}`),
      url.replace('//', '//x.'),
      url.replace('http:', 'https:'),
    ];
    for (const other of others) {
      const { status, body } = await move(other);
      expect([other, status, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([
        other,
        422,
        ['url'],
      ]);
    }
    expect(await urlNow()).toBe(url);
    expect((await move(`${url}/novo`)).status).toBe(200);
    expect(await urlNow()).toBe(`${url}/novo`);
  });

  it('overlap for a while when they are rotated', async () => {
    const system = await listen(['enrollment.completed']);
    const { body } = await harness.operations.call('POST /operations/webhook-endpoints/{id}/rotation', {
      params: { id: system.endpoint },
      body: { overlapHours: 24 },
    });
    expect(body.secret).not.toBe(system.secret);
    expect(body.previousSecretUntil).toBe('2026-01-13T10:00:00-03:00');
    await enrol(await personAt(harness, 'payment'));
    await deliver();
    expect(await received(system)).toHaveLength(1);
    later(25 * HOUR);
    await enrol(await personAt(harness, 'payment'));
    await deliver();
    expect(await log(system, { state: 'pending' })).toMatchObject([{ lastStatus: 401 }]);
    await control(harness, 'PUT', `/academic/${system.name}`, { secrets: [body.secret] });
    later(6_000);
    await deliver();
    expect(await received(system)).toHaveLength(2);
  });
});

describe('replay', () => {
  const replay = (id: number, client: Client = harness.operations) =>
    client.call('POST /operations/webhook-deliveries/{id}/replay', { params: { id } });

  it('sends the same event again, one or a range of them', async () => {
    const system = await listen(['enrollment.completed']);
    await enrol(await personAt(harness, 'payment'));
    await deliver();
    const [line] = await log(system);
    expect((await replay(line?.id ?? 0)).body).toMatchObject({ id: line?.id, state: 'pending' });
    await deliver();
    expect(await received(system)).toMatchObject([{ id: line?.eventId, times: 2 }]);
    const range = (more: object) =>
      harness.operations.call('POST /operations/webhook-deliveries/replay', {
        body: { endpoint: system.endpoint, from: T0, to: '2026-01-12T11:00:00-03:00', ...more },
      });
    expect((await range({})).body).toEqual({ replayed: 0 });
    expect((await range({ to: T0 })).status).toBe(422);
    expect((await range({ delivered: true })).body).toEqual({ replayed: 1 });
    await deliver();
    expect(await received(system)).toMatchObject([{ times: 3 }]);
  });

  it('ends once the body was erased; the log entry is deleted later', async () => {
    const system = await listen(['enrollment.completed']);
    await enrol(await personAt(harness, 'payment'));
    await deliver();
    const [line] = await log(system);
    later(31 * 24 * HOUR);
    await harness.platform.jobs.run('retention');
    const again = await replay(line?.id ?? 0);
    expect([again.status, again.body.code]).toEqual([409, 'STATE_CONFLICT']);
    expect(await log(system)).toHaveLength(1);
    later(60 * 24 * HOUR);
    await harness.platform.jobs.run('retention');
    expect(await log(system)).toEqual([]);
  });
});

it('several simultaneous nodes deliver each event once', async () => {
  const system = await listen(['enrollment.completed']);
  for (let n = 0; n < 12; n += 1) await enrol(await personAt(harness, 'payment'));
  // On PostgreSQL the second node has its own platform and connections.
  const url = harness.databaseUrl;
  const db = url ? openPostgres({ url, pool: 4 }) : undefined;
  const second = db
    ? await buildPlatform(harness.platform.config, db, { clock: harness.clock })
    : harness.platform;
  const counts = await Promise.all([deliver(), webhookJob.run(second), deliver(), webhookJob.run(second)]);
  await db?.close();
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(12);
  const notices = await received(system);
  expect(notices).toHaveLength(12);
  expect(notices.every(({ times }) => times === 1)).toBe(true);
  for (const line of await log(system)) expect(line).toMatchObject({ state: 'delivered', attempts: 1 });
});

it('deliveries of a crashed process are sent again', async () => {
  const system = await listen(['enrollment.completed']);
  await enrol(await personAt(harness, 'payment'));
  const set = (state: string, retryAt: Date) =>
    harness.platform.db.tenant(tenantId).many(sql`
      update webhook_delivery set state = ${state}, retry_at = ${retryAt}::timestamptz
      where tenant_id = ${tenantId} and endpoint_id = ${system.endpoint} returning id`);
  await set('sending', new Date(harness.clock.wall() + HOUR));
  expect(await deliver()).toBe(0);
  await set('sending', new Date(0));
  expect(await deliver()).toBe(1);
});
