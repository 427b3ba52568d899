import { TEXTS } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { deciderName, operatorOf } from '../../caller/operator.ts';
import { type Analysis, recordAnalysis } from '../../enrolment/discipline-analysis.ts';
import { accommodationsOf, grantAccommodations } from '../../essay/accommodation.ts';
import { refuseAccommodations } from '../../essay/accommodation-request.ts';
import { grantAttempts } from '../../essay/grant-attempts.ts';
import type { Tx } from '../../platform/database/types.ts';
import { emitStepsChanged } from '../../platform/events.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { settleItem } from '../../work/decision.ts';
import { settleAnalysis } from '../analysis-wait.ts';
import { type ApplicationDecider, checkApplication } from '../decision.ts';
import { type SubscriptionState, settingsReader } from '../facts.ts';
import { lockSubscription, moveSubscription } from '../move.ts';
import { type SubscriptionRow, subscriptionById } from '../row.ts';
import { checkSeen } from '../seen-version.ts';
import { retryStuckPapers } from '../stuck-papers.ts';

/** The application, if the token may see it; otherwise 404. */
async function visible(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
): Promise<SubscriptionRow> {
  const row = await subscriptionById(platform.db.tenant(tenant.id), id);
  if (!row || !maySee(service, row.institution_code)) fail('NOT_FOUND');
  return row;
}

const decidedOf = (id: number, state: string, status: number) => ({ id, state, subscriptionId: id, status });

/** Who answers a request, for checking the decision and for the record. */
const answererOf = (service: Service, seen: number | null | undefined) => ({
  decider: service,
  seen,
  by: deciderName(service),
  keptAs: operatorOf(service),
});

/** Whether the disciplines of a transfer are analysed for an application. */
export const isAnalysed = (row: SubscriptionState): boolean =>
  row.use_disciplines && settingsReader(row.settings)('DisciplineDocumentCheckEnabled');

/**
 * Stores the analysis of a transfer (spec 9.3) and moves by TR-20 if it is favourable and every document is approved. After an
 * unfavourable one, the rejection is decided separately, with its reason. Fails with `STATE_CONFLICT` outside status 10 or
 * where no analysis is made, and like `checkApplication`. Returns the status afterwards.
 */
export async function analyse(
  tx: Tx,
  platform: Platform,
  id: number,
  /** The result and the name under which it is recorded. */
  { by: keptAs, ...found }: Analysis & { by: string },
  by: ApplicationDecider,
): Promise<number> {
  const row = await lockSubscription(tx, id);
  if (row.status !== STATUS.SubscriptionDocumentationPending || !isAnalysed(row))
    fail('STATE_CONFLICT', { extra: { status: row.status } });
  await checkApplication(tx, platform, row, by);
  await recordAnalysis(tx, row, found, keptAs, platform.clock.now());
  await settleAnalysis(tx, platform, id);
  await settleItem(tx, platform, { kind: 'application', id }, by.by);
  const event = 'selection-documents-approved';
  const move = () => moveSubscription(tx, platform, { subscriptionId: id, event, actor: 'operations' });
  try {
    if (found.favourable) return (await tx.savepoint(move)).to;
  } catch (error) {
    // Documents are still open; reviewing the last one moves the application.
    if (!(error instanceof AppError)) throw error;
  }
  await emitStepsChanged(tx, platform, id);
  return row.status;
}

/** Has stuck papers retried (spec 25.4.1). Fails with `STATE_CONFLICT` if none is stuck. */
async function retryPapers(tx: Tx, platform: Platform, id: number, by: ApplicationDecider): Promise<number> {
  const row = await lockSubscription(tx, id);
  if (row.papers_stuck_at === null) fail('STATE_CONFLICT', { extra: { status: row.status } });
  await checkApplication(tx, platform, row, by);
  await retryStuckPapers(tx, platform, row);
  await settleItem(tx, platform, { kind: 'application', id }, by.by);
  return row.status;
}

/** Decisions about one application: analysis, selection documents, essay attempts and accommodations (spec 17.2). */
export const decisionRoutes = (platform: Platform): Route[] => [
  route('POST /operations/subscriptions/{id}/discipline-analysis', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { favourable, accepted, term, version } = ctx.body();
      const found = { favourable, accepted, term: term ?? null, by: operatorOf(ctx.service) };
      const by = { decider: ctx.service, seen: version, by: deciderName(ctx.service) };
      return write(async (tx) => {
        const status = await analyse(tx, platform, id, found, by);
        return reply(200, decidedOf(id, favourable ? 'favourable' : 'unfavourable', status));
      });
    }),
  ),
  route('POST /operations/subscriptions/{id}/papers', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(platform, ctx.tenant, ctx.service, ctx.params.id);
      const by = { decider: ctx.service, seen: ctx.body().version, by: deciderName(ctx.service) };
      return write(async (tx) =>
        reply(200, decidedOf(id, 'retried', await retryPapers(tx, platform, id, by))),
      );
    }),
  ),
  route('POST /operations/subscriptions/{id}/selection-decision', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { decision, reason, version } = ctx.body();
      if (decision === 'rejected' && !reason?.trim()) invalid([{ field: 'reason', message: 'Required' }]);
      return write(async (tx) => {
        await checkSeen(tx, ctx.service, id, version);
        const moved = await moveSubscription(tx, platform, {
          subscriptionId: id,
          event: decision === 'approved' ? 'selection-documents-approved' : 'analysis-rejected',
          actor: 'operations',
          reason: reason ?? null,
        });
        return reply(200, decidedOf(id, decision, moved.to));
      });
    }),
  ),
  route('POST /operations/subscriptions/{id}/essay-attempts', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { extra } = ctx.body();
      const by = operatorOf(ctx.service);
      return write(async (tx) =>
        reply(200, decidedOf(id, 'granted', await grantAttempts(tx, platform, id, extra, by))),
      );
    }),
  ),
  route('GET /operations/subscriptions/{id}/accommodations', async ({ tenant, service, params }) => {
    const row = await visible(platform, tenant, service, params.id);
    return reply(200, await accommodationsOf(platform.db.tenant(tenant.id), row));
  }),
  route('PUT /operations/subscriptions/{id}/accommodations', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { essayExtraMinutes, notes, message, version } = ctx.body();
      const given = { essayExtraMinutes, notes: notes ?? null, message: message ?? null };
      const by = answererOf(ctx.service, version);
      return write(async (tx) =>
        reply(200, decidedOf(id, 'granted', await grantAccommodations(tx, platform, id, given, by))),
      );
    }),
  ),
  route('POST /operations/subscriptions/{id}/accommodation-refusal', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { reason, version } = ctx.body();
      if (!reason.trim()) invalid([{ field: 'reason', message: TEXTS.required }]);
      const by = answererOf(ctx.service, version);
      return write(async (tx) =>
        reply(200, decidedOf(id, 'refused', await refuseAccommodations(tx, platform, id, reason, by))),
      );
    }),
  ),
];
