import { isBlank, isoInZone, TEXTS } from '@orbita/domain/foundation';
import { isReviewed, reviewUntil, STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { openReview } from '../../essay/regrade.ts';
import { notify } from '../../messaging/notify.ts';
import { emitStepsChanged } from '../../platform/events.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { ownSubscription } from '../../subscription/own.ts';
import type { SubscriptionRow } from '../../subscription/row.ts';
import { answerDue } from '../store.ts';
import { type Refusal, type ReviewRow, refusalOf, reviewOf } from './store.ts';

type Applied = Pick<SubscriptionRow, 'status' | 'application_type' | 'time_zone'>;

/** The end of the period for requesting a review; undefined if nothing can be reviewed (TR-99). */
const untilOf = (row: Applied, refusal: Refusal | undefined): Date | undefined =>
  refusal && row.status === STATUS.Unqualified && isReviewed(row.application_type)
    ? reviewUntil(refusal.at, row.time_zone)
    : undefined;

const presentRequest = (row: ReviewRow, zone: string) => ({
  id: row.id,
  status: row.state,
  details: row.details,
  requestedAt: isoInZone(row.requested_at, zone),
  dueAt: isoInZone(row.due_at, zone),
  answeredAt: row.answered_at ? isoInZone(row.answered_at, zone) : null,
  answer: row.answer,
  outcome: row.outcome,
  firstScore: row.first_score,
  score: row.score,
});

/** Whether the refusal may be reviewed, and the review that was requested; reviews of earlier refusals are left out. */
export async function showReview(
  ctx: Ctx<'GET /candidate/subscriptions/{id}/decision-review'>,
): Promise<Reply> {
  const { platform, tenant } = ctx;
  const row = await ownSubscription(ctx, ctx.params.id);
  const on = platform.db.tenant(tenant.id);
  const refusal = await refusalOf(on, row.id);
  const last = await reviewOf(on, row.id);
  const asked = last && refusal && last.history_id === refusal.id ? last : undefined;
  const until = untilOf(row, refusal);
  return reply(200, {
    available: until !== undefined && !asked && platform.clock.now() <= until,
    decidedAt: refusal ? isoInZone(refusal.at, row.time_zone) : null,
    until: until ? isoInZone(until, row.time_zone) : null,
    request: asked ? presentRequest(asked, row.time_zone) : null,
  });
}

/**
 * Accepts the request for a review and confirms it by e-mail (N-31): once per refusal, within the days of D-78 and while the
 * refusal is in force. Not available with an access key (spec 5.2).
 */
export async function askReview(
  ctx: Ctx<'POST /candidate/subscriptions/{id}/decision-review'>,
): Promise<Reply> {
  const { platform, tenant, session } = ctx;
  const own = await ownSubscription(ctx, ctx.params.id);
  const { details } = ctx.body();
  invalid(isBlank(details) ? [{ field: 'details', message: TEXTS.required }] : []);
  return ctx.once(async (tx) => {
    const row = await lockSubscription(tx, own.id);
    const now = platform.clock.now();
    const refusal = await refusalOf(tx, row.id);
    const until = untilOf(row, refusal);
    if (!refusal || !until || now > until) fail('REVIEW_CLOSED', { extra: { status: row.status } });
    const last = await reviewOf(tx, row.id);
    if (last?.history_id === refusal.id) fail('REVIEW_ASKED', { extra: { status: row.status } });
    const asked = await tx.one<{ id: number }>(sql`
      with asked as (
        insert into privacy_request (tenant_id, person_id, institution_id, kind, details, requested_at, due_at)
        values (${tenant.id}, ${session.personId}, ${row.institution_id}::bigint, 'decision-review',
          ${details.trim()}::text, ${now}::timestamptz, ${answerDue(now, tenant.timeZone)}::timestamptz)
        returning id)
      insert into decision_review (tenant_id, request_id, subscription_id, history_id, event, essay_id, decided_at,
        decided_by, first_score)
      select ${tenant.id}, id, ${row.id}::bigint, ${refusal.id}::bigint, ${refusal.event}::text,
        ${refusal.essay_id}::bigint, ${refusal.at}::timestamptz, ${refusal.decided_by}::text,
        ${refusal.first_score}::numeric
      from asked returning request_id as id`);
    if (!asked) throw new Error('The review was not stored');
    if (refusal.essay_id !== null) await openReview(tx, refusal.essay_id, now);
    await emitStepsChanged(tx, platform, row.id);
    notify(tx, platform, {
      template: 'N-31',
      personId: session.personId,
      institutionId: row.institution_id,
      dedupe: `privacy:${asked.id}:received`,
      data: { variante: 'recebida' },
    });
    return reply(202, { id: asked.id, status: 'received' });
  });
}
