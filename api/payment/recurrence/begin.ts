import { authorisationOf, type PlanDates, type PriceRow, plannedCycles } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastRecurrence, type RecurrenceRow } from './store.ts';

/**
 * Time for the process that starts a recurrence to create the first charge and ask the bank, before the job does it instead.
 */
const FIRST_LOOK_MS = 60_000;

export interface NewRecurrence {
  subscriptionId: number;
  /** Payment of the first instalment, created in the same transaction. */
  paymentId: number;
  method: RecurrenceRow['method'];
  /** All instalments of the plan after discounts, including the first. */
  rows: readonly Pick<PriceRow, 'number' | 'final'>[];
  dates: PlanDates;
  /** The payer named to the bank: the guardian of a minor, otherwise the candidate; null for an acquirer, which needs none. */
  payer: { cpf: string; name: string } | null;
}

/**
 * Stores the authorisation of the later instalments and its cycles alongside the payment of the first one (D-70, D-71).
 * Undefined when nothing is left to charge. The caller must hold the lock on the subscription; `createRecurrence` asks the
 * provider after the commit, once the charge of the first instalment exists.
 * @throws when a live one already exists.
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
  return lastRecurrence(tx, subscriptionId);
}
