import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from './price-card.tsx';

const row = (voucher: number, conditional: number, discount = 0) => ({
  ...{ Number: 1, value: 400, dueDate: '2026-01-19', FinalValue: 0 },
  ...{ DiscountValue: discount, VoucherDiscountValue: voucher, ConditionalDiscountValue: conditional },
});
const parts = (amount: number, first: ReturnType<typeof row>, more = 0) =>
  partsOf(
    { amount, plan: [{ Number: 1, value: 400, dueDate: '2026-01-19' }] },
    { rows: [first, ...Array(more).fill(first)] },
  );

describe('S-29: how the first amount is made up', () => {
  it.each([
    ['in time', row(0, 40), { discount: 0, voucher: 0, late: 40_000, conditional: 4_000 }],
    ['with half off', row(200, 40), { discount: 0, voucher: 20_000, late: 20_000, conditional: 4_000 }],
    [
      'nothing left for paying in time',
      row(400, 40),
      { discount: 0, voucher: 40_000, late: 0, conditional: 0 },
    ],
    ['part of it left', row(380, 40), { discount: 0, voucher: 38_000, late: 2_000, conditional: 2_000 }],
    [
      'a campaign that covers all',
      row(0, 40, 500),
      { discount: 40_000, voucher: 0, late: 0, conditional: 0 },
    ],
  ])('%s', (_what, first, made) => {
    expect(parts(400, first)).toEqual({ base: 40_000, ...made });
    expect(parts(2400, first, 5)).toEqual({ base: 40_000, ...made });
  });

  it('is a sum that comes out, whatever the discounts', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(cents, cents, cents, cents, (amount, discount, voucher, conditional) => {
        const made = parts(amount / 100, row(voucher / 100, conditional / 100, discount / 100));
        expect(made.base - made.discount - made.voucher).toBe(made.late);
        expect(made.late - made.conditional).toBe(Math.max(0, amount - discount - voucher - conditional));
      }),
    );
  });
});
