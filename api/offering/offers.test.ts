import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { renew, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { offersQuery } from './list-offers.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const GROUP = 'alfa.orbita.test';
const on = () => harness.platform.db.tenant(1);
const list = async (query: Record<string, string | number>, host?: string, headers = {}) =>
  (await harness.visitor(host).call('GET /candidate/offers', { query, headers })).body;
const codes = (body: Awaited<ReturnType<typeof list>>) =>
  new Set(body.data.map((offer) => offer.institutionCode));

describe('open offers', () => {
  it("returns the card of the specification's example", async () => {
    const body = await list({ type: 1, ingress: 'online-essay', q: 'administra', page: 1 });
    expect(body).toMatchObject({ page: 1, pageSize: 20, total: 1 });
    expect(body.data).toMatchObject([
      {
        type: 1,
        ingressMode: { name: 'Vestibular online', kind: 'online-essay' },
        requiresClass: false,
        intake: { startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
        courses: [
          { name: 'Administração', modalityDescription: 'EaD', duration: '8 semestres', priceFrom: 360 },
        ],
        priceFrom: 360,
        institutionCode: 'CUA01',
      },
    ]);
  });

  it('gives the price of each course and, for the offer, of its cheapest course', async () => {
    const { data } = await list({ ingress: 'online-essay' });
    const [offer] = data;
    expect(offer?.courses.length).toBeGreaterThan(1);
    for (const course of offer?.courses ?? []) {
      const alone = (await list({ ingress: 'online-essay', q: course.name })).data.find(
        ({ id }) => id === offer?.id,
      );
      expect(course.priceFrom).toBe(alone?.priceFrom);
    }
    expect(offer?.priceFrom).toBe(Math.min(...(offer?.courses ?? []).map((one) => one.priceFrom ?? 0)));
    await on().one(sql`
      update price set retired_at = ${harness.clock.now()}::timestamptz where tenant_id = 1 and price_list_id in (
        select l.id from price_list l join course c on c.tenant_id = l.tenant_id and c.id = l.course_id
        where l.tenant_id = 1 and c.code = 'CCO') returning id`);
    const after = (await list({ ingress: 'online-essay' })).data[0];
    await on().one(sql`
      update price set retired_at = null where tenant_id = 1 and price_list_id in (
        select l.id from price_list l join course c on c.tenant_id = l.tenant_id and c.id = l.course_id
        where l.tenant_id = 1 and c.code = 'CCO') returning id`);
    expect(after?.courses.map(({ priceFrom }) => priceFrom)).toEqual([360, null]);
    expect(after?.priceFrom).toBe(360);
  });

  it('finds courses regardless of case and accents, and treats wildcards as plain text', async () => {
    for (const q of ['ADMINISTRACAO', 'ciências cont', 'ciencias CONT', '  contabeis ']) {
      expect((await list({ q })).total).toBeGreaterThan(0);
    }
    for (const q of ['%', 'adm_nistra', "x' or 1=1 --"]) expect((await list({ q })).total).toBe(0);
  });

  it('shows one institution on a brand host and all on a group host', async () => {
    expect(codes(await list({}))).toEqual(new Set(['CUA01']));
    expect(codes(await list({}, GROUP))).toEqual(new Set(['CUA01', 'EPA01']));
    expect(codes(await list({}, 'beta.orbita.test'))).toEqual(new Set(['FBX01']));
  });

  it("gives a course's requirements, the cost of applying, and its classes", async () => {
    const { data } = await list({ pageSize: 100 }, GROUP);
    const labels = (kind: string, type: number) =>
      data
        .filter((one) => one.ingressMode.kind === kind && one.type === type)
        .map((one) => one.selection.map(({ label }) => label));
    expect(labels('online-essay', 1)[0]).toEqual(['Redação']);
    expect(labels('document-analysis', 1)[0]).toEqual(['Documentos da inscrição']);
    expect(labels('none', 2)).toContainEqual(['Questionário', 'Entrevista']);
    expect(labels('none', 3)).toEqual([[]]);
    const withFee = data
      .filter(({ type }) => type === 4)
      .flatMap(({ courses }) => courses.map(({ fee }) => fee));
    expect(withFee.every((fee) => fee !== null && fee > 0)).toBe(true);
    expect(
      data.filter(({ type }) => type !== 4).flatMap(({ courses }) => courses.map(({ fee }) => fee)),
    ).not.toContain(0);
    const excel = data.find(({ type }) => type === 3);
    expect(excel?.classes[0]).toMatchObject({
      ...{
        name: 'Turma 1',
        shift: 'noite',
        weekdays: 'Segunda e quarta',
        startTime: '19:00',
        endTime: '21:00',
      },
      ...{ startDate: '2026-02-23', place: 'Sala virtual 1', slots: 1 },
    });
    expect(data.filter(({ requiresClass }) => !requiresClass).flatMap(({ classes }) => classes)).toEqual([]);
  });

  it('treats a query parameter without a value as absent', async () => {
    const { status, body } = await harness
      .visitor()
      .send('GET', '/orbita/api/candidate/offers?type=&ingress=&modality=&poleId=&q=&page=&pageSize=&=');
    expect(status).toBe(200);
    expect((body as { total: number }).total).toBe((await list({})).total);
  });

  it('switches the filter off only for users who may do so', async () => {
    const off = { 'institution-global-filter': 'false' };
    expect(codes(await list({}, undefined, off))).toEqual(new Set(['CUA01']));
    const client = harness.visitor();
    const person = inventedPerson(6001);
    await signUp(client, person);
    const ask = async (headers: Record<string, string> = off) =>
      codes((await client.call('GET /candidate/offers', { query: { pageSize: 100 }, headers })).body);
    expect(await ask()).toEqual(new Set(['CUA01']));
    const account = await on().one<{ person_id: number }>(sql`
      select person_id from user_account where tenant_id = 1 and document = ${person.cpf}`);
    const permit = (disabled: boolean) =>
      harness.operations.call('PUT /operations/persons/{id}/institution-filter', {
        params: { id: account?.person_id ?? 0 },
        body: { disabled },
      });
    expect((await permit(true)).status).toBe(200);
    await renew(client);
    expect(await ask()).toEqual(new Set(['CUA01', 'EPA01']));
    expect(await ask({ 'institution-global-filter': 'true' })).toEqual(new Set(['CUA01']));
    expect(await ask({})).toEqual(new Set(['CUA01']));
    await permit(false);
    await renew(client);
    expect(await ask()).toEqual(new Set(['CUA01']));
  });

  it('filters, pages and refuses invalid filters', async () => {
    const all = await list({}, GROUP);
    const pages = await list({ page: 2, pageSize: 2 }, GROUP);
    expect([pages.total, pages.data.map(({ id }) => id)]).toEqual([
      all.total,
      all.data.slice(2, 4).map(({ id }) => id),
    ]);
    expect((await list({ page: 99 }, GROUP)).total).toBe(all.total);
    const present = await list({ modality: 'Presencial' });
    expect(
      present.data.flatMap(({ courses }) => courses.map((course) => course.modalityDescription)),
    ).not.toContain('EaD');
    const wrong = await harness.visitor().send('GET', '/orbita/api/candidate/offers?type=9');
    expect(wrong.status).toBe(422);
  });

  it('accepts several types, and lists one course with all its forms of ingress', async () => {
    const types = (query: Record<string, string>) =>
      list(query, GROUP).then(({ data }) => [...new Set(data.map(({ type }) => type))].sort());
    expect(await types({ type: '2,4' })).toEqual([2, 4]);
    expect(await types({ type: '3' })).toEqual([3]);
    const courseId = (await list({ q: 'administra', ingress: 'online-essay' })).data[0]?.courses[0]?.id ?? 0;
    const ways = await list({ courseId });
    expect(ways.data.map(({ ingressMode }) => ingressMode.kind).sort()).toEqual([
      'exam-score',
      'online-essay',
    ]);
    expect(new Set(ways.data.flatMap(({ courses }) => courses.map(({ id }) => id)))).toEqual(
      new Set([courseId]),
    );
  });

  it('lists the offers of one course together, sorted by course name', async () => {
    const { data } = await list({ pageSize: 100 }, GROUP);
    const first = data.map(({ courses }) => courses.map(({ name }) => name).sort()[0] ?? '');
    expect(first).toEqual([...first].sort((a, b) => a.localeCompare(b, 'pt-BR')));
  });

  it('offers only filter options that each find something', async () => {
    const filters = (host?: string) =>
      harness
        .visitor(host)
        .call('GET /candidate/offers/filters')
        .then(({ body }) => body);
    const { types, ingresses, modalities, poles } = await filters(GROUP);
    expect([types, modalities.length > 1, poles.length > 2]).toEqual([[1, 2, 3, 4], true, true]);
    for (const query of [
      ...types.map((type) => ({ type })),
      ...ingresses.map(({ kind }) => ({ ingress: kind })),
      ...modalities.map((modality) => ({ modality })),
      ...poles.map(({ id }) => ({ poleId: id })),
    ]) {
      expect((await list(query, GROUP)).total, JSON.stringify(query)).toBeGreaterThan(0);
    }
    expect((await filters('beta.orbita.test')).types).toEqual([1]);
  });

  it('shows offers by exam score only where exam scores are switched on', async () => {
    const shown = async () => (await list({ ingress: 'exam-score' })).total;
    const before = await shown();
    await on().one(
      sql`update parameter set value = 'false' where tenant_id = 1 and internal_value = 'EnemCheckEnabled' returning level`,
    );
    const after = await shown();
    await on().one(
      sql`update parameter set value = 'true' where tenant_id = 1 and internal_value = 'EnemCheckEnabled' returning level`,
    );
    expect([before > 0, after]).toEqual([true, 0]);
  });

  it('hides offers that have ended, are suspended or were retired', async () => {
    harness.clock.set(new Date('2026-02-14T00:00:01-03:00'));
    expect((await list({})).total).toBe(0);
    harness.clock.set(new Date('2026-02-13T23:59:59-03:00'));
    expect((await list({})).total).toBeGreaterThan(0);
    harness.clock.set(new Date('2026-01-12T10:00:00-03:00'));
  });

  it('reads through an index', async () => {
    const plan = await harness.platform.db.write(1, async (tx) => {
      await tx.one(sql`select set_config('enable_seqscan', 'off', true)`);
      const filter = { institutionId: 1, hostId: 1, today: '2026-01-12', q: 'adm', page: 1, pageSize: 20 };
      const { text, values } = offersQuery(1, filter);
      const parts = text.split(/\$\d+/);
      return tx.many<Record<string, string>>(sql([`explain ${parts[0]}`, ...parts.slice(1)], ...values));
    });
    const lines = plan.map((line) => Object.values(line)[0]).join('\n');
    expect(lines).not.toMatch(
      /Seq Scan on (offer|offer_course|offer_course_pole|course|price|price_list|parameter)\b/,
    );
  });
});

describe('courses and poles of an offer', () => {
  it('returns the courses with the availability of their places', async () => {
    const { data } = await list({ ingress: 'online-essay' });
    const offerId = data[0]?.id ?? 0;
    const visitor = harness.visitor();
    const { body: courses } = await visitor.call('GET /candidate/offers/{offerId}/courses', {
      params: { offerId },
    });
    expect(courses.map(({ code, vacanciesState }) => [code, vacanciesState])).toEqual([
      ['ADM', 'open'],
      ['CCO', 'open'],
    ]);
    expect(courses[0]?.description).toMatch(/^Forma gestores/);
    const one = { params: { offerId }, query: { c: courses[1]?.id ?? 0 } };
    expect((await visitor.call('GET /candidate/offers/{offerId}/courses', one)).body).toEqual([courses[1]]);
    const none = { params: { offerId }, query: { c: 999_999 } };
    expect((await visitor.call('GET /candidate/offers/{offerId}/courses', none)).body).toEqual([]);
    const poles = await visitor.call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId },
      query: { c: courses[0]?.id ?? 0 },
    });
    expect(poles.body).toMatchObject([
      { description: 'Polo Belo Horizonte', city: 'Belo Horizonte', uf: 'MG' },
      { description: 'Polo Contagem', city: 'Contagem', uf: 'MG' },
    ]);
    const strange = { params: { offerId }, query: { c: 999_999 } };
    expect((await visitor.call('GET /candidate/offers/{offerId}/poles', strange)).status).toBe(404);
    const beta = harness.visitor('beta.orbita.test');
    const foreign = { params: { offerId: 999_999 } };
    expect((await beta.call('GET /candidate/offers/{offerId}/courses', foreign)).status).toBe(404);
    const contradicted = { params: { offerId }, headers: { 'x-institution-code': 'EPA01' } };
    expect((await visitor.call('GET /candidate/offers/{offerId}/courses', contradicted)).status).toBe(404);
  });
});

describe('disciplines of a course in an intake', () => {
  const ask = async (course: string, query: Record<string, string | number>) => {
    const tenant = await harness.platform.db.global.one<{ id: number }>(
      sql`select id from tenant where alias = 'alfa'`,
    );
    const row = await harness.platform.db.tenant(tenant?.id ?? 0).one<{ course: number; intake: number }>(sql`
      select c.id as course, o.intake_id as intake from course c
      join offer_course oc on oc.tenant_id = c.tenant_id and oc.course_id = c.id
      join offer o on o.tenant_id = oc.tenant_id and o.id = oc.offer_id
      where c.tenant_id = ${tenant?.id ?? 0} and c.code = ${course} order by o.id limit 1`);
    return harness.visitor().call('GET /candidate/courses/{courseId}/intakes/{intakeId}', {
      params: { courseId: row?.course ?? 0, intakeId: row?.intake ?? 0 },
      query: query as never,
    });
  };

  it('lists mandatory ones first and the number of electives to choose', async () => {
    const { body } = await ask('PSI', { module: 1, active: 'true' });
    expect(body.disciplines.map(({ code, mandatory }) => [code, mandatory])).toEqual([
      ['PSI101', true],
      ['PSI102', true],
      ['PSI151', false],
      ['PSI152', false],
      ['PSI153', false],
    ]);
    expect([body.electiveMin, body.electiveMax]).toEqual([1, 2]);
  });

  it('is empty where the course has none, and answers 404 outside the intake', async () => {
    expect((await ask('PSI', { module: 9 })).body).toMatchObject({ disciplines: [], electiveMax: 0 });
    const { status } = await harness.visitor().call('GET /candidate/courses/{courseId}/intakes/{intakeId}', {
      params: { courseId: 1, intakeId: 999_999 },
    });
    expect(status).toBe(404);
    expect((await ask('PSI', { module: 'um' })).status).toBe(422);
  });
});
