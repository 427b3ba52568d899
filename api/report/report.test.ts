import { addDays } from '@orbita/domain/foundation';
import type { Answer, Query } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { staffIn } from '../../testing/staff.ts';
import { erasePerson } from '../privacy/erase.ts';

/** The harness clock is at 10:00 on the 12th. */
const TODAY = '2026-01-12';
const LINK = '=HYPERLINK("https://malicioso.test";"x")';

type Made = {
  /** Days before today. */
  ago: number;
  status: number;
  /** Statuses that it moved on to. */
  moved?: number[];
  offer?: string;
  course?: string;
  pole?: string;
  paid?: boolean;
  channel?: string;
  campaign?: string;
};

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(tenantId);

/** Inserts applications, each for a different person, and moves them on. */
async function make(made: readonly Made[], times = 1): Promise<void> {
  const rows = Array.from({ length: times }, () => made).flat();
  const all = rows.map(({ ago, offer = 'ADM-ESSAY', course = 'ADM', pole = 'BH', ...more }) => ({
    ...{ day: addDays(TODAY, -ago), offer, course, pole, status: more.status, paid: more.paid ?? false },
    ...{ moved: more.moved ?? [], channel: more.channel ?? null, campaign: more.campaign ?? null },
  }));
  await harness.platform.db.write(tenantId, async (tx) => {
    const ids = await tx.many<{ id: number; n: number }>(sql`
      with wish as (
        select w.*, nextval('person_id_seq') as person_id from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as w
          (day text, offer text, course text, pole text, status int, paid boolean, channel text, campaign text)
      ), people as (
        insert into person (tenant_id, id, name, created_at, updated_at)
        select ${tenantId}, person_id, 'Pessoa Contada', now(), now() from wish returning id
      )
      insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
        application_type, status, is_paid, tracking, created_at, updated_at)
      select o.tenant_id, w.person_id, o.institution_id, o.id, c.id, l.id, o.intake_id, 'essay', w.status, w.paid,
        case when coalesce(w.channel, w.campaign) is not null
          then jsonb_strip_nulls(jsonb_build_object('utmSource', w.channel, 'utmCampaign', w.campaign)) end,
        (w.day || 'T23:30:00-03:00')::timestamptz, (w.day || 'T23:30:00-03:00')::timestamptz
      from wish w join people p on p.id = w.person_id
      join offer o on o.tenant_id = ${tenantId} and o.code = w.offer
      join course c on c.tenant_id = o.tenant_id and c.code = w.course
      join pole l on l.tenant_id = o.tenant_id and l.code = w.pole
      order by w.person_id returning id`);
    for (const [at, { moved }] of all.entries())
      for (const status of moved)
        await tx.one(sql`update subscription set status = ${status}::int
          where tenant_id = ${tenantId} and id = ${ids[at]?.id} returning id`);
  });
}

type Report = Answer<'GET /operations/reports/{report}'>;
type Of<R extends Report['report']> = Extract<Report, { report: R }>;
type Filters = Query<'GET /operations/reports/{report}'>;

/** Moves the clock past the cache lifetime, so that figures are counted again. */
const later = () => harness.clock.set(new Date(harness.clock.now().getTime() + 181_000));

async function read<R extends Report['report']>(
  report: R,
  query: Filters = {},
  client: Client = harness.operations,
): Promise<Of<R>> {
  const { status, body } = await client.call('GET /operations/reports/{report}', {
    params: { report },
    query,
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as Of<R>;
}
const fileOf = async (report: Report['report'], query: Filters = {}): Promise<string> => {
  const { status, body } = await harness.operations.call('GET /operations/reports/{report}', {
    params: { report },
    query: { ...query, format: 'csv' },
  });
  expect(status).toBe(200);
  return String(body);
};

describe('figures without an application', () => {
  it('are empty', async () => {
    const daily = await read('daily');
    expect(daily).toMatchObject({ headline: null, finding: null, before: null });
    expect(daily.rows).toHaveLength(31);
    expect(daily.intake).toMatchObject({ code: '2026-1', from: '2025-10-01', to: '2026-03-06' });
    expect(await read('funnel')).toMatchObject({ created: 0, enrolled: 0, rows: [], finding: null });
    expect(await read('campaigns')).toMatchObject({ rows: [], finding: null });
    const unknown = await read('daily', { intake: 'NADA' });
    expect(unknown).toMatchObject({ intake: null, finding: null });
  });
});

describe('applications per day', () => {
  beforeAll(async () => {
    await on().many(sql`
      with before as (
        insert into intake (tenant_id, institution_id, code, start_date, end_date)
        select tenant_id, id, '2025-2', '2025-04-01', '2025-08-01' from institution
        where tenant_id = ${tenantId} and code = 'CUA01' returning *
      ), old as (
        insert into offer (tenant_id, institution_id, code, name, type, intake_id, ingress_mode_id)
        select o.tenant_id, o.institution_id, 'OLD-ESSAY', 'Antiga', o.type, b.id, o.ingress_mode_id
        from offer o, before b where o.tenant_id = ${tenantId} and o.code = 'ADM-ESSAY' returning *
      ), courses as (
        insert into offer_course (tenant_id, offer_id, course_id)
        select old.tenant_id, old.id, c.id from old join course c on c.tenant_id = old.tenant_id and c.code = 'ADM'
        returning *
      )
      insert into offer_course_pole (tenant_id, offer_id, course_id, pole_id, vacancies)
      select c.tenant_id, c.offer_id, c.course_id, l.id, 10 from courses c
      join pole l on l.tenant_id = c.tenant_id and l.code = 'BH' returning offer_id`);
    // The intake of CUA01 began 103 days before today, the previous one 286: the same day is 183 days earlier.
    await make([{ ago: 1, status: 1 }], 40);
    await make([{ ago: 2, status: 1 }], 20);
    await make([{ ago: 0, status: 1 }], 3);
    await make([{ ago: 1 + 183, status: 1, offer: 'OLD-ESSAY' }], 35);
    later();
  });

  it('are next to those of the same day of the previous intake', async () => {
    const { rows, before, headline, finding } = await read('daily', { institution: 'CUA01' });
    expect(before).toBe('2025-2');
    expect(rows.slice(-3)).toEqual([
      { day: '2026-01-10', created: 20, before: 0 },
      { day: '2026-01-11', created: 40, before: 35 },
      { day: '2026-01-12', created: 3, before: 0 },
    ]);
    expect(rows.at(0)?.day).toBe('2025-12-13');
    expect(headline).toBe('60 inscrições em 30 dias, 71% acima de 2025-2');
    expect(finding).toBe('Ontem foi o dia mais forte: 40, contra 35 no mesmo dia de 2025-2.');
  });

  it("are of the requested days, in the tenant's time zone", async () => {
    const { rows } = await read('daily', { from: '2026-01-10', to: '2026-01-11' });
    expect(rows.map(({ day, created }) => [day, created])).toEqual([
      ['2026-01-10', 20],
      ['2026-01-11', 40],
    ]);
  });

  it('are compared with nothing for an offer, and when no intake matches', async () => {
    expect((await read('daily', { offer: 'ADM-ESSAY' })).rows.at(-2)).toEqual({
      ...{ day: '2026-01-11', created: 40, before: null },
    });
    for (const nothing of [
      { course: 'PSI' },
      { pole: 'CT' },
      { type: 'extension' as const },
      { institution: 'EPA01' },
      { offer: 'NADA' },
      { campaign: 'x' },
    ])
      expect([nothing, (await read('daily', nothing)).headline]).toEqual([nothing, null]);
  });

  it('are the same in the file', async () => {
    const lines = (await fileOf('daily', { institution: 'CUA01' })).split('\r\n');
    expect(lines[0]).toBe('"Dia";"Inscrições";"Mesmo dia de 2025-2"');
    expect(lines.at(-3)).toBe('"11/01/2026";40;35');
    const response = await fetch(`${harness.url}/orbita/api/operations/reports/daily?format=csv`, {
      headers: { ...harness.operations.headers, 'x-forwarded-host': 'operations.test' },
    });
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="orbita-daily-2026-01-12.csv"',
    );
  });
});

describe('the funnel', () => {
  beforeAll(async () => {
    await make([{ ago: 5, status: 6, moved: [12, 13] }], 30);
    await make([{ ago: 5, status: 6, moved: [11] }], 4);
    await make([{ ago: 5, status: 6, moved: [11, 13] }], 2);
    await make([{ ago: 5, status: 6, moved: [12, 8, 12, 6] }], 1);
    await make(
      [
        { ago: 5, status: 1, moved: [8] },
        { ago: 5, status: 9 },
        { ago: 5, status: 5 },
      ],
      6,
    );
    await make([{ ago: 5, status: 7 }], 20);
    await make([{ ago: 5, status: 7, moved: [12, 13] }], 2);
    later();
  });

  it('counts people at the step where they stopped, and adds up', async () => {
    const { rows, created, enrolled, finding } = await read('funnel', {
      from: '2026-01-07',
      to: '2026-01-07',
    });
    expect([created, enrolled]).toEqual([30 + 4 + 2 + 1 + 18 + 20 + 2, 20]);
    expect(Object.fromEntries(rows.map(({ step, here, ended }) => [step, [here, ended]]))).toMatchObject({
      assessment: [0, 6],
      result: [0, 6],
      payment: [4 + 1, 30 + 2],
      documents: [6, 0],
      enrolled: [0, 2],
    });
    expect(rows.reduce((sum, { here, ended }) => sum + here + ended, 0) + enrolled).toBe(created);
    expect(finding).toBe(
      'Em Primeiro pagamento param 49%, a maior parte. De cada 100 inscrições, 26 viraram matrícula.',
    );
  });

  it('is cached for three minutes, only for the same permissions', async () => {
    const filters = { from: '2026-01-06', to: '2026-01-06' };
    const { client: all } = await staffIn(harness, [{ role: 'gestao' }]);
    const { client: epa } = await staffIn(harness, [{ role: 'coordenacao', institutions: ['EPA01'] }]);
    expect((await read('funnel', filters, all)).created).toBe(0);
    await make([{ ago: 6, status: 1 }]);
    expect((await read('funnel', filters, all)).created).toBe(0);
    expect((await read('funnel', { ...filters, institution: 'CUA01' }, all)).created).toBe(1);
    later();
    expect((await read('funnel', filters, all)).created).toBe(1);
    expect((await read('funnel', filters, epa)).created).toBe(0);
    expect((await read('funnel', { ...filters, institution: 'CUA01' }, epa)).created).toBe(0);
    expect((await read('funnel', filters, harness.operationsOf('beta'))).created).toBe(0);
  });
});

describe('channels and campaigns', () => {
  it('have a row each, hostile ones as text, and those after the first 500 together', async () => {
    const day = { from: '2026-01-04', to: '2026-01-04' };
    await make([{ ago: 8, status: 7, paid: true, channel: 'google', campaign: LINK }], 40);
    await make([{ ago: 8, status: 6, moved: [13], channel: 'google', campaign: LINK }], 2);
    await make([{ ago: 8, status: 1 }], 3);
    await make(Array.from({ length: 600 }, (_, n) => ({ ago: 8, status: 1, campaign: `campanha ${n}` })));
    later();
    const { rows, finding } = await read('campaigns', day);
    expect(rows).toHaveLength(1 + 500 + 1);
    expect(rows[0]).toMatchObject({ channel: null, campaign: null, others: false, created: 3 });
    expect(rows[1]).toEqual({
      ...{ channel: 'google', campaign: LINK, others: false },
      ...{ created: 42, approved: 42, paid: 40, enrolled: 40 },
    });
    expect(rows.at(-1)).toMatchObject({ channel: null, campaign: null, others: true, created: 101 });
    expect(rows.reduce((sum, { created }) => sum + created, 0)).toBe(645);
    expect(finding).toBe('“google” traz 7% das inscrições.');
    const file = await fileOf('campaigns', day);
    expect(file).toContain(`"google";"'=HYPERLINK(""https://malicioso.test"";""x"")";42;42;40;40;95`);
    expect(file.trimEnd().split('\r\n').at(-1)).toBe('"(outras)";"(outras)";101;0;0;0;0');
    expect(file).not.toContain('Pessoa Contada');
    expect((await read('funnel', { ...day, campaign: LINK })).created).toBe(42);
  });

  it("follow the person's data: an erased person's application belongs to no campaign any more", async () => {
    const day = { from: '2026-01-03', to: '2026-01-03' };
    const her = { channel: 'jornal', campaign: 'bolsa 2026' };
    await make([{ ago: 9, status: 7, paid: true, ...her }], 2);
    const rows = async () => {
      later();
      return (await read('campaigns', day)).rows.map(({ channel, campaign, created, enrolled }) => [
        channel,
        campaign,
        created,
        enrolled,
      ]);
    };
    const ofCampaign = async () => (await read('funnel', { ...day, campaign: her.campaign })).created;
    expect([await rows(), await ofCampaign()]).toEqual([[['jornal', 'bolsa 2026', 2, 2]], 2]);
    const people = await on().many<{ id: number }>(sql`
      select person_id as id from subscription where tenant_id = ${tenantId} and campaign = ${her.campaign} order by id`);
    const erase = (id: number) =>
      harness.platform.db.write(tenantId, (tx) => erasePerson(tx, id, harness.clock.now()));
    expect(await erase(people[0]?.id ?? 0)).toBe(true);
    expect([await rows(), await ofCampaign()]).toEqual([
      [
        [null, null, 1, 1],
        ['jornal', 'bolsa 2026', 1, 1],
      ],
      1,
    ]);
    expect(await erase(people[1]?.id ?? 0)).toBe(true);
    expect([await rows(), await ofCampaign()]).toEqual([[[null, null, 2, 2]], 0]);
    expect(await fileOf('campaigns', day)).not.toContain(her.campaign);
  });
});

describe('places', () => {
  it('are those of the catalogue, the fewest left first', async () => {
    await on().one(sql`
      update offer_course_pole ocp set taken = vacancies from offer o, course c, pole l
      where ocp.tenant_id = ${tenantId} and o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id and o.code = 'ADM-ESSAY'
        and c.tenant_id = ocp.tenant_id and c.id = ocp.course_id and c.code = 'ADM'
        and l.tenant_id = ocp.tenant_id and l.id = ocp.pole_id and l.code = 'CT' returning ocp.taken`);
    const wished = { offer: 'ADM-ESSAY' };
    const { rows, finding } = await read('vacancies', wished);
    const hand = await on().one<{ vacancies: number; taken: number; pairs: number }>(sql`
      select sum(vacancies)::int as vacancies, sum(taken)::int as taken, count(*)::int as pairs
      from offer_course_pole ocp join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id
      where ocp.tenant_id = ${tenantId} and o.code = 'ADM-ESSAY'`);
    expect(rows).toHaveLength(hand?.pairs ?? 0);
    expect(rows.reduce((sum, { taken }) => sum + taken, 0)).toBe(hand?.taken);
    expect(rows.reduce((sum, { vacancies }) => sum + vacancies, 0)).toBe(hand?.vacancies);
    expect(rows[0]).toMatchObject({ course: 'Administração', institutionCode: 'CUA01' });
    expect(finding).toContain('Lotou Administração');
    const restricted = await read('vacancies', { ...wished, course: 'ADM', pole: 'CT', type: 'graduation' });
    expect(restricted.rows).toHaveLength(1);
  });
});

describe('a report refuses', () => {
  const status = async (query: object, report = 'funnel') =>
    (
      await harness.operations.call('GET /operations/reports/{report}', {
        params: { report: report as 'funnel' },
        query: query as Filters,
      })
    ).status;
  it.each<[object, string]>([
    [{ nada: '1' }, 'funnel'],
    [{ type: 'essay' }, 'funnel'],
    [{ format: 'xlsx' }, 'funnel'],
    [{ from: '2026-02-30' }, 'funnel'],
    [{ from: '9999-01-01' }, 'daily'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'funnel'],
    [{ from: '2024-01-01', to: '2026-01-01' }, 'funnel'],
    [{ from: '2020-01-01' }, 'daily'],
    [{ campaign: 'x' }, 'vacancies'],
    [{ from: '2026-01-01' }, 'vacancies'],
    [{ campaign: 'x'.repeat(101) }, 'funnel'],
  ])('%j of %s', async (query, report) => expect(await status(query, report)).toBe(422));

  it('a report that does not exist', async () => expect(await status({}, 'durations')).toBe(404));

  it('a caller without the permission', async () => {
    const { client } = await staffIn(harness, [{ role: 'atendimento' }]);
    const answer = await client.call('GET /operations/reports/{report}', { params: { report: 'daily' } });
    expect(answer.status).toBe(403);
  });
});
