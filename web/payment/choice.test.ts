import { describe, expect, it } from 'vitest';
import { paymentTexts } from '../texts/payment.ts';
import {
  bodyOf,
  choose,
  expectedOf,
  firstChoice,
  isWhole,
  laterOf,
  simulationFor,
  sparesFirst,
  suggestedMethod,
  usableFirst,
  usableMethods,
  voucherOf,
  voucherWaits,
} from './choice.ts';
import type { PaymentOptions, Price, Simulation } from './queries.ts';

const price = (priceId: number, count: number, value: number): Price => ({
  priceId,
  kind: 'enrollment',
  description: `${count} parcelas`,
  amount: value,
  amountInTime: value,
  maxInstallments: count,
  cardInstallments: [{ installments: 1, firstValue: value, installmentValue: value, total: value }],
  plan: Array.from({ length: count }, (_, at) => ({ Number: at + 1, value, dueDate: '2026-01-19' })),
});
const options: PaymentOptions = {
  purpose: 'enrollment',
  variant: 'onlySubscription',
  deadline: null,
  methods: [
    { method: 'credit-card', enabled: true, reason: null },
    { method: 'slip', enabled: false, reason: 'Boleto indisponível' },
    { method: 'pix', enabled: true, reason: null },
    { method: 'manual', enabled: true, reason: null },
  ],
  prices: [price(611, 6, 400), price(612, 5, 480)],
  fallback: { firstInstallment: false, recurrence: false },
  cardFields: null,
  openCharge: null,
  voucher: null,
  alreadyPaid: false,
};

const withVoucher: PaymentOptions = { ...options, voucher: 'ALFA50' };

describe('choice of plan and method', () => {
  it.each([
    ['enrollment', false],
    ['tax', false],
    ['semester', true],
    ['total', true],
  ] as const)('D-75: %s can be paid separately: %s', (kind, whole) => {
    expect(isWhole({ kind })).toBe(whole);
  });

  it('opens with the plan that costs least now, or with that of the former charge', () => {
    expect(firstChoice(options)).toMatchObject({ priceId: 611, method: 'pix' });
    expect(firstChoice({ ...options, prices: [...options.prices].reverse() }).priceId).toBe(611);
    const alike = [price(612, 5, 400), price(611, 6, 400)];
    expect(firstChoice({ ...options, prices: alike }).priceId).toBe(611);
    expect(firstChoice(options, { priceId: 612 }).priceId).toBe(612);
    expect(firstChoice(options, { priceId: 999 }).priceId).toBe(611);
    expect(firstChoice(options, { priceId: null }).priceId).toBe(611);
    expect(firstChoice({ ...options, methods: options.methods.slice(1, 2) }).method).toBeNull();
  });

  it('sends the whole plan of the chosen price', () => {
    const [first] = options.prices;
    expect(first && bodyOf(withVoucher, first, firstChoice(options))).toEqual({
      purpose: 'enrollment',
      priceId: 611,
      method: 'pix',
      installments: 6,
      voucher: 'ALFA50',
    });
  });

  it('D-67: sends the first instalment of a whole amount with the number of its plan', () => {
    const whole: Price = { ...price(613, 10, 300), kind: 'total', amount: 3000, amountInTime: 3000 };
    const choice = choose(
      { ...firstChoice(options), priceId: 613 },
      { act: 'mode', mode: 'first', method: 'pix' },
    );
    expect(bodyOf(options, whole, choice)).toMatchObject({ installments: 10, mode: 'first-installment' });
    const again = choose(choice, { act: 'mode', mode: 'full', method: 'pix' });
    expect(bodyOf(options, whole, again)).toMatchObject({ installments: 1 });
    expect(bodyOf(options, whole, again)).not.toHaveProperty('mode');
  });

  it('offers a card only with its fields', () => {
    expect(usableMethods(options)).toEqual(['pix', 'manual']);
    const cardFields = { provider: 'cielo', url: 'https://cartao.test', threeDSecure: 'off' } as const;
    expect(usableMethods({ ...options, cardFields })).toEqual(['credit-card', 'pix', 'manual']);
    expect(suggestedMethod({ ...options, cardFields })).toBe('pix');
    const alone = { methods: options.methods.slice(0, 2), cardFields };
    expect(suggestedMethod(alone)).toBe('credit-card');
    expect(suggestedMethod(alone, 'credit-card')).toBeNull();
    expect(usableFirst(options).map(({ method }) => method)).toEqual([
      'pix',
      'manual',
      'credit-card',
      'slip',
    ]);
  });

  it('finds the values of the plan', () => {
    const values = [{ installments: 6, firstValue: 360 }] as Simulation[];
    expect(simulationFor(values, price(611, 6, 400))?.firstValue).toBe(360);
    expect(simulationFor([], price(611, 6, 400))).toBeUndefined();
  });
});

describe('what a monthly authorisation says', () => {
  it.each([
    [[360, 360, 360], { count: 2, cents: 36_000, upTo: false }],
    [[99, 360, 360], { count: 2, cents: 36_000, upTo: false }],
    [[360, 360, 180], { count: 2, cents: 36_000, upTo: true }],
    [[360, 0, 360], { count: 1, cents: 36_000, upTo: false }],
    [[360], { count: 0, cents: 0, upTo: false }],
    [[], { count: 0, cents: 0, upTo: false }],
  ])('with instalments of %j', (amounts, said) => {
    const rows = amounts.map((FinalValue) => ({ FinalValue }) as Simulation['rows'][number]); // only the amount matters
    expect(laterOf({ rows })).toEqual(said);
  });
});

describe('voucher', () => {
  const opened = firstChoice(withVoucher);
  it.each([
    ['another plan', { act: 'plan', priceId: 612 } as const],
    ['another method', { act: 'method', method: 'manual' } as const],
    ['a way out of a denied card', { act: 'mode', mode: 'first', method: 'slip' } as const],
    ['another code in the field', { act: 'typed', text: 'OUTRO' } as const],
  ])('of the payment is charged from the first moment, and after %s', (_, act) => {
    expect(voucherOf(withVoucher, opened)).toBe('ALFA50');
    expect(bodyOf(withVoucher, price(612, 5, 480), choose(opened, act)).voucher).toBe('ALFA50');
  });

  it('blocks paying while an unapplied code is in the field', () => {
    expect(voucherWaits(opened)).toBe(false);
    const typed = choose(opened, { act: 'typed', text: 'OUTRO' });
    expect(voucherWaits(typed)).toBe(true);
    expect(voucherWaits(choose(typed, { act: 'refused', text: paymentTexts.voucherWaits }))).toBe(true);
    // The person removes a refused voucher, not the press that pays.
    expect(voucherWaits(choose(typed, { act: 'refused', text: 'Cupom não encontrado ou expirado.' }))).toBe(
      true,
    );
    expect(voucherWaits(choose(typed, { act: 'applied' }))).toBe(false);
    expect(voucherWaits(choose(typed, { act: 'removed' }))).toBe(false);
    expect(voucherWaits(choose(typed, { act: 'typed', text: ' ' }))).toBe(false);
  });

  it('that is no longer valid returns to its field and waits there', () => {
    const text = 'Cupom não encontrado ou expirado.';
    const refused = choose(opened, { act: 'refused', text, kept: 'ALFA50' });
    expect(refused).toMatchObject({ typed: 'ALFA50', voucherError: text });
    expect(voucherOf(withVoucher, refused)).toBeNull();
    expect(voucherWaits(refused)).toBe(true);
    // A different voucher of the payment, applied elsewhere, is not affected.
    expect(voucherOf({ voucher: 'DEMAIS20' }, refused)).toBe('DEMAIS20');
  });

  it('may leave out the first instalment', () => {
    const rows = (...values: number[]) =>
      ({ rows: values.map((VoucherDiscountValue) => ({ VoucherDiscountValue })) }) as unknown as Simulation;
    expect(sparesFirst(rows(0, 80))).toBe(true);
    expect(sparesFirst(rows(80, 80))).toBe(false);
    expect(sparesFirst(rows(0, 0))).toBe(false);
  });
});

describe('the expected amounts until the answer arrives', () => {
  it('have as many instalments as the plan, and the early discount of its price', () => {
    const first = { ...price(611, 6, 400), amountInTime: 360 };
    expect(expectedOf(first)).toMatchObject({ installments: 6, firstValue: 360, total: 2160 });
    expect(expectedOf(first).rows).toHaveLength(6);
    expect(new Set(expectedOf(first).rows.map((row) => row.ConditionalDiscountValue))).toEqual(new Set([40]));
  });
  it('are one payment for a whole amount', () => {
    const whole = expectedOf({ ...price(613, 6, 400), kind: 'total' });
    expect(whole).toMatchObject({ installments: 1, total: 400 });
    expect(whole.rows).toHaveLength(1);
  });
});
