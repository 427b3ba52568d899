import { isoInZone } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import { type Channel, isResendable, isTemplateId, shownMessage } from '@orbita/domain/messaging';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { whyUndelivered } from '../failure-text.ts';
import { resendMessage } from '../resend.ts';

type Row = {
  id: number;
  subscription_id: number | null;
  template: string;
  channel: Channel;
  recipient: string;
  state: string;
  attempts: number;
  created_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  last_error: string | null;
  data: Record<string, string | number | null>;
};

type Query = ListQuery & {
  subscriptionId?: number | undefined;
  state?: 'pending' | 'sent' | 'failed' | undefined;
};

// Written out to match the partial indexes of pending and failed messages. A message being sent counts as pending.
const STATES: Record<NonNullable<Query['state']>, Sql> = {
  pending: sql` and n.state in ('pending', 'sending')`,
  sent: sql` and n.state = 'sent'`,
  failed: sql` and n.state = 'failed'`,
};

const notificationList = (tenantId: number, service: Service, query: Query): List => ({
  from: ['notification', 'n'],
  where: sql`n.tenant_id = ${tenantId}
    ${query.subscriptionId === undefined ? empty : sql` and n.subscription_id = ${query.subscriptionId}`}
    ${query.state ? STATES[query.state] : empty}
    ${ownedBy(tenantId, service, query, sql`n.institution_id`)}`,
  columns: sql`n.*`,
  at: sql`n.changed_at`,
  newestFirst: true,
});

/** The same rules as `resendMessage`, except whether anybody can receive it, which is known only when it is resent. */
const mayResend = ({ template, state, data }: Row): boolean =>
  (state === 'sent' || state === 'failed') &&
  !('codigo' in data) &&
  isTemplateId(template) &&
  isResendable(template, data.variante);

const present = (row: Row, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  template: row.template,
  title:
    shownMessage(row.template, row.channel, { id: row.subscription_id, ...row.data })?.title ?? row.template,
  channel: row.channel,
  to: maskContact(row.channel, row.recipient),
  state: row.state === 'sending' ? 'pending' : row.state,
  attempts: row.attempts,
  createdAt: isoInZone(row.created_at, zone),
  sentAt: row.sent_at ? isoInZone(row.sent_at, zone) : null,
  deliveredAt: row.delivered_at ? isoInZone(row.delivered_at, zone) : null,
  lastError: row.last_error,
  undelivered: row.state === 'failed' ? whyUndelivered(row.channel, row.last_error) : null,
  mayResend: mayResend(row),
});

/** Messages, newest first. A token restricted to some institutions sees only those of their subscriptions. */
export const listNotifications = (platform: Platform, tenant: Tenant, service: Service, query: Query) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    notificationList(tenant.id, service, query),
    query,
    (row) => present(row, tenant.timeZone),
  );

/**
 * Sends a message again, as a new one with a new link.
 * @throws `STATE_CONFLICT` (409) while the first is being sent or nobody can receive it, `NOT_RESENDABLE` for codes.
 */
export async function resendNotification(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
) {
  const one = (number: number) =>
    tx.one<Row>(sql`
      select n.* from notification n where n.tenant_id = ${tenant.id} and n.id = ${number}
        ${ownedBy(tenant.id, service, {}, sql`n.institution_id`)}`);
  if (!(await one(id))) fail('NOT_FOUND');
  const made = await one(await resendMessage(tx, platform, id));
  if (!made) throw new Error(`Message ${id} was not written again`);
  return present(made, tenant.timeZone);
}
