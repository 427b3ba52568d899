import { toAmount, toCents } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import { deciderName, operatorOf } from '../../caller/operator.ts';
import { pdfHeaders } from '../../platform/files/pdf-headers.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withHeldKey, withKey } from '../../platform/http/with-key.ts';
import { institutionFilter, maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { subscriptionById } from '../../subscription/row.ts';
import { checkSeen } from '../../subscription/seen-version.ts';
import { decideManual, requestManual } from '../manual.ts';
import { presentRecurrenceRecord } from '../recurrence/present.ts';
import { cyclesOf, lastRecurrence } from '../recurrence/store.ts';
import { resolveAttention } from '../resolve.ts';
import { moneyOf } from './application-money.ts';
import { chargesOf, slipOf } from './charges.ts';
import { listPayments } from './listed-payments.ts';
import { openPayment } from './open-payment.ts';
import { listRefunds } from './refund-list.ts';
import { giveBack } from './refunds.ts';
import { searchPayments } from './search.ts';
import { secondForSettlement } from './second-money.ts';

type Found = { id: number; subscriptionId: number };

/** A payment that the token may see; otherwise 404, before the body is validated. */
async function findPayment(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
  only: Sql = empty,
): Promise<Found> {
  const row = await platform.db.tenant(tenant.id).one<{ id: number; subscription_id: number }>(sql`
    select y.id, y.subscription_id from payment y
    join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where y.tenant_id = ${tenant.id} and y.id = ${id}${only}${institutionFilter(service, {}, sql`i.code`)}`);
  if (!row) fail('NOT_FOUND');
  return { id: row.id, subscriptionId: row.subscription_id };
}

/** Operations on payments (spec 17.2). */
export const paymentRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/payments', ({ tenant, service, query }) =>
    listPayments(platform, tenant, service, query),
  ),
  ok('POST /operations/payments/search', (ctx) => searchPayments(ctx, ctx.body())),
  ok('GET /operations/payments/{id}', (ctx) => openPayment(ctx, ctx.params.id)),
  ok('GET /operations/refunds', (ctx) => listRefunds(ctx, ctx.query)),
  route('POST /operations/subscriptions/{id}/manual-payments', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      const found = await subscriptionById(platform.db.tenant(ctx.tenant.id), id);
      if (!found || !maySee(ctx.service, found.institution_code)) fail('NOT_FOUND');
      const { purpose, amount, reason, version } = ctx.body();
      const wanted = { purpose, amountCents: toCents(amount), reason };
      return write(async (tx) => {
        await checkSeen(tx, ctx.service, id, version);
        const made = await requestManual(tx, platform, id, operatorOf(ctx.service), wanted);
        const { amountCents, ...rest } = made;
        return reply(201, { ...rest, amount: toAmount(amountCents), state: 'pending' as const });
      });
    }),
  ),
  ok('GET /operations/subscriptions/{id}/money', (ctx) => moneyOf(ctx, ctx.params.id)),
  ok('GET /operations/subscriptions/{id}/charges', (ctx) => chargesOf(ctx, ctx.params.id)),
  route('GET /operations/payments/{id}/slip', async (ctx) => {
    const { name, content } = await slipOf(ctx, ctx.params.id);
    return reply(200, content, { headers: pdfHeaders(name) });
  }),
  route('GET /operations/subscriptions/{id}/recurrence', async ({ tenant, service, params }) => {
    const on = platform.db.tenant(tenant.id);
    const found = await subscriptionById(on, params.id);
    if (!found || !maySee(service, found.institution_code)) fail('NOT_FOUND');
    const row = await lastRecurrence(on, params.id);
    if (!row) fail('NOT_FOUND');
    const cycles = await cyclesOf(on, row.id);
    return reply(200, presentRecurrenceRecord(row, cycles, tenant.timeZone));
  }),
  route('POST /operations/manual-payments/{id}/decision', (ctx) =>
    withKey(ctx, async (write) => {
      const manual = sql` and y.method = 'manual'`;
      const payment = await findPayment(platform, ctx.tenant, ctx.service, ctx.params.id, manual);
      const { version, ...given } = ctx.body();
      const person = { decider: ctx.service, seen: version, by: deciderName(ctx.service) };
      return write(async (tx) => {
        await checkSeen(tx, ctx.service, payment.subscriptionId, version);
        return (
          (await secondForSettlement(tx, ctx, payment, given)) ??
          reply(200, await decideManual(tx, platform, payment, operatorOf(ctx.service), given, person))
        );
      });
    }),
  ),
  route('POST /operations/payments/{id}/refund', (ctx) =>
    withHeldKey(ctx, async (key) => {
      const payment = await findPayment(platform, ctx.tenant, ctx.service, ctx.params.id);
      const wish = ctx.body();
      const found = { ...payment, of: { paymentId: payment.id } };
      return giveBack(ctx, key, found, wish);
    }),
  ),
  route('POST /operations/payments/{id}/resolution', (ctx) =>
    withKey(ctx, async (write) => {
      const payment = await findPayment(platform, ctx.tenant, ctx.service, ctx.params.id);
      const { version: seen, ...given } = ctx.body();
      return write(async (tx) => {
        const person = { service: ctx.service, seen };
        const status = await resolveAttention(tx, platform, payment, person, given);
        return reply(200, { ...payment, state: given.decision, status });
      });
    }),
  ),
];
