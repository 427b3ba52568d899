import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty } from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { institutionFilter, type ListQuery, pageOf, pagingOf, sinceFilter } from './lists.ts';

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
  total: number;
};

/** Messages, newest first. A token of some institutions sees those of their subscriptions alone. */
export async function listNotifications(
  house: House,
  tenant: Tenant,
  service: Service,
  query: ListQuery & { subscriptionId?: number | undefined },
) {
  const paging = pagingOf(query);
  const one =
    query.subscriptionId === undefined ? empty : sql` and n.subscription_id = ${query.subscriptionId}`;
  const rows = await house.db.tenant(tenant.id).many<Row>(sql`
    select n.id, n.subscription_id, n.template, n.channel, n.recipient, n.state, n.attempts, n.created_at, n.sent_at,
      count(*) over ()::int as total
    from notification n
    left join subscription s on s.tenant_id = n.tenant_id and s.id = n.subscription_id
    left join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where n.tenant_id = ${tenant.id}${one}${institutionFilter(service, query, sql`i.code`)}
      ${sinceFilter(query, sql`coalesce(n.sent_at, n.created_at)`)}
    order by n.id desc ${paging.limit}`);
  const data = rows.map((row) => ({
    id: row.id,
    subscriptionId: row.subscription_id,
    template: row.template,
    channel: row.channel,
    to: row.recipient,
    // A message on its way is not sent yet.
    state: row.state === 'sending' ? 'pending' : row.state,
    attempts: row.attempts,
    createdAt: isoInZone(row.created_at, tenant.timeZone),
    sentAt: row.sent_at ? isoInZone(row.sent_at, tenant.timeZone) : null,
  }));
  return pageOf(data, rows[0]?.total ?? 0, paging);
}
