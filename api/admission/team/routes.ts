import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { deciderName, operatorOf } from '../../caller/operator.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { appointInterview, decideInterview, recordOutcome } from '../decide-interview.ts';
import { decideQuestionnaire, type Judge } from '../decide-questionnaire.ts';
import {
  INTERVIEW_COLUMNS,
  INTERVIEW_JOINS,
  type InterviewRow,
  presentAppointment,
} from '../interview-store.ts';
import { instant } from './instant.ts';
import { listQuestionnaires, showQuestionnaire } from './questionnaires.ts';

type Query = ListQuery & { state?: string | undefined };

/** States that wait for the institution, while the application is still in that step. */
const WAITING: readonly string[] = ['submitted', 'requested', 'scheduled', 'held'];

/** Conditions on a table of the admission module, by its alias here. */
const conditions = (tenantId: number, service: Service, query: Query, table: 'q' | 'iv'): Sql => {
  const { state } = query;
  const of = raw(table);
  return sql`${state === undefined ? empty : sql` and ${of}.state = ${state}`}
    ${state !== undefined && WAITING.includes(state) ? sql` and ${of}.waiting` : empty}
    ${ownedBy(tenantId, service, query, sql`${of}.institution_id`)}`;
};

const interviewList = (tenantId: number, service: Service, query: Query): List => ({
  from: ['interview', 'iv'],
  where: sql`iv.tenant_id = ${tenantId}
    ${conditions(tenantId, service, query, 'iv')}`,
  columns: INTERVIEW_COLUMNS,
  joins: INTERVIEW_JOINS,
  at: sql`iv.updated_at`,
});

const presentInterview = (row: InterviewRow) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  state: row.state,
  channel: row.channel,
  periods: row.periods,
  appointment: presentAppointment(row),
  requestedAt: instant(row.requested_at, row.time_zone),
});

const listInterviews = (platform: Platform, tenant: Tenant, service: Service, query: Query) =>
  listPage<InterviewRow, ReturnType<typeof presentInterview>>(
    platform.db.tenant(tenant.id),
    interviewList(tenant.id, service, query),
    query,
    presentInterview,
  );

const judgeOf = (service: Service): Judge => ({
  institutions: service.institutions,
  name: operatorOf(service),
  shown: deciderName(service),
  decider: service,
});

/** Questionnaires and interviews (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  route('GET /operations/questionnaires', async (ctx) =>
    reply(200, await listQuestionnaires(ctx, ctx.query)),
  ),
  route('GET /operations/questionnaires/{id}', async (ctx) =>
    reply(200, await showQuestionnaire(ctx, ctx.params.id)),
  ),
  route('POST /operations/questionnaires/{id}/decision', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await decideQuestionnaire(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
  route('GET /operations/interviews', async ({ tenant, service, query }) =>
    reply(200, await listInterviews(platform, tenant, service, query)),
  ),
  route('PUT /operations/interviews/{id}/appointment', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await appointInterview(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
  route('POST /operations/interviews/{id}/outcome', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(200, await recordOutcome(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body())),
      ),
    ),
  ),
  route('POST /operations/interviews/{id}/decision', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await decideInterview(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
];
