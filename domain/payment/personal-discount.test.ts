import { describe, expect, it } from 'vitest';
import { discountTexts, discountWorth } from './personal-discount.ts';
import type { Price } from './price.ts';

const plan = (cents: number[]): Price => ({
  kind: 'enrollment',
  plan: cents,
  discount: 0,
  conditional: 0,
});

describe('a discount for one person', () => {
  const prices = [plan([40_000, 40_000, 40_000]), plan([100_000])];

  it.each([
    [{ percent: 10, amount: null, appliesTo: 'first' }, 10_000],
    [{ percent: 10, amount: null, appliesTo: 'all' }, 12_000],
    [{ percent: null, amount: 5_000, appliesTo: 'first' }, 5_000],
    [{ percent: null, amount: 5_000, appliesTo: 'all' }, 15_000],
    // The discount is at most the amount of an instalment.
    [{ percent: null, amount: 900_000, appliesTo: 'first' }, 100_000],
    [{ percent: 0, amount: null, appliesTo: 'all' }, 0],
  ] as const)('%j takes off at most %d', (discount, worth) => {
    expect(discountWorth(prices, discount)).toBe(worth);
  });

  it('is worth nothing without a price', () => {
    expect(discountWorth([], { percent: 50, amount: null, appliesTo: 'all' })).toBe(0);
  });

  it('is described in words', () => {
    expect(discountTexts.whole({ percent: 12.5, amount: null, appliesTo: 'all' }, 'enrollment')).toBe(
      '12,5 % na matrícula, em todas as parcelas',
    );
    expect(discountTexts.whole({ percent: null, amount: 5_000, appliesTo: 'first' }, 'tax')).toMatch(
      /^R\$\s50,00 na taxa de inscrição$/,
    );
  });
});
