import { describe, expect, it } from 'vitest';
import {
  countriesAbroad,
  type ForeignAddress,
  foreignAddressErrors,
  foreignAddressLine,
  normalisedForeignAddress,
} from './foreign-address.ts';

const LISBON: ForeignAddress = {
  ...{ country: 'PT', street: 'Rua do Exemplo, 10, 2.º Esq.', complement: '' },
  ...{ city: 'Lisboa', region: '', postalCode: '1100-048' },
};
const errorsOf = (change: Partial<ForeignAddress>) =>
  foreignAddressErrors({ ...LISBON, ...change }, 'foreignAddress.').map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('an address outside Brazil', () => {
  // Shops of Brazil refused these as a CEP: letters, other lengths, and countries that have no postal codes.
  it.each([
    'SW1A 2AA',
    'K1A 0B1',
    'D02 AF30',
    '10115',
    '150-0002',
    '1012 WX',
    '01001000',
    '',
    null,
    undefined,
  ])('takes the postal code %j', (postalCode) => {
    expect(errorsOf({ postalCode })).toEqual([]);
  });

  it('takes a street without number, and needs neither region nor complement', () => {
    expect(foreignAddressErrors({ country: 'GB', street: '10 Downing Street', city: 'London' })).toEqual([]);
    expect(errorsOf({ street: 'Boîte postale 12', city: 'Zürich', region: 'Zürich' })).toEqual([]);
  });

  it.each<[Partial<ForeignAddress>, string]>([
    [{ country: '' }, 'country: Obrigatório.'],
    [{ country: 'BR' }, 'country: Valor inválido.'],
    [{ country: 'XX' }, 'country: Valor inválido.'],
    [{ country: 'pt' }, 'country: Valor inválido.'],
    [{ street: ' ' }, 'street: Obrigatório.'],
    [{ street: 'x'.repeat(121) }, 'street: Máximo de 120 caracteres.'],
    [{ street: '東京都千代田区' }, 'street: Caracteres especiais não são permitidos.'],
    [{ complement: 'x'.repeat(61) }, 'complement: Máximo de 60 caracteres.'],
    [{ city: null }, 'city: Obrigatório.'],
    [{ city: 'x'.repeat(81) }, 'city: Máximo de 80 caracteres.'],
    [{ region: '<b>' }, 'region: Caracteres especiais não são permitidos.'],
    [{ postalCode: '1'.repeat(17) }, 'postalCode: Máximo de 16 caracteres.'],
    [{ postalCode: '12;34' }, 'postalCode: Caracteres especiais não são permitidos.'],
  ])('refuses %j', (change, error) => {
    expect(errorsOf(change)).toEqual([`foreignAddress.${error}`]);
  });

  it('may be in every country of the list but Brazil', () => {
    const codes = countriesAbroad().map(({ code }) => code);
    expect([codes.includes('BR'), codes.includes('PT'), codes.length > 190]).toEqual([false, true, true]);
  });

  it('is stored composed, without what is empty, and its postal code in capitals', () => {
    expect(
      normalisedForeignAddress({ ...LISBON, street: ' Rua  Jose\u0301 ', postalCode: 'sw1a 2aa' }),
    ).toEqual({
      ...{ country: 'PT', street: 'Rua José', complement: null },
      ...{ city: 'Lisboa', region: null, postalCode: 'SW1A 2AA' },
    });
  });

  it('is one line with its country', () => {
    expect(foreignAddressLine(LISBON)).toBe('Rua do Exemplo, 10, 2.º Esq. – Lisboa – 1100-048 – Portugal');
    expect(
      foreignAddressLine({
        country: 'JP',
        street: '1-1 Chiyoda',
        complement: 'Ap. 3',
        city: 'Tokyo',
        region: 'Tokyo',
      }),
    ).toBe('1-1 Chiyoda, Ap. 3 – Tokyo, Tokyo – Japão');
  });
});
