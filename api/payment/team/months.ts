import { isoInZone } from '@orbita/domain/foundation';
import type { MonthMark } from '@orbita/domain/payment';
import type { Query } from '@orbita/protocol';
import sql, { empty } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withHeldKey, withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { institutionFilter, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { resolveMonth } from '../recurrence/month.ts';
import { presentMonth } from '../recurrence/present.ts';
import { lookUpCycle } from '../recurrence/scheduler.ts';
import { CYCLE_GIVEN_BACK, type CycleGivenBack, type RecurrenceRow } from '../recurrence/store.ts';
import { giveBack, type HandledRow, handledColumns, presentHandled } from './refunds.ts';

type Row = CycleGivenBack & Pick<RecurrenceRow, 'subscription_id' | 'method'> & HandledRow<MonthMark>;
type MonthQuery = Query<'GET /operations/months'>;

const present = (row: Row, zone: string) => ({
  ...presentMonth(row, zone),
  recurrenceId: row.recurrence_id,
  subscriptionId: row.subscription_id,
  method: row.method,
  ...presentHandled(row, zone),
  updatedAt: isoInZone(row.updated_at, zone),
});

const monthList = (tenantId: number, service: Service, query: MonthQuery): List => ({
  from: ['recurrence_cycle', 'c'],
  where: sql`c.tenant_id = ${tenantId}${query.state ? sql` and c.state = ${query.state}::text` : empty}
    ${query.subscriptionId ? sql` and c.subscription_id = ${query.subscriptionId}::bigint` : empty}
    ${query.attention ? sql` and c.attention <> '[]'::jsonb` : empty}
    ${query.attention && query.attention !== 'any' ? sql` and c.attention @> to_jsonb(${query.attention}::text)` : empty}
    ${ownedBy(tenantId, service, query, sql`c.institution_id`)}`,
  columns: sql`${CYCLE_GIVEN_BACK}, c.subscription_id, r.method,
    ${handledColumns((as) => sql`${as}.tenant_id = c.tenant_id and ${as}.month_id = c.id`)}`,
  joins: sql`join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id`,
  at: sql`c.updated_at`,
  newestFirst: true,
});

type Found = { id: number; subscription_id: number; recurrence_id: number; number: number; unread: boolean };

/** A month the token may see; otherwise 404, before the body is validated. */
async function findMonth(platform: Platform, tenant: Tenant, service: Service, id: number): Promise<Found> {
  const row = await platform.db.tenant(tenant.id).one<Found>(sql`
    select c.id, c.subscription_id, c.recurrence_id, c.number, c.state = 'paid' and c.received = '[]'::jsonb as unread
    from recurrence_cycle c join institution i on i.tenant_id = c.tenant_id and i.id = c.institution_id
    where c.tenant_id = ${tenant.id} and c.id = ${id}${institutionFilter(service, {}, sql`i.code`)}`);
  return row ?? fail('NOT_FOUND');
}

/** Later months of recurrences by operations (spec 14.8, 17.2). */
export const monthRoutes = (platform: Platform): Route[] => [
  route('GET /operations/months', async ({ tenant, service, query }) =>
    reply(
      200,
      await listPage<Row, ReturnType<typeof present>>(
        platform.db.tenant(tenant.id),
        monthList(tenant.id, service, query),
        query,
        (row) => present(row, tenant.timeZone),
      ),
    ),
  ),
  route('POST /operations/months/{id}/refund', (ctx) =>
    withHeldKey(ctx, async (key) => {
      const month = await findMonth(platform, ctx.tenant, ctx.service, ctx.params.id);
      const wish = ctx.body();
      // The numbers of the Pix of a month that was paid before they were kept are read from the bank.
      if (month.unread) await lookUpCycle(platform, ctx.tenant.id, month);
      const found = { id: month.id, subscriptionId: month.subscription_id, of: { monthId: month.id } };
      return giveBack(ctx, key, found, wish);
    }),
  ),
  route('POST /operations/months/{id}/resolution', (ctx) =>
    withKey(ctx, async (write) => {
      const { id, subscription_id: subscriptionId } = await findMonth(
        platform,
        ctx.tenant,
        ctx.service,
        ctx.params.id,
      );
      const given = ctx.body();
      return write(async (tx) => {
        const about = { id, subscriptionId };
        const status = await resolveMonth(tx, platform, about, operatorOf(ctx.service), given);
        return reply(200, { ...about, state: 'ignored' as const, status });
      });
    }),
  ),
];
