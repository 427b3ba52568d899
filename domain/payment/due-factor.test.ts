import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../foundation/index.ts';
import { dueDayOf, dueFactor } from './index.ts';

describe('due-date factor', () => {
  it.each([
    ['1997-10-08', '0001'],
    ['2000-07-03', '1000'],
    ['2008-02-01', '3769'],
    ['2025-02-20', '9998'],
    ['2025-02-21', '9999'],
    ['2025-02-22', '1000'],
    ['2025-02-23', '1001'],
    ['2025-03-05', '1011'],
    ['2026-12-10', '1656'],
    ['2049-10-13', '9999'],
    ['2049-10-14', '1000'],
  ])('of %s is %s, and is read on that day', (day, factor) => {
    expect(dueFactor(day)).toBe(factor);
    expect(dueDayOf(factor, day)).toBe(day);
  });
  it('is 0000 without a due date', () => {
    expect(dueFactor(null)).toBe('0000');
    expect(dueDayOf('0000', '2026-11-23')).toBeNull();
  });
  it('means another day when read in another year', () => {
    expect(dueDayOf('6974', '2016-11-10')).toBe('2016-11-10');
    expect(dueDayOf('6974', '2026-11-23')).toBe('2041-07-02');
    expect(dueDayOf('1000', '2000-07-03')).toBe('2000-07-03');
    expect(dueDayOf('9999', '2025-02-22')).toBe('2025-02-21');
    expect(dueDayOf('1000', '2025-02-21')).toBe('2025-02-22');
  });
  it('reaches 3000 days back and 5500 ahead, and nothing between', () => {
    const today = '2026-11-23';
    for (const days of [-3000, 5500]) {
      const day = addDays(today, days);
      expect(dueDayOf(dueFactor(day), today)).toBe(day);
    }
    for (const days of [-3001, 5501, -3250])
      expect(dueDayOf(dueFactor(addDays(today, days)), today)).toBeUndefined();
  });
  it('below 1000 belongs to the years before 2000', () => {
    expect(dueDayOf('0500', '1999-03-01')).toBe('1999-02-19');
    expect(dueDayOf('0500', '2026-11-23')).toBeUndefined();
  });
  it.each(['1997-10-07', '1990-01-01', '2026-13-01', 'x'])('does not exist for %s', (day) =>
    expect(() => dueFactor(day)).toThrow(RangeError),
  );
  it('round-trips for every day of the window, from every day', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), fc.integer({ min: -3000, max: 5500 }), (from, days) => {
        const today = addDays('2006-01-01', from);
        const day = addDays(today, days);
        expect(dueDayOf(dueFactor(day), today)).toBe(day);
      }),
    );
  });
});
