import { mayBeSame, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import { refuseOwnMark } from '../../essay/grade.ts';
import { type GivenMark, type Grader, marksOf } from '../../essay/marks.ts';
import { regradeEssay } from '../../essay/regrade.ts';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import { emitStepsChanged } from '../../platform/events.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import type { Write } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription, moveSubscription } from '../../subscription/move.ts';
import { withinReach } from '../reach.ts';
import { isOpen } from '../store.ts';
import { type ReviewOutcome, type ReviewRow, reviewOf } from './store.ts';

type ReviewCtx = Ctx<'POST /operations/privacy-requests/{id}/review'>;
type Said = ReturnType<ReviewCtx['body']>;

const REQUIRED = 'Required';
const UNUSED = 'Not for this kind of decision';

/** An essay is judged by its grade, any other refusal by the outcome alone. */
function checkBody({ event }: Pick<ReviewRow, 'event'>, { outcome, score, hasPlagiarism }: Said): void {
  const given = (value: unknown) => value !== undefined && value !== null;
  const graded = event === 'essay-rejected';
  const wrong = (field: string, value: unknown, wanted: boolean) =>
    given(value) === wanted ? [] : [{ field, message: wanted ? REQUIRED : UNUSED }];
  invalid([
    ...wrong('outcome', outcome, !graded),
    ...wrong('score', score, graded),
    ...(graded || !given(hasPlagiarism) ? [] : [{ field: 'hasPlagiarism', message: UNUSED }]),
  ]);
}

type Judged = { outcome: ReviewOutcome; score: number | null };

async function judge(tx: Tx, platform: Platform, row: ReviewRow, said: Said, by: Grader): Promise<Judged> {
  if (row.essay_id === null) return { outcome: said.outcome ?? 'upheld', score: null };
  const given = { score: said.score ?? 0, hasPlagiarism: said.hasPlagiarism ?? false, feedback: said.answer };
  return judgeEssay(tx, platform, row.essay_id, given, by);
}

async function judgeEssay(
  tx: Tx,
  platform: Platform,
  essayId: number,
  given: GivenMark,
  by: Grader,
): Promise<Judged> {
  const { approved, score } = await regradeEssay(tx, platform, essayId, given, by);
  return { outcome: approved ? 'granted' : 'upheld', score };
}

/**
 * Refuses a reviewer who may have taken part in the decision under review: by the label of a token and, for an essay, by all its
 * marks.
 */
async function refuseSame(tx: Tx, row: ReviewRow, by: Grader): Promise<void> {
  const marks = row.essay_id === null ? [] : await marksOf(tx, row.essay_id);
  refuseOwnMark(marks, by.staffId);
  // Two team members are told apart by their ids; a token may be anybody with that name.
  const labels = marks
    .filter(({ staff_id: staffId }) => staffId === null || by.staffId === null)
    .map(({ grader }) => grader);
  const decided = marks.length === 0 && row.decided_by ? [row.decided_by] : [];
  if ([...labels, ...decided].some((label) => mayBeSame(label, by.name))) fail('SAME_GRADER');
}

/** Moves the application by TR-99, or notifies open pages of the answer. */
async function carryOut(
  tx: Tx,
  platform: Platform,
  subscriptionId: number,
  outcome: ReviewOutcome,
  status: Status,
): Promise<Status> {
  if (outcome === 'granted') {
    const facts = { reviewGranted: true };
    const event = 'review-granted' as const;
    const moved = await moveSubscription(tx, platform, { subscriptionId, event, actor: 'operations', facts });
    return moved.to;
  }
  await emitStepsChanged(tx, platform, subscriptionId);
  return status;
}

type Answer = { answer: string; by: string };

/** Stores the outcome with the answer, notifies the candidate (N-31), and carries it out. */
async function concludeReview(
  tx: Tx,
  platform: Platform,
  { row, status }: { row: ReviewRow; status: Status },
  { outcome, score }: Judged,
  { answer, by }: Answer,
): Promise<Status> {
  const now = platform.clock.now();
  await tx.one(sql`
    with reviewed as (
      update decision_review set outcome = ${outcome}::text, score = ${score}::numeric, reviewed_by = ${by}::text,
        reviewed_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and request_id = ${row.id} returning request_id)
    update privacy_request r set state = 'concluded', answer = ${answer.trim()}::text,
      answered_by = ${by}::text, answered_at = ${now}::timestamptz, taken_by = coalesce(r.taken_by, ${by}::text)
    from reviewed where r.tenant_id = ${tx.tenantId} and r.id = reviewed.request_id returning r.id`);
  const moved = await carryOut(tx, platform, row.subscription_id, outcome, status);
  notify(tx, platform, {
    template: 'N-31',
    personId: row.person_id,
    institutionId: row.institution_id,
    dedupe: `privacy:${row.id}:answered`,
    data: { variante: 'respondida' },
  });
  return moved;
}

/**
 * Answers the open review of an essay with the mark of a team member (spec 25.7): the comment is the answer, and the person must
 * not have given any of the earlier marks. The caller holds the locks of application and essay; 409 when no review is open.
 */
export async function reviewEssay(
  tx: Tx,
  platform: Platform,
  essay: { id: number; subscriptionId: number; status: Status },
  given: GivenMark & { feedback: string },
  by: Grader,
): Promise<Status> {
  const row = await reviewOf(tx, essay.subscriptionId);
  if (row?.essay_id !== essay.id || !isOpen(row)) fail('STATE_CONFLICT', { extra: { status: essay.status } });
  await refuseSame(tx, row, by);
  const judged = await judgeEssay(tx, platform, essay.id, given, by);
  const answer = { answer: given.feedback, by: by.name };
  return concludeReview(tx, platform, { row, status: essay.status }, judged, answer);
}

/**
 * Reviews a refusal (D-78, LGPD art. 20) by another person than the one who decided: 409 `SAME_GRADER` when the two may be the
 * same, `STATE_CONFLICT` for an answered request or one of another kind, and whatever forbids TR-99.
 */
export async function reviewDecision(ctx: ReviewCtx, write: Write): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  const known = await platform.db
    .tenant(tenant.id)
    .one<{ subscription_id: number | null; state: string }>(sql`
    select r.state, v.subscription_id from privacy_request r
    left join decision_review v on v.tenant_id = r.tenant_id and v.request_id = r.id
    where r.tenant_id = ${tenant.id} and r.id = ${params.id}
      ${withinReach(service, tenant.id, sql`r.person_id`, sql`r.institution_id`)}`);
  if (!known) fail('NOT_FOUND');
  const said = ctx.body();
  const subscriptionId = known.subscription_id;
  if (subscriptionId === null)
    fail('STATE_CONFLICT', { message: 'This request asks for no review', extra: { state: known.state } });
  const by = { name: operatorOf(service), staffId: service.staff?.id ?? null };
  return write(async (tx) => {
    const { status } = await lockSubscription(tx, subscriptionId);
    const row = await reviewOf(tx, subscriptionId);
    if (row?.id !== params.id || !isOpen(row)) fail('STATE_CONFLICT', { extra: { status } });
    checkBody(row, said);
    await refuseSame(tx, row, by);
    const judged = await judge(tx, platform, row, said, by);
    const answer = { answer: said.answer, by: by.name };
    const moved = await concludeReview(tx, platform, { row, status }, judged, answer);
    return reply(200, { id: row.id, subscriptionId, outcome: judged.outcome, status: moved });
  });
}
