import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty } from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { type List, listPage } from './list-page.ts';
import { type ListQuery, ofSubscriptionsOf } from './lists.ts';

type Row = {
  id: number;
  subscription_id: number | null;
  template: string;
  channel: string;
  recipient: string;
  state: string;
  attempts: number;
  created_at: Date;
  sent_at: Date | null;
};

type Query = ListQuery & { subscriptionId?: number | undefined };

export const notificationList = (tenantId: number, service: Service, query: Query): List => ({
  from: ['notification', 'n'],
  where: sql`n.tenant_id = ${tenantId}
    ${query.subscriptionId === undefined ? empty : sql` and n.subscription_id = ${query.subscriptionId}`}
    ${ofSubscriptionsOf(tenantId, service, query, sql`n.subscription_id`)}`,
  columns: sql`n.*`,
  at: sql`coalesce(n.sent_at, n.created_at)`,
  newestFirst: true,
});

const present = (row: Row, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  template: row.template,
  channel: row.channel,
  to: row.recipient,
  // A message on its way is not sent yet.
  state: row.state === 'sending' ? 'pending' : row.state,
  attempts: row.attempts,
  createdAt: isoInZone(row.created_at, zone),
  sentAt: row.sent_at ? isoInZone(row.sent_at, zone) : null,
});

/** Messages, newest first. A token of some institutions sees those of their subscriptions alone. */
export const listNotifications = (house: House, tenant: Tenant, service: Service, query: Query) =>
  listPage<Row, ReturnType<typeof present>>(
    house.db.tenant(tenant.id),
    notificationList(tenant.id, service, query),
    query,
    (row) => present(row, tenant.timeZone),
  );
