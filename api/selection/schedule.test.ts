// Longer than other files: booking, moving, presence and results of a test share its slots and seats.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alfa, linkHolder, placeAt } from '../../testing/applicant.ts';
import { control } from '../../testing/enrolling.ts';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { holderOf } from '../../testing/token-holder.ts';
import { forgetHosts } from '../tenancy/hosts.ts';

// One long file, because all its tests share one product instance, whose start costs more than most of these
// tests.
let harness: Harness;
let operations: Client;
let tenantId: number;
let slots: Record<'S1' | 'S2' | 'S3', number>;
let offer: { id: number; course: number; pole: number };

const HOST = 'cua.alfa.orbita.test';
const SETTINGS = 'GET /platform/settings/applications/{application}/hostname/{host}';

type One = { client: Client; id: number; uuid: string };

const on = () => harness.platform.db.tenant(tenantId);
const inserted = async (code: string, at: string, capacity = 40, pole = offer.pole): Promise<number> =>
  (
    await on().one<{ id: number }>(sql`
      insert into schedule_slot (tenant_id, offer_id, pole_id, code, place, at, capacity)
      values (${tenantId}, ${offer.id}, ${pole}, ${code}, 'Bloco C', ${at}::timestamptz, ${capacity}::int) returning id`)
  )?.id ?? 0;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, places: 500 });
  operations = harness.operationsOf('alfa');
  tenantId = await alfa(harness);
  const rows = await on().many<{ code: 'S1'; id: number }>(
    sql`select code, id from schedule_slot where tenant_id = ${tenantId}`,
  );
  slots = Object.fromEntries(rows.map(({ code, id }) => [code, id])) as typeof slots;
  const found = await on().one<typeof offer>(sql`
    select o.id, x.course_id as course, x.pole_id as pole from offer o
    join offer_course_pole x on x.tenant_id = o.tenant_id and x.offer_id = o.id
    where o.tenant_id = ${tenantId} and o.code = 'ENF-TEST'`);
  if (!found) throw new Error('No offer with a test');
  offer = found;
});
beforeEach(() => harness.clock.set(new Date(T0)));
afterAll(() => harness.stop());

/** A new person who applied to Enfermagem. */
async function newcomer(): Promise<One & { email: string }> {
  const { client, uuid, email } = await personAt(harness, 'account', { emailConfirmed: true });
  const made = await client.call('POST /candidate/subscriptions', {
    headers: { 'x-institution-code': 'CUA01' },
    body: {
      offerId: offer.id,
      courseId: offer.course,
      poleId: offer.pole,
      schooling: { level: 'high-school' },
    },
  });
  expect(made.body.subscriptionStatus).toBe(1);
  return { client, id: made.body.id, uuid, email };
}
const book = ({ client, id }: Pick<One, 'client' | 'id'>, hourId: number) =>
  client.call('PUT /candidate/subscriptions/{id}/scheduling', { params: { id }, body: { hourId } });
async function booked(hourId: number): Promise<One> {
  const one = await newcomer();
  expect((await book(one, hourId)).status).toBe(200);
  return one;
}
const shown = async ({ client, id, uuid }: One) =>
  (await client.call('GET /candidate/users/{uuid}/subscription/{id}', { params: { uuid, id } })).body;
const history = async ({ client, id }: One) =>
  (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body.history;
const taken = async (id: number) =>
  (
    await on().one<{ taken: number }>(
      sql`select taken from schedule_slot where tenant_id = ${tenantId} and id = ${id}`,
    )
  )?.taken;
const messages = async (one: One, template: string) => {
  const { body } = await operations.call('GET /operations/notifications', {
    query: { subscriptionId: one.id, pageSize: 100 },
  });
  return body.data.filter((message) => message.template === template && message.channel === 'email');
};
const results = (hourId: number, body: unknown) =>
  operations.call('POST /operations/schedules/{hourId}/results', { params: { hourId }, body: body as never });
async function untouched(work: () => Promise<void>): Promise<void> {
  const before = await fingerprint(harness.platform);
  await work();
  expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
}

describe('offered slots', () => {
  it('are grouped by place and day; past ones and those within two hours are left out, full ones are disabled', async () => {
    const one = await newcomer();
    const query = { offerId: offer.id, subscriptionId: one.id };
    const soon = await inserted('SOON', '2026-01-12T11:59:00-03:00');
    const later = await inserted('LATER', '2026-01-12T12:01:00-03:00', 0);
    const { body } = await one.client.call('GET /candidate/poles/{poleId}/scheduling', {
      params: { poleId: offer.pole },
      query,
    });
    expect(body.map(({ campusScheduling }) => campusScheduling)).toEqual(['Bloco C', 'Bloco A', 'Bloco B']);
    expect(body[0]?.dates).toEqual([
      {
        date: '2026-01-12',
        slots: [{ id: later, dataHora: '2026-01-12T12:01:00-03:00', available: false }],
      },
    ]);
    expect(body[1]).toMatchObject({
      campusSchedulingId: slots.S1,
      campusPolo: expect.any(String),
      dates: [
        { date: '2026-01-20', slots: [{ id: slots.S1, dataHora: '2026-01-20T14:00:00-03:00' }] },
        { date: '2026-01-22', slots: [{ id: slots.S2 }] },
      ],
    });
    const all = await one.client.call('GET /candidate/offers/schedules/by-offer/{offerId}', {
      params: { offerId: offer.id },
      query: { subscriptionId: one.id },
    });
    expect(all.body.map(({ id }) => id)).toEqual([later, slots.S1, slots.S2, slots.S3]);
    expect(all.body.map(({ id }) => id)).not.toContain(soon);
    await on().many(
      sql`delete from schedule_slot where tenant_id = ${tenantId} and code in ('SOON', 'LATER')`,
    );
    const elsewhere = await one.client.call('GET /candidate/poles/{poleId}/scheduling', {
      params: { poleId: 201 },
      query,
    });
    expect(elsewhere.status).toBe(404);
  });
});

describe('booking (TR-30, TR-31)', () => {
  it('moves to 2, fills the booking of the application, sends a message and shows others the place as taken', async () => {
    const one = await newcomer();
    const answer = await book(one, slots.S2);
    expect(answer.body).toEqual({
      hour: { id: slots.S2, dataHora: '2026-01-22T09:00:00-03:00' },
      campusSchedulingId: slots.S1,
      campusScheduling: 'Bloco A',
      campusPolo: expect.any(String),
    });
    expect(await shown(one)).toMatchObject({
      ...answer.body,
      subscriptionStatus: 2,
      permissions: { reschedule: true },
    });
    const status = await one.client.call('GET /candidate/subscriptions/status/{id}', {
      params: { id: one.id },
    });
    expect(status.body.page).toBe('test-summary');
    // The test has not been held yet, so the analysis has not begun.
    const steps = await one.client.call('GET /candidate/subscriptions/{id}/steps', {
      params: { id: one.id },
    });
    expect(steps.body.find(({ state }) => state === 'current')?.code).toBe('assessment');
    expect(await messages(one, 'N-06')).toHaveLength(1);

    const other = await newcomer();
    const list = await other.client.call('GET /candidate/offers/schedules/by-offer/{offerId}', {
      params: { offerId: offer.id },
      query: { subscriptionId: other.id },
    });
    expect(list.body.find(({ id }) => id === slots.S2)?.available).toBe(false);
    await untouched(async () => {
      const full = await book(other, slots.S2);
      expect([full.status, full.body.code]).toEqual([409, 'SLOT_FULL']);
      expect(full.body.message).toBe('Este horário não está mais disponível. Escolha outro.');
    });

    // Booking the same slot again changes nothing; booking another slot frees the first.
    await untouched(async () => expect((await book(one, slots.S2)).status).toBe(200));
    expect((await book(one, slots.S1)).status).toBe(200);
    expect(await taken(slots.S2)).toBe(0);
    expect((await history(one)).map(({ event }) => event)).toEqual([
      'create',
      'test-scheduled',
      'test-rescheduled',
    ]);
    expect(await messages(one, 'N-06')).toHaveLength(2);
  });

  it('uses the time zone of the tenant on the page, in answers and in e-mails (spec 2.3)', async () => {
    const zone = async (name: string) => {
      await harness.platform.db.global.one(
        sql`update tenant set time_zone = ${name} where id = ${tenantId} returning id`,
      );
      forgetHosts(harness.platform);
    };
    await zone('America/Manaus');
    try {
      const settings = await harness
        .visitor(HOST)
        .call(SETTINGS, { params: { application: 'orbita', host: HOST } });
      expect(settings.body.timeZone).toBe('America/Manaus');
      const { email, ...one } = await newcomer();
      // 14h00 in São Paulo, 13h00 in Manaus.
      expect((await book(one, slots.S1)).body.hour?.dataHora).toBe('2026-01-20T13:00:00-04:00');
      expect((await history(one)).at(-1)?.at).toMatch(/-04:00$/);
      await harness.platform.jobs.run('outbox');
      const kept = await control(harness, 'GET', `/outbox?to=${encodeURIComponent(email)}`);
      const mail = ((await kept.json()) as { template: string; text: string }[]).find(
        ({ template }) => template === 'N-06',
      );
      expect(mail?.text).toContain('20/01/2026 às 13:00');
    } finally {
      await zone('America/Sao_Paulo');
    }
  });

  it('is refused past the limits of hours and of reschedules, and then writes nothing', async () => {
    const one = await booked(slots.S1);
    for (const hour of [slots.S3, slots.S1]) expect((await book(one, hour)).status).toBe(200);
    expect((await shown(one)).permissions.reschedule).toBe(false);
    const late = await booked(await inserted('NEAR', '2026-01-15T14:00:00-03:00'));
    harness.clock.set(new Date('2026-01-14T14:00:00-03:00'));
    expect((await shown(late)).permissions.reschedule).toBe(true);
    harness.clock.set(new Date('2026-01-14T14:01:00-03:00'));
    expect((await shown(late)).permissions.reschedule).toBe(false);
    await untouched(async () => {
      for (const who of [one, late]) {
        const refused = await book(who, slots.S3);
        expect([refused.status, refused.body.code]).toEqual([409, 'RESCHEDULE_LIMIT']);
      }
    });
  });

  it('refuses slots of other offers and poles, types without tests and wrong states, and writes nothing', async () => {
    const one = await newcomer();
    const elsewhere = await inserted('ELSEWHERE', '2026-01-28T14:00:00-03:00', 5, 201);
    const past = await inserted('PAST', '2026-01-12T11:00:00-03:00');
    await untouched(async () => {
      for (const hour of [elsewhere, 999_999]) expect((await book(one, hour)).status).toBe(422);
      expect((await book(one, past)).body.code).toBe('SLOT_FULL');
    });
    const odd = await newcomer();
    for (const type of ['essay', 'postgraduate', 'extension', 'tax']) {
      await on().many(sql`
        update subscription set application_type = ${type} where tenant_id = ${tenantId} and id = ${odd.id}`);
      await untouched(async () => {
        const refused = await book(odd, slots.S1);
        expect([refused.status, refused.body.code]).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
      });
    }
    for (const status of [3, 6, 9, 13]) {
      await placeAt(harness, one.id, status);
      await untouched(async () => {
        const refused = await book(one, slots.S1);
        expect([refused.status, refused.body]).toMatchObject([
          409,
          { code: 'TRANSITION_NOT_ALLOWED', status },
        ]);
      });
    }
    await on().many(sql`
      delete from schedule_slot where tenant_id = ${tenantId} and code in ('ELSEWHERE', 'PAST')`);
  });

  it("works under an access link, for that link's application only", async () => {
    const one = await newcomer();
    const other = await newcomer();
    const link = await linkHolder(harness, { subscriptionId: one.id });
    expect((await book({ client: link, id: one.id }, slots.S1)).status).toBe(200);
    expect((await book({ client: link, id: other.id }, slots.S1)).status).toBe(404);
    const list = await link.call('GET /candidate/offers/schedules/by-offer/{offerId}', {
      params: { offerId: offer.id },
      query: { subscriptionId: other.id },
    });
    expect(list.status).toBe(404);
  });

  it('gives the last place to one of many, and swaps places without a deadlock', async () => {
    const last = await inserted('LAST', '2026-01-29T09:00:00-03:00', 1);
    const people = await Promise.all(Array.from({ length: harness.databaseUrl ? 20 : 6 }, newcomer));
    const answers = await Promise.all(people.map((one) => book(one, last)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body.code]).toEqual([409, 'SLOT_FULL']);
    expect(await taken(last)).toBe(1);
    const bookings = await on().many(sql`
      select id from test_booking where tenant_id = ${tenantId} and schedule_slot_id = ${last}`);
    expect(bookings).toHaveLength(1);
    // Two simultaneous clicks of one person book one seat.
    const [first, ...rest] = people.filter((_, at) => answers[at]?.status !== 200);
    const twice = await Promise.all([slots.S1, slots.S3, slots.S1].map((hour) => book(first as One, hour)));
    expect(twice.map(({ status }) => status)).toContain(200);
    const living = await on().many(sql`
      select id from test_booking where tenant_id = ${tenantId} and subscription_id = ${first?.id ?? 0}
        and state = 'booked'`);
    expect(living).toHaveLength(1);
    for (const [at, one] of rest.entries()) await book(one, at % 2 ? slots.S1 : slots.S3);
    const swapped = await Promise.all(rest.map((one, at) => book(one, at % 2 ? slots.S3 : slots.S1)));
    expect(swapped.map(({ status }) => status)).toEqual(rest.map(() => 200));
    const counted = await on().many<{ taken: number; living: number }>(sql`
      select x.taken, (select count(*)::int from test_booking b where b.tenant_id = x.tenant_id
        and b.schedule_slot_id = x.id and b.state = 'booked') as living
      from schedule_slot x where x.tenant_id = ${tenantId}`);
    for (const row of counted) expect(row.taken).toBe(row.living);
  });
});

describe('other events that end a booking', () => {
  it('frees the place when the candidate leaves, but not for a block that may be lifted', async () => {
    const seat = await inserted('SEAT', '2026-01-29T10:00:00-03:00', 1);
    const one = await booked(seat);
    await one.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: one.id },
      body: { reason: 'gave-up' },
    });
    expect(await taken(seat)).toBe(0);
    const other = await booked(seat);
    await operations.call('POST /operations/subscriptions/{id}/events', {
      params: { id: other.id },
      body: { event: 'disqualified', reason: 'Fraude' },
    });
    expect(await taken(seat)).toBe(0);
  });

  it('ends on a change to another pole (TR-32, S-35)', async () => {
    await on().many(sql`
      insert into offer_course_pole (tenant_id, offer_id, course_id, pole_id, vacancies)
      values (${tenantId}, ${offer.id}, ${offer.course}, 201, 50) on conflict do nothing`);
    const one = await booked(slots.S1);
    const before = await taken(slots.S1);
    const answer = await one.client.call('PUT /candidate/subscriptions/{id}', {
      params: { id: one.id },
      body: { courseId: offer.course, poleId: 201, subscriptionId: one.id },
    });
    expect(answer.body).toMatchObject({ subscriptionStatus: 1, hour: null, poleId: 201 });
    expect(await taken(slots.S1)).toBe((before ?? 0) - 1);
    expect((await history(one)).at(-1)).toMatchObject({ event: 'schedule-invalidated', actor: 'system' });
  });
});

describe('the institution', () => {
  it('reads the attendance list with accommodations, and registers results line by line (TR-32 to TR-34)', async () => {
    const hour = await inserted('ROLL', '2026-01-14T09:00:00-03:00');
    const [absent, good, poor, empty, blocked] = (await Promise.all(
      Array.from({ length: 5 }, () => booked(hour)),
    )) as [One, One, One, One, One];
    await on().many(sql`
      update subscription set accessibility = '{"kinds":["other"],"notes":"Prova ampliada"}'
      where tenant_id = ${tenantId} and id = ${good.id}`);
    await operations.call('PUT /operations/subscriptions/{id}/accommodations', {
      params: { id: good.id },
      body: { essayExtraMinutes: 0, notes: 'Sala individual' },
    });
    await placeAt(harness, blocked.id, 8);
    const roll = await operations.call('GET /operations/schedules/{hourId}/roll', {
      params: { hourId: hour },
    });
    expect(roll.body.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(
      [absent.id, good.id, poor.id, empty.id].sort(),
    );
    expect(roll.body.find(({ subscriptionId }) => subscriptionId === good.id)).toEqual({
      subscriptionId: good.id,
      name: 'Candidata Teste',
      document: expect.stringMatching(/^\d{11}$/),
      accessibility: { kinds: ['other'], notes: 'Prova ampliada', granted: 'Sala individual' },
      hasNeeds: true,
      present: null,
      markedBy: null,
      markedAt: null,
      state: 'booked',
    });
    // Health data is for those who conduct the test, not for those who tick off names at the door.
    const atTheDoor = await holderOf(harness, ['tests.roll']);
    const ticked = await atTheDoor.call('GET /operations/schedules/{hourId}/roll', {
      params: { hourId: hour },
    });
    expect(ticked.body).toEqual(roll.body.map((line) => ({ ...line, accessibility: null })));

    await untouched(async () => {
      const wrong = await results(hour, [
        { subscriptionId: good.id, present: true },
        { subscriptionId: good.id, present: false, score: 3 },
        { subscriptionId: poor.id, present: true, score: 1.25 },
      ]);
      expect([wrong.status, wrong.body.errors?.map(({ field }) => field)]).toEqual([
        422,
        ['0.score', '1.subscriptionId', '1.score', '2.score'],
      ]);
    });

    harness.clock.set(new Date('2026-01-14T12:00:00-03:00'));
    const stranger = await newcomer();
    const lines = [
      { subscriptionId: absent.id, present: false },
      { subscriptionId: stranger.id, present: true, score: 900 },
      { subscriptionId: good.id, present: true, score: 640 },
      { subscriptionId: blocked.id, present: true, score: 640 },
      { subscriptionId: poor.id, present: true, score: 199.9 },
      { subscriptionId: empty.id, present: true, score: 640, essayScore: 0 },
    ];
    const answer = await results(hour, lines);
    const said = answer.body.map(({ subscriptionId, state, status, code }) => [
      subscriptionId,
      state,
      status,
      code,
    ]);
    expect(said).toEqual([
      [absent.id, 'missed', 1, null],
      [stranger.id, 'refused', null, 'NOT_FOUND'],
      [good.id, 'approved', 3, null],
      [blocked.id, 'refused', 8, 'STATE_CONFLICT'],
      [poor.id, 'rejected', 9, null],
      [empty.id, 'rejected', 9, null],
    ]);
    // Repeating the same results gives the same answer and writes nothing; different results for the same
    // people are refused.
    await untouched(async () => {
      expect((await results(hour, lines)).body).toEqual(answer.body);
      const other = await results(hour, [{ subscriptionId: good.id, present: true, score: 100 }]);
      expect(other.body).toMatchObject([{ state: 'refused', status: 3, code: 'STATE_CONFLICT' }]);
    });
    expect(await messages(good, 'N-09')).toHaveLength(1);
    expect(await messages(poor, 'N-10')).toHaveLength(1);
    expect((await shown(good)).hour?.id).toBe(hour);
    // A person who was absent may book again.
    expect(await shown(absent)).toMatchObject({ subscriptionStatus: 1, hour: null });
    expect((await history(absent)).at(-1)?.event).toBe('test-missed');
    const again = await inserted('AGAIN', '2026-01-20T09:00:00-03:00');
    expect((await book(absent, again)).status).toBe(200);
  });

  it('adds the days a late result took (7.1)', async () => {
    const hour = await inserted('LATE', '2026-02-12T09:00:00-03:00');
    const one = await booked(hour);
    harness.clock.set(new Date('2026-02-20T12:00:00-03:00'));
    await results(hour, [{ subscriptionId: one.id, present: true, score: 640 }]);
    const row = await on().one(sql`
      select status, extended_end from subscription where tenant_id = ${tenantId} and id = ${one.id}`);
    expect(row).toEqual({ status: 3, extended_end: '2026-02-23' });
  });

  it('refuses results for people whose status the transition table does not allow', async () => {
    const hour = await inserted('ODD', '2026-02-02T09:00:00-03:00');
    const one = await booked(hour);
    for (const type of ['essay', 'postgraduate', 'extension', 'tax']) {
      await on().many(sql`
        update subscription set application_type = ${type} where tenant_id = ${tenantId} and id = ${one.id}`);
      await untouched(async () => {
        for (const result of [
          { present: false },
          { present: true, score: 900 },
          { present: true, score: 1 },
        ]) {
          const answer = await results(hour, [{ subscriptionId: one.id, ...result }]);
          expect(answer.body).toMatchObject([
            { state: 'refused', status: 2, code: 'TRANSITION_NOT_ALLOWED' },
          ]);
        }
      });
    }
  });

  it('withdraws a slot: everybody booked is sent back and notified, and no catalogue restores the slot', async () => {
    const hour = await inserted('GONE', '2026-02-04T09:00:00-03:00');
    const people = await Promise.all(Array.from({ length: 2 }, () => booked(hour)));
    const cancel = () =>
      operations.call('POST /operations/schedules/{hourId}/cancel', { params: { hourId: hour } });
    const [answer, twin] = await Promise.all([cancel(), cancel()]);
    const sent = [...answer.body.subscriptions, ...twin.body.subscriptions];
    expect(sent.toSorted((a, b) => a.subscriptionId - b.subscriptionId)).toEqual(
      people
        .map(({ id }) => ({ subscriptionId: id, status: 1 }))
        .toSorted((a, b) => a.subscriptionId - b.subscriptionId),
    );
    for (const one of people) {
      expect((await history(one)).at(-1)?.event).toBe('slot-cancelled');
      expect(await messages(one, 'N-06')).toHaveLength(2);
      const event = await on().one(sql`
        select id from outbox_event where tenant_id = ${tenantId} and subscription_id = ${one.id}
          and type = 'scheduling.cancelled'`);
      expect(event).toBeDefined();
    }
    expect(await taken(hour)).toBe(0);
    await on().many(
      sql`update schedule_slot set retired_at = null where tenant_id = ${tenantId} and id = ${hour}`,
    );
    expect((await book(people[0] as One, hour)).body.code).toBe('SLOT_FULL');
    expect((await cancel()).body).toEqual({ id: hour, state: 'cancelled', subscriptions: [] });
  });
});

it('sends people back to choosing who return from a block to a test withdrawn meanwhile', async () => {
  const hour = await inserted('WHILE-BLOCKED', '2026-02-05T09:00:00-03:00');
  const one = await booked(hour);
  const move = (status: number) =>
    on().one(
      sql`update subscription set status = ${status}::int where tenant_id = ${tenantId} and id = ${one.id}`,
    );
  await move(8);
  const withdrawn = await operations.call('POST /operations/schedules/{hourId}/cancel', {
    params: { hourId: hour },
  });
  expect(withdrawn.body.subscriptions).toEqual([]);
  await harness.platform.jobs.run('reminders');
  expect(await messages(one, 'N-06')).toHaveLength(1);
  await move(2);
  await harness.platform.jobs.run('reminders');
  await harness.platform.jobs.run('reminders');
  expect((await history(one)).at(-1)).toMatchObject({ event: 'slot-cancelled', to: 1 });
  expect(await messages(one, 'N-06')).toHaveLength(2);
  expect(await taken(hour)).toBe(0);
});

describe('the reminder (N-07)', () => {
  it('is sent once, a day before, whichever node runs the job', async () => {
    const hour = await inserted('REMIND', '2026-02-06T14:00:00-03:00');
    const one = await booked(hour);
    harness.clock.set(new Date('2026-02-05T13:59:00-03:00'));
    await harness.platform.jobs.run('reminders');
    expect(await messages(one, 'N-07')).toHaveLength(0);
    harness.clock.set(new Date('2026-02-05T14:00:00-03:00'));
    const late = await booked(hour);
    harness.clock.set(new Date('2026-02-05T14:10:00-03:00'));
    const run = harness.platform.jobs.names().filter((name) => name === 'reminders');
    expect(run).toHaveLength(1);
    const { testReminders } = await import('./schedule/remind.ts');
    await Promise.all([
      harness.platform.jobs.run('reminders'),
      testReminders.run(harness.platform),
      testReminders.run(harness.platform),
    ]);
    expect(await messages(one, 'N-07')).toHaveLength(1);
    expect(await messages(late, 'N-07')).toHaveLength(0);
  });
});

it('a slot is listed to the institution with its place, its time and its bookings', async () => {
  const hour = await inserted('LISTED', '2026-01-19T10:00:00-03:00', 2);
  await booked(hour);
  const { body } = await operations.call('GET /operations/schedules', { query: { pageSize: 100 } });
  expect(body.data.find(({ id }) => id === hour)).toEqual({
    ...{ id: hour, code: 'LISTED', offerCode: 'ENF-TEST', poleCode: 'CENTRO', place: 'Bloco C' },
    offerName: 'Vestibular agendado 2026-1',
    ...{ at: '2026-01-19T10:00:00-03:00', capacity: 2, taken: 1, state: 'coming' },
  });
});
