import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';

const ABROAD = {
  ...{ country: 'PT', street: 'Rua do Exemplo, 10', complement: '2.º Esq.' },
  ...{ city: 'Lisboa', region: null, postalCode: '1100-048' },
};
const HOME = {
  ...{ street: 'Rua Exemplo', number: '100', neighborhood: 'Bairro Modelo' },
  ...{ zipCode: '30100-001', cityId: 3106200, complement: null },
};

let harness: Harness;
let one: Client;
let personId: number;
let uuid: string;
beforeAll(async () => {
  harness = await startHarness();
  one = harness.visitor();
  ({ personId, uuid } = await signUp(one, inventedPerson(900)));
});
afterAll(() => harness?.stop());

const put = (body: object) =>
  one.call('PUT /candidate/users/{personId}/person-data', { params: { personId }, body });
const stored = async () => {
  const on = harness.platform.db.tenant(1);
  const count = (table: 'person_address' | 'person_foreign_address') =>
    table === 'person_address'
      ? on.many(sql`select id from person_address where tenant_id = 1 and person_id = ${personId}`)
      : on.many(sql`select id from person_foreign_address where tenant_id = 1 and person_id = ${personId}`);
  return [(await count('person_address')).length, (await count('person_foreign_address')).length];
};
const zipDown = (mode: 'down' | 'ok') =>
  fetch(`${harness.sandbox.url}/control/faults`, {
    method: 'PUT',
    headers: { 'x-control-key': 'control', 'content-type': 'application/json' },
    body: JSON.stringify({ port: 'zip', mode }),
  });
const shown = { ...ABROAD, countryName: 'Portugal' };

it('takes the place of an address in Brazil, and gives it back', async () => {
  expect((await put({ personAddress: HOME })).body).toMatchObject({
    personAddress: { street: 'Rua Exemplo' },
    foreignAddress: null,
  });
  expect((await put({ foreignAddress: ABROAD })).body).toMatchObject({
    personAddress: null,
    foreignAddress: shown,
  });
  expect(await stored()).toEqual([0, 1]);
  // Parts that are left out stay.
  expect((await put({ foreignAddress: { street: 'Rua Nova, 1' } })).body.foreignAddress).toEqual({
    ...shown,
    street: 'Rua Nova, 1',
  });
  const own = await one.call('GET /candidate/users/{uuid}/person-data', { params: { uuid } });
  expect(own.body).toMatchObject({ personAddress: null, foreignAddress: { street: 'Rua Nova, 1' } });
  const team = await harness.operations.call('GET /operations/persons/{personId}', { params: { personId } });
  expect(team.body).toMatchObject({ address: null, foreignAddress: { countryName: 'Portugal' } });
  // What it was in Brazil is not kept anywhere: an address is given whole again.
  expect((await put({ personAddress: { number: '7' } })).status).toBe(422);
  expect((await put({ personAddress: HOME })).body).toMatchObject({ foreignAddress: null });
  expect(await stored()).toEqual([1, 0]);
});

it('asks no look-up of postal codes, not even for eight digits', async () => {
  await zipDown('down');
  const { status, body } = await put({ foreignAddress: { ...ABROAD, postalCode: '30100001' } });
  await zipDown('ok');
  expect([status, body.foreignAddress?.postalCode, body.foreignAddress?.city]).toEqual([
    200,
    '30100001',
    'Lisboa',
  ]);
});

it.each<[object, string[]]>([
  [{ foreignAddress: {} }, []],
  [{ foreignAddress: { ...ABROAD, country: 'BR' } }, ['foreignAddress.country']],
  [
    { foreignAddress: { ...ABROAD, street: null, city: '' } },
    ['foreignAddress.street', 'foreignAddress.city'],
  ],
  [{ foreignAddress: ABROAD, personAddress: HOME }, ['foreignAddress']],
])('%j names the fields %j', async (body, fields) => {
  const answer = await put(body);
  const errors = (answer.body as { errors?: { field: string }[] }).errors ?? [];
  expect(errors.map(({ field }) => field)).toEqual(fields);
});

it('an address in Brazil that the release before added meanwhile is the later one', async () => {
  await put({ foreignAddress: ABROAD });
  await harness.platform.db.tenant(1).one(sql`
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
    values (1, ${personId}, 'Rua Exemplo', '1', 'Centro', '30100001', 3106200) returning id`);
  const own = await one.call('GET /candidate/users/{uuid}/person-data', { params: { uuid } });
  expect(own.body).toMatchObject({ personAddress: { number: '1' }, foreignAddress: null });
  expect((await put({ foreignAddress: ABROAD })).body).toMatchObject({
    personAddress: null,
    foreignAddress: shown,
  });
  expect(await stored()).toEqual([0, 1]);
});
