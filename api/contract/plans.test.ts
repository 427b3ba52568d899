import { describe, expect, it } from 'vitest';
import type { FoundVoucher } from '../payment/voucher.ts';
import { planOf } from './plans.ts';
import type { ContractPrice } from './store.ts';

const price: ContractPrice = {
  ...{ id: 1, description: 'Plano', kind: 'enrollment', plan: [40_000, 40_000, 40_000] },
  ...{ discount: 0, conditional: 4_000 },
};
const days = { from: '2026-01-01', to: '2026-12-31' };
const half: FoundVoucher = { ...days, id: 1, code: 'ALFA50', percent: 50, appliesTo: 'first' };

describe('the plans that a contract names', () => {
  it('are equal instalments, less what is off for paying in time', () => {
    expect(planOf(price, undefined)).toEqual({
      ...{ description: 'Plano', installments: 3, value: 400, equal: true, whole: false },
      ...{ conditionalDiscount: 40, voucherOff: 0, total: 1200, totalInTime: 1080 },
    });
    expect(planOf(price, half)).toMatchObject({ value: 400, voucherOff: 200, total: 1000, totalInTime: 880 });
  });

  it('say when the first differs, and count the discount of a campaign', () => {
    expect(planOf({ ...price, plan: [9_900, 40_000, 40_000] }, undefined)).toMatchObject({
      value: 99,
      equal: false,
      total: 899,
    });
    expect(planOf({ ...price, discount: 10_000 }, undefined)).toMatchObject({
      value: 300,
      equal: true,
      total: 900,
      totalInTime: 780,
    });
  });

  it('take the discounts of a whole amount once', () => {
    const whole: ContractPrice = { ...price, kind: 'total', discount: 30_000 };
    expect(planOf(whole, undefined)).toMatchObject({
      ...{ value: 300, equal: true, whole: true, conditionalDiscount: 40, total: 900, totalInTime: 860 },
    });
  });

  it('never cost less than nothing', () => {
    const free: FoundVoucher = { ...half, percent: 100, appliesTo: 'all' };
    expect(planOf(price, free)).toMatchObject({ voucherOff: 1200, total: 0, totalInTime: 0 });
  });
});
