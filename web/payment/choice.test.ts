import { describe, expect, it } from 'vitest';
import { paymentTexts } from '../texts/payment.ts';
import {
  bodyOf,
  type Choice,
  choose,
  expectedOf,
  firstChoice,
  isWhole,
  simulationFor,
  suggestedMethod,
  usableFirst,
  usableMethods,
  voucherToApply,
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

const withVoucher = (): Choice =>
  choose(choose(firstChoice(options), { act: 'plan', priceId: 611 }), {
    act: 'applied',
    code: 'ALFA50',
    othersOnly: false,
  });

describe('choice of plan and method', () => {
  it.each([
    ['enrollment', false],
    ['tax', false],
    ['semester', true],
    ['total', true],
  ] as const)('D-75: %s is something to pay of its own: %s', (kind, whole) => {
    expect(isWhole({ kind })).toBe(whole);
  });

  it('knows the plan of a card that was just denied', () => {
    const denied = { state: 'denied', installments: 6 } as const;
    expect(firstChoice(options, denied).priceId).toBe(611);
    expect(firstChoice(options, { ...denied, state: 'expired' }).priceId).toBeNull();
    expect(firstChoice(options, { ...denied, installments: 3 }).priceId).toBeNull();
    const alike = [price(611, 6, 400), price(612, 6, 500)];
    expect(firstChoice({ ...options, prices: alike }, denied).priceId).toBeNull();
  });

  it('asks for the instalments when there is more than one plan, and suggests Pix', () => {
    expect(firstChoice(options)).toMatchObject({ priceId: null, method: 'pix' });
    expect(firstChoice({ ...options, prices: [price(611, 6, 400)] }).priceId).toBe(611);
    expect(firstChoice({ ...options, methods: options.methods.slice(1, 2) }).method).toBeNull();
  });

  it('begins with the voucher of the application, which counts once it is applied', () => {
    expect(firstChoice(options).typed).toBe('');
    const choice = firstChoice({ ...options, prices: [price(611, 6, 400)], voucher: 'ALFA50' });
    expect(choice).toMatchObject({ typed: 'ALFA50', applied: null, voucherError: null, asks: true });
    expect(firstChoice(options).asks).toBe(false);
    expect(voucherToApply(choice)).toEqual({ code: 'ALFA50' });
    expect(bodyOf(options, price(611, 6, 400), choice)).not.toHaveProperty('voucher');
  });

  it('lets nobody lose a discount over a code that nobody has judged', () => {
    const kept = firstChoice({ ...options, voucher: 'ALFA50' });
    expect(voucherWaits(kept)).toBe(true);
    expect(voucherWaits(choose(kept, { act: 'refused', text: paymentTexts.voucherWaits }))).toBe(true);
    // What was refused is removed by the person, not by the press that pays.
    expect(voucherWaits(choose(kept, { act: 'refused', text: 'Cupom não encontrado ou expirado.' }))).toBe(
      true,
    );
    expect(voucherWaits(choose(kept, { act: 'removed' }))).toBe(false);
    expect(voucherWaits(choose(kept, { act: 'typed', text: ' ' }))).toBe(false);
    expect(voucherWaits(withVoucher())).toBe(false);
  });

  it('sends the whole plan of the chosen price', () => {
    const [first] = options.prices;
    const choice = withVoucher();
    expect(first && bodyOf(options, first, choice)).toEqual({
      purpose: 'enrollment',
      priceId: 611,
      method: 'pix',
      installments: 6,
      voucher: 'ALFA50',
    });
  });

  it('D-67: asks for the first instalment of a whole amount with the number of its plan', () => {
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

describe('voucher', () => {
  it('is stopped before anything is sent while no instalments are chosen', () => {
    const text = 'Selecione o número de parcelas antes de aplicar o cupom.';
    const choice = choose(firstChoice(options), { act: 'typed', text: 'alfa50' });
    expect(voucherToApply(choice)).toEqual({ problem: text });
    const refused = choose(choice, { act: 'refused', text });
    expect(choose(refused, { act: 'plan', priceId: 611 })).toMatchObject({
      voucherError: null,
      typed: 'alfa50',
    });
  });

  it('does not depend on case', () => {
    const choice = choose(choose(firstChoice(options), { act: 'plan', priceId: 611 }), {
      act: 'typed',
      text: ' alfa50 ',
    });
    expect(voucherToApply(choice)).toEqual({ code: 'ALFA50' });
    expect(voucherToApply({ ...choice, typed: ' ' })).toEqual({
      problem: 'Cupom não encontrado ou expirado.',
    });
  });

  it.each([
    ['another plan', { act: 'plan', priceId: 612 } as const],
    ['another method', { act: 'method', method: 'manual' } as const],
    ['a way out of a denied card', { act: 'mode', mode: 'first', method: 'slip' } as const],
  ])('is asked for again by the page after %s', (_, act) => {
    expect(choose(withVoucher(), act)).toMatchObject({
      applied: null,
      typed: 'ALFA50',
      voucherError: null,
      asks: true,
    });
  });

  it('stays when the same plan is chosen again, and goes when removed', () => {
    const choice = withVoucher();
    expect(choose(choice, { act: 'plan', priceId: 611 })).toBe(choice);
    expect(choose(choice, { act: 'removed' })).toMatchObject({
      applied: null,
      typed: '',
      voucherError: null,
    });
  });
});

describe('the values expected until the answer is there', () => {
  it('have as many instalments as the plan, and the discount in time of its price', () => {
    const first = { ...price(611, 6, 400), amountInTime: 360 };
    expect(expectedOf(first)).toMatchObject({ installments: 6, firstValue: 360, total: 2160 });
    expect(expectedOf(first).rows).toHaveLength(6);
    expect(new Set(expectedOf(first).rows.map((row) => row.ConditionalDiscountValue))).toEqual(new Set([40]));
  });
  it('are one payment for what is paid whole', () => {
    const whole = expectedOf({ ...price(613, 6, 400), kind: 'total' });
    expect(whole).toMatchObject({ installments: 1, total: 400 });
    expect(whole.rows).toHaveLength(1);
  });
});
