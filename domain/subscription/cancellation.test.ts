import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundOf, withdrawalDay } from './cancellation.ts';

describe('right of withdrawal', () => {
  it.each([
    // Tuesday + 7 = Tuesday.
    ['2026-01-13', [], '2026-01-20'],
    // The seventh day is a Sunday: Monday counts (Código Civil art. 132).
    ['2026-01-11', [], '2026-01-19'],
    // A local holiday postpones it.
    ['2026-01-13', ['2026-01-20'], '2026-01-21'],
    // Tiradentes, 21 April 2026.
    ['2026-04-14', [], '2026-04-22'],
  ] as [string, string[], string][])('from %s with %j ends on %s', (from, holidays, last) => {
    expect(withdrawalDay(from, holidays)).toBe(last);
  });

  it('refunds what was paid within its days, never more', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-01-${String(n).padStart(2, '0')}`);
    fc.assert(
      fc.property(
        day,
        fc.array(fc.record({ cents: fc.nat(), lastDay: fc.option(day, { nil: undefined }) })),
        (today, paid) => {
          const refund = refundOf({ paid, today });
          const total = paid.reduce((sum, { cents }) => sum + cents, 0);
          expect(refund.amountCents ?? 0).toBeLessThanOrEqual(total);
          if (total === 0) expect(refund).toEqual({ due: false });
          if (paid.every(({ lastDay }) => lastDay !== undefined && lastDay >= today))
            expect(refund.amountCents ?? 0).toBe(total);
          expect(refund.due).toBe((refund.amountCents ?? 0) > 0);
        },
      ),
    );
  });
});
