import { isoInZone } from '@orbita/domain/foundation';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service } from '../../platform/http/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

type MoveQuery = Query<'GET /operations/moves'>;
type Row = {
  subscription_id: number;
  from_status: number | null;
  to_status: number;
  event: string;
  actor: 'candidate' | 'system' | 'operations';
  by: string | null;
  at: Date;
  reason: string | null;
};

/**
 * Column with the institution of a move. For several institutions, they are filtered while walking the moves of an event in
 * order: the index by institution would first return all of theirs, to be sorted.
 */
const institutionOf = (service: Service, query: MoveQuery): Sql => {
  const one = query.institution !== undefined || service.institutions?.length === 1;
  return one ? sql`h.institution_id` : sql`(h.institution_id + 0)`;
};

const moveList = (tenantId: number, service: Service, query: MoveQuery): List => ({
  from: ['status_history', 'h'],
  where: sql`h.tenant_id = ${tenantId} and h.event = ${query.event}::text
    ${query.from ? sql` and h.at >= ${new Date(query.from)}::timestamptz` : empty}
    ${query.to ? sql` and h.at < ${new Date(query.to)}::timestamptz` : empty}
    ${ownedBy(tenantId, service, query, institutionOf(service, query))}`,
  columns: sql`h.subscription_id, h.from_status, h.to_status, h.event, h.actor, f.name as by, h.at, h.reason`,
  joins: sql`left join staff f on f.tenant_id = h.tenant_id and f.id = h.staff_id`,
  at: sql`h.at`,
  newestFirst: true,
});

const present = (row: Row, zone: string) => ({
  subscriptionId: row.subscription_id,
  from: row.from_status,
  to: row.to_status,
  event: row.event,
  actor: row.actor,
  by: row.by,
  at: isoInZone(row.at, zone),
  reason: row.reason,
});

/** Moves of one kind, newest first, such as the course changes shown by E-08 (spec 25.6.3). */
export const moveRoutes = (platform: Platform): Route[] => [
  route('GET /operations/moves', async ({ tenant, service, query }) => {
    if (query.from && query.to && Date.parse(query.from) >= Date.parse(query.to))
      invalid([{ field: 'to', message: 'Must be later than from' }]);
    return reply(
      200,
      await listPage<Row, ReturnType<typeof present>>(
        platform.db.tenant(tenant.id),
        moveList(tenant.id, service, query),
        query,
        (row) => present(row, tenant.timeZone),
      ),
    );
  }),
];
