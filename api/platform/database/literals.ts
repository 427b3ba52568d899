import { raw, type Sql } from 'sql-template-tag';

/**
 * Writes a list of domain values as an SQL list, `('a', 'b')`. Uses literals rather than parameters, because the planner uses a
 * partial index, also for `on conflict`, only if the condition is known at planning time.
 */
export function literals(values: readonly (string | number)[]): Sql {
  const written = values.map((value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    if (typeof value === 'string' && /^[A-Za-z-]+$/.test(value)) return `'${value}'`;
    throw new RangeError(`${value} is no name of the domain`);
  });
  return raw(`(${written.join(', ')})`);
}
