import { expect, it } from 'vitest';
import { ADDRESS_LABELS, missingInformation } from './index.ts';

it('an address has seven fields, in the order of its form', () => {
  expect(Object.values(ADDRESS_LABELS)).toEqual([
    ...['CEP', 'Endereço', 'Número', 'Complemento', 'Bairro', 'Estado', 'Cidade'],
  ]);
});

it.each([
  [{}, []],
  [{ name: 'Ana' }, ['name']],
  [{ birthDate: '2020-01-01' }, ['birthDate']],
  [{ email: '' }, ['email']],
  [{ cellPhone: null }, ['cellPhone']],
  [{ genderId: null, motherName: '1', phone: '1' }, []],
  [{ cellPhone: null, name: null }, ['name', 'cellPhone']],
])('the data missing in an application with %j: %j', (changes, missing) => {
  const person = {
    ...{ name: 'Candidata Um', birthDate: '2000-01-01', email: 'a@alfa.test', cellPhone: '31900000001' },
    ...{ genderId: 1, nationality: 'BR' },
  };
  expect(missingInformation({ ...person, ...changes } as never, '2026-01-12')).toEqual(missing);
});
