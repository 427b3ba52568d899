import { deciderName, operatorOf } from '../caller/operator.ts';
import {
  type Graded,
  gradeEssay,
  lockForMark,
  markEssay,
  refuseOwnMark,
  refuseUngradable,
} from '../essay/grade.ts';
import { awaitsMark } from '../essay/mark-draft.ts';
import { markErrors } from '../essay/mark-errors.ts';
import { lastChange, marksOf } from '../essay/marks.ts';
import { leadsAt } from '../essay/team/essays.ts';
import { checkEssay } from '../essay/team/routes.ts';
import type { Tx } from '../platform/database/types.ts';
import type { ActingStaff, Ctx, Reply, Service } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Write } from '../platform/http/with-key.ts';
import { reviewEssay } from '../privacy/review/decide.ts';
import { lockActor } from '../work/claims.ts';
import { checkDecision, requireVersion, settleItem } from '../work/decision.ts';
import { holderOf } from '../work/holder.ts';
import { isRecused, neverOffer } from '../work/skip.ts';

type GradeCtx = Ctx<'POST /operations/essays/{id}/grade'>;
type Said = ReturnType<GradeCtx['body']>;

/** The round in which the lead decides an essay on which two graders did not agree. */
const THIRD = 3;
const RECUSED = 'Você devolveu esta redação por reconhecer quem escreveu. Outra pessoa precisa corrigi-la.';

/**
 * Records the mark of a team member: one of up to three, or the one that answers a review (spec 25.7). Checks are in the order of
 * 25.2.3; the third requires the institution's leading scope.
 */
async function markByPerson(tx: Tx, ctx: GradeCtx, staff: ActingStaff, said: Said): Promise<Graded> {
  const { platform, tenant, service } = ctx;
  const essayId = ctx.params.id;
  const { row, status } = await lockForMark(tx, { essayId, institutions: service.institutions });
  await lockActor(tx, staff);
  const inReview = row.state === 'graded' && row.review_since !== null;
  if (row.state === 'finished' && row.round === THIRD && !leadsAt(service, row.institution_code))
    fail('FORBIDDEN');
  if (awaitsMark(row)) invalid(markErrors(row, said, true));
  if (!inReview) await refuseUngradable(tx, row, status);
  const marks = await marksOf(tx, row.id);
  const now = platform.clock.now();
  const item = {
    kind: 'essay',
    id: row.id,
    version: row.version,
    changedAt: lastChange(row, marks),
  } as const;
  await checkDecision(tx, { decider: service, item, seen: said.version, now, zone: tenant.timeZone });
  refuseOwnMark(marks, staff.id);
  if (await isRecused(tx, { kind: 'essay', id: row.id, staffId: staff.id }))
    fail('SAME_GRADER', { message: RECUSED });
  const by = await graderOf(tx, service, staff, row.id, now);
  const answer = { ...said, feedback: said.feedback ?? '' };
  const essay = { id: row.id, subscriptionId: row.subscription_id, status };
  const graded: Graded = inReview
    ? {
        id: row.id,
        state: 'graded',
        subscriptionId: row.subscription_id,
        status: await reviewEssay(tx, platform, essay, answer, by),
      }
    : await markEssay(tx, platform, row, said, by);
  await settleItem(tx, platform, item, deciderName(service));
  // Whatever mark the essay needs next, it must come from somebody else.
  await neverOffer(tx, { kind: 'essay', itemId: row.id, staffId: staff.id });
  return graded;
}

/** The grader, with the time at which they took the essay up. */
async function graderOf(tx: Tx, service: Service, staff: ActingStaff, essayId: number, now: Date) {
  const holder = await holderOf(tx, { kind: 'essay', id: essayId }, now);
  const since = holder?.staff_id === staff.id ? holder.since : null;
  return { name: operatorOf(service), staffId: staff.id, since };
}

/** Grades an essay (spec 17.2, 25.7): a token's grade is final immediately, a person's mark may be one of several. */
export async function gradeByCaller(ctx: GradeCtx, write: Write): Promise<Reply> {
  const { platform, tenant, service } = ctx;
  await checkEssay(platform, tenant, service, ctx.params.id);
  const said = ctx.body();
  const { staff } = service;
  if (staff) {
    requireVersion(service, said.version);
    return write(async (tx) => reply(200, await markByPerson(tx, ctx, staff, said)));
  }
  const command = {
    ...said,
    essayId: ctx.params.id,
    institutions: service.institutions,
    grader: operatorOf(service),
  };
  return write(async (tx) => {
    const graded = await gradeEssay(tx, platform, command);
    await settleItem(tx, platform, { kind: 'essay', id: graded.id }, deciderName(service));
    return reply(200, graded);
  });
}
