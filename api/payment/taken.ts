import type { AcquirerProvider } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { RefundRow } from './give-back.ts';

/** Where the refunded money was taken. */
export type Taken = {
  subscriptionId: number;
  /** The institution's account: the tenant's alias and the institution's code. */
  alias: string;
  code: string;
  /** Null for Pix money; `orderId` is our reference of the charge at the acquirer. */
  card: { provider: AcquirerProvider; orderId: string } | null;
};

type Row = {
  subscription_id: number;
  alias: string;
  code: string;
  provider: AcquirerProvider | null;
  order_id: string | null;
};

/**
 * The account and charge that took the money of a refund; the card of a month is that of the first instalment. Undefined if it
 * was not taken by a provider.
 */
export async function takenBy(on: Runner, refund: RefundRow): Promise<Taken | undefined> {
  const money =
    refund.payment_id === null
      ? sql`select q.tenant_id, q.subscription_id, q.payment_id, q.method, ${refund.end_to_end_id}::text as order_id
          from recurrence_cycle c join recurrence q on q.tenant_id = c.tenant_id and q.id = c.recurrence_id
          where c.tenant_id = ${on.tenantId} and c.id = ${refund.month_id}::bigint`
      : sql`select y.tenant_id, y.subscription_id, y.id, y.method, y.txid
          from payment y where y.tenant_id = ${on.tenantId} and y.id = ${refund.payment_id} and y.txid is not null`;
  const row = await on.one<Row>(sql`
    with money(tenant_id, subscription_id, payment_id, method, order_id) as (${money})
    select m.subscription_id, t.alias, i.code, b.provider, m.order_id
    from money m
    join tenant t on t.id = m.tenant_id
    join subscription s on s.tenant_id = m.tenant_id and s.id = m.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    left join payment_card b on b.tenant_id = m.tenant_id and b.payment_id = m.payment_id and m.method = 'credit-card'`);
  if (!row) return undefined;
  const { provider, order_id: orderId } = row;
  const card = provider && orderId ? { provider, orderId } : null;
  return { subscriptionId: row.subscription_id, alias: row.alias, code: row.code, card };
}
