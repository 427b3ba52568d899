import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

/**
 * A token of some institutions reaches people known to these institutions only, because an answer concerns
 * all data of a person. `person` is the column of the person, `institution` one more institution that counts
 * (or null).
 */
export const withinReach = (
  service: Service,
  tenantId: number,
  person: Sql,
  institution: Sql = sql`null::bigint`,
): Sql =>
  service.institutions === null
    ? empty
    : sql` and (select coalesce(bool_and(i.code = any(${service.institutions}::text[])), false)
        from institution i where i.tenant_id = ${tenantId}::bigint and (i.id = ${institution} or i.id in (
          select s.institution_id from subscription s where s.tenant_id = i.tenant_id and s.person_id = ${person})))`;
