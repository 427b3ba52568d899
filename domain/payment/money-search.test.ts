import { describe, expect, it } from 'vitest';
import { moneyTermsOf } from './money-search.ts';
import { waysOut } from './way-out.ts';

const kinds = (typed: string) => moneyTermsOf(typed).map(({ kind }) => kind);

describe('search terms for payments', () => {
  it.each([
    [
      '07790.00116 10123.456708 00000.458645 6 93400000027615'.replace('.458645', '0.458645').slice(0, 54),
      'slip-line',
    ],
    ['07790001161012345670800000045864269340000027615', 'slip-line'],
    ['07792693400000276150001110123456700000004586', 'barcode'],
    ['E00000000202601121350abcdef12345', 'end-to-end'],
    ['D00000000202601121350abcdef12345', 'return'],
    ['111.222.333-96', 'cpf'],
    ['\u200b111.222.333-96\ufeff', 'cpf'],
    ['00000045864', 'our-number'],
    ['5001', 'application'],
    ['8001', 'payment'],
    ['AB123456', 'document'],
    ['3f1a6c1e-9f0b-4a52-8d35-0d5a2c1f7b11', 'charge'],
    ['SECOND00000000000000000000005001', 'charge'],
  ] as const)('%s: %s', (typed, kind) => {
    expect(kinds(typed)).toContain(kind);
  });

  it('keeps punctuation where it is significant, and removes it from a slip line', () => {
    const { value } = moneyTermsOf(' 07790.00116 10123.456708 00000.458642 6 93400000027615 ')[0] ?? {};
    expect(value).toBe('07790001161012345670800000458642693400000027615'.slice(0, value?.length));
    expect(moneyTermsOf('ab123456').find(({ kind }) => kind === 'document')?.value).toBe('AB123456');
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['a name', 'Candidata Modelo'],
    ['a name with a number', 'Maria 2'],
    ['an e-mail', 'a1@b.test'],
    ['a mark of SQL', "5001' or 1=1"],
    ['NUL alone', '\u0000\u0000'],
    ['too much', '1'.repeat(121)],
  ])('is not %s', (_what, typed) => {
    expect(moneyTermsOf(typed)).toEqual([]);
  });

  it('never reads a number too large for its column as an application', () => {
    expect(kinds('1234567890')).not.toContain('application');
    expect(kinds('9'.repeat(100))).toEqual(['charge']);
  });
});

describe('resolutions of a mark', () => {
  const money = { leftCents: 36_000, askedCents: 36_000, isAwaited: true, isExpired: false };
  it.each([
    ['payment-of-closed-charge', money, ['settle', 'refund', 'ignore']],
    ['payment-of-closed-charge', { ...money, leftCents: 35_999 }, ['refund', 'ignore']],
    ['payment-of-closed-charge', { ...money, isAwaited: false }, ['refund', 'ignore']],
    ['second-payment', money, ['refund', 'ignore']],
    ['late-payment', { ...money, isAwaited: false, isExpired: true }, ['reinstate', 'refund', 'ignore']],
    ['late-payment', { ...money, isAwaited: false, leftCents: 0 }, ['ignore']],
    ['status-not-moved', money, ['settle', 'refund', 'ignore']],
    ['comparison-difference', money, ['compare', 'refund', 'ignore']],
    ['chargeback', money, ['ignore']],
    ['settlement-reversed', money, ['ignore']],
    ['payment-of-ended-cycle', { ...money, isAwaited: false }, ['refund', 'ignore']],
  ] as const)('%s', (mark, of, ways) => {
    expect(waysOut(mark, of)).toEqual(ways);
  });
});
