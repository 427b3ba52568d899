import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isBusinessDay } from '../foundation/index.ts';
import { chargeMove, priceRows, slipAsks, slipTerms } from './index.ts';

const PRICE = { kind: 'enrollment', plan: [40_000, 40_000], discount: 0, conditional: 4_000 } as const;
const [FIRST] = priceRows(PRICE);
const WHEN = {
  today: '2026-01-12',
  dueDays: 3,
  deadlineDay: '2026-01-22',
  intakeEnd: '2026-03-02',
  zone: 'America/Sao_Paulo',
};

describe('the terms of a slip (spec 14.2, D-72)', () => {
  it('require the amount in time until its day, and the full one until the deadline', () => {
    expect(slipTerms(FIRST!, WHEN)).toEqual({
      dueDay: '2026-01-15',
      payableDay: '2026-01-15',
      lastDay: '2026-01-22',
      fullCents: 40_000,
      // Two business days after the last one, at the end of the day in São Paulo.
      heldUntil: new Date('2026-01-27T02:59:59.999Z'),
    });
  });

  it('keep the discount over a day on which no bank works', () => {
    // The deadline is a Saturday: banks accept the slip on Monday.
    const terms = slipTerms(FIRST!, { ...WHEN, deadlineDay: '2026-01-17', dueDays: 10 });
    expect(terms).toMatchObject({ dueDay: '2026-01-17', payableDay: '2026-01-19', lastDay: '2026-01-19' });
  });

  it.each([
    ['on its day', '2026-01-19', 36_000, 36_000],
    ['more than it asked on its day', '2026-01-19', 40_000, 36_000],
    ['paid in time, reported a business day later', '2026-01-20', 36_000, 36_000],
    ['paid in time, reported on the last day', '2026-01-21', 36_000, 36_000],
    ['paid whole a day late', '2026-01-20', 40_000, 40_000],
    ['less than it ever asked', '2026-01-20', 30_000, 36_000],
    ['the amount in time after every bank has reported', '2026-01-22', 36_000, 40_000],
  ])('%s', (_what, day, receivedCents, asked) => {
    expect(slipAsks({ payableDay: '2026-01-19', fullCents: 40_000 }, 36_000, { day, receivedCents })).toBe(
      asked,
    );
  });

  it('count a voucher in both amounts', () => {
    const [first] = priceRows(PRICE, { voucher: { percent: 50, appliesTo: 'first' } });
    expect(first?.final).toBe(16_000);
    expect(slipTerms(first!, WHEN).fullCents).toBe(20_000);
  });

  it('are due in time, payable on a business day, and held until after its last day', () => {
    const days = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(days, days, days, (dueDays, toDeadline, toEnd) => {
        const deadlineDay = addDays(WHEN.today, toDeadline);
        const intakeEnd = addDays(deadlineDay, toEnd);
        const terms = slipTerms(FIRST!, { ...WHEN, dueDays, deadlineDay, intakeEnd });
        expect(terms.dueDay <= deadlineDay).toBe(true);
        expect(terms.dueDay <= terms.payableDay && terms.payableDay <= terms.lastDay).toBe(true);
        expect(isBusinessDay(terms.payableDay)).toBe(true);
        expect(terms.heldUntil.getTime()).toBeGreaterThan(Date.parse(`${terms.lastDay}T23:59:59-03:00`));
      }),
    );
  });
});

it('a cancelled slip may still be paid at the bank, another cancelled charge may not (D-72)', () => {
  expect(chargeMove('cancelled', 'paid', 'slip')).toMatchObject({ state: 'paid', changed: true });
  expect(chargeMove('cancelled', 'paid', 'pix')).toMatchObject({ state: 'cancelled', changed: false });
  for (const state of ['error', 'denied'] as const)
    expect(chargeMove(state, 'paid', 'slip')).toMatchObject({
      changed: false,
      attention: 'payment-of-closed-charge',
    });
});
