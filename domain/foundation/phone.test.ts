import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import {
  AREA_CODES,
  brazilianPhone,
  cellPhone,
  isCell,
  isLandline,
  normalisePhone,
  phoneTyped,
} from './index.ts';

const area = fc.constantFrom(...AREA_CODES).map(String);
const tail = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const cell = fc.tuple(area, tail(8)).map(([ddd, rest]) => `${ddd}9${rest}`);
const landline = fc.tuple(area, fc.constantFrom(...'2345'), tail(7)).map((parts) => parts.join(''));
const CARRIERS = ['12', '14', '15', '21', '22', '23', '25', '31', '41', '43', '55', '65', '99'];
const trunk = fc.constantFrom('', '0', ...CARRIERS.map((carrier) => `0${carrier}`));
const decorated = fc.constantFrom(
  (number: string) => number,
  (number: string) => `\u202a${number}\u202c`,
  (number: string) => [...number].join('\u200e'),
  (number: string) => number.replace(/(\d{4})$/, '\u2212$1'),
  (number: string) => number.replace(/(\d{2})/, '$1\u00a0'),
  (number: string) => number.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
);

describe('a Brazilian phone with any dialling prefix', () => {
  it('is read as by libphonenumber, and with any punctuation', () => {
    fc.assert(
      fc.property(
        fc.oneof(cell, landline),
        fc.constantFrom('', '+55'),
        trunk,
        decorated,
        (number, country, prefix, written) => {
          const typed = `${country}${prefix}${number}`;
          expect(parsePhoneNumberFromString(typed, 'BR')?.number).toBe(`+55${number}`);
          expect(brazilianPhone(written(typed))).toBe(number);
          expect(normalisePhone(written(typed))).toBe(number);
        },
      ),
    );
  });

  it('may have xx for the carrier, as was once usual', () => {
    fc.assert(
      fc.property(
        fc.oneof(cell, landline),
        fc.constantFrom('0xx', '(0XX', '0 xx ', 'xx', '+55 xx'),
        (number, prefix) => brazilianPhone(`${prefix}${number}`) === number,
      ),
    );
  });

  // libphonenumber reads 00 55 as carrier 55 of an international call, which nobody means when writing down a number.
  it('may begin with 0055', () => {
    fc.assert(fc.property(cell, (number) => brazilianPhone(`0055${number}`) === number));
  });

  it("is never read from another country's number", () => {
    const country = fc.constantFrom('1', '351', '54', '49', '244', '595', '31', '34');
    fc.assert(
      fc.property(country, tail(9), fc.constantFrom('+', '00'), (code, rest, sign) => {
        const typed = `${sign}${code}${rest}`;
        expect(brazilianPhone(typed)).toBeUndefined();
        expect(cellPhone(typed)).toBe(sign === '+' ? undefined : 'Celular inválido.');
        expect(normalisePhone(typed)).toBe(typed);
        expect(phoneTyped(typed)).toBeUndefined();
      }),
    );
  });

  it('is everything typed except the prefix', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+0-9]{8,18}$/), (typed) => {
        const found = brazilianPhone(typed);
        if (found === undefined) return;
        expect(typed.endsWith(found)).toBe(true);
        expect(isCell(found) || isLandline(found)).toBe(true);
        expect(typed.slice(0, -found.length)).toMatch(/^(\+55|0055|55)?(0(\d\d)?)?$/);
      }),
    );
  });

  it.each([
    ['31 90000-0001 2', '319000000012'],
    ['+1 415 555 2671', '+14155552671'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['0014155552671', '0014155552671'],
    ['011 34 912 345 678', '01134912345678'],
    ['0 17 91 98888-1234', '01791988881234'],
    ['31 90000-0001 ramal 2', '31900000001ramal2'],
    ['+55 31 80000-0001', '5531800000001'],
  ])('%s is none, and keeps all its digits: %s', (typed, kept) => {
    expect(brazilianPhone(typed)).toBeUndefined();
    expect(normalisePhone(typed)).toBe(kept);
  });
});
