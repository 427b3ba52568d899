import { raw, type Sql } from 'sql-template-tag';
import type { Database, Tx } from '../api/platform/database/types.ts';

/** A statement that locks an application exclusively, by its number. */
const LOCKS = /\bfrom subscription where tenant_id = \S+ and id = \S+ for update$/i;
/** One that locks applications by other criteria, which cannot be followed here. */
const LOCKS_OTHERWISE = /\bfrom subscription\b[^;]*\bfor update\b/i;
const INSERTS = /\binsert into (\w+)/gi;
/** Smaller numbers may be counts and codes as well as ids. */
const LEAST_ID = 1_000;

/** Tables whose rows refer to an application: inserting one locks the application's key. */
const REFERRING = raw(
  "select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = to_regclass('subscription')",
);

/**
 * Proves for every transaction that it locks an application before it writes a row that refers to it: two that wrote first
 * would deadlock, each holding what the other waits for.
 */
export function lockOrder(db: Database) {
  const faults: Error[] = [];
  let referring: ReadonlySet<string> | undefined;
  const learn = async (): Promise<void> => {
    const rows = await db.global.many<{ name: string }>(REFERRING);
    if (rows.length > 0) referring = new Set(rows.map(({ name }) => name));
  };
  const watched = (tx: Tx): Tx => {
    const written: { table: string; values: readonly unknown[] }[] = [];
    const locked = new Set<unknown>();
    let isKnown = true;
    const noted = (query: Sql): Sql => {
      if (isKnown && LOCKS.test(query.text)) {
        const ids = query.values.filter((one) => typeof one === 'number' && one >= LEAST_ID);
        const before = written.find(({ values }) => ids.some((id) => !locked.has(id) && values.includes(id)));
        for (const id of ids) locked.add(id);
        if (before)
          faults.push(new Error(`A row of ${before.table} was written before its application was locked`));
      } else if (LOCKS_OTHERWISE.test(query.text)) isKnown = false;
      for (const [, table = ''] of query.text.matchAll(INSERTS))
        if (referring?.has(table)) written.push({ table, values: query.values });
      return query;
    };
    return {
      ...tx,
      many: (query) => tx.many(noted(query)),
      one: (query) => tx.one(noted(query)),
      alongside: (query) => tx.alongside(noted(query)),
    };
  };
  return {
    db: {
      ...db,
      async write(tenantId, work) {
        if (!referring) await learn();
        return db.write(tenantId, (tx) => work(watched(tx)));
      },
    } satisfies Database,
    /** @throws the first fault */
    check(): void {
      if (faults[0]) throw faults[0];
    },
  };
}
