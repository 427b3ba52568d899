import { formatAmount } from '@orbita/domain/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, numberOf } from './amount.ts';

describe('a typed amount', () => {
  it.each([
    ['349', 34_900],
    ['349,5', 34_950],
    ['349,05', 34_905],
    [' R$ 1.349,00 ', 134_900],
    ['1349,00', 134_900],
    ['1.349.000', 134_900_000],
    ['0,01', 1],
    ['', undefined],
    ['349.50', undefined],
    ['34,900', undefined],
    ['1.34', undefined],
    ['-5', undefined],
    ['5e3', undefined],
    ['1,2,3', undefined],
    ['12345678901', undefined],
    ['9'.repeat(100_000), undefined],
  ])('%s', (typed, cents) => {
    expect(centsOf(typed)).toBe(cents);
  });

  it('round-trips our own formatting', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        (cents) => centsOf(formatAmount(cents)) === cents,
      ),
    );
  });
});

it('a number is read as people write it here, and never as another one', () => {
  expect(['50', '1.000', '12,5', ' 7 ', '0'].map(numberOf)).toEqual([50, 1000, 12.5, 7, 0]);
  expect(['12.5', '1,000', '-1', '1e3', '', 'x', '9'.repeat(30)].map(numberOf)).toEqual(
    Array(7).fill(undefined),
  );
});
