import { isoInZone, toAmount, toCents } from '@orbita/domain/foundation';
import type { Attention } from '@orbita/domain/payment';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import { deciderName, operatorOf } from '../../caller/operator.ts';
import { pdfHeaders } from '../../platform/files/pdf-headers.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withHeldKey, withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { institutionFilter, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { subscriptionById } from '../../subscription/row.ts';
import { checkSeen } from '../../subscription/seen-version.ts';
import { decideManual, requestManual } from '../manual.ts';
import { presentRecurrenceRecord } from '../recurrence/present.ts';
import { cyclesOf, lastRecurrence } from '../recurrence/store.ts';
import { resolveAttention } from '../resolve.ts';
import type { PaymentRow } from '../store.ts';
import { moneyOf } from './application-money.ts';
import { chargesOf, slipOf } from './charges.ts';
import { giveBack, type HandledRow, handledColumns, presentHandled } from './refunds.ts';
import { secondForSettlement } from './second-money.ts';

type Row = Pick<
  PaymentRow,
  'id' | 'subscription_id' | 'purpose' | 'method' | 'amount_cents' | 'received_cents' | 'state' | 'txid'
> &
  HandledRow<Attention> & {
    attention: Attention[];
    reason: string | null;
    created_at: Date;
    paid_at: Date | null;
    updated_at: Date;
  };

const present = (row: Row, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  purpose: row.purpose,
  method: row.method,
  amount: toAmount(row.amount_cents),
  received: row.received_cents === null ? null : toAmount(row.received_cents),
  refunded: toAmount(
    row.refunds.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0),
  ),
  state: row.state,
  providerId: row.txid,
  attention: row.attention,
  reason: row.reason,
  ...presentHandled(row, zone),
  createdAt: isoInZone(row.created_at, zone),
  paidAt: row.paid_at && isoInZone(row.paid_at, zone),
  updatedAt: isoInZone(row.updated_at, zone),
});

const attentionFilter = (attention: string | undefined): Sql => {
  if (!attention) return empty;
  return attention === 'any' || attention === 'true'
    ? sql` and y.attention <> '[]'::jsonb`
    : sql` and y.attention <> '[]'::jsonb and y.attention @> to_jsonb(${attention}::text)`;
};

type PaymentQuery = Query<'GET /operations/payments'>;

const paymentList = (tenantId: number, service: Service, query: PaymentQuery): List => ({
  from: ['payment', 'y'],
  where: sql`y.tenant_id = ${tenantId}${query.state ? sql` and y.state = ${query.state}::text` : empty}
    ${query.method ? sql` and y.method = ${query.method}::text` : empty}
    ${query.subscriptionId ? sql` and y.subscription_id = ${query.subscriptionId}::bigint` : empty}
    ${attentionFilter(query.attention)}
    ${ownedBy(tenantId, service, query, sql`y.institution_id`)}`,
  columns: sql`y.id, y.subscription_id, y.purpose, y.method, y.amount_cents, y.received_cents, y.state, y.txid,
    y.attention, y.created_at, y.paid_at, y.updated_at, m.reason,
    ${handledColumns((as) => sql`${as}.tenant_id = y.tenant_id and ${as}.payment_id = y.id`)}`,
  joins: sql`left join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id`,
  at: sql`y.updated_at`,
  newestFirst: true,
});

/** Payments for the institution's systems, most recently changed first (spec 17.2). */
const listPayments = (platform: Platform, tenant: Tenant, service: Service, query: PaymentQuery) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    paymentList(tenant.id, service, query),
    query,
    (row) => present(row, tenant.timeZone),
  );

type Found = { id: number; subscriptionId: number };

/** A payment the token may see; otherwise 404, before the body is validated. */
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

/** Payments by operations (spec 17.2). */
export const paymentRoutes = (platform: Platform): Route[] => [
  route('GET /operations/payments', async ({ tenant, service, query }) =>
    reply(200, await listPayments(platform, tenant, service, query)),
  ),
  route('POST /operations/subscriptions/{id}/manual-payments', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = ctx.params;
      const found = await subscriptionById(platform.db.tenant(ctx.tenant.id), ctx.tenant.id, id);
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
  route('GET /operations/subscriptions/{id}/money', async (ctx) =>
    reply(200, await moneyOf(ctx, ctx.params.id)),
  ),
  route('GET /operations/subscriptions/{id}/charges', async (ctx) =>
    reply(200, await chargesOf(ctx, ctx.params.id)),
  ),
  route('GET /operations/payments/{id}/slip', async (ctx) => {
    const { name, content } = await slipOf(ctx, ctx.params.id);
    return reply(200, content, { headers: pdfHeaders(name) });
  }),
  route('GET /operations/subscriptions/{id}/recurrence', async ({ tenant, service, params }) => {
    const on = platform.db.tenant(tenant.id);
    const found = await subscriptionById(on, tenant.id, params.id);
    if (!found || !maySee(service, found.institution_code)) fail('NOT_FOUND');
    const row = await lastRecurrence(on, tenant.id, params.id);
    if (!row) fail('NOT_FOUND');
    const cycles = await cyclesOf(on, tenant.id, row.id);
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
      const given = ctx.body();
      return write(async (tx) => {
        const status = await resolveAttention(tx, platform, payment, operatorOf(ctx.service), given);
        return reply(200, { ...payment, state: given.decision, status });
      });
    }),
  ),
];
