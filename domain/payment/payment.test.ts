import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfDay } from '../foundation/index.ts';
import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '../tenancy/index.ts';
import {
  CHARGE_EVENTS,
  type ChargeState,
  chargeMove,
  discountsOthersOnly,
  dueNow,
  isSlipTooLate,
  isVoucherUsable,
  type MethodContext,
  methodLabel,
  type Price,
  payableKinds,
  paymentDeadline,
  paymentMethods,
  pixExpiration,
  planDueDates,
  priceRows,
  receivedAmount,
  simulate,
  slipConfirmationDay,
  slipDueDay,
  slipHeldUntil,
  slipPayableDay,
  splitInstallments,
} from './index.ts';

const adm: Price = { kind: 'enrollment', plan: Array(6).fill(40_000), discount: 0, conditional: 4_000 };
const mba: Price = { kind: 'total', plan: Array(12).fill(55_000), discount: 0, conditional: 0 };
const limits = { acquirerMax: 12, minInstallment: 5_000 };

describe('price rows', () => {
  it('takes the conditional discount now: 400 − 40', () => {
    expect(priceRows(adm)[0]).toEqual({
      number: 1,
      base: 40_000,
      voucher: 0,
      discount: 0,
      conditional: 4_000,
      final: 36_000,
    });
  });
  it('gives 160 now and 360 later with 50 % on the first', () => {
    const rows = priceRows(adm, { voucher: { percent: 50, appliesTo: 'first' } });
    expect(rows.map(({ final }) => final)).toEqual([16_000, 36_000, 36_000, 36_000, 36_000, 36_000]);
    expect(discountsOthersOnly(rows)).toBe(false);
  });
  it('keeps row 1 and takes 80 off each other row with 20 % on the others', () => {
    const rows = priceRows(adm, { voucher: { percent: 20, appliesTo: 'others' } });
    expect(rows.map(({ voucher }) => voucher)).toEqual([0, 8_000, 8_000, 8_000, 8_000, 8_000]);
    expect(dueNow(rows)).toBe(36_000);
    expect(discountsOthersOnly(rows)).toBe(true);
  });
  it('waives a fee fully', () => {
    const fee: Price = { kind: 'tax', plan: [12_000], discount: 0, conditional: 0 };
    expect(dueNow(priceRows(fee, { voucher: { percent: 100, appliesTo: 'first' } }))).toBe(0);
  });
  it('applies percents after the campaign discount, rounded half up', () => {
    const price: Price = { kind: 'enrollment', plan: [33_333], discount: 3_332, conditional: 0 };
    expect(priceRows(price, { voucher: { percent: 50, appliesTo: 'all' } })[0]).toMatchObject({
      voucher: 15_001,
      final: 15_000,
    });
  });
  it('charges whole amounts in one row, or month by month', () => {
    expect(priceRows(mba)).toHaveLength(1);
    expect(dueNow(priceRows(mba))).toBe(660_000);
    expect(priceRows(mba, { recurrence: true })).toHaveLength(12);
    expect(dueNow(priceRows(mba, { recurrence: true }))).toBe(55_000);
  });
  it('is never negative and never above the base', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    const voucher = fc.record({
      percent: fc.option(fc.integer({ min: 1, max: 100 })),
      amount: fc.option(cents),
      appliesTo: fc.constantFrom('first' as const, 'others' as const, 'all' as const),
    });
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 24 }),
        cents,
        cents,
        voucher,
        (plan, discount, conditional, v) => {
          for (const row of priceRows({ kind: 'enrollment', plan, discount, conditional }, { voucher: v })) {
            expect(row.final >= 0 && row.final <= row.base && Number.isInteger(row.final)).toBe(true);
          }
        },
      ),
    );
  });
  it('puts the remainder in the first instalment', () => {
    expect(splitInstallments(10_000, 3)).toEqual([3_334, 3_333, 3_333]);
    expect(splitInstallments(10_001, 6)).toEqual([1_671, 1_666, 1_666, 1_666, 1_666, 1_666]);
  });
  it('accepts a voucher in time, for the right kind, once per person', () => {
    const voucher = {
      percent: 10,
      appliesTo: 'first',
      from: '2025-10-01',
      to: '2025-12-31',
      maxUses: 2,
    } as const;
    const use = { today: '2025-12-31', kind: 'enrollment', uses: 1, usedByPerson: false } as const;
    expect(isVoucherUsable(voucher, use)).toBe(true);
    expect(isVoucherUsable(voucher, { ...use, today: '2026-01-12' })).toBe(false);
    expect(isVoucherUsable(voucher, { ...use, uses: 2 })).toBe(false);
    expect(isVoucherUsable(voucher, { ...use, usedByPerson: true })).toBe(false);
    expect(isVoucherUsable({ ...voucher, kinds: ['tax'] }, use)).toBe(false);
  });
});

describe('simulation', () => {
  it('shows the plan of an enrolment price', () => {
    expect(simulate(adm, { method: 'pix', limits })[0]).toMatchObject({
      installments: 6,
      installmentValue: 36_000,
      firstValue: 36_000,
      total: 216_000,
      totalWithoutConditional: 240_000,
    });
  });
  it('divides whole amounts into instalments by card only', () => {
    expect(
      simulate(mba, { method: 'credit-card', limits }).map(({ installments }) => installments),
    ).toHaveLength(12);
    expect(simulate(mba, { method: 'pix', limits }).map(({ installments }) => installments)).toEqual([1]);
    expect(
      simulate(mba, { method: 'credit-card', limits: { ...limits, minInstallment: 300_000 } }),
    ).toHaveLength(2);
  });
  it('dates the plan by the month classes start', () => {
    expect(planDueDates(3, { deadlineDay: '2026-01-19', classStart: '2026-02-23', dueDay: 10 })).toEqual([
      '2026-01-19',
      '2026-03-10',
      '2026-04-10',
    ]);
    expect(planDueDates(3, { deadlineDay: '2026-11-30', dueDay: 28 })).toEqual([
      '2026-11-30',
      '2026-12-28',
      '2027-01-28',
    ]);
  });
});

describe('deadlines', () => {
  it('never goes beyond the intake end', () => {
    expect(paymentDeadline('2026-01-12', 7, '2026-02-13', 'America/Sao_Paulo').toISOString()).toBe(
      '2026-01-20T02:59:59.999Z',
    );
    expect(paymentDeadline('2026-01-12', 7, '2026-02-13', 'America/Manaus').toISOString()).toBe(
      '2026-01-20T03:59:59.999Z',
    );
    expect(paymentDeadline('2026-02-10', 7, '2026-02-13', 'America/Sao_Paulo').toISOString()).toBe(
      '2026-02-14T02:59:59.999Z',
    );
  });
  it('ends a pix code with the deadline at the latest', () => {
    const now = new Date('2026-01-12T13:45:00Z');
    expect(pixExpiration(now, 60)).toEqual(new Date('2026-01-12T14:45:00Z'));
    const deadline = new Date('2026-01-12T14:00:00Z');
    expect(pixExpiration(now, 60, deadline)).toEqual(deadline);
  });
  it.each([
    ['2026-02-09', 3, false],
    ['2026-02-10', 3, true],
    ['2026-02-13', 0, false],
  ])('slip rule on %s with N = %i: %s', (today, days, late) => {
    expect(isSlipTooLate(today, '2026-02-13', days)).toBe(late);
  });
  it('R8: moves the slip to a business day where the deadline allows', () => {
    const context = { today: '2026-01-14', dueDays: 3, deadlineDay: '2026-01-21', intakeEnd: '2026-02-13' };
    expect(slipDueDay(context)).toBe('2026-01-19');
    expect(slipDueDay({ ...context, deadlineDay: '2026-01-17' })).toBe('2026-01-17');
    expect(slipPayableDay('2026-01-17')).toBe('2026-01-19');
    expect(slipConfirmationDay('2026-01-17')).toBe('2026-01-21');
  });
  it.each([
    ['the due day decides', '2026-01-19', '2026-01-16', [], '2026-01-21'],
    ['the deadline decides', '2026-01-16', '2026-01-20', [], '2026-01-22'],
    ['due on a Saturday, payable on Monday', '2026-01-17', '2026-01-17', [], '2026-01-21'],
    ['over a weekend and a holiday', '2026-01-22', '2026-01-23', ['2026-01-26'], '2026-01-28'],
  ] as const)('D-72: an open slip holds its application: %s', (_why, dueDay, deadlineDay, holidays, day) => {
    const until = slipHeldUntil({ dueDay, deadlineDay, zone: 'America/Sao_Paulo', holidays });
    expect(until).toEqual(endOfDay(day, 'America/Sao_Paulo'));
  });
});

describe('charge states', () => {
  const run = (events: readonly (typeof CHARGE_EVENTS)[number][]) => {
    const path: ChargeState[] = ['created'];
    for (const event of events) path.push(chargeMove(path.at(-1) ?? 'created', event).state);
    return path;
  };
  it('R4: keeps paid and refunded in every order of four reports', () => {
    for (const a of CHARGE_EVENTS)
      for (const b of CHARGE_EVENTS)
        for (const c of CHARGE_EVENTS)
          for (const d of CHARGE_EVENTS) {
            const path = run([a, b, c, d]);
            const paid = path.indexOf('paid');
            if (paid >= 0) expect(path.slice(paid).every((s) => s === 'paid' || s === 'refunded')).toBe(true);
            const refunded = path.indexOf('refunded');
            if (refunded >= 0) expect(path.slice(refunded).every((s) => s === 'refunded')).toBe(true);
          }
  });
  it('changes nothing when a report is repeated', () => {
    for (const event of CHARGE_EVENTS) {
      const first = chargeMove('pending', event);
      expect(chargeMove(first.state, event)).toEqual({ state: first.state, changed: false });
    }
  });
  it('accepts payment for an expired charge and asks for review for other ended ones', () => {
    expect(chargeMove('expired', 'paid')).toEqual({
      state: 'paid',
      changed: true,
      attention: 'late-payment',
    });
    expect(chargeMove('cancelled', 'paid')).toEqual({
      state: 'cancelled',
      changed: false,
      attention: 'payment-of-closed-charge',
    });
  });
  it('never goes back among open states', () => {
    expect(run(['pending', 'processing'])).toEqual(['created', 'pending', 'pending']);
    expect(chargeMove('pending', 'refunded').changed).toBe(false);
  });
  it('compares the amount received', () => {
    expect(receivedAmount(36_000, 35_000)).toEqual({ result: 'lower', difference: 1_000 });
    expect(receivedAmount(36_000, 36_000).result).toBe('exact');
  });
});

describe('methods', () => {
  const settings: PaymentSettings = {
    ...DEFAULT_PAYMENT_SETTINGS,
    acquirersConfig: [{ provider: 'cielo', merchantId: 'demo' }],
    pixKey: 'financeiro@alfa.test',
    slipAgreement: { bank: '077', agreement: '1234567', wallet: '112' },
  };
  const context: MethodContext = {
    settings,
    manualPaymentEnabled: false,
    purpose: 'enrollment',
    installments: 6,
    payerHasCpf: true,
    payerHasAddress: true,
    payerLivesAbroad: false,
    cardDenied: false,
    slipTooLate: false,
  };
  const names = (changes: Partial<MethodContext>) =>
    paymentMethods({ ...context, ...changes }).map(({ method, enabled }) => `${method}${enabled ? '' : '!'}`);

  it('offers what is configured, in order', () => {
    expect(names({})).toEqual(['credit-card', 'slip', 'pix']);
    expect(names({ manualPaymentEnabled: true })).toContain('manual');
    expect(names({ settings: DEFAULT_PAYMENT_SETTINGS })).toEqual([]);
  });
  it('says why a method is not possible', () => {
    expect(names({ slipTooLate: true })).toEqual(['credit-card', 'slip!', 'pix']);
    expect(paymentMethods({ ...context, payerHasCpf: false })[1]?.reason).toBe(
      'Informe um CPF no seu cadastro para pagar com esta forma.',
    );
  });
  it('offers automatic pix only with recurrence and a plan', () => {
    const automatic: PaymentSettings = {
      ...settings,
      automaticPix: true,
      variant: 'onlySubscriptionWithRecurrence',
    };
    expect(names({ settings: automatic })).toContain('automatic-pix');
    expect(names({ settings: automatic, installments: 1 })).not.toContain('automatic-pix');
    expect(names({ settings: automatic, purpose: 'tax' })).not.toContain('automatic-pix');
    expect(names({ settings: { ...settings, automaticPix: true } })).not.toContain('automatic-pix');
  });
  it('knows what a variant charges', () => {
    const flags = { chargeFullSaleAmount: true, semesterFullSaleAmount: true };
    expect(payableKinds('enrollment', 'onlySubscription', flags)).toEqual(['enrollment']);
    expect(payableKinds('enrollment', 'totalOrSemester', flags)).toEqual(['total', 'semester']);
    expect(payableKinds('tax', 'totalOrSemester', flags)).toEqual(['tax']);
  });
  it('labels every other stored value Pix', () => {
    expect(['slip', 'credit-card', 'whatever', 'manual'].map(methodLabel)).toEqual([
      'Boleto',
      'Cartão de crédito',
      'Pix',
      'Pagar na instituição',
    ]);
  });
});
