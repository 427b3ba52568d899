import { describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  birthDate,
  cellPhone,
  citySelected,
  documentOf,
  easterOf,
  formatAmount,
  formatCpf,
  formatMoney,
  formatPhone,
  formatRne,
  formatZipCode,
  holidaysOf,
  isBlank,
  isBusinessDay,
  isoInZone,
  isRealDay,
  maxLength,
  minLength,
  nextBusinessDay,
  normaliseDocument,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normaliseZipCode,
  passportOf,
  phone,
  rne,
  shownName,
  socialName,
  TEXTS,
  toCents,
  withoutFinalSlashes,
  zipCodeOf,
} from './index.ts';

const holds = (text: string | undefined) => text === undefined;

describe('days', () => {
  it.each([
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['0000-12-31', false],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-1-01', false],
    ['x2026-01-01', false],
    ['2026-01-01x', false],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('%s is a day: %s', (value, real) => expect(isRealDay(value)).toBe(real));

  it('writes offsets of both signs and of half hours', () => {
    expect(isoInZone('2026-01-12T12:00:00Z', 'UTC')).toBe('2026-01-12T12:00:00+00:00');
    expect(isoInZone('2026-01-12T12:00:00Z', 'Asia/Kolkata')).toBe('2026-01-12T17:30:00+05:30');
    expect(isoInZone('2026-01-12T12:00:00Z', 'America/St_Johns')).toBe('2026-01-12T08:30:00-03:30');
  });

  // Published Easter Sundays: the earliest, the latest, and the exceptions of the algorithm.
  it.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [1954, '1954-04-18'],
    [1961, '1961-04-02'],
    [1981, '1981-04-19'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2019, '2019-04-21'],
    [2020, '2020-04-12'],
    [2021, '2021-04-04'],
    [2022, '2022-04-17'],
    [2023, '2023-04-09'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2030, '2030-04-21'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2100, '2100-03-28'],
    [2285, '2285-03-22'],
  ])('Easter of %i', (year, day) => expect(easterOf(year)).toBe(day));

  it('caches the holidays of a year, in order', () => {
    const first = holidaysOf(2031);
    expect(holidaysOf(2031)).toBe(first);
    expect([...first]).toEqual([...first].sort());
    expect([2023, 2024].map((year) => [...holidaysOf(year)].some((day) => day.endsWith('-11-20')))).toEqual([
      false,
      true,
    ]);
  });

  it('weekends are never business days, with or without holidays of the institution', () => {
    expect(['2026-01-10', '2026-01-11', '2026-01-12'].map((day) => isBusinessDay(day))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isBusinessDay('2026-01-12', ['2026-01-12'])).toBe(false);
    expect(nextBusinessDay('2026-01-12', ['2026-01-12', '2026-01-13'])).toBe('2026-01-14');
    expect(addBusinessDays('2026-01-09', 1, ['2026-01-12'])).toBe('2026-01-13');
  });
});

describe('formats', () => {
  it.each([
    [formatCpf, '52998224725', '529.982.247-25'],
    [formatCpf, '529982247250', '529982247250'],
    [formatCpf, '5299822472', '5299822472'],
    [formatCpf, 'sem', 'sem'],
    [formatZipCode, '30130000', '30130-000'],
    [formatZipCode, '301300001', '301300001'],
    [formatZipCode, 'sem', 'sem'],
    [formatRne, 'V1234567', 'V123456-7'],
    [formatRne, 'AB12345X', 'AB12345-X'],
    [formatRne, 'ABC12345X', 'ABC12345X'],
    [formatRne, 'V12345678Z9', 'V12345678Z9'],
    [formatPhone, '31900000001', '(31) 90000-0001'],
    [formatPhone, '3130000001', '(31) 3000-0001'],
    [formatPhone, '313000000', '313000000'],
    [formatPhone, '319000000011', '319000000011'],
    [formatPhone, '+351912345678', '+351912345678'],
    [formatPhone, '3190000000+', '3190000000+'],
  ])('%o of %s: %s', (format, value, shown) => expect(format(value)).toBe(shown));

  it.each([
    [0, '0,00', 'R$ 0,00'],
    [5, '0,05', 'R$ 0,05'],
    [123_456_789, '1.234.567,89', 'R$ 1.234.567,89'],
    [-150, '-1,50', '-R$ 1,50'],
  ])('%i cents: %s, %s', (cents, amount, money) => {
    expect([formatAmount(cents), formatMoney(cents)]).toEqual([amount, money]);
  });

  it.each([
    [-3.6, -360],
    [-0.001, 0],
    [0, 0],
    [0.004_999, 0],
    [0.005, 1],
    [1_000_000.01, 100_000_001],
  ])('%d in cents: %i', (amount, cents) => expect(toCents(amount)).toBe(cents));
});

describe('normalised values', () => {
  it.each([
    ['+55 31 90000-0001', '31900000001'],
    [' +5531900000001 ', '31900000001'],
    ['+351 912 345 678', '+351912345678'],
    ['5531900000001', '31900000001'],
    ['553130000001', '3130000001'],
    ['55900000001', '55900000001'],
    ['031900000001', '31900000001'],
    ['03130000001', '3130000001'],
    ['0313000000', '0313000000'],
    ['0055 31 90000-0001', '31900000001'],
    ['+55 (0)31 90000-0001', '31900000001'],
    ['0 21 91 98888-1234', '91988881234'],
    ['0 15 31 3222-1111', '3132221111'],
    ['55 99999-1234', '55999991234'],
    // Longer than any number: nothing is removed, so that it is refused.
    ['31 90000-0001 2', '319000000012'],
    ['+1 415 555 2671', '+14155552671'],
    [null, ''],
    [undefined, ''],
  ])('phone %s: %s', (typed, kept) => expect(normalisePhone(typed)).toBe(kept));

  it('documents by their type', () => {
    expect(normaliseDocument('cpf', '529.982.247-25')).toBe('52998224725');
    expect(normaliseDocument('rne', 'v123456-7')).toBe('V1234567');
    expect(normaliseDocument('passport', 'ab 123.456')).toBe('AB123456');
    expect(['cpf', 'rne', 'passport'].map((type) => normaliseDocument(type as 'cpf', null))).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('empty values stay empty', () => {
    expect([normaliseEmail(null), normaliseName(undefined), normaliseZipCode(null)]).toEqual(['', '', '']);
    expect([isBlank(null), isBlank('\u200b'), isBlank(' a ')]).toEqual([true, true, false]);
    expect(shownName({ name: 'Candidata Um', socialName: '' } as never)).toBe('Candidata Um');
  });

  it('addresses lose trailing slashes', () => {
    expect(['/a/b//', '/', '', '/a'].map(withoutFinalSlashes)).toEqual(['/a/b', '', '', '/a']);
  });
});

describe('rules at their limits', () => {
  it('lengths ignore surrounding blanks, and an empty value is no error', () => {
    expect(['ab', 'abc', ' ab ', '🎓🎓🎓', '', '  '].map((value) => holds(minLength(3)(value)))).toEqual([
      ...[false, true, false, true, true, true],
    ]);
    expect(['abc', 'abcd', ' abc ', '🎓🎓🎓', null].map((value) => holds(maxLength(3)(value)))).toEqual([
      ...[true, false, true, true, true],
    ]);
  });
  it('a social name has 3 to 120 characters', () => {
    expect(['Bo', 'Bia', 'b'.repeat(120), 'b'.repeat(121), '12345'].map(socialName)).toEqual([
      ...[TEXTS.minLength(3), undefined, undefined, TEXTS.maxLength(120), TEXTS.specialCharacters],
    ]);
  });
  it('a city must be chosen', () => {
    expect([null, undefined, 0, -1, 1].map((id) => holds(citySelected(id)))).toEqual([
      ...[false, false, false, false, true],
    ]);
  });
  it.each([
    ['V1234567', true],
    ['V0000007', false],
    ['V1000000', true],
    ['V0000010', true],
    ['1V123456', false],
    ['V12345678Z9', false],
  ])('RNE %s: %s', (value, valid) => expect(holds(rne(value))).toBe(valid));
  it.each([
    ['BR', 'AB123456', true],
    ['BR', 'XAB123456', false],
    ['BR', 'AB1234567', false],
    ['PT', 'XAB123456', true],
    ['PT', 'ABCDEFG', false],
    [null, 'AB12', false],
  ])('passport of %s, %s: %s', (country, value, valid) => {
    expect(holds(passportOf(country)(value))).toBe(valid);
  });
  it('each kind of document has its rule', () => {
    const judged = ['52998224725', 'V1234567', 'AB123456'].map((value) =>
      (['cpf', 'rne', 'passport'] as const).filter((type) => holds(documentOf(type)(value))),
    );
    expect(judged).toEqual([['cpf'], ['rne', 'passport'], ['rne', 'passport']]);
  });
  it.each([
    ['31900000001', true, true],
    ['3130000001', false, true],
    ['3160000001', false, false],
    ['131900000001', false, false],
    ['313000000123', false, false],
    ['20900000001', false, false],
    ['(31) 90000-0001', true, true],
    ['31 90000 000a', false, false],
  ])('phone %s: cell %s, any %s', (value, cell, any) => {
    expect([holds(cellPhone(value)), holds(phone(value))]).toEqual([cell, any]);
  });
  it('numbers of other countries are accepted with + and 8 to 15 digits', () => {
    const typed = [
      '+1234567',
      '+12345678',
      `+1${'2'.repeat(14)}`,
      `+1${'2'.repeat(15)}`,
      '+0123456789',
      '12345678',
    ];
    for (const rule of [cellPhone, phone])
      expect(typed.map((value) => holds(rule(value)))).toEqual([false, true, true, false, false, false]);
  });
  it('a CEP must belong to the state, if one is given', () => {
    expect(
      ['30130000', '3013000', '301300000', '3013000a'].map((value) => holds(zipCodeOf(null)(value))),
    ).toEqual([...[true, false, false, false]]);
    expect([holds(zipCodeOf('MG')('30130-000')), holds(zipCodeOf('SP')('30130-000'))]).toEqual([true, false]);
  });
  it.each([
    ['2012-01-12', true],
    ['2012-01-13', false],
    ['1915-01-13', true],
    ['1915-01-12', false],
    ['1914-12-31', false],
    ['2026-01-13', false],
    ['2011-02-30', false],
  ])('born on %s one is 14 to 110 on 2026-01-12: %s', (day, valid) => {
    expect(holds(birthDate('2026-01-12')(day))).toBe(valid);
  });
});
