import { describe, expect, it } from 'vitest';
import { PAYMENT_VARIANTS } from '../tenancy/index.ts';
import { type DenialReason, type DeniedCharge, denialOf, VARIANTS } from './index.ts';

const DENIED: DeniedCharge = {
  purpose: 'enrollment',
  variant: 'totalOrSemesterWithFallbackAndRecurrence',
  mode: 'full',
  recurrence: false,
  brand: 'visa',
  declineCode: '51',
  adviceCode: null,
  unconfirmed: false,
  limitReached: false,
};
const optionsOf = (more: Partial<DeniedCharge>) => denialOf({ ...DENIED, ...more }).options;

describe('U27: options after a denied card (S-33b)', () => {
  it.each(PAYMENT_VARIANTS)('%s offers its smaller charges', (variant) => {
    const { firstInstallment, recurrence } = VARIANTS[variant].fallback;
    expect(optionsOf({ variant })).toEqual([
      'retry',
      ...(firstInstallment ? ['first-installment'] : []),
      ...(recurrence ? ['recurrence'] : []),
      'other-method',
    ]);
    expect(optionsOf({ variant, purpose: 'tax' })).toEqual(['retry', 'other-method']);
  });

  it.each<[Partial<DeniedCharge>, DenialReason]>([
    [{ declineCode: '51' }, 'retry-later'],
    [{ declineCode: '57' }, 'other-card'],
    [{ declineCode: '04' }, 'final'],
    [{ declineCode: '86' }, 'fix-data'],
    [{ declineCode: null }, 'unknown'],
    [{ brand: null }, 'unknown'],
    [{ brand: 'mastercard', declineCode: '51', adviceCode: '03' }, 'final'],
    [{ declineCode: null, unconfirmed: true }, 'authentication'],
  ])('%j is %s', (more, reason) => {
    expect(denialOf({ ...DENIED, ...more }).reason).toBe(reason);
  });

  it('a final refusal or a failed authentication leaves only other methods', () => {
    expect(optionsOf({ declineCode: '04' })).toEqual(['other-method']);
    expect(optionsOf({ unconfirmed: true })).toEqual(['other-method']);
  });

  it('what was denied can be retried, and is not offered again', () => {
    expect(optionsOf({ mode: 'first-installment' })).toEqual(['retry', 'recurrence', 'other-method']);
    expect(optionsOf({ recurrence: true })).toEqual(['retry', 'first-installment', 'other-method']);
  });

  it('after the last attempt no card is offered', () => {
    expect(optionsOf({ limitReached: true })).toEqual(['first-installment', 'other-method']);
  });
});
