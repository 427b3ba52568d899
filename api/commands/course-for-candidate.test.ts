import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { personAt } from '../../testing/person-at.ts';
import { staffIn } from '../../testing/staff.ts';

let harness: Harness;
let bia: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

const shown = async ({ id }: { id: number }) =>
  bodyOf(await harness.operations.call('GET /operations/subscriptions/{id}', { params: { id } }));
const change = async (who: { id: number }, more: object = {}, client = bia) =>
  client.call('POST /operations/subscriptions/{id}/course-change', {
    params: { id: who.id },
    body: {
      courseCode: 'ADM',
      poleCode: 'CT',
      reason: 'Mudou de cidade',
      version: (await shown(who)).version,
      ...more,
    } as never,
  });
const timeline = async ({ id }: { id: number }) =>
  bodyOf(await bia.call('GET /operations/subscriptions/{id}/timeline', { params: { id } })).data;
const own = async (who: Enrolling) =>
  bodyOf(await who.client.call('GET /candidate/subscriptions/{id}/status', { params: { id: who.id } }));
const inStatus = (who: Enrolling, status: number) =>
  harness.platform.db.tenant(who.tenantId).one(sql`
    update subscription set status = ${status}::int where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);

describe('the institution changes the course or pole', () => {
  it('before the contract without a transition; the candidate reads it as done by the institution', async () => {
    const who = await personAt(harness, 'payment');
    await inStatus(who, 3);
    expect(await change(who)).toMatchObject({ status: 200, body: { state: 'changed', status: 3 } });
    expect((await shown(who)).campusPolo).toMatch(/Contagem/);
    const { acts, history } = await own(who);
    expect(acts).toMatchObject([{ act: 'course-changed', subject: null }]);
    expect(history.some(({ event }) => event === 'course-changed')).toBe(false);
    expect((await timeline(who)).find(({ id }) => id.startsWith('act-'))).toMatchObject({
      text: 'Seu curso ou polo mudou',
      status: 'Feito pela instituição',
      detail: 'Mudou de cidade',
      actor: 'staff',
      by: 'Pessoa da Equipe',
      visible: true,
    });
  });

  it('after the contract by TR-84; only the team reads the reason', async () => {
    const who = await personAt(harness, 'payment');
    expect((await change(who)).body).toMatchObject({ status: 3 });
    const { reason, acts, history } = await own(who);
    expect([reason, acts]).toEqual([null, []]);
    expect(history.at(-1)).toMatchObject({ event: 'course-changed', actor: 'operations', from: 6, to: 3 });
    expect((await timeline(who)).find(({ refs }) => refs.event === 'course-changed')).toMatchObject({
      text: 'A instituição trocou seu curso ou polo',
      detail: 'Mudou de cidade',
      by: 'Pessoa da Equipe',
      visible: true,
    });
    const { acceptances } = await shown(who);
    expect(acceptances.map(({ voidedAt }) => voidedAt === null)).toEqual([false]);
  });

  it('to the current one, which changes nothing', async () => {
    const who = await personAt(harness, 'payment');
    const before = await shown(who);
    expect((await change(who, { poleCode: 'BH' })).status).toBe(200);
    expect(await shown(who)).toEqual(before);
  });

  it('once per key', async () => {
    const who = await personAt(harness, 'payment');
    await inStatus(who, 3);
    const body = {
      courseCode: 'ADM',
      poleCode: 'CT',
      reason: 'Mudou de cidade',
      version: (await shown(who)).version,
    };
    const send = () =>
      bia.call('POST /operations/subscriptions/{id}/course-change', {
        params: { id: who.id },
        body,
        headers: { 'idempotency-key': `course ${who.id}` },
      });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await own(who)).acts).toHaveLength(1);
  });
});

describe('the change is refused', () => {
  const code = async (who: Enrolling, more: object = {}, client = bia) =>
    (await change(who, more, client)).body.code;

  it('where no place is left, the payment arrived, or the selection ended', async () => {
    const who = await personAt(harness, 'payment');
    const set = (column: ReturnType<typeof sql>) =>
      harness.platform.db.tenant(who.tenantId).one(sql`
        update offer_course_pole k set ${column} from offer o, course c, pole p
        where k.tenant_id = ${who.tenantId} and o.tenant_id = k.tenant_id and o.id = k.offer_id and o.code = 'ADM-ESSAY'
          and c.tenant_id = k.tenant_id and c.id = k.course_id and c.code = 'CCO'
          and p.tenant_id = k.tenant_id and p.id = k.pole_id and p.code = 'CT' returning k.pole_id`);
    await set(sql`taken = vacancies`);
    expect(await code(who, { courseCode: 'CCO' })).toBe('NO_VACANCIES');
    await set(sql`taken = 0`);
    await inStatus(who, 7);
    expect(await code(who)).toBe('CHANGE_UNAVAILABLE');
    await inStatus(who, 3);
    const intake = (day: string) =>
      harness.platform.db.tenant(who.tenantId).one(sql`
        update intake i set end_date = ${day}::date from subscription s
        where s.tenant_id = i.tenant_id and s.intake_id = i.id and s.tenant_id = ${who.tenantId} and s.id = ${who.id}
        returning i.id`);
    await intake('2026-01-11');
    expect(await code(who)).toBe('INTAKE_INACTIVE');
    await intake('2026-02-13');
    expect(await code(who)).toBeUndefined();
  });

  it('where the institution allows no change', async () => {
    const who = await personAt(harness, 'payment');
    await inStatus(who, 3);
    const parameter = (value: boolean) =>
      harness.platform.db.tenant(who.tenantId).one(sql`
        insert into parameter (tenant_id, level, owner_id, internal_value, value)
        select tenant_id, 'institution', institution_id, 'AllowPoleUpdate', ${JSON.stringify(value)}::jsonb
        from subscription where tenant_id = ${who.tenantId} and id = ${who.id}
        on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value
        returning internal_value`);
    await parameter(false);
    expect(await code(who)).toBe('CHANGE_UNAVAILABLE');
    const actions = bodyOf(
      await bia.call('GET /operations/subscriptions/{id}/actions', { params: { id: who.id } }),
    );
    expect(actions.find(({ action }) => action === 'change-course')?.reason?.code).toBe('CHANGE_UNAVAILABLE');
    await parameter(true);
    expect(await code(who)).toBeUndefined();
  });

  it('for an outdated version, none, no reason, and a place outside the offer', async () => {
    const who = await personAt(harness, 'payment');
    expect(await change(who, { version: 99 })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT', version: (await shown(who)).version },
    });
    expect(await code(who, { version: undefined })).toBe('VERSION_REQUIRED');
    expect(await code(who, { reason: ' ' })).toBe('VALIDATION');
    expect((await change(who, { courseCode: 'NADA' })).body.errors).toMatchObject([{ field: 'courseCode' }]);
    expect((await change(who, { poleCode: 'SP' })).body.errors).toMatchObject([{ field: 'poleCode' }]);
  });

  it('to other roles and institutions', async () => {
    const who = await personAt(harness, 'payment');
    const as = async (role: 'atendimento' | 'secretaria', institutions: string[]) =>
      (await staffIn(harness, [{ role, institutions }])).client;
    expect((await change(who, {}, await as('atendimento', ['CUA01']))).status).toBe(403);
    const stranger = await as('secretaria', ['EPA01']);
    expect((await change(who, {}, stranger)).status).toBe(404);
    const options = await stranger.call('GET /operations/subscriptions/{id}/course-options', {
      params: { id: who.id },
    });
    expect(options.status).toBe(404);
  });
});

it("the courses and poles with free places are listed, including the candidate's own", async () => {
  const who = await personAt(harness, 'payment');
  const options = async (course?: string) =>
    bodyOf(
      await bia.call('GET /operations/subscriptions/{id}/course-options', {
        params: { id: who.id },
        query: course ? { course } : {},
      }),
    );
  const { courses, poles, current } = await options();
  expect(current).toEqual({ courseCode: 'ADM', poleCode: 'BH' });
  expect(courses.map(({ code }) => code)).toContain('CCO');
  expect(poles.map(({ code }) => code)).toEqual(['BH', 'CT']);
  const update = (course: string, pole: string, column: ReturnType<typeof sql>) =>
    harness.platform.db.tenant(who.tenantId).one(sql`
      update offer_course_pole k set ${column} from offer o, course c, pole p
      where k.tenant_id = ${who.tenantId} and o.tenant_id = k.tenant_id and o.id = k.offer_id and o.code = 'ADM-ESSAY'
        and c.tenant_id = k.tenant_id and c.id = k.course_id and c.code = ${course}
        and p.tenant_id = k.tenant_id and p.id = k.pole_id and p.code = ${pole} returning k.pole_id`);
  await update('CCO', 'CT', sql`taken = vacancies`);
  expect((await options('CCO')).poles.map(({ code }) => code)).toEqual(['BH']);
  await update('CCO', 'CT', sql`taken = 0`);
  expect((await options('NADA')).poles).toEqual([]);
});
