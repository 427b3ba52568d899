/**
 * Entry of a table under a key that came from outside; undefined if the table does not have it. Indexing would also find what every
 * object inherits (`constructor`, `toString`).
 */
export const entryOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
