import { KINDS, type Kind, leadsOf, takersOf } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Tx } from '../platform/database/types.ts';
import type { ActingStaff, Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { Platform } from '../platform/platform.ts';
import { refuseClaimed } from './decision.ts';
import { holderOf } from './holder.ts';
import { placeOf, type ReadSetting } from './places.ts';
import { publishClaim, publishFreed, type WorkItem } from './publish.ts';
import type { Item } from './queue.ts';

const MINUTE = 60_000;

type On = { platform: Platform; tenant: Tenant; service: Service };
export type Claimed = { id: number; until: Date };

/** The team member making the call; only people can make calls about claims. */
export const actorOf = ({ staff }: Service): ActingStaff => staff ?? fail('FORBIDDEN');

/**
 * Locks the acting person, so that they claim one thing at a time, and so that ending their session or role, which takes the same
 * lock, frees everything they took before. Refuses (401) a person whose session or access has ended meanwhile.
 */
export async function lockActor(tx: Tx, staff: ActingStaff): Promise<void> {
  tx.alongside(lockOf(tx, staff.id));
  // A separate statement, because only a statement that starts after the lock was granted sees what ended in the meantime.
  const living = await tx.one(sql`
    select s.id from staff s
    join staff_session k on k.tenant_id = s.tenant_id and k.id = ${staff.sessionId} and k.revoked_at is null
    where s.tenant_id = ${tx.tenantId} and s.id = ${staff.id} and s.state = 'active'`);
  if (!living) fail('STAFF_SESSION_OVER');
}

const lockOf = ({ tenantId }: Tx, staffId: number): Sql =>
  sql`select id from staff where tenant_id = ${tenantId} and id = ${staffId} for no key update`;

/**
 * An item that the caller may claim: 404 for items of other institutions, 403 without a scope that opens its kind or, for kinds
 * decided by queue, its queue.
 */
export async function claimable(tx: Tx, { platform, service }: On, kind: Kind, id: number): Promise<Item> {
  const reach = reachWithin(service, KINDS[kind].openers);
  if (reach?.length === 0) fail('FORBIDDEN');
  const item = await tx.one<Item>(platform.items[kind](tx.tenantId, id));
  if (!item || reach?.includes(item.institution_code) === false) fail('NOT_FOUND');
  if (reachWithin(service, takersOf(kind, item.queue))?.includes(item.institution_code) === false)
    fail('FORBIDDEN');
  return item;
}

/** Until when a claim made or renewed now lasts, by the institution of its item (`ClaimMinutes`). */
async function claimUntil(tx: Tx, platform: Platform, institutionId: number): Promise<Date> {
  const { read } = await placeOf(tx, institutionId);
  return claimEnd(platform.clock.now(), read);
}

/** Until when a claim made at `now` lasts in an institution. */
export const claimEnd = (now: Date, read: ReadSetting): Date =>
  new Date(now.getTime() + read('ClaimMinutes') * MINUTE);

type Taking = { kind: Kind; id: number; takeOver?: boolean | undefined };

/**
 * Claims an item, or renews the claim. An item claimed by somebody else is refused (`CLAIMED_BY_OTHER`) unless it is taken over,
 * which requires the leading scope. Beyond the maximum a person may hold, their oldest claims are released (spec 25.4.2).
 */
export async function takeClaim(
  tx: Tx,
  on: On,
  { kind, id, takeOver }: Taking,
): Promise<Claimed & { item: Item }> {
  const { platform, tenant, service } = on;
  const staff = actorOf(service);
  await lockActor(tx, staff);
  const item = await claimable(tx, on, kind, id);
  // Only its queue determines who decides the item, so an item that is in none cannot be claimed.
  if (KINDS[kind].byQueue && !item.queue) fail('NOT_FOUND');
  if (takeOver) {
    const leads = reachWithin(service, leadsOf(kind, item.queue));
    if (leads?.includes(item.institution_code) === false) fail('FORBIDDEN');
  }
  const now = platform.clock.now();
  const until = await claimUntil(tx, platform, item.institution_id);
  const claimed =
    (await writeClaim(tx, { kind, id, item, staff, now, until, takeOver })) ??
    // The previous holder has released it in the meantime.
    ((await holderOf(tx, { kind, id }, now))
      ? undefined
      : await writeClaim(tx, { kind, id, item, staff, now, until, takeOver }));
  if (!claimed) refuseClaimed((await holderOf(tx, { kind, id }, now)) ?? fail('NOT_FOUND'), tenant.timeZone);
  const workItem = { kind, id, institutionId: item.institution_id };
  publishClaim(tx, platform, workItem, {
    by: service.operator ?? '',
    until: claimed.until,
    zone: tenant.timeZone,
  });
  giveBackSurplus(tx, platform, { staffId: staff.id, kind, kept: id });
  return { ...claimed, item };
}

type Written = Taking & { item: Item; staff: ActingStaff; now: Date; until: Date };

/** Writes the claim; undefined when somebody else holds the item. */
const writeClaim = (
  tx: Tx,
  { kind, id, item, staff, now, until, takeOver }: Written,
): Promise<Claimed | undefined> =>
  tx.one<Claimed>(sql`
    insert into work_claim as c (tenant_id, kind, item_id, institution_id, staff_id, session_id, since, until)
    values (${tx.tenantId}, ${kind}::text, ${id}::bigint, ${item.institution_id}::bigint, ${staff.id}::bigint,
      ${staff.sessionId}::bigint, ${now}::timestamptz, ${until}::timestamptz)
    on conflict (tenant_id, kind, item_id) do update set
      since = case when c.staff_id = excluded.staff_id and c.until > ${now}::timestamptz then c.since
        else excluded.since end,
      staff_id = excluded.staff_id, session_id = excluded.session_id, until = excluded.until
    where c.staff_id = excluded.staff_id or c.until <= ${now}::timestamptz or ${takeOver === true}::boolean
    returning id, until`);

/**
 * Releases a person's claims of a kind beyond the maximum, oldest first, and publishes that. Rows that somebody else is taking
 * over at the moment are skipped: waiting for each other would deadlock.
 */
export const giveBackSurplus = (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { staffId, kind, kept }: { staffId: number; kind: Kind; kept: number },
): void =>
  publishFreed(
    tx,
    platform,
    kind,
    sql`
    delete from work_claim where tenant_id = ${tx.tenantId} and id in (
      select id from work_claim
      where tenant_id = ${tx.tenantId} and staff_id = ${staffId} and kind = ${kind}::text and item_id <> ${kept}
      order by since desc, id desc offset ${KINDS[kind].most - 1}::int for update skip locked)
    returning item_id as id, institution_id`,
  );

/** Renews the caller's own claim, even one that expired, unless somebody else has taken the item. */
export async function renewClaim(tx: Tx, on: On, id: number): Promise<Date> {
  const { platform, tenant, service } = on;
  const staff = actorOf(service);
  await lockActor(tx, staff);
  const known = await tx.one<{ kind: Kind; item_id: number; staff_id: number; institution_id: number }>(sql`
    select kind, item_id, staff_id, institution_id from work_claim
    where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  if (!known) fail('NOT_FOUND');
  if (known.staff_id !== staff.id) {
    // The new holder is only revealed to callers who may see the item.
    await claimable(tx, on, known.kind, known.item_id);
    const holder = await holderOf(tx, { kind: known.kind, id: known.item_id }, platform.clock.now());
    if (holder) refuseClaimed(holder, tenant.timeZone);
    fail('NOT_FOUND');
  }
  const until = await claimUntil(tx, platform, known.institution_id);
  await tx.one(sql`
    update work_claim set until = ${until}::timestamptz, session_id = ${staff.sessionId}::bigint
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  return until;
}

/** Releases the caller's own claim; 404 for any other. */
export async function releaseClaim(tx: Tx, { platform, service }: On, id: number): Promise<void> {
  const released = await tx.many<RowOf<WorkItem>>(sql`
    delete from work_claim where tenant_id = ${tx.tenantId} and id = ${id} and staff_id = ${actorOf(service).id}
    returning kind, item_id as id, institution_id`);
  if (released.length === 0) fail('NOT_FOUND');
  for (const row of released) publishClaim(tx, platform, shapeOf(row));
}

/**
 * Releases a person's claims when a role or session ended: all of them, or those of one session. Under the lock of `lockActor`,
 * so that claims being made at the same time are released too.
 */
export async function releaseClaimsOf(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { staffId, sessionId = null }: { staffId: number; sessionId?: number | null },
): Promise<void> {
  tx.alongside(lockOf(tx, staffId));
  const freed = await tx.many<RowOf<WorkItem>>(sql`
    delete from work_claim where tenant_id = ${tx.tenantId} and staff_id = ${staffId}
      and (${sessionId}::bigint is null or session_id = ${sessionId}::bigint)
    returning kind, item_id as id, institution_id`);
  for (const row of freed) publishClaim(tx, platform, shapeOf(row));
}
