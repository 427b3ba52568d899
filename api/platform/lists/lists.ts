import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service } from '../http/context.ts';

/** Filters that every operations list accepts (spec 17.1). */
export type ListQuery = {
  institution?: string | undefined;
  updatedSince?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  cursor?: string | undefined;
};

export const pagingOf = ({ page = 1, pageSize = 20 }: ListQuery) => ({
  page,
  pageSize,
  limit: sql`limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`,
});

export const pageOf = <T>(
  data: T[],
  total: number,
  { page, pageSize }: { page: number; pageSize: number },
) => ({
  data,
  page,
  pageSize,
  total,
});

/** Restricts rows to the token's institutions, and to the requested one; `code` is the column with the institution's code. */
export const institutionFilter = (service: Service, query: ListQuery, code: Sql): Sql => {
  const limited = service.institutions ? sql` and ${code} = any(${service.institutions}::text[])` : empty;
  return query.institution ? sql`${limited} and ${code} = ${query.institution}` : limited;
};

/**
 * Restricts rows to the token's institutions, by a column with the institution's id. A single institution is an equality, which
 * preserves the order of an index.
 */
export const ownedBy = (tenantId: number, service: Service, query: ListQuery, institutionId: Sql): Sql => {
  const asked = query.institution === undefined ? service.institutions : [query.institution];
  if (asked === null) return empty;
  const allowed = asked.filter((code) => maySee(service, code));
  const [first] = allowed;
  if (first === undefined) return sql` and false`;
  if (allowed.length === 1)
    return sql` and ${institutionId} = (
      select i.id from institution i where i.tenant_id = ${tenantId} and i.code = ${first})`;
  return sql` and ${institutionId} = any(array(
    select i.id from institution i where i.tenant_id = ${tenantId} and i.code = any(${allowed}::text[])))`;
};

/** Whether a token may see an institution's records; if not, they are reported as not found. */
export const maySee = (service: Service, institutionCode: string): boolean =>
  service.institutions === null || service.institutions.includes(institutionCode);

/** `updatedSince` as a condition on a column. */
export const sinceFilter = (query: ListQuery, column: Sql): Sql =>
  query.updatedSince ? sql` and ${column} >= ${new Date(query.updatedSince)}::timestamptz` : empty;
