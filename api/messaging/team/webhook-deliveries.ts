import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

type State = 'pending' | 'delivered' | 'failed' | 'held';
type Row = {
  id: number;
  event_id: string;
  endpoint_id: number;
  kind: string;
  subscription_id: number;
  version: number;
  state: State | 'sending';
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: Date;
  created_at: Date;
  updated_at: Date;
};

// A delivery being sent hasn't arrived yet.
const stateOf = ({ state }: Pick<Row, 'state'>): State => (state === 'sending' ? 'pending' : state);

const present = (row: Row, zone: string) => ({
  id: row.id,
  eventId: row.event_id,
  endpoint: row.endpoint_id,
  kind: row.kind,
  subscriptionId: row.subscription_id,
  version: row.version,
  state: stateOf(row),
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastError: row.last_error,
  nextAttemptAt: stateOf(row) === 'pending' ? isoInZone(row.next_attempt_at, zone) : null,
  createdAt: isoInZone(row.created_at, zone),
  updatedAt: isoInZone(row.updated_at, zone),
});

type DeliveryQuery = ListQuery & {
  state?: State | undefined;
  endpoint?: number | undefined;
  subscriptionId?: number | undefined;
};

// A single state is an equality, which preserves the order of an index. A delivery being sent counts as pending.
const inState = (state: State): Sql =>
  state === 'pending' ? sql` and d.state in ('pending', 'sending')` : sql` and d.state = ${state}`;

const deliveryList = (tenantId: number, service: Service, query: DeliveryQuery): List => ({
  from: ['webhook_delivery', 'd'],
  where: sql`d.tenant_id = ${tenantId}
    ${query.state ? inState(query.state) : empty}
    ${query.endpoint === undefined ? empty : sql` and d.endpoint_id = ${query.endpoint}`}
    ${query.subscriptionId === undefined ? empty : sql` and d.subscription_id = ${query.subscriptionId}`}
    ${ownedBy(tenantId, service, query, sql`d.institution_id`)}`,
  columns: sql`d.id, d.event_id, d.endpoint_id, d.kind, d.subscription_id, d.version, d.state, d.attempts,
    d.last_status, d.last_error, d.next_attempt_at, d.created_at, d.updated_at`,
  at: sql`d.updated_at`,
  newestFirst: true,
});

/** Deliveries, most recently changed first; personal data in their bodies isn't listed. */
export const listDeliveries = (platform: Platform, tenant: Tenant, service: Service, query: DeliveryQuery) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    deliveryList(tenant.id, service, query),
    query,
    (row) => present(row, tenant.timeZone),
  );

/** Makes deliveries due again with their original id and body; a disabled endpoint gets them once it is active. */
const rearm = (on: Runner, platform: Platform, tenantId: number, which: Sql) => {
  const now = platform.clock.now();
  return on.many<{ id: number; state: State; subscription_id: number }>(sql`
    update webhook_delivery d set state = case when e.state = 'active' then 'pending' else 'held' end, attempts = 0,
      retry_at = null, next_attempt_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    from webhook_endpoint e
    where d.tenant_id = ${tenantId} and e.tenant_id = d.tenant_id and e.id = d.endpoint_id and e.state <> 'removed'
      and d.body is not null and d.state <> 'sending' and ${which}
    returning d.id, d.state, d.subscription_id`);
};

const find = (on: Runner, service: Service, id: number) =>
  on.one<Pick<Row, 'id' | 'state'>>(sql`
    select d.id, d.state from webhook_delivery d
    where d.tenant_id = ${on.tenantId} and d.id = ${id}${ownedBy(on.tenantId, service, {}, sql`d.institution_id`)}`);

/** Sends one event again. @throws `STATE_CONFLICT` (409) while it is being sent, or once its body has been erased. */
export async function replayOne(on: Tx, platform: Platform, tenant: Tenant, service: Service, id: number) {
  const found = await find(on, service, id);
  if (!found) fail('NOT_FOUND');
  const [again] = await rearm(on, platform, tenant.id, sql`d.id = ${id}`);
  if (!again) fail('STATE_CONFLICT', { extra: { state: stateOf(found) } });
  return { id, state: again.state, subscriptionId: again.subscription_id };
}

type Range = { endpoint: number; from: string; to: string; delivered?: boolean | null | undefined };

/** Sends the events between two times again (`to` excluded): failed ones, or all. */
export async function replayRange(
  on: Tx,
  platform: Platform,
  tenant: Tenant,
  service: Service,
  given: Range,
) {
  const [from, to] = [new Date(given.from), new Date(given.to)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()) || to <= from)
    invalid([{ field: 'to', message: 'Must be an instant after from' }]);
  const known = await on.one(sql`
    select e.id from webhook_endpoint e
    where e.tenant_id = ${tenant.id} and e.id = ${given.endpoint} and e.state <> 'removed'
      ${ownedBy(tenant.id, service, {}, sql`e.institution_id`)}`);
  if (!known) fail('NOT_FOUND');
  const states = given.delivered ? ['failed', 'held', 'delivered'] : ['failed', 'held'];
  const again = await rearm(
    on,
    platform,
    tenant.id,
    sql`d.endpoint_id = ${given.endpoint} and d.created_at >= ${from}::timestamptz
      and d.created_at < ${to}::timestamptz and d.state = any(${states}::text[])`,
  );
  return { replayed: again.length };
}
