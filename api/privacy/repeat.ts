import { CLOSED_STATUSES, STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Database, Tx } from '../platform/database/types.ts';
import { type Erasure, type ErasureList, readErasures, writeErasures } from '../platform/erasure-list.ts';
import type { Platform } from '../platform/platform.ts';
import { erasePerson } from './erase.ts';

/** Advisory lock with which nodes that start together repeat erasures one after the other. */
const LOCK = 7302842;

type Missing = { id: number; uuid: string };

/** People on the list who still exist in the database, which is then older than the list. */
const missingOf = (db: Database, tenantId: number, listed: readonly Erasure[]): Promise<Missing[]> =>
  db.tenant(tenantId).many<Missing>(sql`
    select id, uuid from person where tenant_id = ${tenantId} and anonymised_at is null
      and uuid = any(${listed.map(({ uuid }) => uuid)}::uuid[]) order by id`);

/** Erases a person again; this also answers their requests, which may be open in the restored database. */
async function eraseAgain(tx: Tx, id: number, at: Date): Promise<boolean> {
  if (!(await erasePerson(tx, id, at))) return false;
  await tx.many(sql`
    update erasure set listed_at = ${at}::timestamptz where tenant_id = ${tx.tenantId} and person_id = ${id} returning 1`);
  await tx.many(sql`
    update privacy_request set state = case kind when 'deletion' then 'concluded' else 'denied' end,
      answered_at = ${at}::timestamptz
    where tenant_id = ${tx.tenantId} and person_id = ${id} and state in ('received', 'in-review') returning id`);
  return true;
}

/** Adds erasures that the list has lost; the database knows them unless it was restored itself. */
async function completeList(db: Database, list: ErasureList, erasures: readonly Erasure[]): Promise<void> {
  const listed = new Set(erasures.map(({ tenantId, uuid }) => `${tenantId} ${uuid}`));
  for (const tenantId of await db.tenantIds()) {
    const known = await db.tenant(tenantId).many<{ uuid: string; at: Date }>(sql`
      select person_uuid as uuid, erased_at as at from erasure where tenant_id = ${tenantId} and listed_at is not null`);
    const lost = known.filter(({ uuid }) => !listed.has(`${tenantId} ${uuid}`));
    if (lost.length > 0)
      await writeErasures(
        list,
        lost.map(({ uuid, at }) => ({ tenantId, uuid, at })),
      );
  }
}

async function repeatIn(
  db: Database,
  tenantId: number,
  listed: readonly Erasure[],
  log: Platform['log'],
): Promise<number> {
  const at = new Map(listed.map((one) => [one.uuid, one.at]));
  let done = 0;
  for (const { id, uuid } of await missingOf(db, tenantId, listed)) {
    const erased = await db.write(tenantId, (tx) => eraseAgain(tx, id, at.get(uuid) ?? new Date(0)));
    if (!erased) continue;
    done += 1;
    const open = await db.tenant(tenantId).many<{ id: number }>(sql`
      select id from subscription where tenant_id = ${tenantId} and person_id = ${id}
        and status <> all(${[STATUS.Enrolled, ...CLOSED_STATUSES]}::int[]) order by id`);
    log.warn(
      { tenantId, person: id, applicationsUnderWay: open.map((one) => one.id) },
      'an erasure that this database did not know of was repeated',
    );
  }
  return done;
}

/**
 * Repeats every erasure on the list that is missing in the database because it was restored from an earlier backup. Completes
 * before anything is served; of several nodes that start together, one does it and the others wait. Returns how many people were
 * erased again. Throws when the list cannot be read.
 */
export async function repeatErasures(db: Database, list: ErasureList, log: Platform['log']): Promise<number> {
  const { erasures, refused } = await readErasures(list);
  if (refused > 0)
    log.error(
      { refused },
      'the list of erasures holds lines that this installation did not write; they are ignored',
    );
  await completeList(db, list, erasures);
  const byTenant = Map.groupBy(erasures, ({ tenantId }) => tenantId);
  let done = 0;
  for (const tenantId of await db.tenantIds()) {
    const listed = byTenant.get(tenantId) ?? [];
    if (listed.length === 0 || (await missingOf(db, tenantId, listed)).length === 0) continue;
    done += await alone(db, () => repeatIn(db, tenantId, listed, log));
  }
  return done;
}

/** Runs the work under a lock; the embedded engine needs none, because it belongs to a single process. */
const alone = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.kind === 'pglite'
    ? work()
    : db.asOwner(async (run) => {
        await run(`select pg_advisory_lock(${LOCK})`);
        return work();
      });
