import { countWords, resultDueBy } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { institutionFilter, type ListQuery, pageOf, pagingOf, sinceFilter } from './lists.ts';

type EssayRow = {
  id: number;
  subscription_id: number;
  course: string;
  attempt: number;
  theme: string;
  title: string;
  body: string;
  state: string;
  completed_date: Date | null;
  alike_id: number | null;
  alike: number;
  total: number;
};

/**
 * Essays with the other person's essay they share most runs of words with: the share of their own runs that occur
 * there (spec 2.5). Nothing tells who wrote them (spec 17.2: blind).
 */
const selectEssays = (where: Sql, tail: Sql): Sql => sql`
  select e.*, coalesce(alike.share, 0)::float8 as alike, alike.id as alike_id from (
    select e.tenant_id, e.id, e.subscription_id, e.person_id, c.name as course, e.attempt, t.title as theme, e.title,
      e.body, e.state, e.completed_date, e.shingles, count(*) over ()::int as total
    from essay e
    join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join essay_theme t on t.tenant_id = e.tenant_id and t.id = e.essay_theme_id
    where ${where} ${tail}) e
  left join lateral (
    select other.id, (
      select count(*) from unnest(e.shingles) own(run) where own.run = any(other.shingles)
    )::float8 / nullif(cardinality(e.shingles), 0) as share
    from essay other
    where other.tenant_id = e.tenant_id and other.person_id <> e.person_id and other.shingles && e.shingles
    order by share desc nulls last, other.id limit 1) alike on true
  order by e.completed_date nulls last, e.id`;

/** A text that was not delivered is its author's alone (spec 10.1). */
const DELIVERED = ['finished', 'graded'];

const present = (row: EssayRow, zone: string) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  course: row.course,
  attempt: row.attempt,
  theme: row.theme,
  title: DELIVERED.includes(row.state) ? row.title || null : null,
  essay: DELIVERED.includes(row.state) ? row.body || null : null,
  wordCount: countWords(row.body),
  completedDate: row.completed_date ? isoInZone(row.completed_date, zone) : null,
  similarity: { max: Math.min(1, Math.round(row.alike * 1000) / 1000), essayId: row.alike_id },
  state: row.state,
  dueBy:
    row.state === 'finished' && row.completed_date ? isoInZone(resultDueBy(row.completed_date), zone) : null,
});

/** Essays of every author, oldest delivery first. */
export async function listEssays(
  house: House,
  tenant: Tenant,
  service: Service,
  query: ListQuery & { state?: string | undefined },
) {
  const paging = pagingOf(query);
  const state = query.state ? sql` and e.state = ${query.state}` : empty;
  const rows = await house.db.tenant(tenant.id).many<EssayRow>(
    selectEssays(
      sql`e.tenant_id = ${tenant.id}${state}${institutionFilter(service, query, sql`i.code`)}
        ${sinceFilter(query, sql`coalesce(e.completed_date, e.started_at)`)}`,
      sql`order by e.completed_date nulls last, e.id ${paging.limit}`,
    ),
  );
  return pageOf(
    rows.map((row) => present(row, tenant.timeZone)),
    rows[0]?.total ?? 0,
    paging,
  );
}

/** One essay; 404 outside the token's institutions. */
export async function showEssay(house: House, tenant: Tenant, service: Service, id: number) {
  const row = await house.db
    .tenant(tenant.id)
    .one<EssayRow>(
      selectEssays(
        sql`e.tenant_id = ${tenant.id} and e.id = ${id}${institutionFilter(service, {}, sql`i.code`)}`,
        empty,
      ),
    );
  if (!row) fail('NOT_FOUND');
  return present(row, tenant.timeZone);
}
