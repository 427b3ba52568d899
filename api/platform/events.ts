import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from './database/types.ts';
import type { Platform } from './platform.ts';

export type LiveEvent = {
  stream: 'business' | 'financial';
  type: string;
  subscriptionId: number;
  data: Record<string, unknown>;
};

declare module './platform.ts' {
  interface Platform {
    /** What a later module does with an event, in the same transaction. */
    readonly onLiveEvent: (tx: Tx, platform: Platform, event: LiveEvent) => Promise<void>;
  }
}

/** Channel that notifies every node of new events for the sockets. */
export const LIVE_CHANNEL = 'orbita_live';

/**
 * Writes an event to the outbox, in the transaction of its cause, whose commit notifies every node about the application. The
 * version is the subscription's at that time; if the subscription does not exist, the statement fails.
 */
export async function emit(tx: Tx, platform: Platform, event: LiveEvent): Promise<void> {
  tx.alongside(sql`
    insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
    select ${tx.tenantId}, ${event.stream}::text, ${event.type}::text, ${event.subscriptionId}, s.person_id, s.version,
           ${JSON.stringify(event.data)}::jsonb, ${platform.clock.now()}::timestamptz
    from (select) one
    left join subscription s on s.tenant_id = ${tx.tenantId} and s.id = ${event.subscriptionId}`);
  tx.notify(LIVE_CHANNEL, `${tx.tenantId}:${event.subscriptionId}`);
  await platform.onLiveEvent(tx, platform, event);
}

/** Makes the candidate's pages reload the steps. */
export const emitStepsChanged = (tx: Tx, platform: Platform, subscriptionId: number): Promise<void> =>
  emit(tx, platform, { stream: 'business', type: 'subscription.steps-changed', subscriptionId, data: {} });

const DAY_MS = 24 * 3600_000;
/** Number of days that `recently` looks back. */
const RECENT_DAYS = 31;

/**
 * Restricts a statement to events of the last month, so that it opens one or two partitions of the table rather than a year's.
 * The nodes' clocks must differ by less than a day.
 */
export const recently = (occurredAt: Sql, now: Date): Sql =>
  sql`${occurredAt} > ${new Date(now.getTime() - RECENT_DAYS * DAY_MS)}::timestamptz
    and ${occurredAt} < ${new Date(now.getTime() + DAY_MS)}::timestamptz`;

/** Longer than a transaction stays open: until then an earlier event may still appear. */
const SETTLED_MS = 60_000;

/**
 * The newest live event of an application in the last month, and whether it is old enough that no earlier one can still appear
 * (spec 16.1). If both are unchanged, nothing happened in between.
 */
export async function newestEvent(
  on: Runner,
  subscriptionId: number,
  now: Date,
): Promise<{ lastEventId: string | null; settled: boolean }> {
  const row = await on.one<{ public_id: string; occurred_at: Date }>(sql`
    select public_id, occurred_at from outbox_event
    where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId} and ${recently(sql`occurred_at`, now)}
    order by id desc limit 1`);
  if (!row) return { lastEventId: null, settled: true };
  return { lastEventId: row.public_id, settled: now.getTime() - row.occurred_at.getTime() >= SETTLED_MS };
}
