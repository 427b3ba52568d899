import { addDays, isoInZone, startOfDay, toAmount } from '@orbita/domain/foundation';
import type { Attention } from '@orbita/domain/payment';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PaymentRow } from '../store.ts';
import { type HandledRow, handledColumns, presentHandled } from './refunds.ts';

export type ListedRow = Pick<
  PaymentRow,
  'id' | 'subscription_id' | 'purpose' | 'method' | 'amount_cents' | 'received_cents' | 'state' | 'txid'
> &
  HandledRow<Attention> & {
    attention: Attention[];
    reason: string | null;
    created_at: Date;
    paid_at: Date | null;
    updated_at: Date;
  };

/** A payment as listed for the institution's systems. */
export const presentPayment = (row: ListedRow, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  purpose: row.purpose,
  method: row.method,
  amount: toAmount(row.amount_cents),
  received: row.received_cents === null ? null : toAmount(row.received_cents),
  refunded: toAmount(
    row.refunds.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0),
  ),
  state: row.state,
  providerId: row.txid,
  attention: row.attention,
  reason: row.reason,
  ...presentHandled(row, zone),
  createdAt: isoInZone(row.created_at, zone),
  paidAt: row.paid_at && isoInZone(row.paid_at, zone),
  updatedAt: isoInZone(row.updated_at, zone),
});

const attentionFilter = (attention: string | undefined): Sql => {
  if (!attention) return empty;
  return attention === 'any' || attention === 'true'
    ? sql` and y.attention <> '[]'::jsonb`
    : sql` and y.attention <> '[]'::jsonb and y.attention @> to_jsonb(${attention}::text)`;
};

type PaymentQuery = Query<'GET /operations/payments'>;

/** SQL columns of a `ListedRow`, from `payment y` and its `manual_payment m`. */
export const PAYMENT_COLUMNS = sql`y.id, y.subscription_id, y.purpose, y.method, y.amount_cents, y.received_cents, y.state, y.txid,
    y.attention, y.created_at, y.paid_at, y.updated_at, m.reason,
    ${handledColumns((as) => sql`${as}.tenant_id = y.tenant_id and ${as}.payment_id = y.id`)}`;
export const PAYMENT_JOINS = sql`left join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id`;

/**
 * SQL condition on the tenant's local days on which money was received, both inclusive; undefined without such a filter. With
 * it, the list is sorted by that time.
 */
const paidOn = ({ paidFrom, paidUntil }: PaymentQuery, zone: string): Sql | undefined => {
  if (!paidFrom && !paidUntil) return undefined;
  const from = paidFrom ? sql` and y.paid_at >= ${startOfDay(paidFrom, zone)}::timestamptz` : empty;
  const until = paidUntil
    ? sql` and y.paid_at < ${startOfDay(addDays(paidUntil, 1), zone)}::timestamptz`
    : empty;
  return sql` and y.paid_at is not null${from}${until}`;
};

const paymentList = (tenantId: number, zone: string, service: Service, query: PaymentQuery): List => ({
  from: ['payment', 'y'],
  where: sql`y.tenant_id = ${tenantId}${query.state ? sql` and y.state = ${query.state}::text` : empty}
    ${query.method ? sql` and y.method = ${query.method}::text` : empty}
    ${query.subscriptionId ? sql` and y.subscription_id = ${query.subscriptionId}::bigint` : empty}
    ${attentionFilter(query.attention)}${paidOn(query, zone) ?? empty}
    ${ownedBy(tenantId, service, query, sql`y.institution_id`)}`,
  columns: PAYMENT_COLUMNS,
  joins: PAYMENT_JOINS,
  ...(paidOn(query, zone) ? { at: sql`y.paid_at`, since: sql`y.updated_at` } : { at: sql`y.updated_at` }),
  newestFirst: true,
});

/** Payments for the institution's systems, most recently changed first (spec 17.2). */
export const listPayments = (platform: Platform, tenant: Tenant, service: Service, query: PaymentQuery) =>
  listPage<ListedRow, ReturnType<typeof presentPayment>>(
    platform.db.tenant(tenant.id),
    paymentList(tenant.id, tenant.timeZone, service, query),
    query,
    (row) => presentPayment(row, tenant.timeZone),
  );
