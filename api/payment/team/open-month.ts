import type { RecurrenceState } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { fail } from '../../platform/http/errors.ts';
import { withWork } from '../../work/shown.ts';
import { MONTH_COLUMNS, type MonthRow, presentListedMonth } from './listed-months.ts';
import { type Looking, openMoney } from './open-money.ts';

type Row = MonthRow & { version: number; payment_id: number; recurrence_state: RecurrenceState };

/** One month with the options for its marks (spec 25.11). Fails with 404 outside the caller's institutions. */
export const openMonth = (on: Looking, id: number) => withWork(on, 'month', id, read(on, id));

const read = (on: Looking, id: number) =>
  on.platform.db.write(on.tenant.id, async (tx) => {
    const row = await tx.one<Row>(sql`
      select ${MONTH_COLUMNS}, c.version, r.payment_id, r.state as recurrence_state
      from recurrence_cycle c join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
      where c.tenant_id = ${on.tenant.id} and c.id = ${id}`);
    if (!row) fail('NOT_FOUND');
    const open = await openMoney(
      tx,
      on,
      { monthId: id },
      {
        subscriptionId: row.subscription_id,
        purpose: null,
        askedCents: row.amount_cents,
        marks: row.attention,
      },
    );
    return {
      ...presentListedMonth(row, on.tenant.timeZone),
      version: row.version,
      paymentId: row.payment_id,
      recurrenceState: row.recurrence_state,
      ...open,
    };
  });
