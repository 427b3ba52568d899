import { expect, it } from 'vitest';
import { saleWith } from '../../../testing/cards.ts';
import type { CardSale } from '../../platform/acquirer-port.ts';
import { saleBody } from './shapes.ts';

/** What is sent to Cielo about a stored card: without it, the networks decline the charges of the following months. */
const outcomeOf = (more: Partial<CardSale>) => {
  const { Payment } = saleBody(saleWith('12345678-token', more)) as { Payment: Record<string, unknown> };
  const { Recurrent, InitiatedTransactionIndicator, IssuerTransactionId, CreditCard } = Payment;
  return { Recurrent, InitiatedTransactionIndicator, IssuerTransactionId, CreditCard };
};
const later = { storedCredential: { networkId: '123456789012345' } } as const;

it.each([
  ['visa', undefined, undefined],
  ['elo', undefined, undefined],
  ['mastercard', 'C1', 'M1'],
] as const)('a card of %s is first stored by its holder and later charged by us', (brand, first, again) => {
  const begun = (Category: string | undefined) => Category && { Category, Subcategory: 'StandingOrder' };
  expect(outcomeOf({ brand, storedCredential: 'first' })).toEqual({
    Recurrent: true,
    InitiatedTransactionIndicator: begun(first),
    IssuerTransactionId: undefined,
    CreditCard: expect.objectContaining({
      PaymentToken: '12345678-token',
      SaveCard: true,
      CardOnFile: { Usage: 'First', Reason: 'Recurring' },
    }),
  });
  const month = outcomeOf({ brand, ...later });
  expect(month).toEqual({
    Recurrent: true,
    InitiatedTransactionIndicator: begun(again),
    IssuerTransactionId: '123456789012345',
    CreditCard: expect.objectContaining({
      CardToken: '12345678-token',
      CardOnFile: { Usage: 'Used', Reason: 'Recurring' },
    }),
  });
  expect(month.CreditCard).not.toHaveProperty('SaveCard');
});

it('a card that pays once is not stored', () => {
  const once = outcomeOf({ brand: 'mastercard' });
  expect(once).toMatchObject({ Recurrent: undefined, InitiatedTransactionIndicator: undefined });
  for (const stored of ['CardOnFile', 'SaveCard', 'CardToken'])
    expect(once.CreditCard).not.toMatchObject({ [stored]: expect.anything() });
  expect(once.CreditCard).toMatchObject({ PaymentToken: '12345678-token' });
});

it.each([
  ['José d’Ávila Ção', 'X', 'Jose d Avila Cao'],
  ["Maria-Clara O'Neil 2º", 'X', 'Maria Clara O Neil'],
  ['  Ana\u200b\tSouza (filha) ', 'X', 'Ana Souza filha'],
  ['李小龙', 'LI XIAOLONG', 'LI XIAOLONG'],
  ['123', '4', 'Cliente'],
  ['a'.repeat(300), 'X', 'a'.repeat(255)],
])('the customer %j is sent with letters only', (name, holderName, sent) => {
  const sale = saleWith('12345678-token', { holderName });
  const { Customer } = saleBody({ ...sale, customer: { ...sale.customer, name } }) as {
    Customer: { Name: string };
  };
  expect(Customer.Name).toBe(sent);
});
