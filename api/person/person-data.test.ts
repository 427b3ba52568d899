// Longer than other files: one form, with every rule of its fields and what locks them.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson, PASSWORD, type Person } from '../../testing/people.ts';

const PUT = 'PUT /candidate/users/{personId}/person-data';
const GET = 'GET /candidate/users/{uuid}/person-data';

// One long file, because all its tests share one product instance, whose start costs more than most of these
// tests.
let harness: Harness;
let count = 300;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const ADDRESS = {
  street: 'Rua Exemplo',
  number: '100',
  neighborhood: 'Bairro Modelo',
  zipCode: '30100-001',
  cityId: 3106200,
  complement: null,
};

type Someone = { client: Client; person: Person; personId: number; uuid: string };
async function someone(): Promise<Someone> {
  const client = harness.visitor();
  const person = inventedPerson(count++);
  const { personId, uuid } = await signUp(client, person);
  return { client, person, personId, uuid };
}
const put = ({ client, personId }: Someone, body: object, query = {}) =>
  client.call(PUT, { params: { personId }, body, query });
const errorsOf = (answer: { body: { errors?: { field: string; message: string }[] } }) =>
  (answer.body.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
const fault = (port: string, mode: string) =>
  fetch(`${harness.sandbox.url}/control/faults`, {
    method: 'PUT',
    headers: { 'x-control-key': 'control', 'content-type': 'application/json' },
    body: JSON.stringify({ port, mode }),
  });
const codeFor = async (to: string): Promise<string> => {
  const answer = await fetch(`${harness.sandbox.url}/control/outbox?to=${encodeURIComponent(to)}`, {
    headers: { 'x-control-key': 'control' },
  });
  const [message] = (await answer.json()) as { text: string }[];
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? '';
};

describe('person data', () => {
  it('is what was entered at sign-up', async () => {
    const one = await someone();
    const { status, body } = await one.client.call(GET, { params: { uuid: one.uuid } });
    expect(status).toBe(200);
    expect(body).toEqual({
      personId: one.personId,
      uuid: one.uuid,
      name: one.person.name,
      singleName: false,
      socialName: null,
      documentType: 'cpf',
      document: one.person.cpf,
      cpf: one.person.cpf,
      rne: null,
      passport: null,
      rg: null,
      rgIssuer: null,
      rgState: null,
      birthDate: one.person.birthDate,
      genderId: null,
      nationality: 'BR',
      motherName: null,
      issuingCountry: null,
      email: one.person.email,
      emailConfirmed: false,
      phone: null,
      cellPhone: one.person.cellPhone,
      cellPhoneConfirmed: false,
      personAddress: null,
      foreignAddress: null,
      locked: [],
    });
  });

  it('answers 404 for another person', async () => {
    const [one, other] = [await someone(), await someone()];
    expect((await one.client.call(GET, { params: { uuid: other.uuid } })).status).toBe(404);
    expect(
      (await one.client.call(PUT, { params: { personId: other.personId }, body: { socialName: 'Outra' } }))
        .status,
    ).toBe(404);
    expect((await put(one, { name: 'Candidata Outra' }, { subsId: 999_999 })).status).toBe(404);
    expect(
      (await one.client.call('GET /candidate/users/{uuid}/consents', { params: { uuid: other.uuid } }))
        .status,
    ).toBe(404);
    const contact = {
      params: { personId: other.personId },
      body: { kind: 'email', value: 'x@exemplo.test' },
    } as const;
    expect((await one.client.call('POST /candidate/users/{personId}/contact-changes', contact)).status).toBe(
      404,
    );
    const { body } = await other.client.call(GET, { params: { uuid: other.uuid } });
    expect(body).toMatchObject({ name: other.person.name, socialName: null });
  });

  it('is saved in one call, with the address verified by its postal code', async () => {
    const one = await someone();
    const { status, body } = await put(one, {
      name: 'Candidata  Um',
      rg: 'mg-12.345.67',
      rgIssuer: 'SSP',
      rgState: 'MG',
      birthDate: '2003-05-10',
      genderId: 1,
      nationality: 'BR',
      motherName: 'Responsável Exemplo',
      personAddress: ADDRESS,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Candidata Um',
      rg: 'MG1234567',
      motherName: 'Responsável Exemplo',
      email: one.person.email,
      personAddress: {
        zipCode: '30100001',
        verified: true,
        city: { id: 3106200, name: 'Belo Horizonte', state: { id: 31, name: 'Minas Gerais', uf: 'MG' } },
      },
    });
    const kept = await put(one, { personAddress: { number: '100' } });
    expect(kept.body.personAddress?.verified).toBe(true);
    await fault('zip', 'down');
    const edited = await put(one, { personAddress: { number: '200' } });
    await fault('zip', 'ok');
    expect(edited.body.personAddress).toMatchObject({
      number: '200',
      street: 'Rua Exemplo',
      verified: false,
    });
    const { rows } = {
      rows: await harness.platform.db.tenant(1).many(sql`
      select id from person_address where tenant_id = 1 and person_id = ${one.personId}`),
    };
    expect(rows).toHaveLength(1);
  });

  it.each<[string, object, string[]]>([
    [
      'RG of one digit repeated',
      { rg: '111111' },
      ['rg: RG inválido. As letras e os números são todos iguais.'],
    ],
    ['short RG', { rg: '12345' }, ['rg: RG inválido. Escreva 6 ou mais letras e números.']],
    ['RG with null', { rg: 'xxnullxx' }, ['rg: RG inválido. Escreva o número, sem a palavra "null".']],
    ['empty name', { name: '' }, ['name: Obrigatório.']],
    ['single name', { name: 'Candidata' }, ['name: Informe Nome e Sobrenome.']],
    [
      'birth date',
      { birthDate: '2020-01-01' },
      ['birthDate: Você precisa ter 14 anos ou mais. Confira o ano.'],
    ],
    ['unknown gender', { genderId: 9 }, ['genderId: Valor inválido.']],
    ['unknown country', { nationality: 'XX' }, ['nationality: Valor inválido.']],
    ['unknown state', { rgState: 'ZZ' }, ['rgState: Valor inválido.']],
    ['wrong CPF', { document: '11122233397' }, ['document: CPF inválido.']],
    ['phone', { phone: '123' }, ['phone: Telefone inválido.']],
    [
      'address without anything',
      { personAddress: {} },
      [
        'personAddress.zipCode: Obrigatório.',
        'personAddress.street: Obrigatório.',
        'personAddress.number: Obrigatório.',
        'personAddress.neighborhood: Obrigatório.',
        'personAddress.cityId: Selecione uma cidade.',
      ],
    ],
    [
      'city IBGE does not have',
      { personAddress: { ...ADDRESS, cityId: 3199999 } },
      ['personAddress.cityId: Selecione uma cidade.'],
    ],
    [
      'postal code of another state',
      { personAddress: { ...ADDRESS, zipCode: '01001000' } },
      ['personAddress.zipCode: CEP inválido.'],
    ],
  ])('refuses %s', async (_name, body, errors) => {
    const answer = await put(await someone(), body);
    expect([answer.status, answer.body.code, errorsOf(answer)]).toEqual([422, 'VALIDATION', errors]);
  });

  it('accepts a single name from the holder of a passport who declares it', async () => {
    const one = await someone();
    const foreign = { nationality: 'ID', issuingCountry: 'ID', passport: 'XB１２３‑4567' };
    expect(errorsOf(await put(one, { name: 'Suharto', singleName: true }))).toEqual([
      'name: Informe Nome e Sobrenome.',
    ]);
    expect(errorsOf(await put(one, { ...foreign, name: 'Suharto' }))).toEqual([
      'name: Informe Nome e Sobrenome.',
    ]);
    const saved = await put(one, { ...foreign, name: 'Su\u200bharto', singleName: true });
    expect(saved.body).toMatchObject({ name: 'Suharto', singleName: true, passport: 'XB1234567' });
    // A value on file stays valid when the form sends it again.
    expect((await put(one, { name: 'Suharto' })).status).toBe(200);
    expect((await put(one, { name: 'Suharto Um' })).body.singleName).toBe(false);
  });

  it('accepts a single name for the mother when declared, and keeps it', async () => {
    const one = await someone();
    expect(errorsOf(await put(one, { motherName: 'Suharti' }))).toEqual([
      'motherName: Informe Nome e Sobrenome.',
    ]);
    const saved = await put(one, { motherName: 'Suharti', motherSingleName: true });
    expect([saved.status, saved.body.motherName]).toEqual([200, 'Suharti']);
    expect((await put(one, { motherName: 'Suharti' })).status).toBe(200);
  });

  it('refuses shapes that no form sends', async () => {
    const one = await someone();
    const { status, body } = await put(one, { name: 7, personAddress: 'x' });
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['name', 'personAddress']]);
    const address = `/orbita/api/candidate/users/${one.personId}/person-data`;
    const broken = await one.client.send('PUT', address, { raw: '{"name":' });
    expect([broken.status, broken.body]).toMatchObject([400, { code: 'MALFORMED' }]);
  });

  it('keeps existing contacts and ignores fields the person may not set', async () => {
    const one = await someone();
    const { status, body } = await put(one, {
      email: 'outra@exemplo.test',
      cellPhone: '31911111111',
      emailConfirmed: true,
      personId: 1,
      uuid: 'x',
      locked: ['name'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: one.person.email,
      cellPhone: one.person.cellPhone,
      emailConfirmed: false,
      personId: one.personId,
      locked: [],
    });
    await harness.platform.db
      .tenant(1)
      .one(sql`update person set email = null where tenant_id = 1 and id = ${one.personId} returning id`);
    const filled = await put(one, { email: ' Nova@Exemplo.Test' });
    expect(filled.body).toMatchObject({ email: 'nova@exemplo.test', emailConfirmed: false });
  });

  it('uses the social name at once', async () => {
    const one = await someone();
    await put(one, { socialName: 'Flor' });
    expect(one.client.cookies.get('social_name')).toBe('Flor');
    await put(one, { socialName: null });
    expect(one.client.cookies.has('social_name')).toBe(false);
  });

  it('locks the identity after an acceptance, but not the social name', async () => {
    const one = await someone();
    await harness.platform.db.tenant(1).one(sql`
      update person set identity_locked_at = now() where tenant_id = 1 and id = ${one.personId} returning id`);
    const answer = await put(one, { name: 'Outro Nome', birthDate: '2001-01-01' });
    expect([answer.status, answer.body.code, errorsOf(answer)]).toEqual([
      409,
      'FIELD_LOCKED',
      [
        'name: Para alterar este dado, fale com a instituição.',
        'birthDate: Para alterar este dado, fale com a instituição.',
      ],
    ]);
    const same = await put(one, { name: one.person.name, document: one.person.cpf, socialName: 'Flor' });
    expect([same.status, same.body.socialName, same.body.locked]).toEqual([
      200,
      'Flor',
      ['document', 'cpf', 'name', 'birthDate'],
    ]);
  });

  it('refuses the CPF of another account', async () => {
    const [one, other] = [await someone(), await someone()];
    const answer = await put(one, { document: other.person.cpf });
    expect([answer.status, answer.body.code]).toEqual([409, 'SOCIAL_ALREADY_LINKED']);
  });
});

describe('further documents', () => {
  const foreigner = { nationality: 'AR', issuingCountry: 'AR' };
  let rnes = 200_000;
  const newRne = () => `V${rnes++}-7`;
  const lock = (one: Someone) =>
    harness.platform.db.tenant(1).one(sql`
      update person set identity_locked_at = ${harness.clock.now()}::timestamptz
      where tenant_id = 1 and id = ${one.personId} returning id`);
  const signIn = (documentType: 'rne' | 'passport', document: string, password: string) =>
    harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: {
        applicationAlias: 'candidate',
        documentType,
        document,
        password,
        remember: false,
        captchaToken: 'simulator-token',
      },
    });

  it('of a foreigner with a CPF are stored, shown, replaced, and sign in to the same account', async () => {
    const one = await someone();
    const rne = newRne();
    const { status, body } = await put(one, { ...foreigner, rne: rne.toLowerCase() });
    const stored = rne.replace('-', '');
    expect([status, body]).toMatchObject([
      200,
      { documentType: 'cpf', document: one.person.cpf, rne: stored, passport: null },
    ]);
    const entered = await signIn('rne', rne, PASSWORD);
    expect(entered.status).toBe(200);
    const other = newRne();
    const changed = await put(one, { rne: other, passport: 'xa 123456' });
    expect(changed.body).toMatchObject({ rne: other.replace('-', ''), passport: 'XA123456' });
    expect((await put(one, { rne: null, passport: '' })).body).toMatchObject({
      rne: other.replace('-', ''),
      passport: 'XA123456',
    });
    expect((await signIn('rne', rne, PASSWORD)).status).toBe(404);
    const accounts = await harness.platform.db.tenant(1).many(sql`
      select document_type from user_account where tenant_id = 1 and person_id = ${one.personId} order by id`);
    expect(accounts).toHaveLength(3);
  });

  it('are validated like any document', async () => {
    const answer = await put(await someone(), { ...foreigner, rne: 'V000000-0', passport: '12-34' });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      ['rne: RNE inválido.', 'passport: Passaporte inválido.'],
    ]);
  });

  it('that belong to another account are refused, and nothing else is saved', async () => {
    const [one, other] = [await someone(), await someone()];
    const rne = newRne();
    await put(other, { ...foreigner, rne });
    const { status, body } = await put(one, { ...foreigner, rne, socialName: 'Flor' });
    expect([status, body]).toMatchObject([
      409,
      { code: 'SOCIAL_ALREADY_LINKED', message: 'Já existe outro CPF/RNE vinculado a esta conta.' },
    ]);
    const { body: after } = await one.client.call(GET, { params: { uuid: one.uuid } });
    expect(after).toMatchObject({ rne: null, socialName: null, nationality: 'BR' });
  });

  it('are locked with the identity once given; a missing one may still be added', async () => {
    const one = await someone();
    const rne = newRne();
    await put(one, { ...foreigner, rne });
    await lock(one);
    const refused = await put(one, { rne: newRne() });
    expect([refused.status, refused.body.code, errorsOf(refused)]).toEqual([
      409,
      'FIELD_LOCKED',
      ['rne: Para alterar este dado, fale com a instituição.'],
    ]);
    const added = await put(one, { rne, passport: 'XB654321' });
    expect([added.status, added.body.passport, added.body.locked]).toEqual([
      200,
      'XB654321',
      ['document', 'cpf', 'name', 'birthDate', 'rne', 'passport'],
    ]);
  });
});

describe('contacts', () => {
  it('change by a code sent to the new one, and the former ones are notified', async () => {
    const one = await someone();
    const value = `nova${one.personId}@exemplo.test`;
    const asked = await one.client.call('POST /candidate/users/{personId}/contact-changes', {
      params: { personId: one.personId },
      body: { kind: 'email', value },
    });
    expect(asked.status).toBe(202);
    const verify = (client: Client, code: string) =>
      client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
        params: { changeId: asked.body.changeId },
        body: { code },
      });
    const other = await someone();
    const code = await codeFor(value);
    expect((await verify(other.client, code)).status).toBe(404);
    const wrong = await verify(one.client, code === '000000' ? '000001' : '000000');
    expect([wrong.status, wrong.body]).toMatchObject([422, { code: 'CODE_INVALID' }]);
    expect((await verify(one.client, code)).status).toBe(204);
    expect((await verify(one.client, code)).status).toBe(410);
    const { body } = await one.client.call(GET, { params: { uuid: one.uuid } });
    expect(body).toMatchObject({ email: value, emailConfirmed: true });
    const notices = await harness.platform.db.tenant(1).many(sql`
      select recipient from notification where tenant_id = 1 and template = 'N-33' and person_id = ${one.personId}
      order by channel`);
    expect(notices).toEqual([{ recipient: one.person.email }, { recipient: one.person.cellPhone }]);
  });

  const change = async (one: Someone, kind: 'email' | 'cellPhone', value: string) => {
    const params = { personId: one.personId };
    const asked = await one.client.call('POST /candidate/users/{personId}/contact-changes', {
      params,
      body: { kind, value },
    });
    const { changeId } = asked.body;
    const { status } = await one.client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
      params: { changeId },
      body: { code: await codeFor(value) },
    });
    return [asked.status, status];
  };
  const noticesOf = (one: Someone) =>
    harness.platform.db.tenant(1).many(sql`
      select recipient, data ->> 'alteracao' as what from notification
      where tenant_id = 1 and template = 'N-33' and person_id = ${one.personId} order by channel`);

  it('are confirmed unchanged in the same way, without a notification', async () => {
    const one = await someone();
    expect(await change(one, 'email', one.person.email)).toEqual([202, 204]);
    const { body } = await one.client.call(GET, { params: { uuid: one.uuid } });
    expect(body).toMatchObject({ email: one.person.email, emailConfirmed: true, cellPhoneConfirmed: false });
    expect(await noticesOf(one)).toEqual([]);
  });

  it('change by SMS for a phone, and both former contacts are notified', async () => {
    const one = await someone();
    const value = '31955550001';
    expect(await change(one, 'cellPhone', value)).toEqual([202, 204]);
    const { body } = await one.client.call(GET, { params: { uuid: one.uuid } });
    expect(body).toMatchObject({ cellPhone: value, cellPhoneConfirmed: true });
    expect(await noticesOf(one)).toEqual([
      { recipient: one.person.email, what: 'o celular mudou' },
      { recipient: one.person.cellPhone, what: 'o celular mudou' },
    ]);
  });

  it('may be foreign for people of other nationalities', async () => {
    const one = await someone();
    await put(one, { nationality: 'AR' });
    expect(await change(one, 'cellPhone', '+5491100000000')).toEqual([202, 204]);
    const { body } = await one.client.call(GET, { params: { uuid: one.uuid } });
    expect(body.cellPhone).toBe('+5491100000000');
  });

  it('must be valid contacts', async () => {
    const one = await someone();
    const answer = await one.client.call('POST /candidate/users/{personId}/contact-changes', {
      params: { personId: one.personId },
      body: { kind: 'cellPhone', value: '123' },
    });
    expect([answer.status, errorsOf(answer)]).toEqual([422, ['value: Celular inválido.']]);
  });
});

describe('consents', () => {
  it('are recorded in order', async () => {
    const one = await someone();
    const call = 'PUT /candidate/users/{uuid}/consents';
    const { body } = await one.client.call(call, {
      params: { uuid: one.uuid },
      body: { marketing: true, cookies: { analytics: true, marketing: false } },
    });
    expect(body).toMatchObject({
      privacyNotice: { version: '1' },
      marketing: true,
      cookies: { analytics: true, marketing: false },
    });
    const off = await one.client.call(call, { params: { uuid: one.uuid }, body: { marketing: false } });
    expect(off.body).toMatchObject({ marketing: false, cookies: { analytics: true } });
    const rows = await harness.platform.db.tenant(1).many(sql`
      select granted from consent where tenant_id = 1 and person_id = ${one.personId} and kind = 'marketing' order by id`);
    expect(rows).toEqual([{ granted: false }, { granted: true }, { granted: false }]);
  });
});
