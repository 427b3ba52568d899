import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CardBrand,
  cardBrand,
  cardDigits,
  groupedCardNumber,
  isCardNumber,
  isLuhn,
  longExpiry,
  readCardBrand,
  readCardExpiry,
  readCardFields,
  shownExpiry,
} from './index.ts';

/** Public test numbers of acquirers. */
const NUMBERS: [string, CardBrand][] = [
  ['4000000000000010', 'visa'],
  ['4235647728025682', 'visa'],
  ['5448280000000007', 'mastercard'],
  ['5184019740373151', 'mastercard'],
  ['2221000000000009', 'mastercard'],
  ['375365153556885', 'amex'],
  ['5067766783888311', 'elo'],
  ['6505050000001000', 'elo'],
  ['4011780000000006', 'elo'],
  ['6062825624254001', 'hipercard'],
  ['36490102462661', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6011000990139424', 'discover'],
  ['5078601870000127985', 'aura'],
];

/** Card number without its check digit. */
const bodies = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  .map((digits) => digits.join(''));

/** The body with the only last digit that is valid. */
const complete = (body: string): string =>
  ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((last) => body + last).find(isLuhn) ?? '';

describe('card number', () => {
  it.each(NUMBERS)('%s is of %s', (digits, brand) => {
    expect(cardBrand(digits)).toBe(brand);
    expect(isCardNumber(digits)).toBe(true);
  });

  it.each(['', '0', '400000000000', '4000000000000011', '40000000000000100', '4000 0000 0000 0010', 'abc'])(
    'refuses %j',
    (digits) => expect(isCardNumber(digits)).toBe(false),
  );

  it('drops what people type between the digits', () => {
    expect(cardDigits(' 4000 0000-0000.0010 ')).toBe('4000000000000010');
    expect(groupedCardNumber('4000000000000010')).toBe('4000 0000 0000 0010');
    expect(groupedCardNumber('375365153556885')).toBe('3753 651535 56885');
    expect(groupedCardNumber('')).toBe('');
  });

  it('accepts a number of an unknown brand by length and check digit', () => {
    expect(cardBrand('9900000000000002')).toBeUndefined();
    expect(isCardNumber('9900000000000002')).toBe(true);
  });

  it('has exactly one check digit, and detects one changed digit', () => {
    fc.assert(
      fc.property(bodies, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
        const number = complete(body);
        expect(
          ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((last) => isLuhn(body + last)),
        ).toHaveLength(1);
        const at = place % number.length;
        const other = (Number(number[at]) + by) % 10;
        expect(isLuhn(number.slice(0, at) + other + number.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('reads the brand names of acquirers', () => {
    expect(['Visa', 'Master', 'MASTERCARD', 'American Express', 'Elo', 'Hiper'].map(readCardBrand)).toEqual([
      'visa',
      'mastercard',
      'mastercard',
      'amex',
      'elo',
      'hipercard',
    ]);
    expect([undefined, null, '', 'Sorocred'].map(readCardBrand)).toEqual([null, null, null, null]);
  });
});

describe('expiry', () => {
  const TODAY = '2026-11-23';
  it.each<[string, string | undefined]>([
    ['11/26', '11/2026'],
    ['10/26', undefined],
    ['0127', '01/2027'],
    ['12 / 30', '12/2030'],
    ['12/2030', '12/2030'],
    ['12/46', '12/2046'],
    ['12/47', undefined],
    ['00/30', undefined],
    ['13/30', undefined],
    ['12/25', undefined],
    ['1/30', '01/2030'],
    ['12-30', '12/2030'],
    ['12.2030', '12/2030'],
    ['12 30', '12/2030'],
    ['2030-12', '12/2030'],
    ['１２／３０', '12/2030'],
    ['12\u204430\u2060', '12/2030'],
    ['2030-13', undefined],
    ['203012', undefined],
    ['12/3/0', undefined],
    ['12/300', undefined],
    ['', undefined],
  ])('%j is %j', (typed, read) => {
    const expiry = readCardExpiry(typed, TODAY);
    expect(expiry && longExpiry(expiry)).toBe(read);
  });

  it('inserts the slash while typing', () => {
    expect(['', '1', '12', '123', '1230', '12/30', '12305', '1/', '1/30', '12-30'].map(shownExpiry)).toEqual([
      '',
      '1',
      '12',
      '12/3',
      '12/30',
      '12/30',
      '12/305',
      '01',
      '01/30',
      '12/30',
    ]);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2027, max: 2046 }), (month, year) => {
        const typed = shownExpiry(`${String(month).padStart(2, '0')}${year % 100}`);
        expect(readCardExpiry(typed, TODAY)).toEqual({ month, year });
        expect(readCardExpiry(longExpiry({ month, year }), TODAY)).toEqual({ month, year });
      }),
    );
  });
});

describe('the three fields', () => {
  const read = (number: string, expiry: string, cvv: string) =>
    readCardFields({ number, expiry, cvv }, '2026-11-23');

  it('are read together', () => {
    expect(read('4000 0000 0000 0010', '12/30', '123')).toEqual({
      ok: true,
      card: { digits: '4000000000000010', brand: 'visa', expiry: { month: 12, year: 2030 }, cvv: '123' },
    });
    expect(read('375365153556885', '12/30', '1234').ok).toBe(true);
  });

  it('have the texts of S-30a', () => {
    expect(read('', '', '')).toEqual({
      ok: false,
      errors: { number: 'Número de cartão inválido.', expiry: 'Validade inválida.', cvv: 'CVV inválido.' },
    });
    expect(read('4000000000000010', '12/30', '1234')).toEqual({
      ok: false,
      errors: { cvv: 'CVV inválido.' },
    });
    expect(read('375365153556885', '12/30', '123')).toEqual({ ok: false, errors: { cvv: 'CVV inválido.' } });
  });
});
