import { PARAMETER_LEVELS, type ParameterLevel, type ParameterName } from '@orbita/domain/tenancy';
import sql, { join, raw, type Sql } from 'sql-template-tag';

/** Columns that name the tenant and, level by level, whose settings count. */
type Owners = { tenant: Sql } & Record<Exclude<ParameterLevel, 'tenant'>, Sql>;

const ORDER = raw(`array[${PARAMETER_LEVELS.map((level) => `'${level}'`).join(', ')}]`);

/**
 * Value of one parameter as JSON, null where none is given, for statements that decide by it. The catalogue refuses values
 * that are not acceptable, so the first one given is the one that `resolveParameter` finds.
 */
export const settingValue = (name: ParameterName, { tenant, ...owners }: Owners): Sql => {
  const ownerOf = (level: ParameterLevel): Sql => (level === 'tenant' ? sql`0` : owners[level]);
  const counts = PARAMETER_LEVELS.map(
    (level) => sql`(pa.level = ${level}::text and pa.owner_id = ${ownerOf(level)})`,
  );
  return sql`(
  select pa.value from parameter pa
  where pa.tenant_id = ${tenant} and pa.internal_value = ${name}::text and (${join(counts, ' or ')})
  order by array_position(${ORDER}, pa.level) limit 1)`;
};
