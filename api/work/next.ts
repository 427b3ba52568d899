import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { ActingStaff } from '../platform/http/context.ts';
import { isOneOf } from './assign.ts';
import { assignedColumn, groupItems, isOthers, ownItems } from './assigned.ts';
import { actorOf, claimEnd, giveBackSurplus, lockActor } from './claims.ts';
import { type ItemRow, itemJoins, ownColumns, presentItem } from './item.ts';
import { itemsOf, type On, type OpenQueue, orderOf, placesIn } from './open-queue.ts';
import { publishClaim } from './publish.ts';
import { isSkipped } from './skipped.ts';

/**
 * Number of items examined to find a free one: a few, then more if others are taking all of these. As many callers as the last
 * number may come at the same time.
 */
const LOOKED_AT = [20, 100] as const;
/** Attempts that may be lost to other callers before responding that nothing is free. */
const ATTEMPTS = 20;

/**
 * Claims the next free item of a queue: not claimed by anybody, not skipped by the caller, not assigned to somebody else. The
 * caller's own items come first, then those of their groups. The search continues from the item the caller comes from: others of
 * the same application, then those that follow, then from the beginning. Undefined when nothing is free.
 */
export async function nextItem(tx: Tx, on: On, open: OpenQueue, after: number | undefined) {
  if (open.places.length === 0) return undefined;
  await lockActor(tx, actorOf(on.service));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const id = await freeItem(tx, on, open, after);
    if (id === undefined) return undefined;
    const item = await taken(tx, on, open, id);
    if (item) return presentItem(on, open, item);
  }
  return undefined;
}

type TakenRow = Omit<ItemRow, 'claim' | 'skipped'> & {
  institution_id: number;
  claim_id: number;
  claim_since: Date;
  claim_until: Date;
};

/** Claims an item that was just found free and pending; undefined when somebody took or decided it meanwhile. */
async function taken(tx: Tx, on: On, open: OpenQueue, id: number): Promise<ItemRow | undefined> {
  const { platform, service, tenant } = on;
  const { kind } = open;
  const staff = actorOf(service);
  const row = await tx.one<TakenRow>(takeStatement(on, open, { id, staff }));
  if (!row) return undefined;
  const { claim_id: claimId, claim_since: since, claim_until: until } = row;
  const by = service.operator ?? '';
  publishClaim(
    tx,
    platform,
    { kind, id, institutionId: row.institution_id },
    { by, until, zone: tenant.timeZone },
  );
  giveBackSurplus(tx, platform, { staffId: staff.id, kind, kept: id });
  const claim = {
    ...{ id: claimId, staffId: staff.id, by },
    ...{ since: since.toISOString(), until: until.toISOString() },
  };
  return { ...row, claim, skipped: false };
}

/**
 * Writes the claim and reads the shown columns, provided that the item belongs to one of the caller's institutions and is in the
 * queue.
 */
function takeStatement(
  { platform, tenant, service }: On,
  open: OpenQueue,
  { id, staff }: { id: number; staff: ActingStaff },
): Sql {
  const { queue, name, kind, places } = open;
  const now = platform.clock.now();
  return sql`
    with item as (${platform.items[kind](tenant.id, id)}),
    place as (
      select * from unnest(${places.map((one) => one.id)}::bigint[],
        ${places.map(({ read }) => queue.aheadHours(read))}::float8[],
        ${places.map(({ read }) => claimEnd(now, read))}::timestamptz[]) as place (id, ahead, until)),
    claim as (
      insert into work_claim as c (tenant_id, kind, item_id, institution_id, staff_id, session_id, since, until)
      select ${tenant.id}::bigint, ${kind}::text, ${id}::bigint, item.institution_id, ${staff.id}::bigint,
        ${staff.sessionId}::bigint, ${now}::timestamptz, place.until
      from item join place on place.id = item.institution_id where item.queue = ${name}::text
      on conflict (tenant_id, kind, item_id) do update set since = excluded.since, staff_id = excluded.staff_id,
        session_id = excluded.session_id, until = excluded.until
      where c.staff_id = excluded.staff_id or c.until <= ${now}::timestamptz
      returning c.id, c.since, c.until)
    select ${ownColumns(open)}, ${assignedColumn(name, service, sql`w.tenant_id`, sql`w.id`)} as assigned,
      w.institution_id, claim.id as claim_id, claim.since as claim_since, claim.until as claim_until
    from claim
    join ${raw(queue.table)} w on w.tenant_id = ${tenant.id} and w.id = ${id}
    join place on place.id = w.institution_id
    cross join lateral (select place.ahead) picked
    ${itemJoins(open)}`;
}

async function freeItem(
  tx: Tx,
  on: On,
  open: OpenQueue,
  after: number | undefined,
): Promise<number | undefined> {
  const { kind } = open;
  const tiers = await tiersFrom(tx, open, after);
  // The caller's items come before those of their groups, and those before unassigned ones.
  const whose = [ownItems(kind, on.service, tx.tenantId), groupItems(kind, on.service, tx.tenantId)];
  const has = await tx.one<{ own: boolean; groups: boolean }>(sql`
    select exists (${whose[0]}) as own, exists (${whose[1]}) as groups`);
  const first = whose.filter((_items, at) => (at === 0 ? has?.own : has?.groups));
  const hers = first.flatMap((items) => tiers.map((tier) => sql`${tier} and ${isOneOf([items])}`));
  for (const tier of [...hers, ...tiers])
    for (const most of LOOKED_AT) {
      const found = await tx.one<{ id: number }>(freeStatement(tx, on, open, { tier, most }));
      if (found) return found.id;
    }
  return undefined;
}

/** Conditions with which to search for a free item, in order. */
async function tiersFrom(tx: Tx, { queue }: OpenQueue, after: number | undefined): Promise<Sql[]> {
  if (after === undefined) return [empty];
  const other = sql` and w.id <> ${after}`;
  const place = queue.tie ? sql`(${queue.key}, ${queue.tie}, w.id)` : sql`(${queue.key}, w.id)`;
  // A decided item no longer has a position in the queue; an undecided one is skipped.
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
 * The first free item that no other caller is taking at the moment: each caller locks the number of the item and skips locked
 * ones, so that many concurrent callers neither wait nor get the same item.
 */
function freeStatement(
  tx: Tx,
  { platform, service }: On,
  open: OpenQueue,
  { tier, most }: { tier: Sql; most: number },
): Sql {
  const { queue, kind, name } = open;
  const now = platform.clock.now();
  return sql`
    with free as materialized (
      select found.id from ${placesIn(open)}
      cross join lateral (
        select w.id, ${queue.key} as key, ${queue.tie ?? sql`0`} as tie from ${itemsOf(queue, tx.tenantId)}${tier}
          and not exists (select from work_claim c where c.tenant_id = w.tenant_id and c.kind = ${kind}::text
            and c.item_id = w.id and c.until > ${now}::timestamptz)
          and not ${isSkipped({ kind, service, now }, sql`w.tenant_id`, sql`w.id`)}
          and not ${isOthers(name, service, sql`w.tenant_id`, sql`w.id`)}
        order by ${orderOf(queue)} limit ${raw(String(most))}) found
      order by case when found.key + interval '${raw(String(queue.dueAfterHours))} hours' <= ${now}::timestamptz then 0
          when found.key + interval '${raw(String(queue.dueAfterHours))} hours'
            <= ${now}::timestamptz + place.ahead * interval '1 hour' then 1 else 2 end,
        found.key, found.tie, found.id limit ${raw(String(most))})
    select id from free
    where pg_try_advisory_xact_lock(hashtext(${`${kind}:${tx.tenantId}`}), hashint8(id)) limit 1`;
}
