import type { CallKey } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { openReceiver } from '../../testing/sandbox-kit.ts';
import { createZip } from './zip.ts';

let harness: Harness;
let client: Client;
beforeAll(async () => {
  harness = await startHarness();
  client = harness.visitor();
});
afterAll(() => harness.stop());

const STATE = 'GET /candidate/states/{id}';
const CITIES = 'GET /candidate/states/{id}/cities';
const ZIP = 'GET /candidate/addresses/zip-codes/{zipCode}';
const ALL: [CallKey, Record<string, string | number>][] = [
  ['GET /candidate/genders', {}],
  ['GET /candidate/states', {}],
  [STATE, { id: 31 }],
  [CITIES, { id: 31 }],
  [ZIP, { zipCode: '30100001' }],
];
const fault = (mode: string) =>
  fetch(`${harness.sandbox.url}/control/faults`, {
    method: 'PUT',
    headers: { 'x-control-key': 'control', 'content-type': 'application/json' },
    body: JSON.stringify({ port: 'zip', mode }),
  });

const strange = (on: boolean) =>
  fetch(`${harness.sandbox.url}/control/strange`, {
    method: 'PUT',
    headers: { 'x-control-key': 'control', 'content-type': 'application/json' },
    body: JSON.stringify({ side: 'cep-odd-fields', on }),
  });

describe('reference calls', () => {
  it.each(ALL)('%s is cached by browsers for a day and not sent twice', async (key, params) => {
    const first = await client.call(key, { params });
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400']);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const ask = async (known: string) => {
      const { status, body, headers } = await client.call(key, {
        params,
        headers: { 'if-none-match': known },
      });
      return [status, JSON.stringify(body) === '""' ? '' : 'a body', headers.get('etag')];
    };
    expect(await ask(tag)).toEqual([304, '', tag]);
    expect(await ask(`W/${tag}`)).toEqual([304, '', tag]);
    expect(await ask(`"other", ${tag}`)).toEqual([304, '', tag]);
    expect(await ask('"other"')).toEqual([200, 'a body', tag]);
  });

  it.each(ALL)('%s is the same for every tenant and needs no sign-in', async (key, params) => {
    const [here, there] = [
      await client.call(key, { params }),
      await harness.visitor('beta.orbita.test').call(key, { params }),
    ];
    expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
  });

  it('contain the genders, the states and every municipality of IBGE', async () => {
    const genders = await client.call('GET /candidate/genders');
    expect(genders.body).toEqual([
      { id: 1, name: 'Feminino' },
      { id: 2, name: 'Masculino' },
      { id: 3, name: 'Não binário' },
      { id: 4, name: 'Prefiro não informar' },
    ]);
    const { body: states } = await client.call('GET /candidate/states');
    expect(states).toHaveLength(27);
    const names = states.map(({ name }) => name).filter((name) => /^(Par|Am)/.test(name));
    expect(names).toEqual(['Amapá', 'Amazonas', 'Pará', 'Paraíba', 'Paraná']);
    expect((await client.call(STATE, { params: { id: 31 } })).body).toEqual({
      id: 31,
      name: 'Minas Gerais',
      uf: 'MG',
    });
    let count = 0;
    for (const { id } of states) {
      const { body } = await client.call(CITIES, { params: { id } });
      count += body.length;
      for (const city of body) expect(String(city.id)).toMatch(new RegExp(`^${id}\\d{5}$`));
    }
    expect(count).toBeGreaterThanOrEqual(5570);
  });

  it.each([
    [STATE, { id: 99 }],
    [STATE, { id: 10 }],
    [STATE, { id: 1_000_000 }],
    [CITIES, { id: 10 }],
    [CITIES, { id: 1_000_000 }],
  ] as [CallKey, Record<string, number>][])(
    '%s %j does not exist, and the answer is not cached',
    async (key, params) => {
      const answer = await client.call(key, { params });
      expect([answer.status, answer.headers.get('etag')]).toEqual([404, null]);
      expect(answer.headers.get('cache-control') ?? '').not.toContain('max-age=86400');
    },
  );
});

describe('an answer of the postal code service', () => {
  const READ = { zipCode: '30100001', street: 'Rua A', neighborhood: 'B', cityId: 3106200 };
  const GOOD = { logradouro: 'Rua A', bairro: 'B', localidade: 'Belo Horizonte', uf: 'MG', ibge: '3106200' };
  it.each<[string, unknown, object | undefined]>([
    ['as described', GOOD, READ],
    ['a code that is a number', { ...GOOD, ibge: 3_106_200 }, READ],
    ['no code', { ...GOOD, ibge: null }, READ],
    [
      'an empty code, a city in capitals',
      { ...GOOD, ibge: '', localidade: 'BELO HORIZONTE', uf: 'mg' },
      READ,
    ],
    ['a code too large for our table', { ...GOOD, ibge: '99999999999999999999' }, READ],
    ['a code that nobody has, though the city has one', { ...GOOD, ibge: '9999999' }, undefined],
    ['neither code nor city', { ...GOOD, ibge: {}, localidade: 7, uf: [] }, undefined],
    ['a city of another state', { ...GOOD, ibge: null, uf: 'SP' }, undefined],
    ['empty lines', { ...GOOD, logradouro: ' ', bairro: '' }, { ...READ, street: null, neighborhood: null }],
    ['odd lines', { ...GOOD, logradouro: 7, bairro: ['B'] }, { ...READ, street: null, neighborhood: null }],
    ['an endless line', { ...GOOD, logradouro: 'A'.repeat(9_999) }, { ...READ, street: null }],
    [
      'signs that no table takes',
      { ...GOOD, logradouro: 'Rua\0 A', ibge: null, localidade: 'Belo\0 Horizonte' },
      READ,
    ],
    ['an error as text', { erro: 'true' }, undefined],
    ['an error as a number', { ...GOOD, erro: 1 }, undefined],
    ['an error as an object', { ...GOOD, erro: { toString: 1 } }, undefined],
    ['no error, as text', { ...GOOD, erro: 'false' }, READ],
    ['no error, as null', { ...GOOD, erro: null }, READ],
    ['nothing', null, undefined],
    ['a list', [GOOD], undefined],
    ['a text', 'CEP', undefined],
    ['an object without fields', {}, undefined],
  ])('with %s', async (_what, body, expected) => {
    const receiver = await openReceiver(() => ({ status: 200, body }));
    const zip = createZip({ zip: { url: receiver.url } }, harness.platform.db);
    expect(await zip.find('30100001')).toEqual(expected);
    await receiver.close();
  });
});

describe('postal codes', () => {
  const find = (zipCode: string) => client.call(ZIP, { params: { zipCode } });
  it('are looked up in any form they are typed', async () => {
    expect((await find('30100-001')).body).toEqual({
      zipCode: '30100001',
      street: 'Rua Exemplo',
      neighborhood: 'Bairro Modelo',
      cityId: 3106200,
      cityName: 'Belo Horizonte',
      stateId: 31,
      uf: 'MG',
    });
  });
  it('give an error when unknown, which is not cached', async () => {
    const unknown = await find('99999999');
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      404,
      'ZIP_NOT_FOUND',
      'CEP não encontrado. Preencha o endereço.',
    ]);
    expect(unknown.headers.get('etag')).toBeNull();
    const wrong = await find('3010');
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ field: 'zipCode', message: 'CEP inválido.' }],
    ]);
  });
  it('are read from odd answers as far as possible; the rest is typed', async () => {
    await strange(true);
    const [numbered, nameless, unknown] = [
      await find('30100001'),
      await find('01001000'),
      await find('99999999'),
    ];
    await strange(false);
    expect(numbered.body).toMatchObject({
      street: 'Rua Exemplo',
      neighborhood: null,
      cityId: 3106200,
      uf: 'MG',
    });
    expect(nameless.body).toMatchObject({
      ...{ street: null, neighborhood: 'Centro Modelo', cityId: 3550308, cityName: 'São Paulo' },
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'ZIP_NOT_FOUND']);
  });
  it('cannot be looked up while the service is down', async () => {
    await fault('down');
    const down = await find('30100001');
    await fault('ok');
    expect([down.status, down.body.code]).toEqual([503, 'UNAVAILABLE']);
  });
});
