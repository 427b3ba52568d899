import { endOfDay, shownName, startOfDay } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClaimJson, claimColumn, presentClaim } from '../../work/claim.ts';
import { waitingItem } from '../../work/shown.ts';
import { decidedBy } from '../decide-questionnaire.ts';
import {
  INTERVIEW_COLUMNS,
  INTERVIEW_JOINS,
  type InterviewRow,
  presentAppointment,
} from '../interview-store.ts';
import { interviewersOf } from '../interviewers.ts';
import { decidesAll } from '../own-interviews.ts';
import { questionnaireOf } from '../questionnaire-store.ts';
import { instant } from './instant.ts';
import { shownSections } from './questionnaires.ts';

type Query = ListQuery & {
  state?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  mine?: 'true' | 'false' | undefined;
};
type Context = { platform: Platform; tenant: Tenant; service: Service };
type Row = InterviewRow & {
  claim: ClaimJson | null;
  name: string;
  social_name: string | null;
  course: string;
  interviewer: string | null;
};

/** States that wait for the institution while the application is still in that step. */
const WAITING: readonly string[] = ['requested', 'scheduled', 'held'];

const JOINS = sql`${INTERVIEW_JOINS}
  join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
  left join staff who on who.tenant_id = iv.tenant_id and who.id = iv.interviewer_id`;

const columnsAt = (now: Date): Sql => sql`${INTERVIEW_COLUMNS}, p.name, p.social_name, c.name as course,
  who.name as interviewer, ${claimColumn('interview', sql`iv.tenant_id`, sql`iv.id`, now)} as claim`;

/** Somebody who only conducts interviews sees their own and unassigned ones; others are reported as not found (spec 25.10). */
const ownOnly = (tenantId: number, service: Service): Sql => {
  const decides = decidesAll(service);
  if (!service.staff || decides === null) return empty;
  return sql` and (iv.interviewer_id is null or iv.interviewer_id = ${service.staff.id}
    or iv.institution_id = any(array(
      select i.id from institution i where i.tenant_id = ${tenantId} and i.code = any(${decides}::text[]))))`;
};

/** Sorted by appointment when days are given; otherwise least recently changed first. */
const list = (tenantId: number, service: Service, query: Query, zone: string, now: Date): List => {
  const { state, from, to, mine } = query;
  const byDay = from !== undefined || to !== undefined;
  return {
    from: ['interview', 'iv'],
    where: sql`iv.tenant_id = ${tenantId}
      ${state === undefined ? empty : sql` and iv.state = ${state}`}
      ${state !== undefined && WAITING.includes(state) ? sql` and iv.waiting` : empty}
      ${byDay ? sql` and iv.appointment_at is not null` : empty}
      ${from ? sql` and iv.appointment_at >= ${startOfDay(from, zone)}::timestamptz` : empty}
      ${to ? sql` and iv.appointment_at <= ${endOfDay(to, zone)}::timestamptz` : empty}
      ${mine === 'true' ? sql` and iv.interviewer_id = ${service.staff?.id ?? 0}` : empty}
      ${ownOnly(tenantId, service)}${ownedBy(tenantId, service, query, sql`iv.institution_id`)}`,
    columns: columnsAt(now),
    joins: JOINS,
    at: byDay ? sql`iv.appointment_at` : sql`iv.updated_at`,
    since: sql`iv.updated_at`,
  };
};

const present = (row: Row, { tenant, service }: Context) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  state: row.state,
  channel: row.channel,
  periods: row.periods,
  appointment: presentAppointment(row),
  requestedAt: instant(row.requested_at, row.time_zone),
  name: shownName({ name: row.name, socialName: row.social_name }),
  courseName: row.course,
  institutionCode: row.institution_code,
  minutes: row.minutes,
  interviewer:
    row.interviewer_id === null ? null : { staffId: row.interviewer_id, name: row.interviewer ?? '' },
  version: row.version,
  claim: presentClaim(row.claim, service, tenant.timeZone),
});

/** Interviews, least recently changed first, or sorted by appointment when days are given. */
export const listInterviews = (ctx: Context, query: Query) =>
  listPage<Row, ReturnType<typeof present>>(
    ctx.platform.db.tenant(ctx.tenant.id),
    list(ctx.tenant.id, ctx.service, query, ctx.tenant.timeZone, ctx.platform.clock.now()),
    query,
    (row) => present(row, ctx),
  );

/** One interview with the preceding questionnaire; 404 for one that the caller may not see. */
export async function showInterview(ctx: Context, id: number) {
  const { platform, tenant, service } = ctx;
  const on = platform.db.tenant(tenant.id);
  const now = platform.clock.now();
  const row = await on.one<Row>(sql`
    select ${columnsAt(now)} from interview iv ${JOINS} where iv.tenant_id = ${tenant.id} and iv.id = ${id}
      ${ownOnly(tenant.id, service)}${ownedBy(tenant.id, service, {}, sql`iv.institution_id`)}`);
  if (!row) fail('NOT_FOUND');
  const asked = await questionnaireOf(on, row.subscription_id);
  const decided = decidedBy(row);
  return {
    ...present(row, ctx),
    notes: row.notes,
    reason: row.decision_reason,
    heldAt: instant(row.held_at, row.time_zone),
    decidedBy: decided?.by ?? null,
    decidedAt: decided?.at ?? null,
    sections: asked ? shownSections(asked, now) : [],
    work: await waitingItem(on, { platform, tenant, service }, 'interview', id),
  };
}

/** People who may conduct interviews of one of the caller's institutions; 404 for other institutions. */
export const listInterviewers = ({ platform, tenant, service }: Context, institution: string) =>
  maySee(service, institution)
    ? interviewersOf(platform.db.tenant(tenant.id), institution)
    : fail('NOT_FOUND');
