import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCnpj, isCnpj } from './index.ts';

describe('CNPJ', () => {
  it.each([
    // The example of the Receita Federal, and one with more letters.
    '12ABC34501DE35',
    '6A3EDMWP000168',
    // Digits only, of public bodies: Banco do Brasil, Banco Central, Receita Federal.
    '00000000000191',
    '00038166000105',
    '00394460005887',
  ])('%s is valid', (number) => expect(isCnpj(number)).toBe(true));
  it.each([
    ['12ABC34501DE36', 'another last digit'],
    ['12ABC34501DE45', 'another first digit'],
    ['12abc34501de35', 'small letters, which are stored as capitals'],
    ['12.ABC.345/01DE-35', 'separators'],
    ['00000000000000', 'all equal'],
    ['12ABC34501DE3', 'too short'],
    ['12ABC34501DE355', 'too long'],
    ['12ABC34501DEA5', 'a letter as check digit'],
    ['12ÁBC34501DE35', 'a letter outside A to Z'],
    ['', 'nothing'],
  ])('%s is invalid: %s', (number) => expect(isCnpj(number)).toBe(false));
  it('is shown with punctuation', () => {
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(formatCnpj('00000000000191')).toBe('00.000.000/0001-91');
    expect(formatCnpj('123')).toBe('123');
  });
  it('has one pair of check digits for each body', () => {
    const sign = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const body = fc.array(sign, { minLength: 12, maxLength: 12 }).map((all) => all.join(''));
    const pairs = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'));
    fc.assert(
      fc.property(body, (text) => {
        fc.pre(!/^0+$/.test(text));
        expect(pairs.filter((pair) => isCnpj(text + pair))).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});
