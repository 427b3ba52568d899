import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alfa } from '../../testing/applicant.ts';
import { essayOf } from '../../testing/bodies.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { grade } from '../../testing/journey.ts';
import { personAt, type Step } from '../../testing/person-at.ts';
import { finishEssay, saveDraft, startEssay } from '../../testing/requests.ts';

let harness: Harness;
let tenantId: number;
let operations: Client;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await alfa(harness);
  operations = harness.operations;
});
afterAll(() => harness.stop());
afterEach(() => harness.clock.set(new Date(T0)));

const on = () => harness.platform.db.tenant(tenantId);
const writer = (step: Step = 'applied') => personAt(harness, step);
const later = (minutes: number) =>
  harness.clock.set(new Date(harness.clock.now().getTime() + minutes * 60_000));

const start = ({ client, id }: Enrolling) => startEssay(client, id);
const overview = async ({ client, id }: Enrolling) =>
  (await client.call('GET /candidate/subscriptions/{id}/essays', { params: { id } })).body;
const grant = ({ id }: { id: number }, extra: number, key?: string) =>
  operations.call('POST /operations/subscriptions/{id}/essay-attempts', {
    params: { id },
    body: { extra },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const accommodate = ({ id }: { id: number }, essayExtraMinutes: number, notes?: string) =>
  operations.call('PUT /operations/subscriptions/{id}/accommodations', {
    params: { id },
    body: { essayExtraMinutes, ...(notes ? { notes } : {}) },
  });
const granted = ({ id }: { id: number }, as = operations) =>
  as.call('GET /operations/subscriptions/{id}/accommodations', { params: { id } });
const rows = async (table: 'essay_grant' | 'accommodation') =>
  (
    await on().one<{ n: number }>(
      table === 'essay_grant'
        ? sql`select count(*)::int as n from essay_grant where tenant_id = ${tenantId}`
        : sql`select count(*)::int as n from accommodation where tenant_id = ${tenantId}`,
    )
  )?.n;

const status = async ({ client, id }: Enrolling) =>
  (await client.call('GET /candidate/subscriptions/status/{id}', { params: { id } })).body.status;
const finish = ({ client }: Enrolling, essayId: number) => finishEssay(client, essayId);

describe('an essay begun on the last evening of the intake', () => {
  const at = (moment: string) => harness.clock.set(new Date(`2026-02-${moment}-03:00`));
  const expire = () => harness.platform.jobs.run('intake-expiry');
  const begin = async () => {
    at('13T23:50:00');
    const who = await writer();
    return { ...who, essayId: (await start(who)).body.id };
  };

  it('continues past midnight and is graded', async () => {
    const who = await begin();
    at('14T00:05:00');
    await expire();
    expect(await status(who)).toBe(1);
    at('14T00:20:00');
    expect((await finish(who, who.essayId)).status).toBe(200);
    await expire();
    await grade(operations, who.essayId);
    expect(await status(who)).toBe(3);
  });

  it('ends like any other: the saved text is delivered, and an application without a text ends', async () => {
    const wrote = await begin();
    const idle = await begin();
    await saveDraft(wrote.client, wrote.essayId, { essay: essayOf(180), revision: 0 });
    at('14T00:50:31');
    // The job that ends the intake may run first.
    await expire();
    await harness.platform.jobs.run('essay-timeout');
    await expire();
    expect([await status(wrote), await status(idle)]).toEqual([1, 13]);
    expect((await finish(idle, idle.essayId)).body.code).toBe('ESSAY_TIMED_OUT');
    await grade(operations, wrote.essayId);
    expect(await status(wrote)).toBe(3);
  });
});

it('finishing after leaving returns the status of the application, not that a text was delivered', async () => {
  const who = await writer();
  const { body: essay } = await start(who);
  await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id: who.id },
    body: { reason: 'gave-up' },
  });
  const refused = await finish(who, essay.id);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'ESSAY_FINISHED',
    'Sua inscrição não está mais na etapa da redação. Veja a situação dela no portal.',
  ]);
});

describe('granted attempts', () => {
  it('reopen the essay for the person and the offer, once per idempotency key', async () => {
    const who = await writer();
    for (let n = 0; n < 3; n += 1) {
      expect((await start(who)).status).toBe(201);
      later(61);
    }
    expect((await overview(who)).attemptsLeft).toBe(0);
    expect((await start(who)).body.code).toBe('NO_ATTEMPTS');
    const key = randomUUID();
    const answer = { id: who.id, state: 'granted', subscriptionId: who.id, status: 1 };
    expect((await grant(who, 1, key)).body).toEqual(answer);
    expect((await grant(who, 1, key)).body).toEqual(answer);
    expect((await overview(who)).attemptsLeft).toBe(1);
    expect((await start(who)).status).toBe(201);
    later(61);
    expect((await start(who)).body.code).toBe('NO_ATTEMPTS');
    expect((await grant(who, 2)).status).toBe(200);
    expect((await overview(who)).attemptsLeft).toBe(2);
  });

  it('are refused where no essay may be written any more, and write nothing', async () => {
    const before = await rows('essay_grant');
    for (const status of [3, 7, 13] as const) {
      expect((await grant(await writer(status), 1)).body).toMatchObject({ code: 'STATE_CONFLICT', status });
    }
    const copied = await writer(9);
    await on().one(
      sql`update subscription set no_retake = true where tenant_id = ${tenantId} and id = ${copied.id} returning id`,
    );
    expect((await grant(copied, 1)).body.code).toBe('STATE_CONFLICT');
    const other = {
      offer: 'PSI-TRANSF',
      course: 'PSI',
      pole: 'CENTRO',
      type: 'graduation',
    } as const;
    expect((await grant(await personAt(harness, 'analysis', other), 1)).body).toMatchObject({
      code: 'NOT_ESSAY_INGRESS',
      status: 10,
    });
    for (const extra of [0, 11, 1.5]) expect((await grant(await writer(), extra)).status).toBe(422);
    expect(await rows('essay_grant')).toBe(before);
    expect((await grant(await writer(9), 1)).status).toBe(200);
  });
});

describe('granted time', () => {
  it('counts from the start, is shown before it, and extends a running essay', async () => {
    const who = await writer();
    expect((await accommodate(who, 30, 'Dislexia: prova em fonte ampliada')).body).toEqual({
      id: who.id,
      state: 'granted',
      subscriptionId: who.id,
      status: 1,
    });
    expect((await overview(who)).rules.minutes).toBe(90);
    const essay = (await start(who)).body;
    expect(essay.deadline).toBe('2026-01-12T11:30:00-03:00');
    const read = async () =>
      (
        await who.client.call('GET /candidate/subscriptions/essays/{essayId}', {
          params: { essayId: essay.id },
        })
      ).body;
    later(80);
    await accommodate(who, 60);
    expect((await read()).deadline).toBe('2026-01-12T12:00:00-03:00');
    // Time already granted is not taken back while the candidate is writing.
    await accommodate(who, 0);
    expect((await read()).deadline).toBe('2026-01-12T12:00:00-03:00');
    later(39);
    expect((await read()).state).toBe('in-progress');
    later(2);
    expect((await read()).state).toBe('timed-out');
    await accommodate(who, 60);
    expect((await read()).state).toBe('timed-out');
  });

  it('is visible to the essays scope only, with what was requested', async () => {
    const who = await writer();
    const blank = { essayExtraMinutes: 0, notes: null, asked: null, request: null, updatedAt: null };
    expect((await granted(who)).body).toEqual(blank);
    await on().one(sql`
      update subscription set accessibility = '{"kinds":["visual"],"notes":"Baixa visão"}'
      where tenant_id = ${tenantId} and id = ${who.id} returning id`);
    await accommodate(who, 15, 'Ledor');
    expect((await granted(who)).body).toEqual({
      essayExtraMinutes: 15,
      notes: 'Ledor',
      asked: { kinds: ['visual'], notes: 'Baixa visão' },
      request: null,
      updatedAt: '2026-01-12T10:00:00-03:00',
    });
    const whole = await operations.call('GET /operations/subscriptions/{id}', { params: { id: who.id } });
    expect(JSON.stringify(whole.body)).not.toMatch(/Ledor|Baixa visão/);
    const list = await operations.call('GET /operations/subscriptions');
    expect(JSON.stringify(list.body)).not.toMatch(/Ledor|Baixa visão/);
  });

  it('is refused above an hour, after the result, and where there is no test', async () => {
    const before = await rows('accommodation');
    expect((await accommodate(await writer(), 61)).status).toBe(422);
    for (const status of [3, 7, 13] as const) {
      expect((await accommodate(await writer(status), 30)).body).toMatchObject({
        code: 'STATE_CONFLICT',
        status,
      });
    }
    const other = { offer: 'EXT-EXCEL', course: 'EXC', type: 'extension' } as const;
    expect((await accommodate(await personAt(harness, 'applied', other), 30)).body.code).toBe(
      'STATE_CONFLICT',
    );
    expect(await rows('accommodation')).toBe(before);
  });
});
