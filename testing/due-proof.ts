import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'sql-template-tag';
import type { FoundWork } from '../api/platform/database/tenants-due.ts';
import type { Database, Runner, Tx } from '../api/platform/database/types.ts';
import type { TenantWork } from '../api/platform/due.ts';

/** A statement that changes rows. */
const CHANGES = /\b(?:insert into|delete from|update \w+ (?:\w+ )?set)\b/i;
/** What becomes due by time within so many milliseconds after a question is no fault of its answer. */
const SOON_MS = 1_000;

/** Changes made here by anybody but the work that is proved. */
type Others = { begun: number; ended: number };
/** A change of rows by the work that is proved. */
type Proved = { changed: string | undefined };

/**
 * Proves for every run of a job that the tenants which were not named had nothing to do: their work is done as well, and
 * neither counts nor changes anything. Whatever others changed meanwhile may have made work, so that nothing is said then.
 */
export function dueProof(db: Database) {
  const proving = new AsyncLocalStorage<Proved>();
  const others: Others = { begun: 0, ended: 0 };
  const asked = new WeakMap<readonly number[], Others>();
  const faults: Error[] = [];

  const during = async <T>(changes: boolean, work: () => Promise<T>): Promise<T> => {
    if (!changes || proving.getStore()) return work();
    others.begun += 1;
    try {
      return await work();
    } finally {
      others.ended += 1;
    }
  };
  const watched = (on: Runner): Runner => {
    const many = <T>(query: Sql): Promise<T[]> =>
      during(CHANGES.test(query.text), async () => {
        const rows = await on.many<T>(query);
        const proved = proving.getStore();
        if (proved && rows.length > 0 && CHANGES.test(query.text)) proved.changed ??= query.text;
        return rows;
      });
    return { many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
  };
  /** Nothing else of this process changed anything since the question was asked, and nothing does now. */
  const quiet = (since: Others | undefined): boolean =>
    since !== undefined && since.begun === since.ended && since.begun === others.begun;

  return {
    db: {
      ...db,
      global: watched(db.global),
      tenant: (tenantId) => watched(db.tenant(tenantId)),
      write: (tenantId, work) =>
        during(true, () => db.write(tenantId, (tx) => work({ ...tx, ...watched(tx) } satisfies Tx))),
      asOwner: (work) => during(true, () => db.asOwner(work)),
      async tenantsDue(work, { now, wall }) {
        const since = { ...others };
        const soon = (at: Date) => new Date(at.getTime() + SOON_MS);
        const named = await db.tenantsDue(work, { now: soon(now), wall: soon(wall) });
        asked.set(named, since);
        return named;
      },
    } satisfies Database,
    async prove(found: FoundWork, named: readonly number[], work: TenantWork): Promise<void> {
      for (const tenantId of await db.tenantIds()) {
        if (named.includes(tenantId)) continue;
        const proved: Proved = { changed: undefined };
        // What fails of a tenant that was not named would not have run at all.
        const handled = await proving.run(proved, () => work(tenantId)).catch(() => 0);
        if ((handled === 0 && !proved.changed) || !quiet(asked.get(named))) continue;
        const fault = new Error(
          `${found}: tenant ${tenantId} was not named and had ${handled} to do; ${proved.changed ?? ''}`,
        );
        faults.push(fault);
        throw fault;
      }
    },
    /** @throws the first fault, which whoever ran the job may have passed over. */
    check(): void {
      if (faults[0]) throw faults[0];
    },
  };
}
