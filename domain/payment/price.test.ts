import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionAfterRefund,
  cardInstallments,
  discountsOthersOnly,
  dueNow,
  isSlipTooLate,
  isTxid,
  isVoucherUsable,
  namesWholeAlone,
  type Price,
  priceRows,
  reminderDays,
  simulate,
  txidFrom,
  voucherCounts,
} from './index.ts';

const enrollment: Price = { kind: 'enrollment', plan: [10_000, 10_000], discount: 0, conditional: 0 };
const total: Price = { kind: 'total', plan: [10_000, 10_000, 10_000], discount: 100, conditional: 50 };

describe('vouchers', () => {
  it('with a fixed amount take it off the rows they apply to', () => {
    const rows = priceRows(enrollment, { voucher: { amount: 2_500, appliesTo: 'all' } });
    expect(rows.map(({ voucher, final }) => [voucher, final])).toEqual([
      [2_500, 7_500],
      [2_500, 7_500],
    ]);
    expect(priceRows(enrollment, { voucher: { amount: 20_000, appliesTo: 'all' } })[0]?.final).toBe(0);
    expect(priceRows(enrollment, { voucher: { appliesTo: 'all' } })[0]?.final).toBe(10_000);
  });

  it.each<['first' | 'others' | 'all', boolean, boolean]>([
    ['first', true, false],
    ['others', true, true],
    ['all', true, false],
  ])('for %s: applies %s, keeps only the first row %s', (appliesTo, counts, othersOnly) => {
    const rows = priceRows(enrollment, { voucher: { percent: 10, appliesTo } });
    expect([voucherCounts(rows), discountsOthersOnly(rows)]).toEqual([counts, othersOnly]);
  });

  it('do not apply when they change no row', () => {
    const single = priceRows(
      { ...enrollment, plan: [10_000] },
      { voucher: { percent: 10, appliesTo: 'others' } },
    );
    for (const rows of [single, priceRows(enrollment), []])
      expect([voucherCounts(rows), discountsOthersOnly(rows)]).toEqual([false, false]);
  });

  const voucher = { percent: 10, appliesTo: 'first', from: '2026-01-10', to: '2026-01-12' } as const;
  const use = { today: '2026-01-11', kind: 'enrollment', uses: 0, usedByPerson: false } as const;
  it.each([
    ['2026-01-09', false],
    ['2026-01-10', true],
    ['2026-01-12', true],
    ['2026-01-13', false],
  ])('from the first day to the last: %s %s', (today, usable) => {
    expect(isVoucherUsable(voucher, { ...use, today })).toBe(usable);
  });
  it.each([
    [null, 1_000_000, true],
    [undefined, 1_000_000, true],
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
  ])('at most %s uses, %i so far: %s', (maxUses, uses, usable) => {
    expect(isVoucherUsable({ ...voucher, maxUses }, { ...use, uses })).toBe(usable);
  });
  it.each([
    [null, true],
    [[], true],
    [['enrollment' as const, 'tax' as const], true],
    [['tax' as const], false],
  ])('for kinds %j: %s', (kinds, usable) => {
    expect(isVoucherUsable({ ...voucher, kinds }, use)).toBe(usable);
  });
});

describe('whole amounts', () => {
  it('charged monthly share the discounts, with the remaining cent in the first row', () => {
    const rows = priceRows(total, { recurrence: true });
    expect(rows.map(({ discount, conditional, final }) => [discount, conditional, final])).toEqual([
      [34, 18, 9_948],
      [33, 16, 9_951],
      [33, 16, 9_951],
    ]);
    expect(priceRows({ ...total, plan: [] }, { recurrence: true })).toMatchObject([{ base: 0, final: 0 }]);
  });
  it('nothing is due without rows', () => expect(dueNow([])).toBe(0));

  // The whole is 30.000 less 100; the share of instalment 1 is 10.000 less 34.
  const half = { percent: 50, appliesTo: 'first' } as const;
  it.each([
    ['half of the first instalment', half, false, 4_983],
    ['an amount off the first instalment', { amount: 2_000, appliesTo: 'first' } as const, false, 2_000],
    ['no more than the first instalment', { amount: 90_000, appliesTo: 'first' } as const, false, 9_966],
    ['half of the first month', half, true, 4_983],
    [
      'half of a whole amount, for a voucher of whole amounts alone',
      { ...half, ofWhole: true },
      false,
      14_950,
    ],
    [
      'half of a whole amount, for a voucher of all instalments',
      { ...half, appliesTo: 'all' as const },
      false,
      14_950,
    ],
  ])('D-74: a voucher takes off %s', (_what, voucher, recurrence, off) => {
    for (const kind of ['total', 'semester'] as const)
      expect(priceRows({ ...total, kind }, { voucher, recurrence })[0]?.voucher).toBe(off);
  });
  it('D-74: a fee is not a whole amount', () => {
    expect(priceRows({ ...total, kind: 'tax' }, { voucher: half })[0]?.voucher).toBe(14_950);
  });
  it.each([
    [['total'], true],
    [['semester', 'total'], true],
    [['enrollment', 'total'], false],
    [[], false],
    [null, false],
  ] as const)('D-74: the kinds %j name whole amounts alone: %s', (kinds, alone) => {
    expect(namesWholeAlone(kinds)).toBe(alone);
  });
  it('D-74: paid at once or month by month, a voucher for the first instalment takes off the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 24 }),
        fc.nat(50_000),
        fc.oneof(
          fc.record({ percent: fc.integer({ min: 1, max: 100 }), appliesTo: fc.constant('first' as const) }),
          fc.record({ amount: fc.nat(2_000_000), appliesTo: fc.constant('first' as const) }),
        ),
        (plan, discount, voucher) => {
          const price: Price = { kind: 'total', plan, discount, conditional: 0 };
          const [whole] = priceRows(price, { voucher });
          const [month] = priceRows(price, { voucher, recurrence: true });
          expect(whole?.voucher).toBe(month?.voucher);
          expect(whole?.voucher).toBeLessThanOrEqual(plan[0] ?? 0);
        },
      ),
    );
  });
});

describe('simulation', () => {
  const limits = { acquirerMax: 12, minInstallment: 0 };
  const shown = (price: Price, method: 'pix' | 'credit-card', recurrence = false) =>
    simulate(price, { method, limits, recurrence }).map(({ installments, installmentValue, firstValue }) => [
      installments,
      installmentValue,
      firstValue,
    ]);
  const plain: Price = { ...total, discount: 0, conditional: 0 };

  it('divides a whole amount by card, with the remainder in the first part', () => {
    expect(shown({ ...plain, plan: [3_333, 3_333, 3_334] }, 'credit-card')).toEqual([
      [1, 10_000, 10_000],
      [2, 5_000, 10_000],
      [3, 3_333, 10_000],
    ]);
  });
  it.each<[string, Price, 'pix' | 'credit-card', boolean, number[]]>([
    ['a fee by card', { ...plain, kind: 'tax' }, 'credit-card', false, [1, 30_000, 30_000]],
    ['an enrolment by card', enrollment, 'credit-card', false, [2, 10_000, 10_000]],
    ['an enrolment of one', { ...enrollment, plan: [9_000] }, 'credit-card', false, [1, 9_000, 9_000]],
    ['a whole amount by Pix', plain, 'pix', false, [1, 30_000, 30_000]],
    ['a whole amount month by month', plain, 'credit-card', true, [3, 10_000, 10_000]],
  ])('%s is one plan', (_what, price, method, recurrence, expected) => {
    expect(shown(price, method, recurrence)).toEqual([expected]);
  });
  it('shows the amount of the later instalments, not of the first one with a voucher', () => {
    const voucher = { percent: 50, appliesTo: 'first' } as const;
    expect(simulate(enrollment, { method: 'pix', limits, voucher })[0]).toMatchObject({
      ...{ installmentValue: 10_000, firstValue: 5_000, total: 15_000 },
    });
  });
  it.each([
    [10_000, 12, 0, 12],
    [10_000, 12, 5_000, 2],
    [10_000, 12, 5_001, 1],
    [10_000, 12, 20_000, 1],
    [10_000, 3, 1, 3],
    [5, 12, 0, 5],
    [0, 12, 0, 1],
    [0, 12, 5_000, 1],
  ])('%i in %i by the price, at least %i each: %i', (amount, byPrice, minInstallment, most) => {
    expect(cardInstallments(amount, byPrice, { acquirerMax: 12, minInstallment })).toBe(most);
    expect(cardInstallments(amount, byPrice, { acquirerMax: 1, minInstallment })).toBe(1);
  });
});

it('says into how many instalments a card can split what a voucher leaves, whatever the method', () => {
  const plain: Price = { ...total, discount: 0, conditional: 0 };
  const limits = { acquirerMax: 12, minInstallment: 5_000 };
  const most = (price: Price, percent: number, recurrence = false) =>
    (['pix', 'slip', 'credit-card'] as const).map((method) => {
      const voucher = percent > 0 ? { percent, appliesTo: 'all' as const } : null;
      const all = simulate(price, { method, limits, voucher, recurrence });
      if (method === 'credit-card' && !recurrence && price.kind === 'total')
        expect(all.length).toBe(all[0]?.maxCardInstallments);
      return all[0]?.maxCardInstallments;
    });
  expect(plain.plan.length).toBe(3);
  expect(most(plain, 0)).toEqual([3, 3, 3]);
  expect(most(plain, 50)).toEqual([3, 3, 3]);
  expect(most(plain, 60)).toEqual([2, 2, 2]);
  expect(most(plain, 90)).toEqual([1, 1, 1]);
  expect(most(plain, 100)).toEqual([1, 1, 1]);
  expect(most(plain, 0, true)).toEqual([1, 1, 1]);
  expect(most({ ...plain, kind: 'tax' }, 0)).toEqual([1, 1, 1]);
  expect(most(enrollment, 0)).toEqual([1, 1, 1]);
});

describe('days and identifiers', () => {
  it('reminds two days and one day before the end', () => {
    expect(reminderDays('2026-03-01')).toEqual(['2026-02-27', '2026-02-28']);
  });
  it.each([
    ['2026-02-12', 1, true],
    ['2026-02-11', 1, false],
    ['2026-02-13', 0, false],
  ])('slips end N days before: %s with N = %i: %s', (today, days, late) => {
    expect(isSlipTooLate(today, '2026-02-13', days)).toBe(late);
  });
  it('skips biased bytes and uses the first 32 that remain', () => {
    const bytes = (count: number, ...skipped: number[]) =>
      Uint8Array.from([...skipped, ...Array(count).fill(61)]);
    expect(txidFrom(bytes(32, 248, 255))).toBe('z'.repeat(32));
    expect(txidFrom(bytes(33, 247))).toBe(`z${'z'.repeat(31)}`);
    expect(() => txidFrom(bytes(31, 248))).toThrow(RangeError);
  });
  it.each([
    ['a'.repeat(26), true],
    [`${'Z9'.repeat(17)}0`, true],
    ['a'.repeat(25), false],
    ['a'.repeat(36), false],
    [`${'a'.repeat(26)}-`, false],
    [`-${'a'.repeat(26)}`, false],
  ])('%s is a txid: %s', (value, expected) => expect(isTxid(value)).toBe(expected));
});

it('a failed refund is resolved by a successful one, also without a surplus', () => {
  const money = { asked: 100, received: 100, returned: 40 };
  expect(attentionAfterRefund(['refund-failed', 'late-payment'], money)).toEqual(['late-payment']);
  const surplus = { asked: 100, received: 150, returned: 50 };
  expect(attentionAfterRefund(['refund-failed', 'amount-higher', 'late-payment'], surplus)).toEqual([
    'late-payment',
  ]);
});
