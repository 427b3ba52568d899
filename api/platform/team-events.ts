import type { Scope } from '@orbita/domain/staff';
import type { TeamEventData, TeamEventType } from '@orbita/protocol/staff';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from './database/types.ts';
import type { Platform } from './platform.ts';

/** Channel that tells every node what the team's pages may want to receive. */
export const TEAM_CHANNEL = 'orbita_team';

/**
 * Who receives an event, determined when it is sent: everyone who holds one of these parts for the institution. `'all'`: for
 * all of the tenant, as required for acts on the whole tenant; `'any'`: for any of its institutions.
 */
export type TeamAudience = { parts: readonly [Scope, ...Scope[]]; institution: number | 'all' | 'any' };

export type TeamMessage<T extends TeamEventType> = {
  type: T;
  data: TeamEventData[T];
  /** One person who receives it regardless of their roles, in addition to or instead of an audience. */
  staffId?: number;
  to?: TeamAudience;
};

/**
 * Publishes to the team's pages (spec 25.19), in the transaction of the cause, so that a rollback publishes nothing. For
 * `queue.changed` call `queueChanged`, which needs no row.
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
 * Publishes each row of a modifying statement to the team's pages, in the same statement: `data` is built from the columns of
 * `row`, whose `institution_id` is the institution whose team receives it.
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

/** Makes a team member's pages reload who they are and what they may do, after a change of roles, state or session. */
export const publishStaffChanged = (tx: Tx, platform: Pick<Platform, 'clock'>, staffId: number): void =>
  publishToTeam(tx, platform, { type: 'staff.changed', data: {}, staffId });

/**
 * Publishes a change of an institution's queue to everyone who holds one of the parts. Sockets combine changes within a second,
 * and a transaction publishes the same change only once.
 */
export const queueChanged = (
  tx: Tx,
  {
    queue,
    institutionId,
    parts,
  }: { queue: string; institutionId: number; parts: readonly [Scope, ...Scope[]] },
): void => tx.notify(TEAM_CHANNEL, `queue:${tx.tenantId}:${institutionId}:${queue}:${parts.join(',')}`);

/** Like `queueChanged`, for a queue whose items belong to no single institution: published for each of the tenant. */
export const queueChangedAnywhere = (
  tx: Tx,
  { queue, parts }: { queue: string; parts: readonly [Scope, ...Scope[]] },
): void =>
  tx.alongside(sql`
    select pg_notify(${TEAM_CHANNEL}, concat('queue:', i.tenant_id, ':', i.id, ${`:${queue}:${parts.join(',')}`}::text))
    from institution i where i.tenant_id = ${tx.tenantId}`);
