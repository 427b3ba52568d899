import { toAmount } from '@orbita/domain/foundation';
import { type Attention, isPixMethod, PRICE_LINES } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { fail } from '../../platform/http/errors.ts';
import { withWork } from '../../work/shown.ts';
import { cyclesOf } from '../recurrence/store.ts';
import { type PaymentRow, paymentById } from '../store.ts';
import { chargeLines } from './charge-lines.ts';
import { type ListedRow, PAYMENT_COLUMNS, PAYMENT_JOINS, presentPayment } from './listed-payments.ts';
import { type Looking, openMoney } from './open-money.ts';

/** How the amount of the charged instalment, the first, was reached; empty if nothing was deducted. */
function priceRows({ discounts }: PaymentRow) {
  const charged = discounts.rows?.[0];
  if (!charged) return [];
  const off = [
    {
      label: discounts.voucher ? `${PRICE_LINES.voucher} ${discounts.voucher}` : PRICE_LINES.voucher,
      cents: charged.voucher,
    },
    { label: PRICE_LINES.discount, cents: charged.discount },
    { label: PRICE_LINES.conditional, cents: charged.conditional },
  ].filter(({ cents }) => cents !== 0);
  if (off.length === 0) return [];
  return [
    { label: PRICE_LINES.base, amount: toAmount(charged.base) },
    ...off.map(({ label, cents }) => ({ label, amount: -toAmount(cents) })),
  ];
}

const providerOf = (row: PaymentRow, endToEndIds: string[]) => ({
  name: row.slip?.provider ?? row.card?.provider ?? (isPixMethod(row.method) ? 'pix' : null),
  txid: row.txid,
  number: row.provider_id,
  endToEndIds,
  slipLine: row.slip?.digitableLine ?? null,
  ourNumber: row.slip?.ourNumber ?? null,
  dueDay: row.slip?.dueDay ?? null,
  brand: row.card?.brand ?? null,
  last4: row.card?.last4 ?? null,
});

/**
 * One payment with its full history and the options for its marks (spec 25.11). Fails with 404 outside the caller's
 * institutions.
 */
export const openPayment = (on: Looking, id: number) => withWork(on, 'payment', id, read(on, id));

const read = (on: Looking, id: number) =>
  on.platform.db.write(on.tenant.id, async (tx) => {
    const { tenant } = on;
    const listed = await tx.one<ListedRow & { version: number }>(sql`
      select ${PAYMENT_COLUMNS}, y.version from payment y ${PAYMENT_JOINS}
      where y.tenant_id = ${tenant.id} and y.id = ${id}`);
    const row = listed && (await paymentById(tx, id));
    if (!listed || !row) fail('NOT_FOUND');
    const open = await openMoney<Attention>(
      tx,
      on,
      { paymentId: id },
      {
        subscriptionId: row.subscription_id,
        purpose: row.purpose,
        askedCents: row.amount_cents,
        marks: listed.attention,
      },
    );
    const { events, endToEndIds } = await chargeLines(tx, row);
    const months = row.recurrence ? await cyclesOf(tx, row.recurrence.id) : [];
    return {
      ...presentPayment(listed, tenant.timeZone),
      version: listed.version,
      ...open,
      provider: providerOf(row, endToEndIds),
      rows: priceRows(row),
      events,
      recurrence: row.recurrence && {
        id: row.recurrence.id,
        state: row.recurrence.state,
        months: months.map((month) => ({
          ...{ id: month.id, number: month.number, dueDate: month.due_day, state: month.state },
          ...{ amount: toAmount(month.amount_cents), attention: month.attention },
        })),
      },
    };
  });
