import { isoInZone, shownName } from '@orbita/domain/foundation';
import { BULLETIN, type ExamLookUpState, type ExamScores } from '@orbita/domain/selection';
import sql, { empty, type Sql } from 'sql-template-tag';
import { deciderName, operatorOf } from '../../caller/operator.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { stateOf } from '../../subscription/facts.ts';
import { subscriptionById } from '../../subscription/row.ts';
import { type ClaimJson, claimColumn, presentClaim } from '../../work/claim.ts';
import { waitingItem } from '../../work/shown.ts';
import { awaitsExamScore, examOf } from '../exam-score/conclude.ts';
import { lookUpById } from '../exam-score/store.ts';
import { decideLookUp, nameOf } from './decide-exam-score.ts';

type Row = {
  id: number;
  subscription_id: number;
  registration: string | null;
  year: number;
  cpf: string | null;
  state: ExamLookUpState;
  scores: ExamScores | null;
  average: number | null;
  bulletin_file_id: number | null;
  version: number;
  claim: ClaimJson | null;
};

const present = (row: Row, { service, tenant }: Seen) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  registration: row.registration,
  year: row.year,
  cpf: row.cpf,
  state: row.state,
  scores: row.scores,
  average: row.average,
  bulletinFileId: row.bulletin_file_id,
  version: row.version,
  claim: presentClaim(row.claim, service, tenant.timeZone),
});

type Seen = { tenant: Tenant; service: Service };

type Query = ListQuery & { state?: string | undefined };

/** Columns of a look-up `x` of an application `s`, with its bulletin. */
const columnsAt = (now: Date): Sql => sql`
  x.id, x.subscription_id, x.registration, x.year, p.cpf, x.state, x.scores, x.average::float8 as average, x.version,
  (select max(f.id) from required_document d
    join document_file f on f.tenant_id = d.tenant_id and f.required_document_id = d.id
    where d.tenant_id = x.tenant_id and d.subscription_id = x.subscription_id and d.stage = 'selection'
      and d.code = ${BULLETIN.code} and f.removed_at is null and f.scan = 'clean') as bulletin_file_id,
  ${claimColumn('exam-score', sql`x.tenant_id`, sql`x.id`, now)} as claim`;

const JOINS = sql`
  join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id
  join person p on p.tenant_id = s.tenant_id and p.id = s.person_id`;

const examScoreList = (tenantId: number, service: Service, query: Query, now: Date): List => ({
  from: ['exam_score', 'x'],
  where: sql`x.tenant_id = ${tenantId} and x.set_aside_at is null
    ${query.state ? sql` and x.state = ${query.state}` : empty}
    ${ownedBy(tenantId, service, query, sql`x.institution_id`)}`,
  columns: columnsAt(now),
  joins: JOINS,
  at: sql`x.changed_at`,
});

/** The current look-up of each application, oldest first, with the last clean file of its bulletin (spec 17.2). */
const listExamScores = (platform: Platform, tenant: Tenant, service: Service, query: Query) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    examScoreList(tenant.id, service, query, platform.clock.now()),
    query,
    (row) => present(row, { service, tenant }),
  );

type PageRow = Row & {
  name: string;
  social_name: string | null;
  course: string;
  requested_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  set_aside: boolean;
  files: { fileId: number; clean: boolean }[];
  bulletin_state: string | null;
};

/** One look-up with its bulletin and what its result depends on; 404 outside the caller's institutions. */
async function showExamScore({ platform, tenant, service }: PageContext, id: number) {
  const on = platform.db.tenant(tenant.id);
  const now = platform.clock.now();
  const row = await on.one<PageRow>(sql`
    select ${columnsAt(now)}, p.name, p.social_name, c.name as course, x.requested_at, x.decided_at, x.decided_by,
      x.set_aside_at is not null as set_aside, b.state as bulletin_state,
      (select coalesce(jsonb_agg(jsonb_build_object('fileId', f.id, 'clean', f.scan = 'clean') order by f.id), '[]')
        from document_file f where f.tenant_id = b.tenant_id and f.required_document_id = b.id
          and f.removed_at is null and f.scan in ('clean', 'pending')) as files
    from exam_score x ${JOINS}
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    left join required_document b on b.tenant_id = x.tenant_id and b.subscription_id = x.subscription_id
      and b.stage = 'selection' and b.code = ${BULLETIN.code}
    where x.tenant_id = ${tenant.id} and x.id = ${id} ${ownedBy(tenant.id, service, {}, sql`x.institution_id`)}`);
  const state = row && (await stateOf(on, row.subscription_id));
  if (!row || !state) fail('NOT_FOUND');
  const none = { languages: 0, humanities: 0, sciences: 0, mathematics: 0, essay: 0 };
  const { minimumAverage, minimumEssay, yearAccepted } = examOf(state, row.year, none, now);
  return {
    ...present(row, { service, tenant }),
    name: shownName({ name: row.name, socialName: row.social_name }),
    courseName: row.course,
    requestedAt: isoInZone(row.requested_at, tenant.timeZone),
    files: row.files.filter(({ clean }) => clean).map(({ fileId }) => ({ fileId })),
    bulletinState: row.bulletin_state,
    inCheck: row.files.some(({ clean }) => !clean),
    minimums: { average: minimumAverage, essay: minimumEssay },
    yearAccepted,
    open: !row.set_aside && row.state !== 'approved' && row.state !== 'rejected' && awaitsExamScore(state),
    decidedBy: row.decided_by && nameOf(row.decided_by),
    decidedAt: row.decided_at && isoInZone(row.decided_at, tenant.timeZone),
    work: await waitingItem(on, { platform, tenant, service }, 'exam-score', id),
  };
}

type PageContext = { platform: Platform; tenant: Tenant; service: Service };

/** Responds with 404 for a record that the token may not see, before the body is validated (spec 2.3). */
async function checkLookUp(platform: Platform, tenant: Tenant, service: Service, id: number): Promise<void> {
  const on = platform.db.tenant(tenant.id);
  const row = await lookUpById(on, id);
  const owner = row && (await subscriptionById(on, row.subscription_id));
  if (!owner || !maySee(service, owner.institution_code)) fail('NOT_FOUND');
}

/** Routes for exam scores, for the institution (spec 17.2). */
export const examScoreRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/exam-scores', ({ tenant, service, query }) =>
    listExamScores(platform, tenant, service, query),
  ),
  ok('GET /operations/exam-scores/{id}', (ctx) => showExamScore(ctx, ctx.params.id)),
  route('POST /operations/exam-scores/{id}/result', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      await checkLookUp(platform, ctx.tenant, ctx.service, id);
      const given = ctx.body();
      const by = {
        decider: ctx.service,
        decidedBy: operatorOf(ctx.service),
        shown: deciderName(ctx.service),
      };
      return write(async (tx) => reply(200, await decideLookUp(tx, platform, id, given, by)));
    }),
  ),
];
