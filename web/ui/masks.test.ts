import { describe, expect, it } from 'vitest';
import { applyMask, formatMask } from './masks.ts';

describe('U7 formatMask', () => {
  it('formats typed digits as far as they go', () => {
    expect(formatMask('cpf', '111')).toBe('111');
    expect(formatMask('cpf', '1114')).toBe('111.4');
    expect(formatMask('cpf', '11144477735')).toBe('111.444.777-35');
    expect(formatMask('cep', '30110000')).toBe('30110-000');
    expect(formatMask('date', '14032009')).toBe('14/03/2009');
    expect(formatMask('month', '0320201')).toBe('03/2020');
    expect(formatMask('phone', '3190000')).toBe('(31) 9000-0');
    expect(formatMask('phone', '31900000001')).toBe('(31) 90000-0001');
    expect(formatMask('phone', '3132221111')).toBe('(31) 3222-1111');
  });

  it('accepts pasted text with separators, spaces and the country code', () => {
    expect(formatMask('cpf', ' 111.444.777-35 ')).toBe('111.444.777-35');
    expect(formatMask('phone', '+55 (31) 90000-0001')).toBe('(31) 90000-0001');
    expect(formatMask('phone', '031 90000 0001')).toBe('(31) 90000-0001');
    expect(formatMask('phone', '+55 (0)31 90000-0001')).toBe('(31) 90000-0001');
    expect(formatMask('phone', '0055 31 90000-0001')).toBe('(31) 90000-0001');
    expect(formatMask('phone', '0 21 91 98888-1234')).toBe('(91) 98888-1234');
    expect(formatMask('phone', '55 99999-1234')).toBe('(55) 99999-1234');
    expect(formatMask('date', '2009-03-14')).toBe('14/03/2009');
    expect(formatMask('month', '2009-03')).toBe('03/2009');
    expect(formatMask('date', '2009-03-14T00:00:00-03:00')).toBe('14/03/2009');
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
    expect(formatMask('date', typed)).toBe(text);
  });

  it.each(['+1 415 555 2671', '+351 912 345 678', '(31) 90000-00012', '1234567890123456'])(
    'cuts no digit of %s, which is no Brazilian phone',
    (typed) => {
      expect(formatMask('phone', typed)).toBe(typed);
      expect(applyMask('phone', typed, 3)).toEqual({ text: typed, caret: 3 });
    },
  );

  it('leaves out letters and digits beyond the end', () => {
    expect(formatMask('cep', '30110-0009')).toBe('30110-000');
    expect(formatMask('cpf', 'abc')).toBe('');
  });

  it('does not change what is formatted', () => {
    for (const [mask, text] of [
      ['cpf', '111.444.777-35'],
      ['phone', '(31) 90000-0001'],
      ['cep', '30110-000'],
      ['date', '14/03/2009'],
    ] as const) {
      expect(formatMask(mask, text)).toBe(text);
    }
  });
});

describe('U7 applyMask', () => {
  it('keeps the caret at the end while typing', () => {
    expect(applyMask('cpf', '1114', 4)).toEqual({ text: '111.4', caret: 5 });
  });

  it('keeps the caret behind the digit typed in the middle', () => {
    // 1|1.444 with a 9 typed at the bar
    expect(applyMask('cpf', '191.444', 2)).toEqual({ text: '191.444', caret: 2 });
    expect(applyMask('cpf', '1911.444', 2)).toEqual({ text: '191.144.4', caret: 2 });
  });

  it('steps over a separator that was deleted, so the next press deletes a digit', () => {
    expect(applyMask('cpf', '111444.777-35', 3)).toEqual({ text: '111.444.777-35', caret: 3 });
  });

  it('adds no zero to a date when a digit in the middle is deleted', () => {
    expect(applyMask('date', '1/03/2009', 1)).toEqual({ text: '10/32/009', caret: 1 });
  });

  it('keeps the caret when a digit in the middle is deleted', () => {
    expect(applyMask('cpf', '111.44.777-35', 5)).toEqual({ text: '111.447.773-5', caret: 5 });
  });
});
