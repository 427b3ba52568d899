import { isoInZone } from '@orbita/domain/foundation';
import type { Attention, MonthMark, Resolution } from '@orbita/domain/payment';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { MoneyOf } from './refundable.ts';

/** What operations decided about a mark, by whom and when. */
export type Said = {
  mark: Attention | MonthMark;
  decision: Resolution;
  reason: string;
  by: string;
  at: Date;
};

/** Resolves the differences that a comparison left open for a payment or month; `those` selects them. */
const resolveDifferences = (tx: Tx, those: Sql, { reason, by, at }: Said): Promise<unknown> =>
  tx.many(sql`
    update reconciliation_difference set state = 'resolved', reason = ${reason}::text, resolved_by = ${by}::text,
      resolved_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and ${those} and state = 'open' returning id`);

/** Stores the decision about a mark; if a comparison had set the mark, its differences (`those`) are resolved too. */
export async function keepResolution(tx: Tx, of: MoneyOf, those: Sql, said: Said): Promise<void> {
  const { mark, decision, reason, by, at } = said;
  if (mark === 'comparison-difference') await resolveDifferences(tx, those, said);
  const paymentId = 'paymentId' in of ? of.paymentId : null;
  const monthId = 'monthId' in of ? of.monthId : null;
  await tx.one(sql`
    insert into payment_resolution (tenant_id, payment_id, month_id, mark, decision, reason, resolved_by, resolved_at)
    values (${tx.tenantId}, ${paymentId}::bigint, ${monthId}::bigint, ${mark}, ${decision}, ${reason}, ${by},
      ${at}::timestamptz) returning id`);
}

/** Who last removed the mark and when, for a caller who finds it gone; empty if nobody did. */
export async function lastSaid(
  tx: Tx,
  of: MoneyOf,
  mark: Attention | MonthMark,
  zone: string,
): Promise<{ by?: string; at?: string }> {
  const row = await tx.one<{ by: string; at: Date }>(sql`
    select resolved_by as by, resolved_at as at from payment_resolution
    where tenant_id = ${tx.tenantId} and mark = ${mark}::text
      and ${'paymentId' in of ? sql`payment_id = ${of.paymentId}` : sql`month_id = ${of.monthId}`}
    order by id desc limit 1`);
  return row ? { by: row.by, at: isoInZone(row.at, zone) } : {};
}
