import { expect, it } from 'vitest';
import { isSameMoney, type MoneyOf } from './refundable.ts';

const [payment, otherPayment]: MoneyOf[] = [{ paymentId: 1 }, { paymentId: 2 }];
const [month, otherMonth]: MoneyOf[] = [{ monthId: 1 }, { monthId: 2 }];

it.each([
  [payment, payment, true],
  [payment, otherPayment, false],
  [month, month, true],
  [month, otherMonth, false],
  // A payment and a month may have the same id.
  [payment, month, false],
  [month, payment, false],
])('%j and %j are the same payment: %s', (one, other, same) => {
  expect(isSameMoney(one as MoneyOf, other as MoneyOf)).toBe(same);
});
