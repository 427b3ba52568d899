import { authorisationOf, type PlanDates, type PriceRow, plannedCycles } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastRecurrence, type RecurrenceRow } from './store.ts';

/** Whoever begins a recurrence has so long to make the first charge and ask the bank, before the job does it instead. */
const FIRST_LOOK_MS = 60_000;

export interface NewRecurrence {
  subscriptionId: number;
  /** Payment of the first instalment, written in the same transaction. */
  paymentId: number;
  method: RecurrenceRow['method'];
  /** Every instalment of the plan after discounts, the first one included. */
  rows: readonly Pick<PriceRow, 'number' | 'final'>[];
  dates: PlanDates;
  /** Person named to the bank as payer: the guardian of a minor, otherwise the candidate; an acquirer needs nobody. */
  payer: { cpf: string; name: string } | null;
}

/**
 * Writes the authorisation of the later instalments and its cycles beside the payment of the first one (D-70, D-71).
 * Undefined when nothing is left to charge. The subscription must be locked; `createRecurrence` then asks the provider,
 * after the commit and after the charge of the first instalment exists. @throws when a live one exists already.
 */
export async function beginRecurrence(
  tx: Tx,
  platform: Platform,
  { subscriptionId, paymentId, method, rows, dates, payer }: NewRecurrence,
): Promise<RecurrenceRow | undefined> {
  const cycles = plannedCycles(rows, dates);
  const authorisation = authorisationOf(cycles.map(({ amountCents }) => amountCents));
  if (!authorisation) return undefined;
  const now = platform.clock.now();
  const made = await tx.one<{ id: number }>(sql`
    insert into recurrence (tenant_id, subscription_id, payment_id, method, state, kind, amount_cents, day_of_month,
      payer_name, payer_cpf, next_check_at, created_at, updated_at)
    values (${tx.tenantId}, ${subscriptionId}, ${paymentId}, ${method}, 'created', ${authorisation.kind},
      ${authorisation.cents}, ${dates.dueDay}, ${payer?.name ?? null}, ${payer?.cpf ?? null}, ${new Date(platform.clock.wall() + FIRST_LOOK_MS)}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz)
    returning id`);
  if (!made) throw new Error('The recurrence was not stored');
  await tx.many(sql`
    insert into recurrence_cycle (tenant_id, recurrence_id, subscription_id, number, due_day, amount_cents, state, updated_at)
    select ${tx.tenantId}::bigint, ${made.id}::bigint, ${subscriptionId}::bigint, (c->>'number')::int, (c->>'dueDay')::date,
      (c->>'amountCents')::bigint, 'planned', ${now}::timestamptz
    from jsonb_array_elements(${JSON.stringify(cycles)}::jsonb) as c returning number`);
  return lastRecurrence(tx, tx.tenantId, subscriptionId);
}
