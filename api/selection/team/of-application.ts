import { isoInZone } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../platform/http/context.ts';
import { mayWithin } from '../../platform/http/may-within.ts';
import { ok, type Route } from '../../platform/http/route.ts';
import { seenRow } from '../../subscription/seen-state.ts';
import { lookUpsOf } from '../exam-score/store.ts';

type Ctx = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;
const TESTS = 'GET /operations/subscriptions/{id}/tests';
const SCORES = 'GET /operations/subscriptions/{id}/exam-scores';

type Booking = Pick<Answer<typeof TESTS>[number], 'place' | 'pole' | 'state'> & {
  at: Date;
  score: number | null;
  essay_score: number | null;
};

/** Tests that were booked for an application, newest first; 404 outside the caller's institutions. */
async function testsOf({ platform, tenant, service }: Ctx, id: number): Promise<Answer<typeof TESTS>> {
  const on = platform.db.tenant(tenant.id);
  const { time_zone: zone } = await seenRow(on, service, id);
  const scores = mayWithin(service, TESTS);
  const rows = await on.many<Booking>(sql`
    select x.at, x.place, p.description as pole, b.state, b.score::float8 as score, b.essay_score::float8 as essay_score
    from test_booking b
    join schedule_slot x on x.tenant_id = b.tenant_id and x.id = b.schedule_slot_id
    join pole p on p.tenant_id = x.tenant_id and p.id = x.pole_id
    where b.tenant_id = ${tenant.id} and b.subscription_id = ${id} order by b.id desc`);
  return rows.map(({ at, place, pole, state, score, essay_score: essayScore }) => ({
    at: isoInZone(at, zone),
    ...{ place, pole, state },
    score: scores ? score : null,
    essayScore: scores ? essayScore : null,
  }));
}

/** Look-ups of the exam score of an application, newest first; 404 outside the caller's institutions. */
async function examScoresOf({ platform, tenant, service }: Ctx, id: number): Promise<Answer<typeof SCORES>> {
  const on = platform.db.tenant(tenant.id);
  await seenRow(on, service, id);
  const rows = await lookUpsOf(on, id);
  return rows.toReversed().map(({ id: lookUp, registration, year, state, scores, average }) => ({
    ...{ id: lookUp, registration, year, state, scores, average },
  }));
}

/** Routes for the tests and exam scores of one application (spec 25.6.1). */
export const ofApplicationRoutes: Route[] = [
  ok(TESTS, (ctx) => testsOf(ctx, ctx.params.id)),
  ok(SCORES, (ctx) => examScoresOf(ctx, ctx.params.id)),
];
