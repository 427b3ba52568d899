import { PARAMETER_LEVELS, type ParameterLevel, type ParameterName } from '@orbita/domain/tenancy';
import sql, { join, raw, type Sql } from 'sql-template-tag';

/** Columns with the tenant and, for each level, the owner whose settings apply. */
type Owners = { tenant: Sql } & Record<Exclude<ParameterLevel, 'tenant'>, Sql>;

const ORDER = raw(`array[${PARAMETER_LEVELS.map((level) => `'${level}'`).join(', ')}]`);

/**
 * Value of one parameter as JSON, null if none is set, for statements that depend on it. The catalogue refuses invalid values, so
 * the first value set is the one that `resolveParameter` finds.
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
