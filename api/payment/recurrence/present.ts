import { isoInZone, toAmount } from '@orbita/domain/foundation';
import type { CycleGivenBack, RecurrenceRow } from './store.ts';

const common = (row: RecurrenceRow, zone: string) => ({
  id: row.id,
  method: row.method,
  state: row.state,
  amount: toAmount(row.amount_cents),
  dayOfMonth: row.day_of_month,
  fixed: row.kind === 'fixed',
  approvedAt: row.approved_at && isoInZone(row.approved_at, zone),
  endedBy: row.ended_by,
});

/** An authorisation as shown to its candidate. */
export const presentRecurrence = (row: RecurrenceRow, cycles: readonly CycleGivenBack[], zone: string) => ({
  ...common(row, zone),
  cycles: cycles.map((cycle) => ({
    Number: cycle.number,
    dueDate: cycle.due_day,
    amount: toAmount(cycle.amount_cents),
    state: cycle.state,
    paidAt: cycle.paid_at && isoInZone(cycle.paid_at, zone),
    refunded: toAmount(cycle.refunded_cents),
  })),
});

/** A month as shown to operations. */
export const presentMonth = (cycle: CycleGivenBack, zone: string) => ({
  id: cycle.id,
  number: cycle.number,
  dueDate: cycle.due_day,
  amount: toAmount(cycle.amount_cents),
  state: cycle.state,
  providerId: cycle.txid,
  askedFor: cycle.asked_day,
  retryDays: cycle.retry_days,
  received: cycle.received_cents === null ? null : toAmount(cycle.received_cents),
  refunded: toAmount(cycle.refunded_cents),
  attention: cycle.attention,
  endedBy: cycle.ended_by,
  endCode: cycle.end_code,
  paidAt: cycle.paid_at && isoInZone(cycle.paid_at, zone),
});

/** An authorisation as shown to operations. */
export const presentRecurrenceRecord = (
  row: RecurrenceRow,
  cycles: readonly CycleGivenBack[],
  zone: string,
) => ({
  ...common(row, zone),
  subscriptionId: row.subscription_id,
  paymentId: row.payment_id,
  providerId: row.provider_id,
  endCode: row.end_code,
  createdAt: isoInZone(row.created_at, zone),
  updatedAt: isoInZone(row.updated_at, zone),
  cycles: cycles.map((cycle) => presentMonth(cycle, zone)),
});
