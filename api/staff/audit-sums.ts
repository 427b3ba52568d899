import type { CallKey } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { forAllTenants } from '../platform/due.ts';
import type { Service } from '../platform/http/context.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

const HOUR_MS = 3600_000;

/** Calls that pages repeat constantly without anybody looking at personal data (spec 25.2.5). */
const SUMMED: ReadonlySet<string> = new Set<CallKey>([
  'GET /operations/queues',
  'PUT /operations/claims/{id}',
  'POST /operations/staff/events/tickets',
  'GET /operations/staff/me',
]);

/** Whether a staff call is only counted; refused calls are audited one by one. */
export const isSummed = (action: string, { staff }: Service, status: number): boolean =>
  staff !== undefined && status < 400 && SUMMED.has(action);

const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** Counts a session's call within its hour. */
export async function countCall(
  platform: Platform,
  tenantId: number,
  { staff, operator }: Service,
  action: string,
): Promise<void> {
  if (!staff) return;
  await platform.db.tenant(tenantId).one(sql`
    insert into audit_sum as a (tenant_id, session_id, hour, action, role, staff_id, operator, times)
    values (${tenantId}, ${staff.sessionId}, ${hourOf(platform.clock.now())}::timestamptz, ${action},
      ${staff.role ?? ''}, ${staff.id}, ${operator ?? ''}, 1)
    on conflict (tenant_id, session_id, hour, action, role) do update set times = a.times + 1 returning times`);
}

/** Writes the counts of completed hours to the audit log: one row per session, hour, role and kind of call. */
export const auditSums: Job = {
  name: 'staff-clean-up',
  everyMs: HOUR_MS,
  run: (platform) =>
    forAllTenants(platform, async (tenantId) => {
      const now = platform.clock.now();
      const written = await platform.db.tenant(tenantId).many(sql`
        with over as (
          delete from audit_sum where tenant_id = ${tenantId} and hour < ${hourOf(now)}::timestamptz returning *)
        insert into audit_log (tenant_id, at, token_name, operator, staff_id, role, action, subject, outcome, detail)
        select tenant_id, ${now}::timestamptz, 'equipe', operator, staff_id, nullif(role, ''), action,
          '/orbita/api' || regexp_replace(split_part(action, ' ', 2), '/[{].*', ''), 200,
          jsonb_build_object('times', times, 'hour', to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from over order by hour, session_id, action returning id`);
      return written.length;
    }),
};
