import { CLOSED_STATUSES, STATUS, type Status, statusInfo } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';

/** Years for which contracts, their evidence and payments are kept (Código Civil art. 205, spec 18). */
const LEGAL_YEARS = 10;

const REASONS = ['contract', 'payment', 'enrolment'] as const;
type Reason = (typeof REASONS)[number];

type Duty = { reasons: Reason[]; keepUntil: string | null };

/**
 * What the law requires to keep about a person, and until which day (`YYYY-MM-DD`, null = nothing): ten years after the latest of
 * it.
 */
export async function dutyOf(on: Runner, personId: number): Promise<Duty> {
  const row = await on.one<Record<Reason, Date | null> & { until: string | null }>(sql`
    select found.*, (greatest(contract, payment, enrolment) + make_interval(years => ${LEGAL_YEARS}::int))::date::text as until
    from (select
      (select max(a.accepted_at) from contract_acceptance a
       join subscription s on s.tenant_id = a.tenant_id and s.id = a.subscription_id
       where a.tenant_id = ${on.tenantId} and s.person_id = ${personId}) as contract,
      (select max(coalesce(p.paid_at, p.updated_at)) from payment p
       join subscription s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
       where p.tenant_id = ${on.tenantId} and s.person_id = ${personId}
         and (p.state in ('paid', 'refunded') or p.received_cents > 0)) as payment,
      (select max(s.updated_at) from subscription s
       where s.tenant_id = ${on.tenantId} and s.person_id = ${personId}
         and (s.status = ${STATUS.Enrolled}::int or s.student_lyceum_id is not null)) as enrolment) found`);
  return { reasons: REASONS.filter((reason) => row?.[reason]), keepUntil: row?.until ?? null };
}

/** Final statuses, and those in which nothing is pending any more. */
const SETTLED = [STATUS.Enrolled, ...CLOSED_STATUSES];

type Application = { id: number; status: Status };

/** Applications of a person, and those still open, which must end before the person is erased. */
export async function applicationsOf(
  on: Runner,
  personId: number,
): Promise<{ all: Application[]; open: Application[] }> {
  const all = await on.many<Application>(sql`
    select id, status from subscription where tenant_id = ${on.tenantId} and person_id = ${personId} order by id`);
  return { all, open: all.filter(({ status }) => !SETTLED.some((settled) => settled === status)) };
}

/** What erasing a person would do now, shown before anybody requests it (spec 25.12). */
export async function effectsOf(on: Runner, personId: number) {
  const { all, open } = await applicationsOf(on, personId);
  const counted = await on.one<{ files: number; messages: number }>(sql`
    select (select count(*)::int from document_file f
        join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
        join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
        where s.tenant_id = ${on.tenantId} and s.person_id = ${personId}) as files,
      (select count(*)::int from notification n
        where n.tenant_id = ${on.tenantId} and n.person_id = ${personId}) as messages`);
  return {
    blockedBy: open.map(({ id, status }) => ({ subscriptionId: id, statusName: statusInfo(status).label })),
    applications: all.map(({ id }) => id),
    files: counted?.files ?? 0,
    messages: counted?.messages ?? 0,
    ...(await dutyOf(on, personId)),
  };
}
