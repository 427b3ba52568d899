import { formatAmount } from '@orbita/domain/foundation';
import type { PaymentMethod } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * A completed refund: what the money was paid for (one of the two ids), and the id it was sent back under, if a provider sent
 * it.
 */
type Returned = {
  id: number;
  payment_id: number | null;
  month_id: number | null;
  amount_cents: number;
  return_id: string | null;
};
type Row = { person_id: number; subscription_id: number; method: PaymentMethod };

/** How the money was returned, as the message words it; without a return id the institution refunded it itself. */
const wayOf = ({ return_id: sent }: Returned, { method }: Row): 'pix' | 'cartao' | 'fora' => {
  if (sent === null) return 'fora';
  return method === 'credit-card' ? 'cartao' : 'pix';
};

/** Notifies the person that money was refunded to them (N-35), in the transaction that ends the refund. */
export async function tellRefund(tx: Tx, platform: Platform, refund: Returned): Promise<void> {
  const row = await tx.one<Row>(sql`
    select s.person_id, s.id as subscription_id, m.method from (
      select y.tenant_id, y.subscription_id, y.method from payment y
      where y.tenant_id = ${tx.tenantId} and y.id = ${refund.payment_id}::bigint
      union all
      select q.tenant_id, q.subscription_id, q.method from recurrence_cycle c
      join recurrence q on q.tenant_id = c.tenant_id and q.id = c.recurrence_id
      where c.tenant_id = ${tx.tenantId} and c.id = ${refund.month_id}::bigint) m
    join subscription s on s.tenant_id = m.tenant_id and s.id = m.subscription_id`);
  if (!row) throw new Error(`The money of refund ${refund.id} is not there`);
  notify(tx, platform, {
    template: 'N-35',
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    dedupe: `refund:${refund.id}`,
    data: { variante: wayOf(refund, row), valor: formatAmount(refund.amount_cents) },
  });
}
