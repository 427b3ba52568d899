import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../foundation/index.ts';
import { askPlan, askWindow, cardRetryDay, lastChargeDay, pixRetryDay, RETRY_DAYS } from './index.ts';

const MARCH = { dueDay: '2026-03-05', nextDueDay: '2026-04-05' };

describe('requesting a cycle from a bank', () => {
  it('is possible from ten to two days before', () => {
    expect(askWindow('2026-03-05')).toEqual({ from: '2026-02-23', until: '2026-03-03' });
  });
  it.each([
    ['2026-02-22', MARCH, { do: 'wait' }],
    ['2026-02-23', MARCH, { do: 'ask', day: '2026-03-05' }],
    ['2026-03-03', MARCH, { do: 'ask', day: '2026-03-05' }],
    ['2026-03-04', MARCH, { do: 'ask', day: '2026-03-06' }],
    ['2026-03-10', MARCH, { do: 'ask', day: '2026-03-12' }],
    ['2026-03-11', MARCH, { do: 'give-up' }],
    ['2026-03-06', { ...MARCH, nextDueDay: '2026-03-08' }, { do: 'give-up' }],
    ['2026-03-05', { ...MARCH, nextDueDay: '2026-03-08' }, { do: 'ask', day: '2026-03-07' }],
    ['2026-03-10', { ...MARCH, nextDueDay: null }, { do: 'ask', day: '2026-03-12' }],
  ] as const)('on %s of %j: %j', (today, days, expected) => {
    expect(askPlan(today, days)).toEqual(expected);
  });
  it('is never for a day that is too near for a bank', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), (offset) => {
        const today = addDays(MARCH.dueDay, offset);
        const plan = askPlan(today, MARCH);
        if (plan.do !== 'ask') return;
        const ahead = daysBetween(today, plan.day);
        expect(ahead).toBeGreaterThanOrEqual(2);
        expect(ahead).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('extra attempts of automatic Pix', () => {
  it.each([
    ['2026-03-05', [], '2026-03-06'],
    ['2026-03-06', [], '2026-03-07'],
    ['2026-03-06', ['2026-03-06'], '2026-03-08'],
    ['2026-03-09', ['2026-03-06'], '2026-03-10'],
    // The day before was already scheduled, although it has not come yet.
    ['2026-03-06', ['2026-03-08'], '2026-03-09'],
    ['2026-03-08', ['2026-03-06', '2026-03-08'], '2026-03-12'],
    ['2026-03-12', ['2026-03-06', '2026-03-08'], undefined],
    ['2026-03-09', ['2026-03-06', '2026-03-07', '2026-03-08'], undefined],
    ['2026-03-13', [], undefined],
  ])('reported on %s after %j: %s', (today, tried, expected) => {
    expect(pixRetryDay(today, tried, MARCH)).toBe(expected);
  });
  it('end before the next cycle', () => {
    expect(pixRetryDay('2026-03-06', [], { ...MARCH, nextDueDay: '2026-03-08' })).toBe('2026-03-07');
    expect(pixRetryDay('2026-03-07', [], { ...MARCH, nextDueDay: '2026-03-08' })).toBeUndefined();
    expect(pixRetryDay('2026-03-11', [], { ...MARCH, nextDueDay: null })).toBe('2026-03-12');
  });
  it('are at most three, on different days of the seven, whenever the failures are reported', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }), (waits) => {
        const tried: string[] = [];
        let today = MARCH.dueDay;
        for (const wait of waits) {
          today = addDays(today, wait);
          const day = pixRetryDay(today, tried, MARCH);
          if (day === undefined) continue;
          expect(day > today && day > MARCH.dueDay && day < MARCH.nextDueDay).toBe(true);
          expect(daysBetween(MARCH.dueDay, day)).toBeLessThanOrEqual(7);
          expect(tried).not.toContain(day);
          tried.push(day);
          today = day;
        }
        expect(tried.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

const later = { class: 'RETRY_LATER', retryAfterHours: null, once: false } as const;
const FEBRUARY = { dueDay: '2026-02-27', nextDueDay: '2026-03-27' };

describe('D-70: a card that was refused', () => {
  it.each([
    ['2026-02-27', 1, later, '2026-02-28'],
    ['2026-02-28', 2, later, '2026-03-02'],
    ['2026-03-02', 3, later, '2026-03-06'],
    ['2026-03-06', 4, later, undefined],
    // A late charge is not tried twice on one day, nor after the seventh.
    ['2026-03-01', 1, later, '2026-03-02'],
    ['2026-03-06', 1, later, undefined],
    ['2026-03-05', 1, later, '2026-03-06'],
    // Mastercard states how long to wait.
    ['2026-02-27', 1, { ...later, retryAfterHours: 72 }, '2026-03-02'],
    ['2026-02-27', 1, { ...later, retryAfterHours: 240 }, undefined],
    ['2026-02-27', 1, { ...later, retryAfterHours: 1 }, '2026-02-28'],
    ['2026-02-27', 1, { ...later, class: 'UNKNOWN' }, '2026-02-28'],
    ['2026-02-27', 1, { ...later, class: 'STOP' }, undefined],
    ['2026-02-27', 1, { ...later, class: 'FIX_DATA' }, undefined],
    ['2026-02-27', 1, { ...later, class: 'OTHER_CARD' }, undefined],
    ['2026-02-27', 1, { ...later, once: true }, '2026-02-28'],
    ['2026-02-28', 2, { ...later, once: true }, undefined],
    ['2026-02-27', 0, later, undefined],
  ] as const)('on %s after %d charges (%j) is charged again on %s', (today, tries, decline, expected) => {
    expect(cardRetryDay(today, tries, decline, FEBRUARY)).toBe(expected);
  });
  it('is not charged again on or after the due day of the next month', () => {
    expect(cardRetryDay('2026-02-27', 1, later, { ...FEBRUARY, nextDueDay: '2026-02-28' })).toBeUndefined();
    expect(cardRetryDay('2026-02-27', 1, later, { ...FEBRUARY, nextDueDay: null })).toBe('2026-02-28');
    expect(lastChargeDay({ ...FEBRUARY, nextDueDay: '2026-02-28' })).toBe('2026-02-27');
    expect(lastChargeDay(FEBRUARY)).toBe('2026-03-06');
  });
  it('is charged at most four times, on different days within seven of the due day', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }), (waits) => {
        const charged = [FEBRUARY.dueDay];
        for (const wait of waits) {
          const reported = addDays(charged.at(-1) ?? '', wait);
          const day = cardRetryDay(reported, charged.length, later, FEBRUARY);
          if (day === undefined) break;
          charged.push(day);
        }
        expect(charged.length).toBeLessThanOrEqual(1 + RETRY_DAYS.length);
        expect(new Set(charged).size).toBe(charged.length);
        expect([...charged].sort().at(-1)).toBe(charged.at(-1));
        expect(daysBetween(FEBRUARY.dueDay, charged.at(-1) ?? '')).toBeLessThanOrEqual(7);
      }),
    );
  });
  it('is retried 1, 3 and 7 days after the due day, as the specification says', () => {
    const spec = readFileSync(new URL('../../docs/spec.md', import.meta.url), 'utf8');
    const [, named = ''] = /a refusal that may be repeated again on days ([^(]*) \(/.exec(spec) ?? [];
    const days = [...named.matchAll(/\d+/g)].map(Number);
    expect(days).toEqual([1, 3, 7]);
    // Each refusal is reported on the day of its charge.
    for (const dueDay of ['2026-02-27', '2026-03-05', '2026-12-29', '2028-02-26']) {
      const cycle = { dueDay, nextDueDay: null };
      const charged = [dueDay];
      for (;;) {
        const day = cardRetryDay(charged.at(-1) ?? '', charged.length, later, cycle);
        if (day === undefined) break;
        charged.push(day);
      }
      expect(charged).toEqual([0, ...days].map((after) => addDays(dueDay, after)));
    }
  });
});
