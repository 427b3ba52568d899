import { STATUS } from '@orbita/domain/subscription';
import { PARAMETERS } from '@orbita/domain/tenancy';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
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
 * SQL condition: the discipline analysis of the application `s` is waiting for the institution. That is, an ingress with
 * disciplines, in status 10, where disciplines are analysed and this was not done yet, and the candidate has nothing left to
 * send: every required selection document was settled or has a clean file. Without any document there is nothing to analyse.
 */
const waits = sql`s.status = ${raw(String(STATUS.SubscriptionDocumentationPending))} and ${asked}
  and exists (select from offer o join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    where o.tenant_id = s.tenant_id and o.id = s.offer_id and im.use_disciplines)
  and not exists (select from discipline_analysis a where a.tenant_id = s.tenant_id and a.subscription_id = s.id)
  and coalesce((
    select bool_and(not d.required or d.state in ('approved', 'waived') or d.state = 'sent' and d.readable)
    from required_document d
    where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.stage = 'selection'), false)`;

/** What happened to a file of the application: `came` (a clean one) restarts the clock, `gone` must be shown. */
export type FileChange = 'came' | 'gone';

/**
 * Updates since when the analysis of an application has been waiting, and publishes it to the pages of queue and application
 * (spec 25.4.1). Call it after the change that affects this, in the same transaction and with the application locked. Returns
 * the new version of the application, or undefined if nothing changed.
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
    // While it keeps waiting, its due time stays, even if the target was changed in the meantime.
    columns: sql`analysis_since = row.since,
      analysis_due_at = case when row.since = s.analysis_since then s.analysis_due_at else row.due end`,
    returning: sql`s.institution_id as institution, s.version`,
  });
  if (!changed) return undefined;
  publishQueues(tx, { kind: 'application', institutionId: changed.institution });
  await emitStepsChanged(tx, platform, id);
  return changed.version;
}

/** Applications of a tenant whose stored waiting time disagrees with the rule; there are none unless a setting was changed. */
export const toSettle = (tenantId: number): Sql => sql`
  select s.id from subscription s
  where s.tenant_id = ${tenantId} and s.status = ${raw(String(STATUS.SubscriptionDocumentationPending))}
    and (s.analysis_since is not null) <> (${waits}) order by s.id`;

/**
 * Runs `settleAnalysis` for every application where it is needed, each in its own transaction: whether disciplines are analysed
 * is a setting, and changing it touches no application (spec 3.2). Returns how many there were.
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
