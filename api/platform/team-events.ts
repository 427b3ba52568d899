import type { Scope } from '@orbita/domain/staff';
import type { TeamEventData, TeamEventType } from '@orbita/protocol/staff';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from './database/types.ts';
import type { Platform } from './platform.ts';

/** Channel that sends every node what the pages of the team may want to receive. */
export const TEAM_CHANNEL = 'orbita_team';

/**
 * Who receives an event, judged when it is sent: whoever holds one of these parts for the institution. `'all'`: for all of the
 * tenant, which is what acts of the whole tenant need; `'any'`: for any institution of it.
 */
export type TeamAudience = { parts: readonly [Scope, ...Scope[]]; institution: number | 'all' | 'any' };

export type TeamMessage<T extends TeamEventType> = {
  type: T;
  data: TeamEventData[T];
  /** One person receives it whatever she holds, and besides or instead of her an audience. */
  staffId?: number;
  to?: TeamAudience;
};

/**
 * Publishes to the pages of the team (spec 25.19), in the transaction of the cause, so that a rollback publishes nothing. For
 * `queue.changed` call `queueChanged`, which costs no row.
 */
export function publishToTeam<T extends Exclude<TeamEventType, 'queue.changed'>>(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { type, data, staffId, to }: TeamMessage<T>,
): void {
  const reach = typeof to?.institution === 'number' ? 'institution' : (to?.institution ?? 'any');
  tx.alongside(sql`
    with published as (
      insert into staff_event (tenant_id, type, data, staff_id, parts, reach, institution_id, occurred_at)
      values (${tx.tenantId}, ${type}::text, ${JSON.stringify(data)}::jsonb, ${staffId ?? null}::bigint,
        ${to ? JSON.stringify(to.parts) : null}::jsonb, ${reach}::text,
        ${reach === 'institution' ? to?.institution : null}::bigint, ${platform.clock.now()}::timestamptz)
      returning tenant_id, id)
    select pg_notify(${TEAM_CHANNEL}, concat('event:', tenant_id, ':', id)) from published`);
}

/**
 * Publishes to the pages of the team each row of a statement that changes rows, in one statement with it: `data` is made of the
 * columns of `row`, of which `institution_id` is the institution whose team receives it.
 */
export function publishEach(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { type, rows, data, parts }: { type: TeamEventType; rows: Sql; data: Sql; parts: TeamAudience['parts'] },
): void {
  tx.alongside(sql`
    with row as (${rows}),
    published as (
      insert into staff_event (tenant_id, type, data, parts, reach, institution_id, occurred_at)
      select ${tx.tenantId}::bigint, ${type}::text, ${data}, ${JSON.stringify(parts)}::jsonb, 'institution', row.institution_id,
        ${platform.clock.now()}::timestamptz from row
      returning tenant_id, id)
    select pg_notify(${TEAM_CHANNEL}, concat('event:', tenant_id, ':', id)) from published`);
}

/** Has somebody's pages look again who she is and what she may do: roles, state or a session changed. */
export const publishStaffChanged = (tx: Tx, platform: Pick<Platform, 'clock'>, staffId: number): void =>
  publishToTeam(tx, platform, { type: 'staff.changed', data: {}, staffId });

/**
 * Publishes a change of an institution's queue to whoever holds one of the parts. Sockets join what comes within
 * a second, and a transaction publishes the same only once.
 */
export const queueChanged = (
  tx: Tx,
  {
    queue,
    institutionId,
    parts,
  }: { queue: string; institutionId: number; parts: readonly [Scope, ...Scope[]] },
): void => tx.notify(TEAM_CHANNEL, `queue:${tx.tenantId}:${institutionId}:${queue}:${parts.join(',')}`);

/** The same of a queue whose items belong to no institution alone: it is published for each of the tenant. */
export const queueChangedAnywhere = (
  tx: Tx,
  { queue, parts }: { queue: string; parts: readonly [Scope, ...Scope[]] },
): void =>
  tx.alongside(sql`
    select pg_notify(${TEAM_CHANNEL}, concat('queue:', i.tenant_id, ':', i.id, ${`:${queue}:${parts.join(',')}`}::text))
    from institution i where i.tenant_id = ${tx.tenantId}`);
