import { formatDate } from '@orbita/domain/foundation';
import { searchForm } from '@orbita/domain/offering';
import type { Query } from '@orbita/protocol';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Ctx } from '../../../platform/http/context.ts';
import { institutionFilter } from '../../../platform/lists/lists.ts';

type Kind = Query<'GET /operations/filter-choices'>['of'];
type Row = { code: string; name: string; note: string | null; institution_code: string; ends: string | null };

/** Catalogue rows considered, newest first; a college has a few hundred of each kind. */
const MOST_LOOKED = 2_000;
const MOST_SHOWN = 20;

/**
 * For each kind, its table with the alias `x` and the columns that describe it; retired rows are included, for old
 * applications.
 */
const KINDS: Readonly<Record<Kind, { from: Sql; name: Sql; note: Sql; ends: Sql }>> = {
  course: { from: sql`course x`, name: sql`x.name`, note: sql`x.modality`, ends: sql`null::date` },
  pole: {
    from: sql`pole x join city c on c.id = x.city_id`,
    name: sql`x.description`,
    note: sql`c.name`,
    ends: sql`null::date`,
  },
  offer: { from: sql`offer x`, name: sql`x.name`, note: sql`null`, ends: sql`null::date` },
  intake: { from: sql`intake x`, name: sql`x.code`, note: sql`x.start_date::text`, ends: sql`x.end_date` },
};

const present = ({ code, name, note, institution_code, ends }: Row) => ({
  ...{ code, name, institutionCode: institution_code },
  note: ends && note ? `${formatDate(note)} a ${formatDate(ends)}` : note,
});

/**
 * Values by which applications can be filtered, found by words of the name in any order or by the code; only of the caller's
 * institutions.
 */
export async function filterChoices({
  platform,
  tenant,
  service,
  query,
}: Ctx<'GET /operations/filter-choices'>): Promise<ReturnType<typeof present>[]> {
  const { from, name, note, ends } = KINDS[query.of];
  const only = query.code === undefined ? empty : sql` and x.code = ${query.code}`;
  const rows = await platform.db.tenant(tenant.id).many<Row>(sql`
    select x.code, ${name} as name, ${note} as note, i.code as institution_code, ${ends} as ends
    from ${from} join institution i on i.tenant_id = x.tenant_id and i.id = x.institution_id
    where x.tenant_id = ${tenant.id}${only}${institutionFilter(service, query, sql`i.code`)}
    order by x.retired_at is not null, x.id desc limit ${MOST_LOOKED}`);
  const words = searchForm(query.q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const found = rows.filter((row) => {
    const text = searchForm(`${row.name} ${row.code} ${row.note ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  // Intakes of several institutions may share a code, which is a single filter.
  const byCode = new Map(found.map((row) => [row.code, row]));
  return [...byCode.values()].slice(0, MOST_SHOWN).map(present);
}
