import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applicant } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';

let harness: Harness;
let one: Applicant;

beforeAll(async () => {
  harness = await startHarness();
  one = await personAt(harness, 'approved', { person: inventedPerson(1) });
});
afterAll(() => harness.stop());

const SCHOOL = {
  schoolName: 'Escola Exemplo',
  schoolType: 'public',
  stateId: 31,
  cityId: 3106200,
  conclusionYear: 2021,
  fies: false,
};
const GUARDIAN = {
  relationship: 'mother',
  name: 'Responsável Três',
  cpf: '444.555.666-19',
  birthDate: '1980-01-01',
  email: 'responsavel@exemplo.test',
  cellPhone: '(31) 90000-0103',
  sameAddress: true,
};

const data = (who = one) =>
  who.client.call('GET /candidate/subscriptions/{id}/enrollment-data', {
    params: { id: who.subscriptionId },
  });
const school = (body: object, who = one) =>
  who.client.call('PUT /candidate/subscriptions/{id}/schooling', {
    params: { id: who.subscriptionId },
    body: { ...SCHOOL, ...body },
  });
const guardian = (body: object, who = one) =>
  who.client.call('PUT /candidate/subscriptions/{id}/guardian', {
    params: { id: who.subscriptionId },
    body: { ...GUARDIAN, ...body },
  });
const setAs = (who: Applicant, type: string, birthDate = '2003-05-10') =>
  harness.platform.db.tenant(who.tenantId).one(sql`
    with person as (update person set birth_date = ${birthDate}::date
      where tenant_id = ${who.tenantId} and id = ${who.personId})
    update subscription set application_type = ${type}
    where tenant_id = ${who.tenantId} and id = ${who.subscriptionId} returning id`);

const setLevel = (who: Applicant, level: string | null) =>
  harness.platform.db.tenant(who.tenantId).one(sql`
    update subscription set schooling_level = ${level}::text
    where tenant_id = ${who.tenantId} and id = ${who.subscriptionId} returning id`);

describe('enrolment data', () => {
  it('are empty at first, limited by the year classes start, and complete for parts that are not needed', async () => {
    expect((await data()).body).toEqual({
      schooling: null,
      schoolPlace: null,
      guardian: null,
      motherName: null,
      complete: { personal: false, schooling: false, guardian: true, disciplines: true },
      conclusionYearLimit: 2026,
      minor: false,
      useDisciplines: false,
    });
  });

  it('answer 404 to other people and other tenants, and 401 to anonymous callers', async () => {
    const other = await personAt(harness, 'approved', { person: inventedPerson(2) });
    const asked = { params: { id: one.subscriptionId } };
    const key = 'GET /candidate/subscriptions/{id}/enrollment-data';
    expect((await other.client.call(key, asked)).status).toBe(404);
    expect((await school({}, { ...one, client: other.client })).status).toBe(404);
    expect((await guardian({}, { ...one, client: other.client })).status).toBe(404);
    expect((await harness.visitor().call(key, asked)).status).toBe(401);
    expect((await harness.visitor('beta.orbita.test').call(key, asked)).status).toBe(401);
  });
});

describe('schooling', () => {
  const cases: [what: string, body: object, field: string, message: string][] = [
    ['no name', { schoolName: ' ' }, 'schoolName', 'Obrigatório.'],
    ['a name too long', { schoolName: 'x'.repeat(121) }, 'schoolName', 'Máximo de 120 caracteres.'],
    ['no type', { schoolType: null }, 'schoolType', 'Obrigatório.'],
    ['an unknown type', { schoolType: 'school' }, 'schoolType', 'Selecione uma opção.'],
    ['no state', { stateId: null }, 'stateId', 'Obrigatório.'],
    ['no city', { cityId: 0 }, 'cityId', 'Selecione uma cidade.'],
    ['a city of another state', { cityId: 3550308 }, 'cityId', 'Selecione uma cidade.'],
    ['a city that does not exist', { cityId: 3199999 }, 'cityId', 'Selecione uma cidade.'],
    ['no year', { conclusionYear: null }, 'conclusionYear', 'Obrigatório.'],
    [
      'the year of birth',
      { conclusionYear: 2003 },
      'conclusionYear',
      'O ano de conclusão deve ser posterior ao ano de nascimento.',
    ],
    [
      'a year after the limit',
      { conclusionYear: 2027 },
      'conclusionYear',
      'O ano de conclusão não pode ser posterior a 2026.',
    ],
    ['a year of a child', { conclusionYear: 2012 }, 'conclusionYear', 'Confira o ano: você teria 9 anos.'],
    [
      'it, also when sure',
      { conclusionYear: 2012, conclusionSure: true },
      'conclusionYear',
      'Confira o ano: você teria 9 anos.',
    ],
    ['a young year', { conclusionYear: 2016 }, 'conclusionYear', 'Você concluiu aos 13 anos. Está certo?'],
    ['an emoji', { schoolName: 'Escola 🎓' }, 'schoolName', 'Caracteres especiais não são permitidos.'],
    ['a control', { schoolName: 'Escola\u0007' }, 'schoolName', 'Caracteres especiais não são permitidos.'],
  ];
  it.each(cases)('refuses %s', async (_what, body, field, message) => {
    const answer = await school(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'VALIDATION', message: 'Confira os campos.' });
    expect(answer.body.errors).toEqual([{ field, message }]);
  });

  it('is stored and read back, with names trimmed', async () => {
    const answer = await school({ schoolName: ' Escola Exemplo ' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...SCHOOL, institutionName: null, level: null });
    const kept = (await data()).body;
    expect(kept.schooling).toMatchObject(SCHOOL);
    expect(kept.schoolPlace).toEqual({ state: 'Minas Gerais', city: 'Belo Horizonte' });
    expect(kept.complete.schooling).toBe(true);
  });

  it('accepts an unusually early year once the person confirms it, and does not ask again', async () => {
    const young = { ...SCHOOL, conclusionYear: 2016 };
    expect((await school({ ...young, conclusionSure: true })).body).toMatchObject({ conclusionYear: 2016 });
    expect((await data()).body.complete.schooling).toBe(true);
    expect((await school({ ...young, schoolName: 'Escola Outra' })).status).toBe(200);
    expect((await school({ ...young, conclusionYear: 2015 })).status).toBe(422);
    expect((await school({})).status).toBe(200);
  });

  it('requires no Brazilian city for a school abroad', async () => {
    const answer = await school({ schoolType: 'abroad', stateId: 31, cityId: 0 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ schoolType: 'abroad', stateId: null, cityId: null });
  });

  it('requires a first degree for postgraduate and a level for extension courses', async () => {
    const who = await personAt(harness, 'approved', { person: inventedPerson(3) });
    await setAs(who, 'postgraduate');
    expect((await school({}, who)).body.errors).toEqual([
      { field: 'institutionName', message: 'Obrigatório.' },
      { field: 'courseName', message: 'Obrigatório.' },
    ]);
    const degree = await school({ institutionName: 'Faculdade Exemplo', courseName: 'Letras' }, who);
    expect(degree.body).toMatchObject({
      institutionName: 'Faculdade Exemplo',
      schoolName: null,
      stateId: null,
    });
    await setAs(who, 'extension');
    expect((await data(who)).body.complete.schooling).toBe(false);
    // Stated when applying, and not asked again.
    expect((await data(who)).body.schooling).toMatchObject({ level: 'high-school' });
    expect((await school({}, who)).body).toMatchObject({ level: 'high-school' });
    await setLevel(who, null);
    expect((await school({ level: '' }, who)).status).toBe(200);
    await harness.platform.db.tenant(who.tenantId).one(sql`
      delete from schooling where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}
      returning subscription_id`);
    expect((await data(who)).body.schooling).toBeNull();
    expect((await school({}, who)).body.errors).toEqual([{ field: 'level', message: 'Obrigatório.' }]);
    expect((await school({ level: 'phd' }, who)).body.errors).toEqual([
      { field: 'level', message: 'Selecione uma opção.' },
    ]);
    expect((await school({ level: 'high-school', conclusionYear: null }, who)).status).toBe(200);
  });

  it('is closed once the contract is accepted', async () => {
    const who = await personAt(harness, 'approved', { person: inventedPerson(4) });
    await harness.platform.db.tenant(who.tenantId).one(sql`
      insert into contract_acceptance (tenant_id, subscription_id, contract_template_id, contract, html, html_hash,
        declared, observed, account_uuid, sign_in_method, accepted_at)
      select tenant_id, ${who.subscriptionId}, id, 'CT-GRAD:1', '', '', '{}', '{}', gen_random_uuid(), 'password',
        created_at from contract_template where tenant_id = ${who.tenantId} limit 1 returning id`);
    expect(await school({}, who)).toMatchObject({ status: 409, body: { code: 'FIELD_LOCKED' } });
    expect(await guardian({}, who)).toMatchObject({ status: 409, body: { code: 'FIELD_LOCKED' } });
    // Errors of the fields take precedence over the closed state.
    expect((await school({ schoolName: '' }, who)).status).toBe(422);
  });
});

describe('guardian', () => {
  const own = inventedPerson(5);
  let minor: Applicant;
  beforeAll(async () => {
    minor = await personAt(harness, 'approved', { person: own });
    await setAs(minor, 'essay', '2009-03-15');
  });

  it('is required for minors only', async () => {
    expect((await data(minor)).body).toMatchObject({ minor: true, complete: { guardian: false } });
  });

  const alone: [code: string, body: object, field: string, message: string][] = [
    [
      'GUARDIAN_UNDERAGE',
      { birthDate: '2008-01-13' },
      'birthDate',
      'O responsável financeiro deve ter no mínimo 18 anos.',
    ],
    [
      'GUARDIAN_SAME_CPF',
      { cpf: own.cpf },
      'cpf',
      'O CPF do responsável deve ser diferente do CPF do candidato.',
    ],
    [
      'GUARDIAN_SAME_CONTACT',
      { email: own.email.toUpperCase() },
      'email',
      'Informe um contato diferente do candidato.',
    ],
    [
      'GUARDIAN_SAME_CONTACT',
      { cellPhone: own.cellPhone },
      'cellPhone',
      'Informe um contato diferente do candidato.',
    ],
  ];
  it.each(alone)('refuses with %s when it is the only reason', async (code, body, field, message) => {
    const answer = await guardian(body, minor);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code, message, errors: [{ field, message }] });
  });

  it('refuses invalid fields with their texts', async () => {
    const answer = await guardian(
      {
        relationship: 'aunt',
        name: 'Responsável',
        cpf: '11111111111',
        birthDate: '1980-02-30',
        email: 'x',
        cellPhone: '1',
      },
      minor,
    );
    expect(answer.body.code).toBe('VALIDATION');
    expect(answer.body.errors).toEqual([
      { field: 'relationship', message: 'Selecione uma opção.' },
      { field: 'name', message: 'Informe Nome e Sobrenome.' },
      { field: 'cpf', message: 'CPF inválido.' },
      { field: 'birthDate', message: 'Confira a data. Escreva dia, mês e ano: 25/04/2003.' },
      { field: 'email', message: 'E-mail inválido.' },
      { field: 'cellPhone', message: 'Celular inválido.' },
    ]);
  });

  it("requires an address when it is not the candidate's", async () => {
    const answer = await guardian(
      { sameAddress: false, personAddress: { cityId: 3106200, zipCode: '01001000' } },
      minor,
    );
    expect(answer.body.errors).toEqual([
      { field: 'personAddress.zipCode', message: 'CEP inválido.' },
      { field: 'personAddress.street', message: 'Obrigatório.' },
      { field: 'personAddress.number', message: 'Obrigatório.' },
      { field: 'personAddress.neighborhood', message: 'Obrigatório.' },
    ]);
    const none = await guardian({ sameAddress: false }, minor);
    expect(none.body.errors?.at(-1)).toEqual({
      field: 'personAddress.cityId',
      message: 'Selecione uma cidade.',
    });
  });

  it('is stored in normalised form, and the guardian is no longer missing', async () => {
    const address = {
      street: 'Rua Dois',
      number: '2',
      neighborhood: 'Centro',
      zipCode: '30100-001',
      cityId: 3106200,
    };
    const answer = await guardian({ sameAddress: false, personAddress: address }, minor);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...GUARDIAN,
      cpf: '44455566619',
      cellPhone: '31900000103',
      sameAddress: false,
      personAddress: { ...address, zipCode: '30100001', complement: null },
      foreignAddress: null,
    });
    expect((await data(minor)).body).toMatchObject({ complete: { guardian: true }, guardian: answer.body });
  });

  it('who lives outside Brazil gives an address and a phone of another country', async () => {
    const foreignAddress = {
      country: 'PT',
      street: ' Rua do  Exemplo, 10',
      city: 'Lisboa',
      postalCode: '1100-048',
    };
    const abroad = { sameAddress: false, foreignAddress, cellPhone: '+351 912 345 678' };
    expect((await guardian(abroad, minor)).body).toMatchObject({
      cellPhone: '+351912345678',
      personAddress: null,
      foreignAddress: { ...foreignAddress, street: 'Rua do Exemplo, 10', complement: null, region: null },
    });
    expect((await data(minor)).body).toMatchObject({
      complete: { guardian: true },
      guardian: { foreignAddress: { country: 'PT' } },
    });
    const bare = await guardian({ ...abroad, foreignAddress: { country: 'BR' } }, minor);
    expect(bare.body.errors?.map(({ field }) => field)).toEqual([
      'foreignAddress.country',
      'foreignAddress.street',
      'foreignAddress.city',
    ]);
    // The release before knows nothing of that column: what it writes beside it is the later address.
    await harness.platform.db.tenant(minor.tenantId).one(sql`
      update guardian set same_address = true where tenant_id = ${minor.tenantId}
        and subscription_id = ${minor.subscriptionId} returning subscription_id`);
    expect((await data(minor)).body.guardian).toMatchObject({ sameAddress: true, foreignAddress: null });
  });
});
