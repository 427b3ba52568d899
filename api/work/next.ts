import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import { actorOf, lockActor, releaseClaim, takeClaim } from './claims.ts';
import { type ItemRow, itemColumns, itemJoins, presentItem } from './item.ts';
import { itemsOf, type On, type OpenQueue, orderOf, placesIn } from './open-queue.ts';

/** Items looked at for one that is free; as many callers may come at the same moment. */
const LOOKED_AT = 100;
/** Times somebody else may be faster before a caller is told that nothing is free. */
const ATTEMPTS = 20;

/**
 * Takes the next free item of a queue up: not claimed by anybody, not skipped by the caller. From the item she comes from it
 * goes on: others of the same application first, then what follows, then from the beginning. Undefined when nothing is free.
 */
export async function nextItem(tx: Tx, on: On, open: OpenQueue, after: number | undefined) {
  if (open.places.length === 0) return undefined;
  await lockActor(tx, actorOf(on.service));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const id = await freeItem(tx, on, open, after);
    if (id === undefined) return undefined;
    if (await taken(tx, on, open, id)) return presentItem(on, open, await itemById(tx, on, open, id));
  }
  return undefined;
}

/** Takes an item that was free a moment ago; false when somebody took or decided it since. */
async function taken(tx: Tx, on: On, { name, kind }: OpenQueue, id: number): Promise<boolean> {
  try {
    const { item, id: claimId } = await takeClaim(tx, on, { kind, id });
    if (item.queue === name) return true;
    await releaseClaim(tx, on, claimId);
    return false;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CLAIMED_BY_OTHER' || error.code === 'NOT_FOUND'))
      return false;
    throw error;
  }
}

async function freeItem(
  tx: Tx,
  on: On,
  open: OpenQueue,
  after: number | undefined,
): Promise<number | undefined> {
  for (const tier of await tiersFrom(tx, open, after)) {
    const found = await tx.one<{ id: number }>(freeStatement(tx, on, open, tier));
    if (found) return found.id;
  }
  return undefined;
}

/** Conditions to look for a free item by, one after the other. */
async function tiersFrom(tx: Tx, { queue }: OpenQueue, after: number | undefined): Promise<Sql[]> {
  if (after === undefined) return [empty];
  const other = sql` and w.id <> ${after}`;
  const place = queue.tie ? sql`(${queue.key}, ${queue.tie}, w.id)` : sql`(${queue.key}, w.id)`;
  // What was decided has no place in the queue any more; what was left undecided is gone past.
  const waits = await tx.one(sql`
    select w.id from ${raw(queue.table)} w where w.tenant_id = ${tx.tenantId} and w.id = ${after} and ${queue.where}`);
  const later = waits
    ? sql` and ${place} > (select ${queue.key}${queue.tie ? sql`, ${queue.tie}` : empty}, w.id
        from ${raw(queue.table)} w where w.tenant_id = ${tx.tenantId} and w.id = ${after})`
    : empty;
  const near = queue.near ? [sql`${later} and ${queue.near(after)}${other}`] : [];
  return [...near, ...(waits ? [sql`${later}${other}`] : []), other];
}

/**
 * The first free item that no other caller is just taking: each locks the number of what it takes, and passes by what is
 * locked, so that many at once neither wait nor get the same.
 */
function freeStatement(tx: Tx, { platform, service }: On, open: OpenQueue, tier: Sql): Sql {
  const { queue, kind } = open;
  const now = platform.clock.now();
  return sql`
    with free as materialized (
      select found.id from ${placesIn(open)}
      cross join lateral (
        select w.id, ${queue.key} as key, ${queue.tie ?? sql`0`} as tie from ${itemsOf(queue, tx.tenantId)}${tier}
          and not exists (select from work_claim c where c.tenant_id = w.tenant_id and c.kind = ${kind}::text
            and c.item_id = w.id and c.until > ${now}::timestamptz)
          and not exists (select from work_skip k where k.tenant_id = w.tenant_id and k.kind = ${kind}::text
            and k.item_id = w.id and k.staff_id = ${service.staff?.id ?? 0}
            and (k.until is null or k.until > ${now}::timestamptz))
        order by ${orderOf(queue)} limit ${raw(String(LOOKED_AT))}) found
      order by case when found.key + interval '${raw(String(queue.dueAfterHours))} hours' <= ${now}::timestamptz then 0
          when found.key + interval '${raw(String(queue.dueAfterHours))} hours'
            <= ${now}::timestamptz + place.ahead * interval '1 hour' then 1 else 2 end,
        found.key, found.tie, found.id limit ${raw(String(LOOKED_AT))})
    select id from free
    where pg_try_advisory_xact_lock(hashtext(${`${kind}:${tx.tenantId}`}), hashint8(id)) limit 1`;
}

async function itemById(tx: Tx, { platform }: On, open: OpenQueue, id: number): Promise<ItemRow> {
  const { queue, places } = open;
  const row = await tx.one<ItemRow>(sql`
    select ${itemColumns(open, platform.clock.now())}
    from ${raw(queue.table)} w
    join ${placesIn(open)} on place.id = w.institution_id
    cross join lateral (select place.ahead) picked
    ${itemJoins(open)}
    where w.tenant_id = ${tx.tenantId} and w.id = ${id}`);
  if (!row) throw new Error(`Item ${id} of ${places.length} institutions is gone`);
  return row;
}
