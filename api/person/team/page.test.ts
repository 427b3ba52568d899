import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { staffIn } from '../../../testing/staff.ts';
import { type RowOf, shapeOf } from '../../platform/database/shape.ts';

let harness: Harness;
/** Member of the front office in CUA01 only. */
let inCua: Client;
const person = inventedPerson(1);
const other = inventedPerson(2);
const ids = { person: 0, application: 0, elsewhere: 0, other: 0 };

const EPA = { offerCode: 'EPA-GEST', courseCode: 'GEST', poleCode: 'EPA-SP' };

async function brought(of: typeof person, name: string): Promise<number> {
  const { body } = await harness.operations.call('POST /operations/candidates', {
    body: { documentType: 'cpf', document: of.cpf, name, email: of.email, cellPhone: of.cellPhone },
  });
  return body.personId;
}
const applied = async (
  personId: number,
  place: { offerCode: string; courseCode: string; poleCode: string },
) => {
  const { status, body } = await harness.operations.call('POST /operations/subscriptions', {
    body: { personId, ...place },
  });
  expect([status, body]).toMatchObject([201, {}]);
  return body.id;
};

/** Offer of EPA01 that is open for applications. */
const placeOfEpa = async () => {
  const row = await harness.platform.db.tenant(1).one<RowOf<typeof EPA>>(sql`
    select o.code as offer_code, c.code as course_code, p.code as pole_code from offer_course_pole ocp
    join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id
    join institution i on i.tenant_id = o.tenant_id and i.id = o.institution_id
    join course c on c.tenant_id = ocp.tenant_id and c.id = ocp.course_id
    join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id
    where i.code = 'EPA01' and o.active and ocp.vacancies > ocp.taken order by o.id limit 1`);
  if (!row) throw new Error('EPA01 has no offer');
  return shapeOf(row);
};

beforeAll(async () => {
  harness = await startHarness();
  ids.person = await brought(person, 'Candidata Primeira');
  ids.application = await applied(ids.person, {
    offerCode: 'ADM-ESSAY',
    courseCode: 'ADM',
    poleCode: 'BH',
  });
  const epa = await placeOfEpa();
  ids.elsewhere = await applied(ids.person, epa);
  ids.other = await brought(other, 'Candidata Segunda');
  await applied(ids.other, epa);
  inCua = (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

const find = (q: string, client = inCua) => client.call('POST /operations/search', { body: { q } });

describe('a search', () => {
  it.each([
    ['email', () => person.email.toUpperCase()],
    ['cpf-or-phone', () => person.cpf],
    ['cpf-or-phone', () => person.cellPhone],
    ['application', () => String(ids.application)],
    ['name', () => 'candi prim'],
  ])("by %s finds the application only in the caller's institution, masked", async (kind, q) => {
    const { status, body } = await find(q());
    expect([status, body.kind, body.more]).toEqual([200, kind, false]);
    expect(body.data.map((hit) => hit.subscriptionId)).toEqual([ids.application]);
    const [hit] = body.data;
    expect(hit).toMatchObject({ personId: ids.person, name: 'Candidata Primeira', institutionCode: 'CUA01' });
    expect(hit?.documentMasked).toBe(`***.${person.cpf.slice(3, 6)}.${person.cpf.slice(6, 9)}-**`);
    const text = JSON.stringify(body);
    for (const secret of [person.cpf, person.email, person.cellPhone]) expect(text).not.toContain(secret);
  });

  it('reveals nothing about people known only to another institution', async () => {
    expect((await find(other.cpf)).body.data).toEqual([]);
    expect((await find(String(ids.elsewhere))).body.data).toEqual([]);
    expect((await find(other.cpf, harness.operations)).body.data).toHaveLength(1);
  });

  it('requires three letters, and a term', async () => {
    expect([(await find('ca')).status, (await find('   ')).status]).toEqual([422, 422]);
    expect((await find('%%%')).body.data).toEqual([]);
    expect((await find('\u0000ab\ud800')).body.data).toEqual([]);
  });

  it('says that there are more than twenty', async () => {
    for (let n = 10; n < 32; n += 1) await brought(inventedPerson(n), 'Muitos Iguais');
    const { body } = await find('muitos ig', harness.operations);
    expect([body.data.length, body.more]).toEqual([20, true]);
    expect(body.data[0]).toMatchObject({ subscriptionId: null, statusName: null });
    expect((await find('muitos ig')).body.data).toEqual([]);
  });

  it('is audited by kind and number, never with its term', async () => {
    await find('candi prim');
    const row = await harness.platform.db.tenant(1).one<{ detail: object; subject: string }>(sql`
      select detail, subject from audit_log where tenant_id = 1 and action = 'POST /operations/search'
      order by id desc limit 1`);
    expect(row?.detail).toMatchObject({ kind: 'name', found: 1 });
    expect(JSON.stringify(row)).not.toContain('candi');
  });

  it('is limited to sixty a minute per person', async () => {
    const { client } = await staffIn(harness, [{ role: 'atendimento' }]);
    const answers: number[] = [];
    for (let n = 0; n < 61; n += 1) answers.push((await find('5001', client)).status);
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([60, 429]);
  });
});

describe('the page of a person', () => {
  const show = (personId: number, client = inCua) =>
    client.call('GET /operations/persons/{personId}', { params: { personId } });

  it("shows the applications of the caller's institutions and the number of others", async () => {
    const { status, body } = await show(ids.person);
    expect(status).toBe(200);
    expect(body.applications.map(({ id }) => id)).toEqual([ids.application]);
    expect(body).toMatchObject({ othersCount: 1, name: 'Candidata Primeira', block: null, openRequests: [] });
    expect(body.documents).toEqual([{ type: 'cpf', number: person.cpf }]);
    expect(body.contacts.map(({ channel, value }) => [channel, value])).toEqual([
      ['email', person.email],
      ['sms', person.cellPhone],
    ]);
    expect((await show(ids.person, harness.operations)).body.othersCount).toBe(0);
  });

  it("is not found where none of the caller's institutions knows the person", async () => {
    expect((await show(ids.other)).status).toBe(404);
    expect((await show(ids.other, harness.operations)).status).toBe(200);
  });

  it('shows a block; which one and why only to staff of all institutions', async () => {
    const made = await harness.operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: person.cpf, reason: 'Documento falso' },
    });
    expect((await show(ids.person)).body.block).toMatchObject({ id: null, reason: null });
    expect((await show(ids.person, harness.operations)).body.block).toMatchObject({
      id: made.body.id,
      reason: 'Documento falso',
    });
  });
});

describe('the list of applications', () => {
  const list = (query: object, client = harness.operations) =>
    client.call('GET /operations/subscriptions', { query: query as never });
  const found = async (query: object) => (await list(query)).body.data.map(({ id }) => id);

  it('is filtered by course, pole, intake and creation date', async () => {
    expect(await found({ course: 'ADM' })).toEqual([ids.application]);
    expect(await found({ course: 'NADA' })).toEqual([]);
    expect(await found({ pole: 'BH', course: 'ADM' })).toEqual([ids.application]);
    expect(await found({ pole: 'NADA' })).toEqual([]);
    expect(await found({ intake: 'NADA' })).toEqual([]);
    const before = new Date(harness.clock.now().getTime() - 3_600_000).toISOString();
    expect(await found({ createdFrom: before })).toContain(ids.application);
    expect(await found({ createdTo: before })).toEqual([]);
    const pages: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await list({ createdFrom: before, pageSize: 1, ...(cursor ? { cursor } : {}) });
      pages.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(pages).toEqual(await found({ createdFrom: before }));
    expect(new Set(pages).size).toBe(pages.length);
  });

  it('is filtered by what needs attention', async () => {
    expect(await found({ attention: 'true' })).toEqual([]);
    await harness.platform.db.tenant(1).one(sql`
      update subscription set attention = '["late-payment"]' where tenant_id = 1 and id = ${ids.application}
      returning id`);
    expect(await found({ attention: 'true' })).toEqual([ids.application]);
  });

  it('is masked for team members, and says since when an application waits', async () => {
    const { body } = await list({ course: 'ADM' }, inCua);
    const text = JSON.stringify(body);
    for (const secret of [person.cpf, person.email, person.cellPhone]) expect(text).not.toContain(secret);
    expect(body.data[0]).toMatchObject({ person: { document: expect.stringContaining('***.') } });
    expect(body.data[0]?.waitingSince).toMatch(/^\d{4}-/);
  });
});
