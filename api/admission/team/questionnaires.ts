import { shownName } from '@orbita/domain/foundation';
import sql, { empty } from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClaimJson, claimColumn, presentClaim } from '../../work/claim.ts';
import { waitingItem } from '../../work/shown.ts';
import { decidedBy } from '../decide-questionnaire.ts';
import {
  limitsOf,
  presentSection,
  QUESTIONNAIRE_COLUMNS,
  QUESTIONNAIRE_JOINS,
  type QuestionnaireRow,
} from '../questionnaire-store.ts';
import { instant } from './instant.ts';

type Query = ListQuery & { state?: string | undefined };
type Context = { platform: Platform; tenant: Tenant; service: Service };
type Row = QuestionnaireRow & { id: number; claim: ClaimJson | null };

const JOINS = sql`
  join subscription s on s.tenant_id = q.tenant_id and s.id = q.subscription_id ${QUESTIONNAIRE_JOINS}`;

const columnsAt = (now: Date) =>
  sql`${QUESTIONNAIRE_COLUMNS}, ${claimColumn('questionnaire', sql`q.tenant_id`, sql`q.id`, now)} as claim`;

/** A submitted questionnaire is pending only while the application is still in that step. */
const list = (tenantId: number, service: Service, query: Query, now: Date): List => ({
  from: ['questionnaire', 'q'],
  where: sql`q.tenant_id = ${tenantId}
    ${query.state === undefined ? empty : sql` and q.state = ${query.state}`}
    ${query.state === 'submitted' ? sql` and q.waiting` : empty}
    ${ownedBy(tenantId, service, query, sql`q.institution_id`)}`,
  columns: columnsAt(now),
  joins: JOINS,
  at: sql`q.updated_at`,
});

/** Sections with their answers; those that were not submitted are visible only to their author. */
export const shownSections = (row: QuestionnaireRow, now: Date) =>
  row.asked.map((section) =>
    presentSection(section, row.state === 'draft' ? {} : row.answers, limitsOf(row, now)),
  );

const present = (row: Row, { platform, tenant, service }: Context) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  state: row.state,
  comment: row.comment,
  submittedAt: instant(row.submitted_at, row.time_zone),
  sections: shownSections(row, platform.clock.now()),
  version: row.version ?? 1,
  claim: presentClaim(row.claim, service, tenant.timeZone),
});

/** Questionnaires, least recently changed first. */
export const listQuestionnaires = (ctx: Context, query: Query) =>
  listPage<Row, ReturnType<typeof present>>(
    ctx.platform.db.tenant(ctx.tenant.id),
    list(ctx.tenant.id, ctx.service, query, ctx.platform.clock.now()),
    query,
    (row) => present(row, ctx),
  );

type PageRow = Row & { name: string; social_name: string | null; course: string };

/** One submitted questionnaire, with who decided it; 404 outside the caller's institutions. */
export async function showQuestionnaire(ctx: Context, id: number) {
  const { platform, tenant, service } = ctx;
  const on = platform.db.tenant(tenant.id);
  const row = await on.one<PageRow>(sql`
    select ${columnsAt(platform.clock.now())}, p.name, p.social_name, c.name as course
    from questionnaire q ${JOINS}
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where q.tenant_id = ${tenant.id} and q.id = ${id} ${ownedBy(tenant.id, service, {}, sql`q.institution_id`)}`);
  if (!row) fail('NOT_FOUND');
  const decided = decidedBy(row);
  return {
    ...present(row, ctx),
    name: shownName({ name: row.name, socialName: row.social_name }),
    courseName: row.course,
    decidedBy: decided?.by ?? null,
    decidedAt: decided?.at ?? null,
    work: await waitingItem(on, { platform, tenant, service }, 'questionnaire', id),
  };
}
