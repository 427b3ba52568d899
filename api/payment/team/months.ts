import sql from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withHeldKey, withKey } from '../../platform/http/with-key.ts';
import { listPage } from '../../platform/lists/list-page.ts';
import { institutionFilter } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { resolveMonth } from '../recurrence/month.ts';
import { lookUpCycle } from '../recurrence/scheduler.ts';
import { type MonthRow, monthList, presentListedMonth } from './listed-months.ts';
import { openMonth } from './open-month.ts';
import { giveBack } from './refunds.ts';

type Found = { id: number; subscription_id: number; recurrence_id: number; number: number; unread: boolean };

/** A month that the token may see; otherwise 404, before the body is validated. */
async function findMonth(platform: Platform, tenant: Tenant, service: Service, id: number): Promise<Found> {
  const row = await platform.db.tenant(tenant.id).one<Found>(sql`
    select c.id, c.subscription_id, c.recurrence_id, c.number, c.state = 'paid' and c.received = '[]'::jsonb as unread
    from recurrence_cycle c join institution i on i.tenant_id = c.tenant_id and i.id = c.institution_id
    where c.tenant_id = ${tenant.id} and c.id = ${id}${institutionFilter(service, {}, sql`i.code`)}`);
  return row ?? fail('NOT_FOUND');
}

/** Operations on the later months of recurrences (spec 14.8, 17.2). */
export const monthRoutes = (platform: Platform): Route[] => [
  route('GET /operations/months', async ({ tenant, service, query }) =>
    reply(
      200,
      await listPage<MonthRow, ReturnType<typeof presentListedMonth>>(
        platform.db.tenant(tenant.id),
        monthList(tenant.id, service, query),
        query,
        (row) => presentListedMonth(row, tenant.timeZone),
      ),
    ),
  ),
  ok('GET /operations/months/{id}', (ctx) => openMonth(ctx, ctx.params.id)),
  route('POST /operations/months/{id}/refund', (ctx) =>
    withHeldKey(ctx, async (key) => {
      const month = await findMonth(platform, ctx.tenant, ctx.service, ctx.params.id);
      const wish = ctx.body();
      // A month paid before we stored its Pix ids: they are first read from the bank.
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
      const { version: seen, ...given } = ctx.body();
      return write(async (tx) => {
        const about = { id, subscriptionId };
        const status = await resolveMonth(tx, platform, about, { service: ctx.service, seen }, given);
        return reply(200, { ...about, state: 'ignored' as const, status });
      });
    }),
  ),
];
