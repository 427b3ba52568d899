import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  addDays,
  ageOn,
  atWallClock,
  courseName,
  DEFAULT_ZONE,
  dayInZone,
  daysBetween,
  easterOf,
  endOfDay,
  firstName,
  formatCpf,
  formatDate,
  formatDateTime,
  formatMoney,
  formatPhone,
  formatRne,
  formatTime,
  formatZipCode,
  holidaysOf,
  isBusinessDay,
  isMinorOn,
  isoInZone,
  nextBusinessDay,
  percentOf,
  shownName,
  startOfDay,
  toAmount,
  toCents,
} from './index.ts';

const ZONE = DEFAULT_ZONE;

describe('days in a zone', () => {
  it('gives the day in the tenant’s zone', () => {
    expect(dayInZone('2026-01-13T02:59:59Z', ZONE)).toBe('2026-01-12');
    expect(dayInZone('2026-01-13T03:00:00Z', ZONE)).toBe('2026-01-13');
    expect(dayInZone('2026-01-13T03:30:00Z', 'America/Manaus')).toBe('2026-01-12');
  });
  it('ends a day at its last second', () => {
    expect(isoInZone(endOfDay('2026-01-19', ZONE), ZONE)).toBe('2026-01-19T23:59:59-03:00');
    expect(startOfDay('2026-01-20', ZONE).getTime() - endOfDay('2026-01-19', ZONE).getTime()).toBe(1);
  });
  it('handles the daylight saving time of past years', () => {
    expect(startOfDay('2018-11-04', ZONE).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOfDay('2018-02-18', ZONE).toISOString()).toBe('2018-02-18T03:00:00.000Z');
    expect(endOfDay('2018-11-03', ZONE).toISOString()).toBe('2018-11-04T02:59:59.999Z');
  });
  it('finds the instant of a local time', () => {
    expect(isoInZone(atWallClock('2026-01-20', '14:00', ZONE), ZONE)).toBe('2026-01-20T14:00:00-03:00');
    expect(isoInZone(atWallClock('2026-01-20', '14:00', 'America/Manaus'), 'America/Manaus')).toBe(
      '2026-01-20T14:00:00-04:00',
    );
  });
  it('formats an instant correctly when the zone’s offset has seconds', () => {
    const instant = new Date('1900-01-01T03:06:27.999Z');
    expect(isoInZone(instant, ZONE)).toBe('1900-01-01T00:00:27-03:06');
    expect(Date.parse(isoInZone(instant, ZONE))).toBe(Date.parse('1900-01-01T03:06:27Z'));
  });
  it('maps first and last instant of every day to that day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (offset) => {
        const day = addDays('1990-01-01', offset);
        expect(dayInZone(startOfDay(day, ZONE), ZONE)).toBe(day);
        expect(dayInZone(endOfDay(day, ZONE), ZONE)).toBe(day);
        expect(daysBetween('1990-01-01', day)).toBe(offset);
      }),
    );
  });
});

describe('ages', () => {
  it('makes a person born on 29 February of age on 1 March of common years', () => {
    expect(isMinorOn('2008-02-29', '2026-02-28')).toBe(true);
    expect(isMinorOn('2008-02-29', '2026-03-01')).toBe(false);
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20);
    expect(ageOn('2008-02-29', '2028-02-28')).toBe(19);
  });
  it('counts the birthday itself', () => {
    expect(isMinorOn('2008-01-13', '2026-01-12')).toBe(true);
    expect(isMinorOn('2008-01-13', '2026-01-13')).toBe(false);
    expect(ageOn('2009-03-15', '2026-01-12')).toBe(16);
  });
});

describe('business days', () => {
  it('knows the holidays of 2026', () => {
    expect([...holidaysOf(2026)]).toEqual([
      '2026-01-01',
      '2026-02-16',
      '2026-02-17',
      '2026-04-03',
      '2026-04-21',
      '2026-05-01',
      '2026-06-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-02',
      '2026-11-15',
      '2026-11-20',
      '2026-12-25',
    ]);
  });
  it('includes 20 November since 2024', () => {
    expect(isBusinessDay('2023-11-20')).toBe(true);
    expect(isBusinessDay('2024-11-20')).toBe(false);
  });
  it.each([
    [2000, '2000-04-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
  ])('Easter of %i is %s', (year, day) => expect(easterOf(year)).toBe(day));
  // Movable holidays of the banks' published calendars: Carnival, Good Friday, Corpus Christi.
  it.each([
    ['2024', ['2024-02-12', '2024-02-13', '2024-03-29', '2024-05-30']],
    ['2025', ['2025-03-03', '2025-03-04', '2025-04-18', '2025-06-19']],
    ['2027', ['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27']],
    ['2028', ['2028-02-28', '2028-02-29', '2028-04-14', '2028-06-15']],
  ])('banks are closed on the moving holidays of %s and open around them', (year, days) => {
    const moving = [...holidaysOf(Number(year))].filter((day) => days.includes(day));
    expect(moving).toEqual(days);
    for (const day of days) expect(isBusinessDay(day)).toBe(false);
    // Ash Wednesday, the Thursday before Good Friday, and the last day of the year.
    expect(isBusinessDay(addDays(days[1] ?? '', 1))).toBe(true);
    expect(isBusinessDay(addDays(days[2] ?? '', -1))).toBe(true);
    expect(holidaysOf(Number(year)).has(`${year}-12-31`)).toBe(false);
    expect(holidaysOf(Number(year)).size).toBe(13);
  });
  it('skips weekends, holidays and the list of the tenant', () => {
    expect(nextBusinessDay('2026-01-31')).toBe('2026-02-02');
    expect(nextBusinessDay('2026-02-12')).toBe('2026-02-12');
    expect(nextBusinessDay('2026-02-14')).toBe('2026-02-18');
    expect(nextBusinessDay('2026-02-14', ['2026-02-18'])).toBe('2026-02-19');
    expect(addBusinessDays('2026-02-12', 2)).toBe('2026-02-18');
    expect(addBusinessDays('2026-02-12', 0)).toBe('2026-02-12');
  });
});

describe('money', () => {
  it('converts between cents and amounts', () => {
    expect(toCents(360)).toBe(36_000);
    expect(toCents(1.005)).toBe(101);
    expect(toCents(0.1 + 0.2)).toBe(30);
    expect(toAmount(36_000)).toBe(360);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (cents) => toCents(toAmount(cents)) === cents),
    );
  });
  it('rounds percents half up', () => {
    expect(percentOf(40_000, 50)).toBe(20_000);
    expect(percentOf(101, 50)).toBe(51);
    expect(percentOf(99, 50)).toBe(50);
    expect(percentOf(1, 49.9999)).toBe(0);
    expect(percentOf(33_333, 33.33)).toBe(11_110);
  });
});

describe('U34 formats', () => {
  it('formats documents, phones and money', () => {
    expect(formatMoney(123_456)).toBe('R$ 1.234,56');
    expect(formatMoney(5)).toBe('R$ 0,05');
    expect(formatMoney(-36_000)).toBe('-R$ 360,00');
    expect(formatMoney(123_456_789_00)).toBe('R$ 123.456.789,00');
    expect(formatCpf('11122233396')).toBe('111.222.333-96');
    expect(formatZipCode('30100001')).toBe('30100-001');
    expect(formatPhone('31900000001')).toBe('(31) 90000-0001');
    expect(formatPhone('3130000001')).toBe('(31) 3000-0001');
    expect(formatPhone('+5491100000000')).toBe('+5491100000000');
    expect(formatRne('V1234567')).toBe('V123456-7');
    expect(formatDate('2026-01-19')).toBe('19/01/2026');
    expect(formatDate('2026-01-20T02:00:00Z', ZONE)).toBe('19/01/2026');
    expect(formatTime('2026-01-20T02:05:00Z', ZONE)).toBe('23:05');
    expect(formatDateTime('2026-01-20T02:05:00Z', ZONE)).toBe('19/01/2026 às 23:05');
  });
  it('formats days and times in the zone', () => {
    expect(formatDate('2026-01-20T03:30:00Z', 'America/Manaus')).toBe('19/01/2026');
    expect(formatDate('2026-01-19', 'America/Manaus')).toBe('19/01/2026');
    expect(formatTime('2026-01-20T14:00:00-04:00', 'America/Manaus')).toBe('14:00');
    expect(formatDateTime(endOfDay('2026-01-19', 'America/Manaus'), 'America/Manaus')).toBe(
      '19/01/2026 às 23:59',
    );
  });
  it('formats names of people and courses', () => {
    expect(firstName(' Candidata  Um')).toBe('Candidata');
    expect(shownName({ name: 'Candidato Dezenove', socialName: 'Candidata Dezenove' })).toBe(
      'Candidata Dezenove',
    );
    expect(shownName({ name: 'Candidata Um', socialName: ' ' })).toBe('Candidata Um');
    expect(courseName('a'.repeat(60))).toBe('a'.repeat(60));
    expect(courseName('a'.repeat(61))).toBe(`${'a'.repeat(60)}...`);
  });
});
