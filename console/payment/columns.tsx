import { methodLabel } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import { At } from '../base/facts.tsx';
import { purposes, listTexts as t } from '../texts/payment.ts';
import type { Column } from '../ui/data-table.tsx';
import { moneyText } from './money-text.ts';
import { MoneyMarks, PaymentState } from './state.tsx';

export type Payment = Answer<'GET /operations/payments'>['data'][number];

/** Columns of a payment wherever payments are listed. */
export const columns: readonly Column<Payment>[] = [
  { key: 'number', title: t.number, className: 'numbers', cell: ({ id }) => id },
  {
    key: 'what',
    title: t.what,
    cell: ({ purpose, method }) => `${purposes[purpose]} · ${methodLabel(method)}`,
  },
  {
    key: 'application',
    title: t.application,
    className: 'numbers',
    inBlock: t.application,
    cell: ({ subscriptionId }) => subscriptionId,
  },
  { key: 'amount', title: t.amount, className: 'num nowrap', cell: ({ amount }) => moneyText(amount) },
  {
    key: 'state',
    title: t.state,
    className: 'line',
    cell: ({ state, attention }) => (
      <>
        <PaymentState state={state} />
        <MoneyMarks marks={attention} />
      </>
    ),
  },
  {
    key: 'changed',
    title: t.changed,
    className: 'num nowrap start',
    inBlock: t.changed,
    cell: ({ updatedAt }) => <At instant={updatedAt} />,
  },
];
