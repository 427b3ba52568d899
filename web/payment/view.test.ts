import { describe, expect, it } from 'vitest';
import type { Denial } from './denial.ts';
import type { Payment, PaymentOptions, Price } from './queries.ts';
import { type Seen, viewOf } from './view.ts';

const payment = (more: Partial<Payment>): Payment => ({
  paymentId: 1,
  subscriptionId: 7,
  priceId: 611,
  purpose: 'enrollment',
  state: 'pending',
  amount: 360,
  method: 'pix',
  installments: 1,
  createdAt: '2026-01-12T10:00:00-03:00',
  paidAt: null,
  slip: null,
  pix: null,
  card: null,
  denial: null,
  recurrence: null,
  ...more,
});
const denial: Denial = { reason: 'retry-later', options: ['retry', 'other-method'] };
const denied = payment({ paymentId: 9, method: 'credit-card', state: 'denied', denial });
const cardFields: PaymentOptions['cardFields'] = {
  provider: 'cielo',
  url: 'https://cartao.test/card-fields/cielo',
  threeDSecure: 'off',
};
const seen = (more: Partial<Seen> = {}, open: Payment | null = null): Seen => ({
  options: { purpose: 'enrollment', openCharge: open, cardFields },
  newest: open ?? undefined,
  leftId: undefined,
  replacing: false,
  card: undefined,
  ...more,
});
const kind = (of: Seen) => viewOf(of).kind;
const price = { priceId: 611 } as Price; // only passed on

describe('the payment step shows', () => {
  it('an open charge first, until it is left or may be replaced', () => {
    const pix = payment({});
    expect(kind(seen({}, pix))).toBe('charge');
    expect(kind(seen({ card: price }, pix))).toBe('charge');
    expect(kind(seen({ leftId: 1 }, pix))).toBe('choose');
    expect(kind(seen({ leftId: 1, card: price }, pix))).toBe('card');
    expect(kind(seen({ replacing: true }, pix))).toBe('choose');
  });

  it('a card in process, which nothing replaces (spec 14.4)', () => {
    const card = payment({ method: 'credit-card', state: 'processing' });
    expect(kind(seen({ replacing: true, card: price }, card))).toBe('charge');
  });

  it('S-33b a denied card, also after a reload, until an option is chosen', () => {
    expect(viewOf(seen({ newest: denied }))).toEqual({ kind: 'denied', payment: denied, denial });
    expect(kind(seen({ newest: denied, card: price }))).toBe('denied');
    expect(kind(seen({ newest: denied, leftId: 9 }))).toBe('choose');
    expect(kind(seen({ newest: denied, leftId: 9, card: price }))).toBe('card');
    expect(kind(seen({ newest: { ...denied, purpose: 'tax' } }))).toBe('choose');
  });

  it('no card without its fields', () => {
    const without = { purpose: 'enrollment', openCharge: null, cardFields: null } as const;
    expect(kind(seen({ options: without, card: price }))).toBe('choose');
  });

  it.each([
    ['pix', 'charge'],
    ['slip', 'charge'],
    ['credit-card', 'choose'],
  ] as const)('an expired %s leads to %s', (method, view) => {
    expect(kind(seen({ newest: payment({ method, state: 'expired' }) }))).toBe(view);
  });
});
