import { describe, expect, it } from 'vitest';
import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '../tenancy/index.ts';
import {
  METHOD_LABELS,
  METHOD_TEXTS,
  type MethodContext,
  payableKinds,
  paymentMethods,
  VARIANTS,
} from './index.ts';

describe('variants (14.2)', () => {
  // Columns: full amount, authorisation required, first instalment and recurrence after a denial.
  it.each([
    ['onlySubscription', false, false, false, false],
    ['onlySubscriptionWithRecurrence', false, true, false, false],
    ['totalOrSemester', true, false, false, false],
    ['totalOrSemesterWithFallback', true, false, true, false],
    ['totalOrSemesterWithRecurrence', true, false, false, true],
    ['totalOrSemesterWithFallbackAndRecurrence', true, false, true, true],
  ] as const)('%s', (name, whole, recurrenceDemanded, firstInstallment, recurrence) => {
    const fallback = { firstInstallment, recurrence };
    expect(VARIANTS[name]).toEqual({ whole, recurrenceDemanded, fallback });
  });

  it.each([
    [true, true, ['total', 'semester']],
    [true, false, ['total']],
    [false, true, ['semester']],
    [false, false, []],
  ])('whole amounts registered %s and %s: %j', (chargeFullSaleAmount, semesterFullSaleAmount, kinds) => {
    const flags = { chargeFullSaleAmount, semesterFullSaleAmount };
    expect(payableKinds('enrollment', 'totalOrSemester', flags)).toEqual(kinds);
    expect(payableKinds('enrollment', 'onlySubscription', flags)).toEqual(['enrollment']);
    expect(payableKinds('tax', 'totalOrSemester', flags)).toEqual(['tax']);
  });
});

describe('offered methods', () => {
  const settings: PaymentSettings = {
    ...DEFAULT_PAYMENT_SETTINGS,
    ...{ creditCard: true, slip: true, pix: true, automaticPix: true, pixKey: 'financeiro@alfa.test' },
    acquirersConfig: [{ provider: 'cielo', merchantId: 'demo' }],
    slipAgreement: { bank: '077', agreement: '1234567', wallet: '112' },
    variant: 'onlySubscriptionWithRecurrence',
  };
  const context: MethodContext = {
    settings,
    manualPaymentEnabled: true,
    purpose: 'enrollment',
    installments: 2,
    payerHasCpf: true,
    payerHasAddress: true,
    payerLivesAbroad: false,
    cardDenied: false,
    slipTooLate: false,
  };
  const ALL = ['credit-card', 'slip', 'pix', 'automatic-pix', 'manual'];
  const offered = (changes: Partial<PaymentSettings>, also: Partial<MethodContext> = {}) =>
    paymentMethods({ ...context, ...also, settings: { ...settings, ...changes } }).map(
      ({ method }) => method,
    );

  it('are all methods when everything is configured', () => expect(offered({})).toEqual(ALL));

  it.each<[string, Partial<PaymentSettings>, string[]]>([
    ['the card switched off', { creditCard: false }, ['credit-card']],
    ['no acquirer', { acquirersConfig: [] }, ['credit-card']],
    ['the slip switched off', { slip: false }, ['slip']],
    ['no agreement for slips', { slipAgreement: null }, ['slip']],
    ['no account for slips by files', { slipProvider: 'cnab' }, ['slip']],
    ['Pix switched off', { pix: false }, ['pix']],
    ['no key for Pix', { pixKey: '' }, ['pix', 'automatic-pix']],
    ['automatic Pix switched off', { automaticPix: false }, ['automatic-pix']],
    ['no recurrence in the variant', { variant: 'totalOrSemesterWithFallback' }, ['automatic-pix']],
    ['recurrence before a denial', { variant: 'totalOrSemesterWithRecurrence' }, ['automatic-pix']],
  ])('%s', (_why, changes, absent) => {
    expect(offered(changes)).toEqual(ALL.filter((method) => !absent.includes(method)));
  });

  it('D-67: automatic Pix is offered after a denied card where the whole amount is due', () => {
    expect(offered({ variant: 'totalOrSemesterWithRecurrence' }, { cardDenied: true })).toEqual(ALL);
    expect(offered({ variant: 'totalOrSemesterWithFallback' }, { cardDenied: true })).not.toContain(
      'automatic-pix',
    );
  });

  it('automatic Pix needs an enrolment with a plan, manual payment must be enabled', () => {
    expect(offered({}, { installments: 1 })).not.toContain('automatic-pix');
    expect(offered({}, { purpose: 'tax' })).not.toContain('automatic-pix');
    expect(offered({}, { manualPaymentEnabled: false })).toEqual(ALL.slice(0, 4));
  });

  it('slip and automatic Pix are disabled with a reason when there is no CPF', () => {
    const reasons = paymentMethods({ ...context, payerHasCpf: false }).map(({ enabled, reason }) => [
      enabled,
      reason,
    ]);
    const no = [false, METHOD_TEXTS.needsCpf];
    expect(reasons).toEqual([[true, null], no, [true, null], no, [true, null]]);
  });

  it('the stored method "waived" has its own label', () => expect(METHOD_LABELS.waived).toBe('Isento'));
});
