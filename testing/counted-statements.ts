import type { Sql } from 'sql-template-tag';
import type { Database, Statements } from '../api/platform/database/types.ts';

/** A database that counts its statements. */
export function countedStatements(db: Database) {
  let count = 0;
  const counting = <On extends Statements>(on: On): On => {
    const counted = <T>(asked: Promise<T>): Promise<T> => {
      count += 1;
      return asked;
    };
    return {
      ...on,
      many: (query: Sql) => counted(on.many(query)),
      one: (query: Sql) => counted(on.one(query)),
    };
  };
  return {
    db: {
      ...db,
      global: counting(db.global),
      tenant: (tenantId) => counting(db.tenant(tenantId)),
      lookup: (key) => counting(db.lookup(key)),
      write: (tenantId, work) => db.write(tenantId, (tx) => work(counting(tx))),
      tenantIds: () => {
        count += 1;
        return db.tenantIds();
      },
      tenantsDue: (work, at) => {
        count += 1;
        return db.tenantsDue(work, at);
      },
    } satisfies Database,
    /** Number of statements executed by some work. */
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = count;
      await work();
      return count - before;
    },
  };
}
