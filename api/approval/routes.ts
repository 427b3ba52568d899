import type { Query } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withHeldKey, writeOnce } from '../platform/http/with-key.ts';
import { type List, listPage } from '../platform/lists/list-page.ts';
import type { Platform } from '../platform/platform.ts';
import { decideApproval, seenApproval, withdrawApproval } from './decide.ts';
import { presentApproval } from './present.ts';
import { seen, touching } from './seen.ts';
import { type ShownRow, shownColumns, shownJoins } from './store.ts';

type ApprovalQuery = Query<'GET /operations/approvals'>;

type Asked = NonNullable<ApprovalQuery['state']>;

/** Condition with which the indexes begin. */
const ofState = (state: Asked): Sql =>
  state === 'decided' ? sql`a.state <> 'waiting'` : sql`a.state = ${state}::text`;

/** Expired requests no longer count as waiting, even if the job has not ended them yet. */
const inState = (state: Asked, now: Date): Sql =>
  state === 'waiting' ? sql`a.state = 'waiting' and a.expires_at > ${now}::timestamptz` : ofState(state);

type Seeing = { service: Service; query: ApprovalQuery; now: Date; most: number };

const approvalList = (tenantId: number, { service, query, now, most }: Seeing): List => {
  const { state = 'waiting', institution } = query;
  return {
    from: ['approval', 'a'],
    where: sql`a.tenant_id = ${tenantId} and ${inState(state, now)} and ${seen(service)}${touching(institution)}`,
    columns: shownColumns,
    joins: shownJoins,
    at: sql`a.changed_at`,
    newestFirst: state !== 'waiting',
    // No index covers whose act a request is and which institutions it concerns.
    bounded: { tenant: sql`a.tenant_id = ${tenantId}`, most, ways: [[ofState(state)]] },
  };
};

/** Routes for approvals by a second person (spec 25.4.4). */
export const routes = (platform: Platform): Route[] => [
  route('GET /operations/approvals', async ({ tenant, service, query }) => {
    const now = platform.clock.now();
    const list = approvalList(tenant.id, { service, query, now, most: platform.config.listLook });
    const present = (row: ShownRow) => presentApproval(row, { service, tenant, now });
    return reply(200, await listPage(platform.db.tenant(tenant.id), list, query, present));
  }),
  route('GET /operations/approvals/{id}', async (ctx) => {
    const { tenant, service } = ctx;
    const row = await seenApproval(ctx, ctx.params.id);
    return reply(200, presentApproval(row, { service, tenant, now: platform.clock.now() }));
  }),
  route('POST /operations/approvals/{id}/decision', (ctx) =>
    withHeldKey(ctx, async (key) =>
      reply(200, await decideApproval(ctx, ctx.params.id, () => ctx.body(), key)),
    ),
  ),
  route('DELETE /operations/approvals/{id}', (ctx) =>
    writeOnce(ctx, 204, (tx) => withdrawApproval(tx, ctx, ctx.params.id)),
  ),
];
