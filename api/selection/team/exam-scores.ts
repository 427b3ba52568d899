import {
  BULLETIN,
  type ExamLookUpState,
  type ExamScores,
  examScoreErrors,
  isAnswered,
} from '@orbita/domain/selection';
import { examApproves } from '@orbita/domain/subscription';
import sql, { empty } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { subscriptionById } from '../../subscription/row.ts';
import { awaitsExamScore, concludeLookUp, examOf } from '../exam-score/conclude.ts';
import { lockLookUp, lookUpById } from '../exam-score/store.ts';

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
};

const present = (row: Row) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  registration: row.registration,
  year: row.year,
  cpf: row.cpf,
  state: row.state,
  scores: row.scores,
  average: row.average,
  bulletinFileId: row.bulletin_file_id,
});

type Query = ListQuery & { state?: string | undefined };

const examScoreList = (tenantId: number, service: Service, query: Query): List => ({
  from: ['exam_score', 'x'],
  where: sql`x.tenant_id = ${tenantId} and x.set_aside_at is null
    ${query.state ? sql` and x.state = ${query.state}` : empty}
    ${ownedBy(tenantId, service, query, sql`x.institution_id`)}`,
  columns: sql`x.id, x.subscription_id, x.registration, x.year, p.cpf, x.state, x.scores, x.average::float8 as average,
    (select max(f.id) from required_document d
     join document_file f on f.tenant_id = d.tenant_id and f.required_document_id = d.id
     where d.tenant_id = x.tenant_id and d.subscription_id = x.subscription_id and d.stage = 'selection'
       and d.code = ${BULLETIN.code} and f.removed_at is null and f.scan = 'clean') as bulletin_file_id`,
  joins: sql`
    join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id`,
  at: sql`x.changed_at`,
});

/**
 * The current look-up of each application, oldest first, with the last clean file of its bulletin (spec
 * 17.2).
 */
const listExamScores = (platform: Platform, tenant: Tenant, service: Service, query: Query) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    examScoreList(tenant.id, service, query),
    query,
    present,
  );

type Given = { state: 'approved' | 'rejected' | 'not-found'; scores?: ExamScores | null | undefined };

/** A record the token may not see is answered with 404 before the body is validated (spec 2.3). */
async function checkLookUp(platform: Platform, tenant: Tenant, service: Service, id: number): Promise<void> {
  const on = platform.db.tenant(tenant.id);
  const row = await lookUpById(on, tenant.id, id);
  const owner = row && (await subscriptionById(on, tenant.id, row.subscription_id));
  if (!owner || !maySee(service, owner.institution_code)) fail('NOT_FOUND');
}

/** Scores are required for a decision "found" and refused otherwise, each 0–1000 with one decimal. */
function scoresOf({ state, scores }: Given): ExamScores | null {
  if (state === 'not-found') return null;
  if (!scores) invalid([{ field: 'scores', message: 'Required' }]);
  invalid(examScoreErrors(scores as ExamScores));
  return scores as ExamScores;
}

/**
 * Decides a look-up manually, from the bulletin or because the source is down (TR-40, TR-41).
 * `STATE_CONFLICT` with `state` and `status` for decided look-ups, for applications that wait for no score,
 * and for a repeated "not found".
 */
async function decideLookUp(tx: Tx, platform: Platform, id: number, given: Given, decidedBy: string) {
  const scores = scoresOf(given);
  const known = await lookUpById(tx, tx.tenantId, id);
  if (!known) fail('NOT_FOUND');
  const subscription = await lockSubscription(tx, known.subscription_id);
  const row = await lockLookUp(tx, id);
  if (!row) fail('NOT_FOUND');
  const open = row.state === 'not-found' ? scores !== null : !isAnswered(row.state);
  if (!open || row.set_aside_at || !awaitsExamScore(subscription)) {
    fail('STATE_CONFLICT', { extra: { state: row.state, status: subscription.status } });
  }
  if (scores) {
    const exam = examOf(subscription, row.year, scores, platform.clock.now());
    const follows = examApproves(exam) ? 'approved' : 'rejected';
    if (follows !== given.state)
      invalid([{ field: 'state', message: `The scores (average ${exam.average}) give ${follows}` }]);
  }
  const result = scores ? ({ state: 'found', scores } as const) : ({ state: 'not-found' } as const);
  const done = await concludeLookUp(tx, platform, subscription, row, result, {
    actor: 'operations',
    decidedBy,
  });
  return { id, state: done.state, subscriptionId: subscription.id, status: done.status };
}

/** Exam scores for the institution (spec 17.2). */
export const examScoreRoutes = (platform: Platform): Route[] => [
  route('GET /operations/exam-scores', async ({ tenant, service, query }) =>
    reply(200, await listExamScores(platform, tenant, service, query)),
  ),
  route('POST /operations/exam-scores/{id}/result', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      await checkLookUp(platform, ctx.tenant, ctx.service, id);
      const given = ctx.body();
      const by = operatorOf(ctx.service);
      return write(async (tx) => reply(200, await decideLookUp(tx, platform, id, given, by)));
    }),
  ),
];
