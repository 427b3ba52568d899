import { countWords, isSuspicious, resultDueBy } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty } from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type List, listPage } from '../list-page.ts';
import { type ListQuery, ownedBy } from '../lists.ts';

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
};

const SHOWN = sql`e.*, c.name as course, t.title as theme, coalesce(alike.share, 0)::float8 as alike,
  alike.id as alike_id`;

/**
 * Essays read for each stored sequence, so that a sentence everybody quotes costs no more than any other and cannot push
 * out the copy, which shares further sequences.
 */
const MOST_OF_A_RUN = 48;
/** Number of essays compared in full: those that share most of the stored sequences. */
const COMPARED = 10;

/**
 * Joins the other person's essay with which most word sequences are shared: the share of the essay's own
 * sequences that occur there (spec 2.5). Nothing shows who wrote them (spec 17.2: blind).
 */
const JOINS = sql`
  join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
  join essay_theme t on t.tenant_id = e.tenant_id and t.id = e.essay_theme_id
  left join lateral (
    select other.id, (
      select count(*) from unnest(e.shingles) own(run) join unnest(other.shingles) theirs(run) using (run)
    )::float8 / nullif(cardinality(e.shingles), 0) as share
    from (
      select shared.essay_id from essay_run mine
      cross join lateral (
        select r.essay_id from essay_run r
        where r.tenant_id = mine.tenant_id and r.run = mine.run and r.essay_id <> e.id
        order by r.essay_id limit ${MOST_OF_A_RUN}::int) shared
      where mine.tenant_id = e.tenant_id and mine.essay_id = e.id
      group by shared.essay_id order by count(*) desc, shared.essay_id limit ${COMPARED}::int) near
    join essay other on other.tenant_id = e.tenant_id and other.id = near.essay_id
    where other.person_id <> e.person_id
    order by share desc nulls last, other.id limit 1) alike on true`;

/** A text that was not delivered is visible to its author only (spec 10.1). */
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
  similarity: {
    max: Math.min(1, Math.round(row.alike * 1000) / 1000),
    essayId: row.alike_id,
    suspected: isSuspicious(row.alike),
  },
  state: row.state,
  dueBy:
    row.state === 'finished' && row.completed_date ? isoInZone(resultDueBy(row.completed_date), zone) : null,
});

type Query = ListQuery & { state?: string | undefined };

const essayList = (tenantId: number, service: Service, query: Query): List => ({
  from: ['essay', 'e'],
  where: sql`e.tenant_id = ${tenantId}${query.state ? sql` and e.state = ${query.state}` : empty}
    ${ownedBy(tenantId, service, query, sql`e.institution_id`)}`,
  columns: SHOWN,
  joins: JOINS,
  at: sql`e.changed_at`,
});

/** Essays of every author, oldest delivery first. */
export const listEssays = (platform: Platform, tenant: Tenant, service: Service, query: Query) =>
  listPage<EssayRow, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    essayList(tenant.id, service, query),
    query,
    (row) => present(row, tenant.timeZone),
  );

/** One essay; 404 outside the token's institutions. */
export async function showEssay(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const row = await platform.db.tenant(tenant.id).one<EssayRow>(sql`
    select ${SHOWN} from essay e ${JOINS} where e.tenant_id = ${tenant.id} and e.id = ${id}
      ${ownedBy(tenant.id, service, {}, sql`e.institution_id`)}`);
  if (!row) fail('NOT_FOUND');
  return present(row, tenant.timeZone);
}
