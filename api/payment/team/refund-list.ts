import { isoInZone, toAmount } from '@orbita/domain/foundation';
import type { RefundState } from '@orbita/domain/payment';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service, ServiceContext } from '../../platform/http/context.ts';
import { listPage } from '../../platform/lists/list-page.ts';
import { ownedBy } from '../../platform/lists/lists.ts';

type Row = {
  id: number;
  payment_id: number | null;
  month_id: number | null;
  subscription_id: number;
  institution: string;
  amount_cents: number;
  state: RefundState;
  reason: string;
  requested_by: string;
  failure: string | null;
  requested_at: Date;
  settled_at: Date | null;
};

const present = (row: Row, zone: string) => ({
  ...{ id: row.id, paymentId: row.payment_id, monthId: row.month_id, subscriptionId: row.subscription_id },
  ...{
    institution: row.institution,
    amount: toAmount(row.amount_cents),
    state: row.state,
    reason: row.reason,
  },
  ...{ requestedBy: row.requested_by, failure: row.failure },
  requestedAt: isoInZone(row.requested_at, zone),
  settledAt: row.settled_at && isoInZone(row.settled_at, zone),
});

/** Refunds whose provider has not answered; must match the condition of their index exactly. */
const REFUND_WAITS = sql`f.state in ('requested', 'processing')`;

/** SQL condition for refunds of money that belongs to the caller's institutions. */
function refundsOf(tenantId: number, service: Service, query: { institution?: string | undefined }): Sql {
  if (service.institutions === null && query.institution === undefined) return empty;
  return sql` and (exists (select from payment y where y.tenant_id = f.tenant_id and y.id = f.payment_id
      ${ownedBy(tenantId, service, query, sql`y.institution_id`)})
    or exists (select from recurrence_cycle c where c.tenant_id = f.tenant_id and c.id = f.month_id
      ${ownedBy(tenantId, service, query, sql`c.institution_id`)}))`;
}

/**
 * Refunds, most recently requested first; filtered to those whose provider has not answered when a state is given (spec 25.11).
 */
export const listRefunds = (
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  query: Query<'GET /operations/refunds'>,
) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    {
      from: ['refund', 'f'],
      where: sql`f.tenant_id = ${tenant.id}${query.state ? sql` and ${REFUND_WAITS}` : empty}
        ${refundsOf(tenant.id, service, query)}`,
      columns: sql`f.id, f.payment_id, f.month_id, coalesce(y.subscription_id, c.subscription_id) as subscription_id,
        i.code as institution, f.amount_cents, f.state, f.reason, f.requested_by, f.failure, f.requested_at, f.settled_at`,
      joins: sql`
        left join payment y on y.tenant_id = f.tenant_id and y.id = f.payment_id
        left join recurrence_cycle c on c.tenant_id = f.tenant_id and c.id = f.month_id
        join institution i on i.tenant_id = f.tenant_id and i.id = coalesce(y.institution_id, c.institution_id)`,
      at: sql`f.requested_at`,
      newestFirst: true,
    },
    query,
    (row) => present(row, tenant.timeZone),
  );
