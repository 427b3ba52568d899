// Longer than other files: choosing, holding, waiting for and losing a place share the seats of one class.
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alfa } from '../../testing/applicant.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { acceptContract, bodyOf, fillData, findCourse, signUp, untilPaid } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { openCharge, readPaymentOptions, requestPlace, settlePix } from '../../testing/requests.ts';
import { classHoldJob } from './class-hold-job.ts';

// One long file, because all its tests share one product instance, whose start costs more than most of these
// tests.
let harness: Harness;
let tenantId: number;
let count = 700;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await alfa(harness);
});
afterAll(() => harness.stop());
afterEach(() => harness.clock.set(new Date(T0)));

type One = { client: Client; id: number };

/** Applicant whose accepted contract of `EXT-EXCEL` awaits the choice of a class. */
const waiting = (): Promise<One> =>
  personAt(harness, 'class', { offer: 'EXT-EXCEL', course: 'EXC', type: 'extension' });

/** Same as `waiting`, but reached through API calls instead of fixtures. */
async function walked(): Promise<One> {
  count += 1;
  const person = inventedPerson(count);
  const client = harness.visitor();
  const { personId } = await signUp(client, person);
  const { id } = bodyOf(await requestPlace(client, await findCourse(client, { type: 3 })));
  await fillData(client, personId, id, person, { level: 'high-school' });
  expect(await acceptContract(client, id)).toMatchObject({ status: 21 });
  return { client, id };
}

const classesOf = async ({ client, id }: One) =>
  (await client.call('GET /candidate/subscriptions/{id}/classes', { params: { id } })).body;
const classId = async (one: One, name: string) =>
  (await classesOf(one)).availableClasses.find((row) => row.name === name)?.id ?? 0;
const choose = async (one: One, name: string) => {
  const academicClassId = await classId(one, name);
  return one.client.call('PUT /candidate/subscriptions/{id}/class', {
    params: { id: one.id },
    body: { academicClassId },
  });
};
const statusOf = async ({ client, id }: One) =>
  (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body;
const stored = async ({ id }: One) =>
  (
    await harness.platform.db
      .tenant(tenantId)
      .one<{ status: number }>(
        sql`select status from subscription where tenant_id = ${tenantId} and id = ${id}`,
      )
  )?.status;
const shown = async ({ client, id }: One) => {
  const { payloadToken } = (await client.call('GET /candidate/users/check/')).body;
  const params = { uuid: payloadToken.uuid, id };
  return (await client.call('GET /candidate/users/{uuid}/subscription/{id}', { params })).body;
};
const cancel = ({ client, id }: One) =>
  client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id },
    body: { reason: 'gave-up' },
  });
const pay = async ({ client, id }: One, more: { replace?: boolean } = {}) => {
  const { body } = await readPaymentOptions(client, id);
  const priceId = body.prices?.[0]?.priceId ?? 0;
  return openCharge(client, id, { purpose: 'enrollment', priceId, method: 'pix', installments: 1, ...more });
};
const capacity = (code: string, slots: number) =>
  harness.operations.call('PUT /operations/classes/{code}/capacity', { params: { code }, body: { slots } });
const taken = async () =>
  (
    await harness.platform.db.tenant(tenantId).many<{ taken: number }>(sql`
      select c.taken from academic_class c join offer o on o.tenant_id = c.tenant_id and o.id = c.offer_id
      where c.tenant_id = ${tenantId} and o.code = 'EXT-EXCEL' order by c.code`)
  ).map((row) => row.taken);
const events = ({ id }: One, prefix = 'class.') =>
  harness.platform.db.tenant(tenantId).many<{ type: string; data: object }>(sql`
    select type, data from outbox_event where tenant_id = ${tenantId} and subscription_id = ${id}
      and type like ${`${prefix}%`} order by id`);
const mails = ({ id }: One) =>
  harness.platform.db.tenant(tenantId).many<{ data: { variante: string; turma: string; hora?: string } }>(sql`
    select data from notification where tenant_id = ${tenantId} and subscription_id = ${id}
      and template = 'N-30' order by id`);
const later = (minutes: number, seconds = 0) =>
  harness.clock.set(new Date(new Date(T0).getTime() + (minutes * 60 + seconds) * 1000));
const run = () => harness.platform.jobs.run('class-hold');
const waits = () => harness.platform.jobs.run('class-wait');
const payUntil = async ({ id }: One) =>
  (
    await harness.platform.db
      .tenant(tenantId)
      .one<{ at: Date }>(
        sql`select payment_deadline as at from subscription where tenant_id = ${tenantId} and id = ${id}`,
      )
  )?.at.toISOString();
const reminders = async ({ id }: One) =>
  (
    await harness.platform.db.tenant(tenantId).many(sql`
      select id from notification where tenant_id = ${tenantId} and subscription_id = ${id} and template = 'N-22'`)
  ).length;

describe('the choice of a class', () => {
  it('holds the last place for one applicant, and frees it when the reservation expires', async () => {
    const one = await walked();
    const two = await waiting();
    expect(await classesOf(one)).toMatchObject({
      selectedClass: null,
      availableClasses: [
        { name: 'Turma 1', shift: 'noite', startDate: '2026-02-23', startTime: '19:00', slots: 1 },
        { name: 'Turma 2', slots: 30 },
      ],
      slots: 31,
      expiration: null,
      showInfo: true,
    });
    const chosen = await choose(one, 'Turma 1');
    expect(chosen.body).toMatchObject({
      selectedClass: { name: 'Turma 1', slots: 0 },
      expiration: '2026-01-12T10:30:00-03:00',
      status: 6,
    });
    expect((await choose(one, 'Turma 1')).body).toEqual(chosen.body);
    expect(await shown(one)).toMatchObject({
      academicClassId: chosen.body.selectedClass.id,
      academicClassDate: '2026-02-23',
    });
    const status = await statusOf(one);
    expect(status.deadlines.class).toBe('2026-01-12T10:30:00-03:00');
    expect(status.history.at(-1)).toMatchObject({ from: 21, to: 6, event: 'class-selected' });
    const row = await harness.platform.db.tenant(tenantId).one(sql`
      select transition from status_history where tenant_id = ${tenantId} and subscription_id = ${one.id}
      order by id desc limit 1`);
    expect(row).toEqual({ transition: 'TR-75+TR-73' });

    const full = await choose(two, 'Turma 1');
    expect([full.status, full.body]).toMatchObject([
      409,
      {
        code: 'CLASS_UNAVAILABLE',
        message: 'A turma selecionada não possui mais vagas ou o tempo da oferta expirou.',
        status: 21,
      },
    ]);
    expect(await stored(two)).toBe(21);

    later(24);
    await run();
    expect(await events(one)).toEqual([]);
    later(25);
    // Runs the job twice at the same time, as on two nodes.
    const platform = harness.platform;
    expect((await Promise.all([classHoldJob.run(platform), classHoldJob.run(platform)])).sort()).toEqual([
      0, 1,
    ]);
    await run();
    expect(await events(one)).toEqual([
      { type: 'class.hold-expiring', data: { expiration: '2026-01-12T10:30:00-03:00' } },
    ]);
    later(29, 59);
    await run();
    expect((await statusOf(one)).status).toBe(6);

    later(30, 1);
    expect((await pay(one)).body.code).toBe('CLASS_HOLD_EXPIRED');
    expect((await Promise.all([classHoldJob.run(platform), classHoldJob.run(platform)])).sort()).toEqual([
      0, 1,
    ]);
    const freed = await statusOf(one);
    expect([freed.status, freed.history.at(-1)?.event, freed.deadlines.class]).toEqual([
      21,
      'class-hold-expired',
      null,
    ]);
    expect((await events(one)).map(({ type }) => type)).toEqual([
      'class.hold-expiring',
      'class.hold-expired',
    ]);
    expect(await mails(one)).toMatchObject([
      { data: { variante: 'expirando', turma: 'Turma 1', hora: '10:30' } },
      { data: { variante: 'expirada', turma: 'Turma 1' } },
    ]);
    expect((await pay(one)).body.code).toBe('CLASS_HOLD_EXPIRED');

    expect((await choose(two, 'Turma 1')).body.status).toBe(6);
    expect((await choose(one, 'Turma 2')).body.status).toBe(6);
    expect(await taken()).toEqual([1, 1]);
    expect((await cancel(two)).body.status).toBe(13);
    expect(await taken()).toEqual([0, 1]);
    expect((await shown(two)).academicClassId).toBeNull();
    await cancel(one);
  });

  it('lasts as long as a charge is open, also a replaced one, and ends with it', async () => {
    const one = await waiting();
    await choose(one, 'Turma 2');
    later(20);
    const charge = await pay(one);
    expect(charge.status).toBe(201);
    later(31);
    await run();
    const held = await statusOf(one);
    expect(held.status).toBe(6);
    expect(new Date(held.deadlines.class ?? 0).getTime()).toBeGreaterThan(harness.clock.now().getTime());
    expect((await classesOf(one)).expiration).toBe(held.deadlines.class);
    const second = await pay(one, { replace: true });
    expect(second.status).toBe(201);
    await one.client.call('DELETE /candidate/payments/{paymentId}', {
      params: { paymentId: second.body.paymentId },
    });
    later(24 * 60);
    await run();
    expect((await statusOf(one)).status).toBe(21);
    await cancel(one);
  });

  it('restarts its time after the institution reviewed documents', async () => {
    const one = await waiting();
    const parameter = (value: string) =>
      harness.platform.db.tenant(tenantId).one(sql`
        insert into parameter (tenant_id, level, owner_id, internal_value, value)
        select ${tenantId}::bigint, 'offer', id, 'DocumentStage', ${JSON.stringify(value)}::jsonb
        from offer where tenant_id = ${tenantId} and code = 'EXT-EXCEL'
        on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value
        returning internal_value`);
    await parameter('before-payment');
    expect((await choose(one, 'Turma 2')).body).toMatchObject({ status: 5, expiration: null });
    later(3 * 60);
    await run();
    const documents = await one.client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: one.id },
    });
    const reviewed = await harness.operations.call('POST /operations/documents/{id}/review', {
      params: { id: documents.body[0]?.documentId ?? 0 },
      body: { decision: 'waived' },
    });
    expect(reviewed.body.status).toBe(6);
    expect((await statusOf(one)).deadlines.class).toBe('2026-01-12T13:30:00-03:00');
    await run();
    expect(await stored(one)).toBe(6);
    await parameter('none');
    await cancel(one);
  });

  it('is kept while the institution looks for a payment, and after it found none', async () => {
    const place = { offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP', type: 'tax' } as const;
    const one = await personAt(harness, 'class', place);
    expect((await choose(one, 'Turma de sexta')).body.status).toBe(6);
    const manual = async () =>
      (
        await harness.operations.call('POST /operations/subscriptions/{id}/manual-payments', {
          params: { id: one.id },
          body: { purpose: 'enrollment', amount: 7200, reason: 'Pago na secretaria' },
        })
      ).body;
    const decide = (id: number, body: { decision: 'settled' | 'refused'; reason?: string }) =>
      harness.operations.call('POST /operations/manual-payments/{id}/decision', { params: { id }, body });
    const first = await manual();
    expect(first.status).toBe(11);
    later(3 * 60);
    await run();
    expect(await stored(one)).toBe(11);
    expect((await decide(first.id, { decision: 'refused', reason: 'Não consta' })).body.status).toBe(6);
    await run();
    expect((await statusOf(one)).deadlines.class).toBe('2026-01-12T13:30:00-03:00');
    const second = await manual();
    expect((await decide(second.id, { decision: 'settled' })).body.status).toBe(5);
    later(24 * 60);
    await run();
    expect((await classesOf(one)).selectedClass?.name).toBe('Turma de sexta');
  });

  it('is permanent once it is paid', async () => {
    const one = await waiting();
    await choose(one, 'Turma 2');
    const before = await taken();
    const { paymentId } = (await pay(one)).body;
    await settlePix(harness.operations, paymentId);
    await untilPaid(one.client, paymentId);
    expect((await statusOf(one)).status).toBe(7);
    later(60);
    await run();
    expect(await taken()).toEqual(before);
    const seen = await classesOf(one);
    expect([seen.selectedClass?.name, seen.expiration]).toEqual(['Turma 2', null]);
  });

  it('is refused where no class is needed, and writes nothing', async () => {
    const one = await waiting();
    const held = await classId(one, 'Turma 2');
    const before = await taken();
    const put = (academicClassId: number) =>
      one.client.call('PUT /candidate/subscriptions/{id}/class', {
        params: { id: one.id },
        body: { academicClassId },
      });
    for (const id of [999_999, 4_000_000_000]) expect((await put(id)).body.code).toBe('CLASS_UNAVAILABLE');
    // A class of another offer.
    const other = await harness.platform.db
      .tenant(tenantId)
      .one<{ id: number }>(sql`select id from academic_class where tenant_id = ${tenantId} and code = 'SAB'`);
    expect((await put(other?.id ?? 0)).body.code).toBe('CLASS_UNAVAILABLE');
    await cancel(one);
    const ended = await put(held);
    expect([ended.status, ended.body]).toMatchObject([409, { code: 'TRANSITION_NOT_ALLOWED', status: 13 }]);
    expect(await taken()).toEqual(before);
  });

  it('pauses the time to pay while every class is full, and restarts it once a place is free', async () => {
    // The job processes the older application first.
    const [two, one] = [await waiting(), await waiting()];
    await choose(one, 'Turma 1');
    const before = await taken();
    await capacity('T2', before[1] ?? 0);
    await waits();
    // No class can be chosen, so no request and no deadline are sent.
    later(5 * 24 * 60);
    await harness.platform.jobs.run('reminders');
    expect(await reminders(two)).toBe(0);
    expect((await statusOf(two)).deadlines.payment).toBeNull();
    later(20 * 24 * 60);
    await harness.platform.jobs.run('payment-deadline');
    expect(await stored(two)).toBe(21);
    // The first application's seat is free again, so the second may choose now. The deadline written at its acceptance is long
    // past and must not end the application before the invitation.
    expect(await stored(one)).toBe(13);
    await harness.platform.jobs.run('payment-deadline');
    expect(await stored(two)).toBe(21);
    await waits();
    await waits();
    expect(await mails(two)).toEqual([{ data: { variante: 'vagas', prazo: '08/02/2026' } }]);
    expect(await payUntil(two)).toBe('2026-02-09T02:59:59.999Z');
    later(25 * 24 * 60);
    await harness.platform.jobs.run('reminders');
    expect(await reminders(two)).toBe(2);
    // From here on the second applicant can choose, and the time to pay runs as usual.
    later(28 * 24 * 60);
    await harness.platform.jobs.run('payment-deadline');
    expect(await stored(two)).toBe(13);
    await capacity('T2', 30);
  });

  it('is not invited and cancelled in the same run, even after the intake has ended', async () => {
    const one = await waiting();
    await capacity('T1', 0);
    await capacity('T2', (await taken())[1] ?? 0);
    // The intake ended on the 13th, and no job has marked the application as waiting since.
    later(40 * 24 * 60);
    await capacity('T1', 1);
    await harness.platform.jobs.run('payment-deadline');
    expect(await stored(one)).toBe(21);
    expect(await payUntil(one)).toBe('2026-02-25T02:59:59.999Z');
    expect(await mails(one)).toEqual([{ data: { variante: 'vagas', prazo: '24/02/2026' } }]);
    later(44 * 24 * 60);
    await harness.platform.jobs.run('payment-deadline');
    expect(await stored(one)).toBe(13);
    await capacity('T2', 30);
  });
});

describe('the last place', () => {
  it('is taken by exactly one of many simultaneous requests', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, waiting));
    const academicClassId = await classId(many[0] as One, 'Turma 1');
    const answers = await Promise.all(
      many.map(({ client, id }) =>
        client.call('PUT /candidate/subscriptions/{id}/class', { params: { id }, body: { academicClassId } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'CLASS_UNAVAILABLE')).toHaveLength(5);
    expect((await taken())[0]).toBe(1);
    const winner = many[answers.findIndex(({ status }) => status === 200)] as One;

    // The end of the hold and the cancellation together free the seat once.
    later(31);
    await Promise.all([cancel(winner), run()]);
    expect((await taken())[0]).toBe(0);
  });
});

describe('the capacity of a class', () => {
  it('can be set, notifies those waiting, and never falls below the places taken', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await choose(one, 'Turma 1');
    await capacity('T1', 2);
    // The other class has a free seat, so nobody is waiting for one.
    expect(await mails(two)).toEqual([]);
    await capacity('T1', 1);
    await capacity('T2', (await taken())[1] ?? 0);
    expect((await capacity('T1', 2)).body).toEqual({
      code: 'T1',
      offerCode: 'EXT-EXCEL',
      name: 'Turma 1',
      slots: 2,
      taken: 1,
    });
    expect(await events(two, 'subscription.')).toEqual([{ type: 'subscription.steps-changed', data: {} }]);
    expect(await mails(two)).toMatchObject([{ data: { variante: 'vagas' } }]);
    expect(await mails(one)).toEqual([]);
    await capacity('T2', 30);
    expect((await choose(two, 'Turma 1')).status).toBe(200);
    const below = await capacity('T1', 1);
    expect([below.status, below.body]).toMatchObject([409, { code: 'CAPACITY_BELOW_TAKEN', taken: 2 }]);
    expect((await classesOf(one)).selectedClass?.slots).toBe(0);
    expect((await capacity('T9', 1)).status).toBe(404);
    expect((await capacity('T1', -1)).status).toBe(422);
    await Promise.all([cancel(one), cancel(two)]);
    expect((await capacity('T1', 1)).body.taken).toBe(0);
  });

  it('requires the offer where several offers have such a class', async () => {
    await harness.platform.db.tenant(tenantId).one(sql`
      insert into academic_class (tenant_id, offer_id, pole_id, code, name, shift, start_date, slots)
      select c.tenant_id, c.offer_id, c.pole_id, 'T1', 'Outra', 'noite', c.start_date, 3 from academic_class c
      where c.tenant_id = ${tenantId} and c.code = 'SEX' returning id`);
    expect((await capacity('T1', 5)).body.errors?.[0]?.field).toBe('offerCode');
    const named = await harness.operations.call('PUT /operations/classes/{code}/capacity', {
      params: { code: 'T1' },
      body: { slots: 5, offerCode: 'SAUDE-TAX' },
    });
    expect(named.body).toMatchObject({ offerCode: 'SAUDE-TAX', slots: 5 });
  });
});
