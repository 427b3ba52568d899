// Longer than other files: all rules of an application are tried on the same offers.
import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { ownList } from './read.ts';
import { selectShown } from './shown-state.ts';

const CREATE = 'POST /candidate/subscriptions';
type Application = Body<typeof CREATE>;

let harness: Harness;
let count = 3000;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const on = () => harness.platform.db.tenant(1);
const idOf = async (query: ReturnType<typeof sql>) => (await on().one<{ id: number }>(query))?.id ?? 0;
const offerId = (code: string) => idOf(sql`select id from offer where tenant_id = 1 and code = ${code}`);
const courseId = (code: string) => idOf(sql`select id from course where tenant_id = 1 and code = ${code}`);
const poleId = (code: string) => idOf(sql`select id from pole where tenant_id = 1 and code = ${code}`);

/** A new signed-in person with their own network address, because limits count per address. */
async function newcomer(birthDate = '2003-05-10') {
  const n = count++;
  const client = harness.visitor();
  client.headers = {
    'x-forwarded-for': `10.1.${Math.floor(n / 250) % 250}.${n % 250}`,
    'x-institution-code': 'CUA01',
  };
  const person = { ...inventedPerson(n), birthDate };
  return { client, person, who: await signUp(client, person) };
}

const form = async (change: Partial<Application> = {}): Promise<Application> => ({
  offerId: await offerId('ADM-ESSAY'),
  courseId: await courseId('ADM'),
  poleId: await poleId('BH'),
  schooling: { level: 'high-school' },
  ...change,
});
const create = (client: Client, body: Application, headers = {}) => client.call(CREATE, { body, headers });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('applying', () => {
  it('returns the subscription of the worked example', async () => {
    const { client, who, person } = await newcomer();
    const body = await apply(client);
    expect(body).toMatchObject({
      subscriptionId: body.id,
      personId: who.personId,
      personName: person.name,
      personBirthday: '2003-05-10',
      courseCode: 'ADM',
      courseName: 'Administração',
      subscriptionStatus: 1,
      isPaid: false,
      isTaxPaid: false,
      hour: null,
      campusSchedulingId: null,
      campusScheduling: null,
      campusPolo: 'Polo Belo Horizonte',
      campusAddress: null,
      rescheduling: null,
      educationLevelType: 1,
      underageWarning: false,
      warningPopup: null,
      displayCampus: true,
      hasDiscount: false,
      studentLyceumId: null,
      academicClassId: null,
      academicClassDate: null,
      ingressMode: 'Vestibular online',
      modalityDescription: 'EaD',
      offer: {
        requiresClass: false,
        documentStage: 'after-payment',
        ingressMode: { name: 'Vestibular online', kind: 'online-essay', useDisciplines: false },
      },
      applicationType: 'essay',
      statusName: 'Inscrito',
      statusColor: 'status-subscribed',
      permissions: {
        changeCourse: true,
        cancel: true,
        reschedule: false,
        switchIngress: true,
        switchTo: expect.any(Array),
      },
      intake: { startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
      paymentDeadline: null,
      version: 1,
    });
    const written = await on().many(sql`
      select template, channel from notification where tenant_id = 1 and subscription_id = ${body.id} order by channel`);
    expect(written).toEqual([
      { template: 'N-05', channel: 'email' },
      { template: 'N-05', channel: 'sms' },
    ]);
    const events = await on().many(sql`
      select type, data -> 'to' as status from outbox_event where tenant_id = 1 and subscription_id = ${body.id} order by id`);
    expect(events).toEqual([
      { type: 'subscription.status-changed', status: 1 },
      { type: 'subscription.steps-changed', status: null },
    ]);
  });

  it('stores the source of the visit for adults and not for people under 18', async () => {
    const createdBy = async (birthDate: string, tracking: Application['tracking']) => {
      const { client } = await newcomer(birthDate);
      const { id } = (await create(client, await form({ tracking }))).body;
      return (await harness.operations.call('GET /operations/subscriptions/{id}', { params: { id } })).body
        .tracking;
    };
    const fair = { utmSource: 'feira', utmCampaign: 'verão 26' };
    expect(await createdBy('2003-05-10', fair)).toMatchObject({ ...fair, utmMedium: null, gclid: null });
    expect(await createdBy('2003-05-10', null)).toBeNull();
    expect(await createdBy('2008-01-13', fair)).toBeNull();
    expect(await createdBy('2008-01-12', fair)).not.toBeNull();
  });

  it('returns the steps of an application by essay', async () => {
    const { client } = await newcomer();
    const { id } = await apply(client);
    const { body } = await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } });
    expect(body.map((step) => [step.label, step.state])).toEqual([
      ['Inscrição', 'done'],
      ['Redação', 'current'],
      ['Em análise', 'todo'],
      ['Resultado', 'todo'],
      ['Dados', 'todo'],
      ['Primeiro pagamento', 'todo'],
      ['Documentos', 'todo'],
      ['Matriculado', 'todo'],
    ]);
    expect(body[0]?.route).toBe(`/subscriptions/essays/${id}?ver=inscricao`);
    expect(body[1]?.route).toBe(`/subscriptions/essays/${id}`);
    expect(body[2]?.route).toBeNull();
  });
});

describe('order of the checks', () => {
  it('checks the institution first, then the offer', async () => {
    const { client } = await newcomer();
    client.headers = { 'x-forwarded-for': '10.9.9.1' };
    expect(outcome(await create(client, await form()))).toEqual([400, 'INSTITUTION_CODE_REQUIRED']);
    const cua = { 'x-institution-code': 'CUA01' };
    expect(outcome(await create(client, await form({ offerId: 999_999 }), cua))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await create(client, await form(), { 'x-institution-code': 'EPA01' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('refuses a blocked person before checking the fields', async () => {
    const { client, person } = await newcomer();
    await on().one(sql`
      insert into block_entry (tenant_id, document_type, document, reason, created_at)
      values (1, 'cpf', ${person.cpf}, 'Fraude', '2026-01-01T00:00:00Z') returning id`);
    expect(outcome(await create(client, await form({ courseId: 999_999 })))).toEqual([403, 'BLOCKED']);
  });

  it('reports invalid fields before the state of the intake', async () => {
    const { client } = await newcomer();
    const wrong = await create(
      client,
      await form({ poleId: await poleId('SP'), schooling: { level: 'other' } }),
    );
    expect(wrong.body.errors).toEqual([
      { field: 'poleId', message: 'Escolha um polo deste curso.' },
      { field: 'schooling.level', message: 'Selecione uma opção.' },
    ]);
    const noYear = await create(client, await form({ schooling: { level: 'high-school-in-progress' } }));
    expect(noYear.body.errors).toEqual([{ field: 'schooling.expectedYear', message: 'Obrigatório.' }]);
    for (const level of ['high-school-in-progress', 'degree-in-progress'])
      for (const expectedYear of [1, 2024, 12026]) {
        const past = await create(client, await form({ schooling: { level, expectedYear } }));
        expect(past.body.errors).toEqual([{ field: 'schooling.expectedYear', message: 'Ano inválido.' }]);
      }
  });

  it('allows one active application per offer and course', async () => {
    const { client } = await newcomer();
    const first = await create(client, await form());
    const again = await create(client, await form());
    expect(outcome(again)).toEqual([409, 'SUBSCRIPTION_EXISTS']);
    expect(again.body.id).toBe(first.body.id);
    expect((await create(client, await form({ courseId: await courseId('CCO') }))).status).toBe(201);
  });

  it('allows a new application after a cancelled one', async () => {
    const { client } = await newcomer();
    const { body } = await create(client, await form());
    const path = { params: { id: body.id } };
    const put = (status: number) =>
      client.call('PUT /candidate/subscriptions/{id}/status', { ...path, body: { status } });
    // Nothing was paid, so no request would be pending at the institution, and answering 204 for status 12 would be wrong.
    expect(await put(12)).toMatchObject({ status: 409, body: { code: 'TRANSITION_NOT_ALLOWED', status: 1 } });
    expect((await put(13)).status).toBe(204);
    const { body: status } = await client.call('GET /candidate/subscriptions/{id}/status', path);
    expect([status.status, status.reason, status.history.at(-1)?.event]).toEqual([
      13,
      'Outro',
      'cancel-requested',
    ]);
    expect((await create(client, await form())).status).toBe(201);
  });

  it('requires completed high school', async () => {
    const { client } = await newcomer();
    const late = await create(
      client,
      await form({ schooling: { level: 'high-school-in-progress', expectedYear: 2027 } }),
    );
    expect(outcome(late)).toEqual([422, 'NOT_ELIGIBLE']);
    expect(late.body.message).toBe('Este curso exige ensino médio concluído até o início das aulas.');
    const soon = await form({ schooling: { level: 'high-school-in-progress', expectedYear: 2026 } });
    expect((await create(client, soon)).status).toBe(201);
  });

  it('requires for an extension course the schooling that its offer requires', async () => {
    const excel = {
      offerId: await offerId('EXT-EXCEL'),
      courseId: await courseId('EXC'),
      poleId: await poleId('BH'),
    };
    const demand = (level: string | null) =>
      on().one(sql`update offer set required_schooling = ${level}::text
        where tenant_id = 1 and id = ${excel.offerId} returning id`);
    const { client } = await newcomer();
    await demand('degree');
    const { body } = await client.call('GET /candidate/offers', { query: { type: '3' } });
    expect(body.data.map(({ requiredSchooling }) => requiredSchooling)).toEqual(['degree']);
    const refused = await create(client, await form(excel));
    expect(outcome(refused)).toEqual([422, 'NOT_ELIGIBLE']);
    expect(refused.body.message).toBe('Este curso exige graduação concluída até o início das aulas.');
    const graduate = await form({ ...excel, schooling: { level: 'degree' } });
    expect((await create(client, graduate)).status).toBe(201);
    await demand(null);
    const other = await newcomer();
    expect((await create(other.client, await form(excel))).status).toBe(201);
  });

  it('checks the intake, the offer and the vacancies', async () => {
    const { client } = await newcomer();
    const offer = await offerId('ENF-TEST');
    const body = await form({
      offerId: offer,
      courseId: await courseId('ENF'),
      poleId: await poleId('CENTRO'),
    });
    const place = sql`tenant_id = 1 and offer_id = ${offer}`;
    await on().one(sql`update offer_course_pole set taken = vacancies where ${place} returning taken`);
    expect(outcome(await create(client, body))).toEqual([409, 'NO_VACANCIES']);
    await on().one(sql`update offer set active = false where tenant_id = 1 and id = ${offer} returning id`);
    expect(outcome(await create(client, body))).toEqual([409, 'OFFER_INACTIVE']);
    await on().one(sql`update offer set active = true where tenant_id = 1 and id = ${offer} returning id`);
    await on().one(sql`update offer_course_pole set taken = 0 where ${place} returning taken`);
    await on().one(sql`update intake set suspended = true where tenant_id = 1 and code = '2026-1'
      and institution_id = (select institution_id from offer where tenant_id = 1 and id = ${offer}) returning id`);
    const suspended = await create(client, body);
    await on().one(
      sql`update intake set suspended = false where tenant_id = 1 and code = '2026-1' returning id`,
    );
    expect(outcome(suspended)).toEqual([409, 'INTAKE_INACTIVE']);
  });

  it('enforces the limit of active applications, also for concurrent requests', async () => {
    const { client, who } = await newcomer();
    const poles = [await poleId('BH'), await poleId('CT')];
    await on().one(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (1, 'tenant', 0, 'MaxActiveSubscriptions', '1') returning owner_id`);
    const answers = await Promise.all(
      ['ADM', 'CCO', 'ADM', 'CCO'].map(async (code, n) =>
        create(client, await form({ courseId: await courseId(code), poleId: poles[n % 2] ?? 0 })),
      ),
    );
    await on().one(
      sql`delete from parameter where tenant_id = 1 and internal_value = 'MaxActiveSubscriptions' returning 1 as one`,
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'LIMIT_REACHED').length).toBeGreaterThan(0);
    const { body: list } = await client.call('GET /candidate/users/{uuid}/subscriptions', {
      params: { uuid: who.uuid },
    });
    expect(list).toHaveLength(1);
  });
});

describe('accommodations a person needs for the evaluation', () => {
  const NOTES = 'Uso cadeira de rodas';
  const asked = async (id: number) =>
    (await harness.operations.call('GET /operations/subscriptions/{id}/accommodations', { params: { id } }))
      .body.asked;

  it.each([
    [
      { kinds: ['other'], notes: NOTES },
      { kinds: ['other'], notes: NOTES },
    ],
    [{ kinds: ['other'] }, { kinds: ['other'], notes: null }],
    [
      { kinds: [], notes: ` ${NOTES} ` },
      { kinds: [], notes: NOTES },
    ],
    [{ kinds: [], notes: '  ' }, null],
    [null, null],
  ])('given as %o reach the institution', async (accessibility, kept) => {
    const { client } = await newcomer();
    const { body } = await create(client, await form({ accessibility }));
    expect(await asked(body.id)).toEqual(kept);
  });

  it('given only as text appear on the roll and are not stored without an evaluation', async () => {
    const { client } = await newcomer();
    const accessibility = { kinds: [], notes: NOTES };
    const tested = { offerId: await offerId('ENF-TEST'), courseId: await courseId('ENF') };
    const { body } = await create(
      client,
      await form({ ...tested, poleId: await poleId('CENTRO'), accessibility }),
    );
    const hourId = await idOf(sql`
      select id from schedule_slot where tenant_id = 1 and offer_id = ${tested.offerId} order by at limit 1`);
    const booked = await client.call('PUT /candidate/subscriptions/{id}/scheduling', {
      params: { id: body.id },
      body: { hourId },
    });
    expect(booked.status).toBe(200);
    const roll = await harness.operations.call('GET /operations/schedules/{hourId}/roll', {
      params: { hourId },
    });
    expect(roll.body.find(({ subscriptionId }) => subscriptionId === body.id)?.accessibility).toEqual({
      ...accessibility,
      granted: null,
    });
    const direct = { offerId: await offerId('EXT-EXCEL'), courseId: await courseId('EXC') };
    const free = await create(client, await form({ ...direct, accessibility }));
    expect(free.status).toBe(201);
    expect(await asked(free.body.id)).toBeNull();
  });
});

describe('ownership', () => {
  it('returns 404 for applications of other people', async () => {
    const one = await newcomer();
    const other = await newcomer();
    const { id } = await apply(one.client);
    const calls = [
      other.client.call('GET /candidate/users/{uuid}/subscription/{id}', {
        params: { uuid: other.who.uuid, id },
      }),
      other.client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid: one.who.uuid } }),
      other.client.call('GET /candidate/subscriptions/status/{id}', { params: { id } }),
      other.client.call('GET /candidate/subscriptions/{id}/status', { params: { id } }),
      other.client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } }),
      other.client.call('PUT /candidate/subscriptions/{id}/status', { params: { id }, body: { status: 12 } }),
      other.client.call('GET /candidate/subscriptions/{id}/essays', { params: { id } }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
  });

  it('refuses a token of another tenant and the header of another institution', async () => {
    const { client } = await newcomer();
    const { id } = await apply(client);
    const wrong = await client.call('GET /candidate/subscriptions/status/{id}', {
      params: { id },
      headers: { 'x-institution-code': 'EPA01' },
    });
    expect(wrong.status).toBe(404);
    const beta = harness.visitor('beta.orbita.test');
    beta.token = client.token;
    for (const [name, value] of client.cookies) beta.cookies.set(name, value);
    const answer = await beta.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
    expect([401, 403, 404]).toContain(answer.status);
  });
});

describe('requesting a status', () => {
  it('grants only the transitions the table allows', async () => {
    const { client } = await newcomer();
    const { id } = await apply(client);
    const ask = (status: unknown) =>
      client.call('PUT /candidate/subscriptions/{id}/status', { params: { id }, body: { status } });
    for (const unknown of [0, 15, 22, '3', null]) {
      expect(outcome(await ask(unknown))).toEqual([422, 'STATUS_UNKNOWN']);
    }
    expect((await ask(1)).status).toBe(204);
    expect(outcome(await ask(4))).toEqual([409, 'CONTRACT_NOT_ACCEPTED']);
    for (const status of [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 20, 21]) {
      const answer = await ask(status);
      expect([...outcome(answer), answer.body]).toMatchObject([409, 'TRANSITION_NOT_ALLOWED', { status: 1 }]);
    }
  });
});

describe('reading by index', () => {
  it('finds the subscriptions of a person by index', async () => {
    const plan = await harness.platform.db.write(1, async (tx) => {
      await tx.one(sql`select set_config('enable_seqscan', 'off', true)`);
      const { text, values } = selectShown(1, ownList(9001, null));
      const explained = sql([`explain ${text.split('$1')[0]}`, ...text.split(/\$\d+/).slice(1)], ...values);
      return tx.many<Record<string, string>>(explained);
    });
    const text = plan.map((line) => Object.values(line)[0]).join('\n');
    expect(text).toContain('subscription_by_person');
    expect(text).not.toMatch(/Seq Scan on (payment|status_history|required_document|essay)\b/);
  });
});
