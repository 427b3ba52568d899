import { expect, it } from 'vitest';
import { type RowOf, type ShapeOf, shapeOf } from './shape.ts';

type Card = { paymentId: number; last4: string; isTaxPaid: boolean; holder: { fullName: string } | null };

it('turns columns into fields, but leaves the names inside jsonb as they are', () => {
  const row: RowOf<Card> = {
    payment_id: 7,
    last4: '1234',
    is_tax_paid: false,
    holder: { fullName: 'Ana', full_name: 'Ana' } as { fullName: string },
  };
  const card: Card = shapeOf(row);
  expect(card).toEqual({
    paymentId: 7,
    last4: '1234',
    isTaxPaid: false,
    holder: { fullName: 'Ana', full_name: 'Ana' },
  });
  const back: ShapeOf<RowOf<Card>> = card;
  expect(Object.keys(back)).toEqual(['paymentId', 'last4', 'isTaxPaid', 'holder']);
});

it('turns null, dates and lists over unchanged', () => {
  const at = new Date(0);
  expect(shapeOf({ ended_at: null, created_at: at, retry_days: [1] })).toEqual({
    endedAt: null,
    createdAt: at,
    retryDays: [1],
  });
});
