import { describe, expect, it } from 'vitest';
import { dayFromTyped } from '../web/base/typed-date.ts';
import { dateMask, monthMask } from './date-masks.ts';
import { applyMask, cepMask, cpfMask, formatMask, type Mask } from './masks.ts';
import { phoneMask } from './phone-mask.ts';

describe('U7 formatMask', () => {
  it('formats typed digits as far as they go', () => {
    expect(formatMask(cpfMask, '111')).toBe('111');
    expect(formatMask(cpfMask, '1114')).toBe('111.4');
    expect(formatMask(cpfMask, '11144477735')).toBe('111.444.777-35');
    expect(formatMask(cepMask, '30110000')).toBe('30110-000');
    expect(formatMask(dateMask, '14032009')).toBe('14/03/2009');
    expect(formatMask(monthMask, '032020')).toBe('03/2020');
    expect(formatMask(phoneMask, '3190000')).toBe('(31) 9000-0');
    expect(formatMask(phoneMask, '31900000001')).toBe('(31) 90000-0001');
    expect(formatMask(phoneMask, '3132221111')).toBe('(31) 3222-1111');
  });

  it('accepts pasted text with separators, spaces and the country code', () => {
    expect(formatMask(cpfMask, ' 111.444.777-35 ')).toBe('111.444.777-35');
    expect(formatMask(phoneMask, '+55 (31) 90000-0001')).toBe('(31) 90000-0001');
    expect(formatMask(phoneMask, '031 90000 0001')).toBe('(31) 90000-0001');
    expect(formatMask(phoneMask, '+55 (0)31 90000-0001')).toBe('(31) 90000-0001');
    expect(formatMask(phoneMask, '0055 31 90000-0001')).toBe('(31) 90000-0001');
    expect(formatMask(phoneMask, '0 21 91 98888-1234')).toBe('(91) 98888-1234');
    expect(formatMask(phoneMask, '55 99999-1234')).toBe('(55) 99999-1234');
    expect(formatMask(dateMask, '2009-03-14')).toBe('14/03/2009');
    expect(formatMask(monthMask, '2009-03')).toBe('03/2009');
    expect(formatMask(dateMask, '2009-03-14T00:00:00-03:00')).toBe('14/03/2009');
  });

  it.each([
    ['1/', '01'],
    ['01/5', '01/5'],
    ['01/5/', '01/05'],
    ['1/5/2003', '01/05/2003'],
    ['1.5.2003', '01/05/2003'],
    ['10-5-2003', '10/05/2003'],
    ['1/12/20', '01/12/20'],
    ['1', '1'],
    ['', ''],
    ['//', ''],
  ])('reads the date %s as %s', (typed, text) => {
    expect(formatMask(dateMask, typed)).toBe(text);
  });

  it.each(['+1 415 555 2671', '+351 912 345 678', '(31) 90000-00012', '1234567890123456'])(
    'cuts no digit of %s, which is no Brazilian phone',
    (typed) => {
      expect(formatMask(phoneMask, typed)).toBe(typed);
      expect(applyMask(phoneMask, typed, 3)).toEqual({ text: typed, caret: 3 });
    },
  );

  it.each([
    [cepMask, '30110-0009'],
    [cpfMask, '111.444.777-351'],
    [dateMask, '14/03/20091'],
    [monthMask, '03/20201'],
  ])('cuts no digit of %2$s, which is longer than the mask', (mask, typed) => {
    expect(formatMask(mask, typed)).toBe(typed);
    expect(applyMask(mask, typed, typed.length)).toEqual({ text: typed, caret: typed.length });
  });

  it('drops what is no digit of a document', () => expect(formatMask(cpfMask, 'CPF 111')).toBe('111'));

  it.each([
    [phoneMask, '\u202a(31) 90000\u22120001\u202c', '(31) 90000-0001'],
    [phoneMask, '３１ ９００００‐０００１', '(31) 90000-0001'],
    [phoneMask, '+55\u00a031\u00a090000\u20110001', '(31) 90000-0001'],
    [cpfMask, '１１１．４４４．７７７－３５', '111.444.777-35'],
    [cepMask, '30110\u2011000', '30110-000'],
    [dateMask, '\u200e14\u200e/\u200e03\u200e/\u200e2009', '14/03/2009'],
  ])('reads invisible characters: %o, %s', (mask, typed, text) => expect(formatMask(mask, typed)).toBe(text));

  // As password managers, calendars, spreadsheets and documents write a day.
  it.each([
    ['2008-03-12', '12/03/2008'],
    ['2008-3-12', '12/03/2008'],
    ['2008/03/12', '12/03/2008'],
    ['20080312', '12/03/2008'],
    ['12-03-2008', '12/03/2008'],
    ['12 03 2008', '12/03/2008'],
    ['12 mar 2008', '12/03/2008'],
    ['12 de março de 2008', '12/03/2008'],
    ['12/fev./2008', '12/02/2008'],
    ['12/03/2008 14:30', '12/03/2008'],
    ['3/12/08', '03/12/08'],
    ['1º/03/2008', '01/03/2008'],
    ['1º de março de 2008', '01/03/2008'],
    ['12 / 03 / 2008', '12/03/2008'],
    ['12, 03, 2008', '12/03/2008'],
    ['12\\03\\2008', '12/03/2008'],
    ['12\u204403\u22152008', '12/03/2008'],
    ['12_03_2008', '12/03/2008'],
    ['12—03—2008', '12/03/2008'],
    [' 12/03/2008\u2060 ', '12/03/2008'],
  ])('reads the day %s as %s', (typed, text) => expect(formatMask(dateMask, typed)).toBe(text));

  it.each([
    '2008-31-12',
    '03/25/2008',
    '25 2008 03',
    '31022008',
    'Mar 12, 2008',
    '12 xyz 2008',
    '03/2008',
    '31º/02/2008',
    '12/03/2.008',
  ])('builds no other day from %s', (typed) => {
    expect(formatMask(dateMask, typed)).toBe(typed);
    expect(dayFromTyped(typed)).toBe(typed);
  });

  it.each([
    ['2020-03-31', '03/2020'],
    ['202003', '03/2020'],
    ['3/2020', '03/2020'],
    ['31/03/2020', '03/2020'],
    ['março de 2020', '03/2020'],
    ['13/2020', '13/2020'],
    ['2020-13', '2020-13'],
  ])('reads the month %s as %s', (typed, text) => expect(formatMask(monthMask, typed)).toBe(text));

  it('does not change formatted values', () => {
    for (const [mask, text] of [
      [cpfMask, '111.444.777-35'],
      [phoneMask, '(31) 90000-0001'],
      [cepMask, '30110-000'],
      [dateMask, '14/03/2009'],
    ] as const) {
      expect(formatMask(mask, text)).toBe(text);
    }
  });
});

/** What a field shows after each key. */
const keys = (mask: Mask, typed: string) =>
  [...typed].reduce((shown, key) => applyMask(mask, shown + key, shown.length + 1).text, '');

describe('U7 applyMask', () => {
  it.each([
    ['31900000001', '(31) 90000-0001'],
    ['3132221111', '(31) 3222-1111'],
    ['+5531900000001', '(31) 90000-0001'],
    ['5531900000001', '(31) 90000-0001'],
    ['005531900000001', '(31) 90000-0001'],
    ['0 21 91 98888-1234', '(91) 98888-1234'],
    ['0 15 31 3222-1111', '(31) 3222-1111'],
    ['+55 0 21 91 98888-1234', '(91) 98888-1234'],
    ['(0xx31) 90000-0001', '(31) 90000-0001'],
    ['351912345678', '(35) 19123-45678'],
    // May still become the number after a carrier code.
    ['021 98888-1234', '021 98888-1234'],
    ['0014155552671', '0014155552671'],
    ['+14155552671', '+14155552671'],
  ])('the phone %s typed key by key becomes %s', (typed, text) => expect(keys(phoneMask, typed)).toBe(text));

  it('a date typed key by key', () => {
    expect(
      ['14032009', '1/5/2003', '14/03/2009', '14 de março de 2009', '1º/5/2003'].map((typed) =>
        keys(dateMask, typed),
      ),
    ).toEqual(['14/03/2009', '01/05/2003', '14/03/2009', '14/03/2009', '01/05/2003']);
  });

  it('keeps the caret at the end while typing', () => {
    expect(applyMask(cpfMask, '1114', 4)).toEqual({ text: '111.4', caret: 5 });
  });

  it('keeps the caret behind the digit typed in the middle', () => {
    // 1|1.444 with a 9 typed at the bar
    expect(applyMask(cpfMask, '191.444', 2)).toEqual({ text: '191.444', caret: 2 });
    expect(applyMask(cpfMask, '1911.444', 2)).toEqual({ text: '191.144.4', caret: 2 });
  });

  it('steps over a deleted separator, so the next press deletes a digit', () => {
    expect(applyMask(cpfMask, '111444.777-35', 3)).toEqual({ text: '111.444.777-35', caret: 3 });
  });

  it('adds no zero to a date when a digit in the middle is deleted', () => {
    expect(applyMask(dateMask, '1/03/2009', 1)).toEqual({ text: '10/32/009', caret: 1 });
  });

  it('keeps the caret when a digit in the middle is deleted', () => {
    expect(applyMask(cpfMask, '111.44.777-35', 5)).toEqual({ text: '111.447.773-5', caret: 5 });
  });
});
