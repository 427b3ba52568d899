import sql, { empty, type Sql } from 'sql-template-tag';
import type { Service } from '../platform/http/context.ts';

/**
 * Condition that limits a token of some institutions to people known only to these institutions, because an answer concerns all
 * data of a person. `person` is the person's column, `institution` an additional institution that counts (or null).
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
