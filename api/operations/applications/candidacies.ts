import { STATUS } from '@orbita/domain/subscription';
import { type Analysis, recordAnalysis } from '../../enrolment/index.ts';
import { accommodationsOf, grantAccommodations, grantAttempts } from '../../essay/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { emit } from '../../platform/events.ts';
import type { House } from '../../platform/house.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import {
  lockSubscription,
  moveSubscription,
  type SubscriptionRow,
  type SubscriptionState,
  settingsReader,
  subscriptionById,
} from '../../subscription/index.ts';
import { maySee } from '../lists.ts';
import { operatorOf } from '../operator.ts';
import { setCapacity } from './classes.ts';

/** The application, if the token may know of it. */
async function visible(house: House, tenant: Tenant, service: Service, id: number): Promise<SubscriptionRow> {
  const row = await subscriptionById(house.db.tenant(tenant.id), tenant.id, id);
  if (!row || !maySee(service, row.institution_code)) fail('NOT_FOUND');
  return row;
}

const decidedOf = (id: number, state: string, status: number) => ({ id, state, subscriptionId: id, status });

const isAnalysed = (row: SubscriptionState): boolean =>
  row.use_disciplines && settingsReader(row.settings)('DisciplineDocumentCheckEnabled');

/**
 * Keeps the analysis of a transfer (spec 9.3) and goes on by TR-20 when it is favourable and every document approved.
 * An unfavourable one waits for the decision with its reason. `STATE_CONFLICT` outside 10, or where none is asked.
 */
async function analyse(tx: Tx, house: House, id: number, found: Analysis, by: string): Promise<number> {
  const row = await lockSubscription(tx, id);
  if (row.status !== STATUS.SubscriptionDocumentationPending || !isAnalysed(row))
    fail('STATE_CONFLICT', { extra: { status: row.status } });
  await recordAnalysis(tx, row, found, by, house.clock.now());
  const event = 'selection-documents-approved';
  const move = () => moveSubscription(tx, house, { subscriptionId: id, event, actor: 'operations' });
  try {
    if (found.favourable) return (await tx.savepoint(move)).to;
  } catch (error) {
    // Documents are still open; the review of the last one moves the application.
    if (!(error instanceof AppError)) throw error;
  }
  const changed = { stream: 'business', type: 'subscription.steps-changed', subscriptionId: id } as const;
  await emit(tx, house, { ...changed, data: {} });
  return row.status;
}

/** Decisions about one application on its way: selection documents, essays, classes (spec 17.2). */
export const candidacyRoutes = (house: House): Route[] => [
  route('POST /operations/subscriptions/{id}/discipline-analysis', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(house, ctx.tenant, ctx.service, ctx.params.id);
      const { favourable, accepted, term } = ctx.body();
      const found = { favourable, accepted, term: term ?? null };
      return write(async (tx) => {
        const status = await analyse(tx, house, id, found, operatorOf(ctx.service));
        return reply(200, decidedOf(id, favourable ? 'favourable' : 'unfavourable', status));
      });
    }),
  ),
  route('POST /operations/subscriptions/{id}/selection-decision', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(house, ctx.tenant, ctx.service, ctx.params.id);
      const { decision, reason } = ctx.body();
      if (decision === 'rejected' && !reason?.trim()) invalid([{ field: 'reason', message: 'Required' }]);
      return write(async (tx) => {
        const moved = await moveSubscription(tx, house, {
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
      const { id } = await visible(house, ctx.tenant, ctx.service, ctx.params.id);
      const { extra } = ctx.body();
      const by = operatorOf(ctx.service);
      return write(async (tx) =>
        reply(200, decidedOf(id, 'granted', await grantAttempts(tx, house, id, extra, by))),
      );
    }),
  ),
  route('GET /operations/subscriptions/{id}/accommodations', async ({ tenant, service, params }) => {
    const row = await visible(house, tenant, service, params.id);
    return reply(200, await accommodationsOf(house.db.tenant(tenant.id), row));
  }),
  route('PUT /operations/subscriptions/{id}/accommodations', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await visible(house, ctx.tenant, ctx.service, ctx.params.id);
      const { essayExtraMinutes, notes } = ctx.body();
      const given = { essayExtraMinutes, notes: notes ?? null };
      const by = operatorOf(ctx.service);
      return write(async (tx) =>
        reply(200, decidedOf(id, 'granted', await grantAccommodations(tx, house, id, given, by))),
      );
    }),
  ),
  route('PUT /operations/classes/{code}/capacity', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(200, await setCapacity(tx, house, ctx.service, ctx.params.code, () => ctx.body())),
      ),
    ),
  ),
];
