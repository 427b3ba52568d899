import { isoInZone } from '@orbita/domain/foundation';
import type { LiveEvent, LiveStream } from '@orbita/protocol/messaging';
import sql, { empty } from 'sql-template-tag';
import type { House } from '../platform/house.ts';

/** How far back a client that was away is told what it missed (spec 16.1). */
const REPLAY_MS = 24 * 3600_000;
const REPLAY_MOST = 500;
/** Ids are given before the commit: a smaller one may become visible after a bigger one. */
const OUT_OF_ORDER = 50;

export type EventRow = {
  id: number;
  public_id: string;
  stream: LiveStream;
  type: string;
  subscription_id: number;
  person_id: number;
  version: number;
  data: Record<string, unknown>;
  occurred_at: Date;
  time_zone: string;
};

const columns = sql`e.id, e.public_id, e.stream, e.type, e.subscription_id, e.person_id, e.version, e.data,
  e.occurred_at, t.time_zone from outbox_event e join tenant t on t.id = e.tenant_id`;

/** Envelope of spec 16.1. */
export const presentEvent = (row: EventRow): LiveEvent => ({
  id: row.public_id,
  type: row.type,
  occurredAt: isoInZone(row.occurred_at, row.time_zone),
  subscriptionId: row.subscription_id,
  version: row.version,
  data: row.data,
});

export const eventById = (house: House, tenantId: number, id: number): Promise<EventRow | undefined> =>
  house.db.tenant(tenantId).one<EventRow>(sql`
    select ${columns} where e.tenant_id = ${tenantId} and e.id = ${id}`);

export const eventsSince = (house: House, tenantId: number, id: number): Promise<EventRow[]> =>
  house.db.tenant(tenantId).many<EventRow>(sql`
    select ${columns} where e.tenant_id = ${tenantId} and e.id > ${id} order by e.id limit 2000`);

export const newestEvent = async (house: House, tenantId: number): Promise<number> =>
  (
    await house.db.tenant(tenantId).one<{ id: number }>(sql`
    select coalesce(max(id), 0) as id from outbox_event where tenant_id = ${tenantId}`)
  )?.id ?? 0;

/** What a client missed since an event it names; since the beginning of the last 24 h when it is not known. */
export function eventsAfter(
  house: House,
  tenantId: number,
  listener: { personId: number; stream: LiveStream; subscriptionIds: number[] | null },
  lastEventId: string,
): Promise<EventRow[]> {
  const since = new Date(house.clock.now().getTime() - REPLAY_MS);
  const only = listener.subscriptionIds
    ? sql`and e.subscription_id = any(${listener.subscriptionIds}::bigint[])`
    : empty;
  return house.db.tenant(tenantId).many<EventRow>(sql`
    select ${columns}
    where e.tenant_id = ${tenantId} and e.person_id = ${listener.personId} and e.stream = ${listener.stream}::text
      and e.occurred_at > ${since}::timestamptz and e.public_id::text <> ${lastEventId}::text
      and e.id > coalesce((select l.id - ${OUT_OF_ORDER}::int from outbox_event l where l.tenant_id = ${tenantId}
        and l.person_id = ${listener.personId} and l.public_id::text = ${lastEventId}::text), 0) ${only}
    order by e.id limit ${REPLAY_MOST}::int`);
}
