import { raw, type Sql } from 'sql-template-tag';

/**
 * Writes a list of the domain as `('a', 'b')` of SQL. It uses literals, not parameters, because the planner
 * uses a partial index, also for `on conflict`, only when the condition is known during planning.
 */
export function literals(values: readonly (string | number)[]): Sql {
  const written = values.map((value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    if (typeof value === 'string' && /^[A-Za-z-]+$/.test(value)) return `'${value}'`;
    throw new RangeError(`${value} is no name of the domain`);
  });
  return raw(`(${written.join(', ')})`);
}
