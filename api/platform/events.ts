import sql from 'sql-template-tag';
import type { Tx } from './database/types.ts';
import type { Platform } from './platform.ts';

export type LiveEvent = {
  stream: 'business' | 'financial';
  type: string;
  subscriptionId: number;
  data: Record<string, unknown>;
};

/** Channel that notifies every node of something new for the sockets. */
export const LIVE_CHANNEL = 'orbita_live';

/**
 * Writes an event into the outbox, in the transaction of its cause. The version is the subscription's at that
 * moment; NOTIFY is sent with the commit, so that a rollback notifies nobody.
 */
export async function emit(tx: Tx, platform: Platform, event: LiveEvent): Promise<void> {
  const row = await tx.one<{ id: number }>(sql`
    insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
    select s.tenant_id, ${event.stream}::text, ${event.type}::text, s.id, s.person_id, s.version,
           ${JSON.stringify(event.data)}::jsonb, ${platform.clock.now()}::timestamptz
    from subscription s where s.tenant_id = ${tx.tenantId} and s.id = ${event.subscriptionId} returning id`);
  if (!row) throw new Error(`No subscription ${event.subscriptionId} for the event`);
  await tx.one(sql`select pg_notify(${LIVE_CHANNEL}, ${`${tx.tenantId}:${row.id}`})`);
}
