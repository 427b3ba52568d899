import { describe, expect, it } from 'vitest';
import { cardShown, methodShown } from './card-shown.ts';

describe('the display of a card', () => {
  it.each([
    [{ brand: 'visa', last4: '0010' }, 'Visa final 0010'],
    [{ brand: 'Master', last4: '0010' }, 'Mastercard final 0010'],
    [{ brand: null, last4: '0010' }, 'Cartão final 0010'],
    [{ brand: 'elo', last4: null }, 'Elo'],
    [{ brand: null, last4: null }, null],
  ])('%j is %s', (card, shown) => {
    expect(cardShown(card)).toBe(shown);
  });

  it.each([
    [{ method: 'pix', card: null }, 'Pix'],
    [{ method: 'credit-card', card: null }, 'Cartão de crédito'],
    [
      { method: 'credit-card', card: { brand: 'visa', last4: '0010', installments: 1 } },
      'Cartão de crédito, Visa final 0010',
    ],
    [
      { method: 'credit-card', card: { brand: 'visa', last4: '0010', installments: 10 } },
      'Cartão de crédito, Visa final 0010, em 10 vezes',
    ],
    [
      { method: 'credit-card', cents: 36_000, card: { brand: 'visa', last4: '0010', installments: 6 } },
      'Cartão de crédito, Visa final 0010, 6x de R$ 60,00',
    ],
    [
      { method: 'credit-card', cents: 10_001, card: { brand: null, last4: null, installments: 2 } },
      'Cartão de crédito, em 2 vezes',
    ],
    [{ method: 'manual', card: null }, 'Pagamento na instituição'],
    [{ method: 'automatic-pix', cents: 36_000, card: null }, 'Pix Automático'],
  ])('a receipt of %j says %s', (payment, shown) => {
    expect(methodShown(payment)).toBe(shown);
  });
});
