import sql, { raw, type Sql } from 'sql-template-tag';

/**
 * Whether the person in the column `person` of the row `as` applied at one of these institutions. With null the caller may know
 * about everybody. A scalar subquery instead of `exists`, for which a planner that expects many rows would read every application
 * of the tenant.
 */
export const appliedAt = (
  { as, person }: { as: string; person: 'person_id' | 'given_to' },
  codes: readonly string[] | null,
): Sql =>
  codes === null
    ? sql`true`
    : sql`coalesce((select true from subscription s
        join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
        where s.tenant_id = ${raw(as)}.tenant_id and s.person_id = ${raw(`${as}.${person}`)}
          and i.code = any(${codes}::text[]) limit 1), false)`;
