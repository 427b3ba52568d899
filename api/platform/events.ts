import sql from 'sql-template-tag';
import type { Tx } from './database/index.ts';
import type { House } from './house.ts';

export type LiveEvent = {
  stream: 'business' | 'financial';
  type: string;
  subscriptionId: number;
  data: Record<string, unknown>;
};

/** Channel on which every node hears that there is something new for the sockets. */
export const LIVE_CHANNEL = 'orbita_live';

/**
 * Writes an event into the outbox, in the transaction of what happened. The version is the subscription's at that
 * moment; NOTIFY travels with the commit, so nobody hears of what was rolled back.
 */
export async function emit(tx: Tx, house: House, event: LiveEvent): Promise<void> {
  const row = await tx.one<{ id: number }>(sql`
    insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
    select s.tenant_id, ${event.stream}::text, ${event.type}::text, s.id, s.person_id, s.version,
           ${JSON.stringify(event.data)}::jsonb, ${house.clock.now()}::timestamptz
    from subscription s where s.tenant_id = ${tx.tenantId} and s.id = ${event.subscriptionId} returning id`);
  if (!row) throw new Error(`No subscription ${event.subscriptionId} to speak of`);
  await tx.one(sql`select pg_notify(${LIVE_CHANNEL}, ${`${tx.tenantId}:${row.id}`})`);
}
