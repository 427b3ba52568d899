import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { called } from './find-by-name.ts';

const SEARCH = 'POST /operations/subscriptions/search';
let harness: Harness;
const ids: Record<'jose' | 'ana' | 'anna', number> = { jose: 0, ana: 0, anna: 0 };

/** Imports a person and creates an application for them. */
async function brought(n: number, name: string, socialName: string | null = null): Promise<number> {
  const { cpf, email, cellPhone } = inventedPerson(n);
  const { body } = await harness.operations.call('POST /operations/candidates', {
    body: { documentType: 'cpf', document: cpf, name, socialName, birthDate: '1990-01-01', email, cellPhone },
  });
  const applied = await harness.operations.call('POST /operations/subscriptions', {
    body: { personId: body.personId, offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' },
  });
  return applied.body.id;
}

beforeAll(async () => {
  harness = await startHarness();
  ids.jose = await brought(1, 'José da Conceição', 'Zélia da Conceição');
  ids.ana = await brought(2, 'Ana Clara Exemplo');
  ids.anna = await brought(3, 'Anna Modelo');
});
afterAll(() => harness.stop());

const ask = (body: object, client = harness.operations) => client.call(SEARCH, { body });
const { email, cellPhone, cpf } = inventedPerson(1);

it.each<[string, object, (keyof typeof ids)[]]>([
  ['the full name', { name: 'José da Conceição' }, ['jose']],
  ['without accents, in capitals', { name: 'JOSE DA CONCEICAO' }, ['jose']],
  ['the beginnings of words', { name: '  jos  conc ' }, ['jose']],
  ['the social name', { name: 'zelia' }, ['jose']],
  ['three letters of the first name', { name: 'ana' }, ['ana']],
  ['the last name alone', { name: 'exemplo' }, []],
  ['a word the other name has', { name: 'jose clara' }, []],
  ['the end of a word', { name: 'Ana lara' }, []],
  ['wildcard characters', { name: '%%%' }, []],
  ['an underscore', { name: 'An_' }, []],
  [
    'a sign no text can hold',
    { name: 'jose\u0000', email: 'um\u0000@exemplo.test', cellPhone: '\u0000' },
    [],
  ],
  ['half of a surrogate pair', { name: 'jos\ud800' }, []],
  ['an e-mail, as one writes it', { email: ` ${email.toUpperCase()}` }, ['jose']],
  [
    'a cell phone, as one writes it',
    { cellPhone: `(${cellPhone.slice(0, 2)}) ${cellPhone.slice(2, 7)}-${cellPhone.slice(7)}` },
    ['jose'],
  ],
  ['a document without a type', { document: cpf }, ['jose']],
  ['all of it', { name: 'jose', email, cellPhone, document: cpf, documentType: 'cpf' }, ['jose']],
  ['a name and the e-mail of another', { name: 'ana', email }, []],
  ['a name and a state', { name: 'jose', state: '7' }, []],
])('people are found by %s', async (_by, body, found) => {
  const { status, body: page } = await ask(body);
  expect(status).toBe(200);
  expect(page.data.map(({ id }) => id).sort()).toEqual(found.map((one) => ids[one]).sort());
});

it.each<[string, object, string]>([
  ['nothing', {}, 'document'],
  ['nothing but a filter', { state: '1' }, 'document'],
  ['two letters', { name: 'Jo' }, 'name'],
  ['two letters before others', { name: 'Jo Conceição' }, 'name'],
  ['an invalid document', { document: '123' }, 'document'],
])('%s is refused with its field', async (_what, body, field) => {
  expect(await ask(body)).toMatchObject({ status: 422, body: { code: 'VALIDATION', errors: [{ field }] } });
});

it('a search that matches more than 200 people is refused', async () => {
  await harness.platform.db.tenant(1).many(sql`
    insert into person (tenant_id, name, email, created_at, updated_at)
    select 1, 'Muitos Iguais', 'casa@exemplo.test', now(), now() from generate_series(1, 201) returning id`);
  for (const body of [{ name: 'muitos' }, { email: 'casa@exemplo.test' }])
    expect(await ask(body)).toMatchObject({
      status: 422,
      body: { errors: [{ message: 'More than 200 people may be meant: say more of them' }] },
    });
  expect((await ask({ name: 'muitos', email: 'outra@exemplo.test' })).body.data).toEqual([]);
});

it('people of another tenant or institution are not found', async () => {
  expect((await ask({ name: 'jose' }, harness.operationsOf('beta'))).body.data).toEqual([]);
  const { body } = await harness.operations.call('POST /operations/tokens', {
    body: {
      name: 'Escola',
      tenant: 'alfa',
      scopes: ['subscriptions'],
      institutions: ['EPA01'],
      expiresAt: '2027-01-01T00:00:00-03:00',
    },
  });
  const limited = harness.visitor();
  limited.token = body.token;
  expect((await ask({ name: 'jose' }, limited)).body.data).toEqual([]);
});

it('a name in its own order is found among more namesakes than are read; others may be missed', async () => {
  const tenantId = (await tenantByAlias(harness.platform, 'alfa'))?.id ?? 0;
  const on = harness.platform.db.tenant(tenantId);
  for (const last of ['Antes', 'Depois', 'Mais Tarde', 'Zulmira Rara'])
    await brought(40 + last.length, `Xisto ${last}`);
  const named = async (name: string) => {
    const found = await on.one<{ ids: number[]; cut: boolean }>(
      called(tenantId, name.split(' '), { most: 10, read: 2 }),
    );
    const people = await on.many<{ name: string }>(
      sql`select name from person where tenant_id = ${tenantId} and id = any(${found?.ids}::bigint[]) order by name`,
    );
    return [people.map((one) => one.name), found?.cut];
  };
  expect(await named('xisto zulmira')).toEqual([['Xisto Zulmira Rara'], true]);
  expect(await named('xisto rara')).toEqual([[], true]);
  expect(await named('xisto tarde')).toEqual([['Xisto Mais Tarde'], true]);
  expect(await named('xisto mais tarde')).toEqual([['Xisto Mais Tarde'], true]);
  expect(await named('xisto')).toHaveLength(2);
  expect((await named('xisto'))[0]).toHaveLength(4);
});
