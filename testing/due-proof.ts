import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'sql-template-tag';
import type { FoundWork } from '../api/platform/database/tenants-due.ts';
import type { Database, Statements } from '../api/platform/database/types.ts';
import type { TenantWork } from '../api/platform/due.ts';

/** A statement that changes rows. */
const CHANGES = /\b(?:insert into|delete from|update \w+ (?:\w+ )?set)\b/i;
/** Work that becomes due by time within this many milliseconds after a query does not make its answer wrong. */
const SOON_MS = 1_000;

/** Changes made in this process by anything but the work being proved. */
type Others = { begun: number; ended: number };
/** A row change by the work being proved. */
type Proved = { changed: string | undefined };

/**
 * Proves for every run of a job that the tenants it did not name had nothing to do: their work is run as well, and must handle
 * and change nothing. If something else changed rows meanwhile it may have created work, so nothing is concluded then.
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
  const watched = <On extends Statements>(on: On): On => {
    const many = <T>(query: Sql): Promise<T[]> =>
      during(CHANGES.test(query.text), async () => {
        const rows = await on.many<T>(query);
        const proved = proving.getStore();
        if (proved && rows.length > 0 && CHANGES.test(query.text)) proved.changed ??= query.text;
        return rows;
      });
    return { ...on, many, one: async <T>(query: Sql) => (await many<T>(query))[0] };
  };
  /** True if nothing else in this process has changed anything since the query, or is changing it now. */
  const quiet = (since: Others | undefined): boolean =>
    since !== undefined && since.begun === since.ended && since.begun === others.begun;

  return {
    db: {
      ...db,
      global: watched(db.global),
      tenant: (tenantId) => watched(db.tenant(tenantId)),
      write: (tenantId, work) => during(true, () => db.write(tenantId, (tx) => work(watched(tx)))),
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
        // A failure for a tenant that was not named would not have occurred at all.
        const handled = await proving.run(proved, () => work(tenantId)).catch(() => 0);
        if ((handled === 0 && !proved.changed) || !quiet(asked.get(named))) continue;
        const fault = new Error(
          `${found}: tenant ${tenantId} was not named and had ${handled} to do; ${proved.changed ?? ''}`,
        );
        faults.push(fault);
        throw fault;
      }
    },
    /** @throws the first fault, which the job's caller may have swallowed. */
    check(): void {
      if (faults[0]) throw faults[0];
    },
  };
}
