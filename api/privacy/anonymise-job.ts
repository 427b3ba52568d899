import { dayInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { parametersOf } from '../tenancy/parameters.ts';
import { eraseElsewhere, erasePerson } from './erase.ts';
import { listErasures } from './erasure-job.ts';

const BATCH = 100;
/** Enrolled, or with a payment or decision pending: skipped by this job. */
const STAYING = [
  STATUS.Enrolled,
  STATUS.DocumentationPending,
  STATUS.ManualPaymentPending,
  STATUS.PendingCancel,
];

/** The day before which everything must have ended, for each institution (0 = none of them). */
async function limits(platform: Platform, tenantId: number, today: string): Promise<Map<number, string>> {
  const rows = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select id from institution where tenant_id = ${tenantId} union all select 0`);
  const days = new Map<number, string>();
  for (const { id } of rows) {
    const months = (await parametersOf(platform, tenantId, { institutionId: id || null }))(
      'RetentionMonthsNotEnrolled',
    );
    const day = new Date(`${today}T12:00:00Z`);
    day.setUTCMonth(day.getUTCMonth() - months);
    days.set(id, day.toISOString().slice(0, 10));
  }
  return days;
}

/** People who enrolled nowhere and whose last intake (or account, without any application) ended long enough ago. */
const overdue = (platform: Platform, tenantId: number, days: Map<number, string>) =>
  platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select p.id from person p where p.tenant_id = ${tenantId} and p.anonymised_at is null
      -- People created after every limit also applied after it, so only older people are checked.
      and p.created_at < ${[...days.values()].sort().at(-1) ?? null}::date::timestamptz
      and not exists (select from privacy_request r where r.tenant_id = p.tenant_id and r.person_id = p.id
        and r.state in ('received', 'in-review'))
      and not exists (
        select from subscription s join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
        join unnest(${[...days.keys()]}::bigint[], ${[...days.values()]}::date[]) as l (institution, day)
          on l.institution = s.institution_id
        where s.tenant_id = p.tenant_id and s.person_id = p.id and (s.status = any(${STAYING}::int[])
          or s.student_lyceum_id is not null or greatest(i.end_date, s.extended_end) >= l.day))
      -- One row each, because an "exists" beside an "or" is answered from all applications of the tenant at once.
      and ((select s.id from subscription s where s.tenant_id = p.tenant_id and s.person_id = p.id limit 1) is not null
        or greatest(p.created_at, (select max(u.last_login_at) from user_account u
          where u.tenant_id = p.tenant_id and u.person_id = p.id)) < ${days.get(0)}::date)
    order by p.created_at, p.id limit ${BATCH}::int`);

async function anonymiseTenant(platform: Platform, tenantId: number): Promise<number> {
  const tenant = await tenantById(platform, tenantId);
  const now = platform.clock.now();
  const days = await limits(platform, tenantId, dayInZone(now, tenant.timeZone));
  let done = 0;
  for (;;) {
    const due = await overdue(platform, tenantId, days);
    let erased = 0;
    const ids = due.map(({ id }) => id);
    if (ids.length === 0) return done;
    // Once for all of them, because it reads everything that the team wrote about anybody.
    await platform.db.write(tenantId, (tx) => eraseElsewhere(tx, ids));
    for (const id of ids) {
      if (await platform.db.write(tenantId, (tx) => erasePerson(tx, id, now, false))) erased += 1;
    }
    done += erased;
    if (erased > 0) await listErasures(platform);
    if (erased < BATCH) return done;
  }
}

/** Anonymises people who did not enrol, `RetentionMonthsNotEnrolled` after the intake's end (spec 18). */
export const anonymiseJob: Job = {
  name: 'anonymisation',
  everyMs: 3600_000,
  run: (platform) =>
    forDueTenants(platform, 'anonymisation', (tenantId) => anonymiseTenant(platform, tenantId)),
};
