import { type Kind, QUEUES, type QueueName } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { endAssignment } from './assigned.ts';
import { actorOf, claimable, lockActor } from './claims.ts';
import type { On } from './open-queue.ts';
import { publishClaim } from './publish.ts';

const DAY = 86_400_000;

type Skip = { itemId: number; reason?: string | null | undefined };

/** Returns an item undecided; it is not offered to this person again for a day (spec 25.4.4). */
export async function skipItem(tx: Tx, on: On, name: QueueName, { itemId, reason }: Skip): Promise<void> {
  const { kind } = QUEUES[name];
  const until = new Date(on.platform.clock.now().getTime() + DAY);
  await passBy(tx, on, { kind, itemId, reason, until });
}

/** Returns an item permanently: somebody who knows its author must not grade it (spec 25.7). */
export const recuse = (tx: Tx, on: On, { kind, itemId, reason }: Skip & { kind: Kind }): Promise<void> =>
  passBy(tx, on, { kind, itemId, reason, until: null });

async function passBy(
  tx: Tx,
  on: On,
  { kind, itemId, reason, until }: Skip & { kind: Kind; until: Date | null },
): Promise<void> {
  const staff = actorOf(on.service);
  await lockActor(tx, staff);
  await claimable(tx, on, kind, itemId);
  const freed = await tx.one<{ institution: number }>(sql`
    delete from work_claim where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${itemId}
      and staff_id = ${staff.id} returning institution_id as institution`);
  if (freed) publishClaim(tx, on.platform, { kind, id: itemId, institutionId: freed.institution });
  await tx.many(sql`
    delete from work_skip where tenant_id = ${tx.tenantId} and staff_id = ${staff.id}
      and until <= ${on.platform.clock.now()}::timestamptz returning item_id`);
  await keepSkip(tx, { kind, itemId, staffId: staff.id, reason, until });
  // A permanent withdrawal also ends the person's assignment.
  if (until === null)
    await endAssignment(tx, {
      ...{ kind, id: itemId, staffId: staff.id },
      ...{ now: on.platform.clock.now(), by: on.service.operator ?? '' },
    });
}

/** Never offers an item to a person again, because they already gave their mark or decision. */
export const neverOffer = (tx: Tx, item: { kind: Kind; itemId: number; staffId: number }): Promise<unknown> =>
  keepSkip(tx, { ...item, until: null });

/** A permanent skip is never shortened by a later temporary one. */
const keepSkip = (
  tx: Tx,
  { kind, itemId, staffId, reason, until }: Skip & { kind: Kind; staffId: number; until: Date | null },
): Promise<unknown> =>
  tx.one(sql`
    insert into work_skip as k (tenant_id, kind, item_id, staff_id, reason, recusal, until)
    values (${tx.tenantId}, ${kind}::text, ${itemId}::bigint, ${staffId}::bigint, ${reason ?? null}::text,
      ${until === null}::boolean, ${until}::timestamptz)
    on conflict (tenant_id, kind, item_id, staff_id) do update set
      reason = coalesce(excluded.reason, k.reason), recusal = k.recusal or excluded.recusal,
      until = case when k.recusal or excluded.recusal then null else excluded.until end
    returning item_id`);

/** Whether a person withdrew from an item permanently. */
export const isRecused = async (tx: Tx, { kind, id, staffId }: { kind: Kind; id: number; staffId: number }) =>
  (await tx.one(sql`
    select item_id from work_skip where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id}
      and staff_id = ${staffId} and recusal`)) !== undefined;
