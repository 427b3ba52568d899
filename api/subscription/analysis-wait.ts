import { STATUS } from '@orbita/domain/subscription';
import { PARAMETERS } from '@orbita/domain/tenancy';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import { settingValue } from '../tenancy/setting-value.ts';
import { publishQueues } from '../work/publish.ts';
import { changeEach } from './change.ts';

const owners = {
  tenant: sql`s.tenant_id`,
  offer: sql`s.offer_id`,
  institution: sql`s.institution_id`,
  host: sql`s.host_id`,
};
const asked = sql`coalesce(${settingValue('DisciplineDocumentCheckEnabled', owners)} in ('true'::jsonb, '"true"'::jsonb),
  ${PARAMETERS.DisciplineDocumentCheckEnabled.fallback}::boolean)`;
const hours = sql`coalesce((${settingValue('ReviewTargetHours', owners)} #>> '{}')::int,
  ${PARAMETERS.ReviewTargetHours.fallback}::int)`;

/**
 * Whether the analysis of the application `s` waits for the institution: an ingress with disciplines in 10 where
 * they are analysed, not analysed yet, and nothing that the candidate must still send: every required document of the selection
 * was settled or has a clean file. Without any document there is nothing to analyse by.
 */
const waits = sql`s.status = ${raw(String(STATUS.SubscriptionDocumentationPending))} and ${asked}
  and exists (select from offer o join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    where o.tenant_id = s.tenant_id and o.id = s.offer_id and im.use_disciplines)
  and not exists (select from discipline_analysis a where a.tenant_id = s.tenant_id and a.subscription_id = s.id)
  and coalesce((
    select bool_and(not d.required or d.state in ('approved', 'waived') or d.state = 'sent' and d.readable)
    from required_document d
    where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.stage = 'selection'), false)`;

/** What happened to a file of the application: a clean one begins the time anew, and one that went must be seen. */
export type FileChange = 'came' | 'gone';

/**
 * Keeps since when the analysis of an application waits, and publishes it to the pages of queue and application. Call it in the
 * transaction of whatever changed that, with the application locked, after the change (spec 25.4.1).
 * Returns the new version of the application; undefined where nothing changed.
 */
export async function settleAnalysis(
  tx: Tx,
  platform: Platform,
  id: number,
  file?: FileChange,
): Promise<number | undefined> {
  const now = platform.clock.now();
  const [came, gone] = [file === 'came', file === 'gone'];
  const [changed] = await changeEach<{ institution: number; version: number }>(tx, now, {
    rows: sql`
      select found.id, found.since, found.since + found.hours * interval '1 hour' as due from (
        select s.id, s.analysis_since as before, ${hours} as hours,
          case when not (${waits}) then null
            when ${came}::boolean or s.analysis_since is null then ${now}::timestamptz
            else s.analysis_since end as since
        from subscription s where s.tenant_id = ${tx.tenantId} and s.id = ${id}) found
      where found.since is distinct from found.before
        or (${came}::boolean or ${gone}::boolean) and found.since is not null`,
    // The time by which it is due stays while it goes on waiting, also where the target was changed meanwhile.
    columns: sql`analysis_since = row.since,
      analysis_due_at = case when row.since = s.analysis_since then s.analysis_due_at else row.due end`,
    returning: sql`s.institution_id as institution, s.version`,
  });
  if (!changed) return undefined;
  publishQueues(tx, { kind: 'application', institutionId: changed.institution });
  await emit(tx, platform, {
    stream: 'business',
    type: 'subscription.steps-changed',
    subscriptionId: id,
    data: {},
  });
  return changed.version;
}

/** Applications of a tenant of which what is kept differs from the rule; none, unless a setting was changed. */
export const toSettle = (tenantId: number): Sql => sql`
  select s.id from subscription s
  where s.tenant_id = ${tenantId} and s.status = ${raw(String(STATUS.SubscriptionDocumentationPending))}
    and (s.analysis_since is not null) <> (${waits}) order by s.id`;

/**
 * Does the same for every application of a tenant, each in a transaction of its own: whether disciplines are analysed is a
 * setting, and none of its applications shows when that changes (spec 3.2).
 */
export async function settleAnalyses(platform: Platform, tenantId: number): Promise<number> {
  const found = await platform.db.tenant(tenantId).many<{ id: number }>(toSettle(tenantId));
  for (const { id } of found)
    await platform.db.write(tenantId, async (tx) => {
      await tx.one(
        sql`select id from subscription where tenant_id = ${tx.tenantId} and id = ${id} for update`,
      );
      await settleAnalysis(tx, platform, id);
    });
  return found.length;
}
