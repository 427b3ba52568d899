import { randomUUID } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import type { WebhookEvent, WebhookKind } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';

/** The application that a webhook reports on. */
export type Subject = {
  id: number;
  person_id: number;
  institution_id: number;
  version: number;
  time_zone: string;
};

export type DataOf<K extends WebhookKind> = Extract<WebhookEvent, { type: K }>['data'];

/** True if an endpoint of the institution listens to a kind; otherwise the event's data need not be read. */
export const hasListener = async (tx: Tx, institutionId: number, kind: WebhookKind): Promise<boolean> =>
  (await tx.one(sql`
    select id from webhook_endpoint where tenant_id = ${tx.tenantId} and institution_id = ${institutionId}
      and state <> 'removed' and ${kind}::text = any(kinds) limit 1`)) !== undefined;

/**
 * Writes an event for each endpoint of the institution that listens to its kind, in the event's transaction (spec 17.5); the
 * job `webhooks` delivers it. For a disabled endpoint it is held until that is active again.
 */
export async function notifyInstitution<K extends WebhookKind>(
  tx: Tx,
  platform: Platform,
  about: Subject,
  type: K,
  data: DataOf<K>,
): Promise<void> {
  const now = platform.clock.now();
  const body = JSON.stringify({ type, timestamp: isoInZone(now, about.time_zone), data });
  await tx.many(sql`
    insert into webhook_delivery (tenant_id, event_id, endpoint_id, institution_id, kind, subscription_id, person_id, version, body,
      state, next_attempt_at, created_at, updated_at)
    select e.tenant_id, ${`evt_${randomUUID()}`}::text, e.id, e.institution_id, ${type}::text, ${about.id}::bigint,
      ${about.person_id}::bigint, ${data.version}::int, ${body}::text,
      case when e.state = 'active' then 'pending' else 'held' end,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from webhook_endpoint e where e.tenant_id = ${tx.tenantId} and e.institution_id = ${about.institution_id}
      and e.state <> 'removed' and ${type}::text = any(e.kinds) returning id`);
}
