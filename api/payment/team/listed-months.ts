import { isoInZone } from '@orbita/domain/foundation';
import type { MonthMark } from '@orbita/domain/payment';
import type { Query } from '@orbita/protocol';
import sql, { empty } from 'sql-template-tag';
import type { Service } from '../../platform/http/context.ts';
import type { List } from '../../platform/lists/list-page.ts';
import { ownedBy } from '../../platform/lists/lists.ts';
import { presentMonth } from '../recurrence/present.ts';
import { CYCLE_GIVEN_BACK, type CycleGivenBack, type RecurrenceRow } from '../recurrence/store.ts';
import { type HandledRow, handledColumns, presentHandled } from './refunds.ts';

export type MonthRow = CycleGivenBack &
  Pick<RecurrenceRow, 'subscription_id' | 'method'> &
  HandledRow<MonthMark>;
type MonthQuery = Query<'GET /operations/months'>;

/** A month as listed for the institution's systems. */
export const presentListedMonth = (row: MonthRow, zone: string) => ({
  ...presentMonth(row, zone),
  recurrenceId: row.recurrence_id,
  subscriptionId: row.subscription_id,
  method: row.method,
  ...presentHandled(row, zone),
  updatedAt: isoInZone(row.updated_at, zone),
});

/** SQL columns of a listed month, from `recurrence_cycle c` and its `recurrence r`. */
export const MONTH_COLUMNS = sql`${CYCLE_GIVEN_BACK}, c.subscription_id, r.method,
    ${handledColumns((as) => sql`${as}.tenant_id = c.tenant_id and ${as}.month_id = c.id`)}`;

/** Months of all authorisations, most recently changed first. */
export const monthList = (tenantId: number, service: Service, query: MonthQuery): List => ({
  from: ['recurrence_cycle', 'c'],
  where: sql`c.tenant_id = ${tenantId}${query.state ? sql` and c.state = ${query.state}::text` : empty}
    ${query.subscriptionId ? sql` and c.subscription_id = ${query.subscriptionId}::bigint` : empty}
    ${query.attention ? sql` and c.attention <> '[]'::jsonb` : empty}
    ${query.attention && query.attention !== 'any' ? sql` and c.attention @> to_jsonb(${query.attention}::text)` : empty}
    ${ownedBy(tenantId, service, query, sql`c.institution_id`)}`,
  columns: MONTH_COLUMNS,
  joins: sql`join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id`,
  at: sql`c.updated_at`,
  newestFirst: true,
});
