import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf, signUp } from '../../../testing/journey.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { newKey } from '../../../testing/requests.ts';
import { strongStaff } from '../../../testing/staff.ts';

let harness: Harness;
let desk: Awaited<ReturnType<typeof strongStaff>>;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  desk = await strongStaff(harness, 'Hana Atendimento', [{ role: 'atendimento', institutions: ['CUA01'] }]);
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(desk.tenantId);
const PLACE = { offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' };
type Given = Record<string, unknown>;
const standing = (n: number, more: Given = {}) => {
  const { cpf, name, birthDate, email, cellPhone } = inventedPerson(n);
  return {
    ...{ documentType: 'cpf' as const, document: cpf, name, birthDate, email, cellPhone },
    ...{ paper: 'identity-card' as const, consent: true as const, schooling: { level: 'high-school' } },
    ...PLACE,
    ...more,
  };
};
const apply = (body: Given, client: Client = desk.client, headers: Record<string, string> = newKey()) =>
  client.call('POST /operations/front-desk/applications', { body: body as never, headers });
const personOf = (id: number) =>
  on().one<{
    id: number;
    email: string;
    email_confirmed_at: Date | null;
    cell_phone_confirmed_at: Date | null;
    rooted_at: Date | null;
    name: string;
  }>(sql`
    select p.* from person p join subscription s on s.tenant_id = p.tenant_id and s.person_id = p.id
    where s.tenant_id = ${desk.tenantId} and s.id = ${id}`);

describe('a person at the front desk', () => {
  it('who is new gets an application, consent and message; their own code opens it, nothing of the team does', async () => {
    const made = bodyOf(await apply(standing(901)));
    expect(made).toMatchObject({ made: true, linked: false, paper: 'identity-card' });
    expect(await personOf(made.id)).toMatchObject({
      ...{ email_confirmed_at: null, cell_phone_confirmed_at: null, rooted_at: null },
    });
    expect(
      await on().many(sql`
        select kind, granted, channel from consent where tenant_id = ${desk.tenantId} and person_id = ${made.personId}`),
    ).toEqual([{ kind: 'privacy-notice', granted: true, channel: 'front-desk' }]);
    const messages = await on().many<{ template: string }>(sql`
      select template from notification where tenant_id = ${desk.tenantId} and subscription_id = ${made.id}`);
    expect(messages.map(({ template }) => template)).toContain('N-05');
    const acts = await on().many(sql`
      select act, subject from act_on_behalf where tenant_id = ${desk.tenantId} and subscription_id = ${made.id}`);
    expect(acts).toEqual([{ act: 'applied', subject: 'documento de identidade com foto' }]);
    const [line] = await on().many<{ detail: object; subject: string }>(sql`
      select detail, subject from audit_log where tenant_id = ${desk.tenantId}
        and action = 'POST /operations/front-desk/applications' and outcome = 201 order by id desc limit 1`);
    expect(line).toMatchObject({ detail: { paper: 'identity-card', made: true } });
    expect(line?.subject).toMatch(new RegExp(`/${made.id}$`));
    expect(JSON.stringify(line)).not.toContain(inventedPerson(901).cpf);
    const link = await desk.client.call('POST /operations/subscriptions/{id}/access-keys', {
      params: { id: made.id },
      body: { purpose: 'continue', notify: true },
    });
    expect(link.body).toMatchObject({ code: 'CONTACT_UNCONFIRMED' });
  });

  it('who is known keeps their data, whatever was typed', async () => {
    const owner = harness.visitor();
    const person = inventedPerson(902);
    const mine = await signUp(owner, person);
    await on().one(sql`
      update person set email_confirmed_at = now(), email_proved_at = now()
      where tenant_id = ${desk.tenantId} and uuid = ${mine.uuid}::uuid returning id`);
    const stranger = { email: 'equipe@exemplo.test', cellPhone: '31999990000', socialName: 'Outra' };
    const made = bodyOf(await apply(standing(902, stranger)));
    expect(made).toMatchObject({ made: false, linked: true });
    expect(await personOf(made.id)).toMatchObject({ email: person.email, name: person.name });
    const list = await owner.call('GET /candidate/users/{uuid}/subscriptions', {
      params: { uuid: mine.uuid },
    });
    expect(bodyOf(list).map(({ id }) => id)).toContain(made.id);
  });

  it.each<[string, Given, string]>([
    ['another name', { name: 'Zulmira Diferente' }, 'document'],
    ['another date of birth', { birthDate: '1970-01-01' }, 'document'],
  ])('with the document of somebody of %s gets nothing', async (_what, more, field) => {
    // Created by the first of these attempts.
    await apply(standing(903));
    const answer = await apply(standing(903, { ...more, poleCode: 'CT' }));
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ field }] }]);
  });

  it('whose document a stranger signed up with is not handed to the stranger', async () => {
    const stranger = harness.visitor();
    await signUp(stranger, inventedPerson(904));
    const answer = await apply(standing(904));
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'CONTACT_UNCONFIRMED' }]);
  });

  it.each<[string, Given, number]>([
    ['without her consent', { consent: false }, 422],
    ['without a paper', { paper: undefined }, 422],
    ['without a contact', { email: '', cellPhone: '' }, 422],
    ['with a wrong document', { document: '11111111111' }, 422],
    ['with schooling that does not do', { schooling: { level: 'none' } }, 422],
    ['for an offer that is none', { offerCode: 'NAO-HA' }, 404],
    [
      'for an offer of another institution',
      { offerCode: 'SAUDE-TAX', courseCode: 'GSA', poleCode: 'SP' },
      404,
    ],
  ])('%s is refused, and nobody is created', async (_what, more, status) => {
    expect((await apply(standing(905, more))).status).toBe(status);
    const { cpf } = inventedPerson(905);
    expect(
      await on().one(sql`select id from person where tenant_id = ${desk.tenantId} and cpf = ${cpf}`),
    ).toBeUndefined();
  });

  it('gets one application, however often it is sent, also at once', async () => {
    const keys = [newKey(), newKey()];
    const answers = await Promise.all(keys.map((key) => apply(standing(906), desk.client, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const made = answers.findIndex(({ status }) => status === 201);
    const again = await apply(standing(906), desk.client, keys[made]);
    expect([again.status, again.body]).toEqual([answers[made]?.status, answers[made]?.body]);
    const { cpf } = inventedPerson(906);
    const people = await on().many(
      sql`select id from person where tenant_id = ${desk.tenantId} and cpf = ${cpf}`,
    );
    expect(people).toHaveLength(1);
  });

  it('can be served only by staff who may act for people', async () => {
    const grader = await strongStaff(harness, 'Davi Banca', [{ role: 'banca' }]);
    expect((await apply(standing(907), grader.client)).status).toBe(403);
  });
});

describe('courses available at the front desk', () => {
  const find = async (q?: string, client: Client = desk.client) =>
    bodyOf(await client.call('GET /operations/front-desk/offers', { query: q === undefined ? {} : { q } }));

  it("are those of the caller's open offers, found by the beginning of a word", async () => {
    const { data } = await find('administra');
    expect(data.length).toBeGreaterThan(0);
    expect(data.every(({ courseName }) => courseName.startsWith('Administra'))).toBe(true);
    expect(data.every(({ institutionCode }) => institutionCode === 'CUA01')).toBe(true);
    expect(data.find(({ offerCode }) => offerCode === 'ADM-ESSAY')?.poles.length).toBeGreaterThan(0);
    expect((await find('%')).data).toEqual([]);
    expect((await find()).data.length).toBeGreaterThan(data.length);
  });

  it('can be applied for when listed', async () => {
    const { data } = await find('administra');
    for (const [at, one] of data.slice(0, 3).entries()) {
      const pole = one.poles.find(({ left }) => left > 0);
      if (!pole) continue;
      const { offerCode, courseCode } = one;
      const answer = await apply(standing(920 + at, { offerCode, courseCode, poleCode: pole.code }));
      expect([answer.status, offerCode]).toEqual([201, offerCode]);
    }
  });
});
