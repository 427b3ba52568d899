import { describe, expect, it } from 'vitest';
import { afterDenial, type Denial, type DeniedOption, leftNoTry, modeOf, waysOut } from './denial.ts';

const ALL: DeniedOption[] = ['retry', 'first-installment', 'recurrence', 'other-method'];
const both = { firstInstallment: true, recurrence: true };
const none = { firstInstallment: false, recurrence: false };
const options = {
  methods: [
    { method: 'credit-card', enabled: true, reason: null } as const,
    { method: 'pix', enabled: true, reason: null } as const,
  ],
  cardFields: { provider: 'cielo', url: 'https://cartao.test', threeDSecure: 'off' } as const,
};
const denial = (reason: Denial['reason'], ways: DeniedOption[] = ALL): Denial => ({ reason, options: ways });

describe('S-33b options after a denied card', () => {
  it('are in the order of usefulness', () => {
    expect(waysOut(denial('retry-later'))).toEqual([
      'first-installment',
      'recurrence',
      'retry',
      'other-method',
    ]);
    expect(waysOut(denial('fix-data'))[0]).toBe('retry');
    expect(waysOut(denial('final', ['other-method']))).toEqual(['other-method']);
  });

  it('state that the limit is reached only where nothing else prevents another attempt', () => {
    expect(leftNoTry(denial('retry-later', ['other-method']))).toBe(true);
    expect(leftNoTry(denial('final', ['other-method']))).toBe(false);
    expect(leftNoTry(denial('authentication', ['other-method']))).toBe(false);
    expect(leftNoTry(denial('retry-later'))).toBe(false);
  });

  it.each<[DeniedOption[], typeof both, ReturnType<typeof modeOf>]>([
    [ALL, both, 'full'],
    [['retry', 'recurrence', 'other-method'], both, 'first'],
    [['retry', 'first-installment', 'other-method'], both, 'recurrence'],
    [['first-installment', 'other-method'], both, 'full'],
    [['retry', 'other-method'], none, 'full'],
  ])('%j of a denied charge', (ways, fallback, mode) => {
    expect(modeOf(denial('retry-later', ways), fallback)).toBe(mode);
  });

  it.each<[DeniedOption, DeniedOption[], { mode: string; method: string }]>([
    ['retry', ALL, { mode: 'full', method: 'credit-card' }],
    ['retry', ['retry', 'recurrence', 'other-method'], { mode: 'first', method: 'credit-card' }],
    ['first-installment', ALL, { mode: 'first', method: 'credit-card' }],
    ['first-installment', ['first-installment', 'other-method'], { mode: 'first', method: 'pix' }],
    ['recurrence', ALL, { mode: 'recurrence', method: 'credit-card' }],
    ['other-method', ALL, { mode: 'full', method: 'pix' }],
  ])('%s of %j chooses %j', (way, ways, chosen) => {
    expect(afterDenial(way, denial('retry-later', ways), { ...options, fallback: both })).toEqual(chosen);
  });
});
