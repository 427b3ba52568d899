import { COUNTED_ONLY } from '@orbita/domain/work';
import sql, { raw, type Sql } from 'sql-template-tag';
import { reachWithin } from '../platform/http/reach-within.ts';
import { type Counted, countIn, MOST_COUNTED } from '../work/count.ts';
import type { On } from '../work/open-queue.ts';
import { placesOf } from '../work/places.ts';

/**
 * Counts the rows of a statement, which selects `since`, for each institution in the caller's reach. None of them counts as
 * late, because nobody is expected to act on them.
 */
async function countOf(
  on: On,
  queue: 'refunds' | 'differences',
  institution: string | undefined,
  rows: (place: Sql) => Sql,
) {
  const { platform, service, tenant } = on;
  if (reachWithin(service, ['payments.settle'])?.length === 0) return undefined;
  const places = await placesOf(platform, tenant.id, { service, oneOf: ['payments.settle'], institution });
  const row = await platform.db.tenant(tenant.id).one<Counted>(sql`
    select count(*)::int as count, 0 as late, 0 as at_risk, min(since) as oldest, '{}'::jsonb as track
    from unnest(${places.map(({ id }) => id)}::bigint[]) as place (id)
    cross join lateral (${rows(sql`place.id`)} limit ${raw(String(MOST_COUNTED + 1))}) counted`);
  return countIn(tenant, { queue, label: COUNTED_ONLY[queue].label }, row ? [row] : []);
}

/**
 * Refunds whose provider has not answered yet (spec 25.4.1): the product keeps asking by itself, and nobody has to request them
 * again.
 */
export const countRefunds = (on: On, institution?: string) =>
  countOf(on, 'refunds', institution, (place) => {
    const tenant = sql`f.tenant_id = ${on.tenant.id} and f.state in ('requested', 'processing')`;
    return sql`select f.requested_at as since from refund f where ${tenant} and (
      exists (select from payment y where y.tenant_id = f.tenant_id and y.id = f.payment_id and y.institution_id = ${place})
      or exists (select from recurrence_cycle c
        where c.tenant_id = f.tenant_id and c.id = f.month_id and c.institution_id = ${place}))`;
  });

/** Differences between our books and a provider's that nobody has resolved yet (spec 25.4.1). */
export const countDifferences = (on: On, institution?: string) =>
  countOf(
    on,
    'differences',
    institution,
    (place) => sql`
      select d.created_at as since from reconciliation_difference d
      where d.tenant_id = ${on.tenant.id} and d.institution_id = ${place} and d.state = 'open'`,
  );
