import { isoInZone } from '@orbita/domain/foundation';
import type { Kind } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { endOfAssignment } from './assigned.ts';
import { holderOf } from './holder.ts';
import { publishClaim, publishDecided, publishQueues, type WorkItem } from './publish.ts';
import type { Item } from './queue.ts';

/** Who decides; absent for the product itself and for service tokens. */
export type Decider = Pick<Service, 'staff'> | undefined;

/** An item under its lock, when a decision about it is checked. */
export type JudgedItem = {
  kind: Kind;
  id: number;
  version: number;
  changedAt: Date;
  /** Who made the last change, if a member of the institution did. */
  changedBy?: string | null | undefined;
};

/** Refuses a person's decision that does not name the version they saw (spec 25.4.3); tokens may leave it out. */
export function requireVersion(decider: Decider, seen: number | null | undefined): void {
  if (decider?.staff && (seen === null || seen === undefined)) fail('VERSION_REQUIRED');
}

/**
 * Refuses a decision about an item that changed since it was seen (`VERSION_CONFLICT`), and a person's decision while somebody
 * else has claimed it (`CLAIMED_BY_OTHER`; spec 25.4.2, 25.4.3). Call it in the transaction of the decision, with the item locked
 * and after checking that it is still open: a decision made meanwhile is a `STATE_CONFLICT` of the item's own module. An expired
 * claim blocks nobody, and claims never block a service token.
 */
export async function checkDecision(
  tx: Tx,
  {
    decider,
    item,
    seen,
    now,
    zone,
  }: { decider: Decider; item: JudgedItem; seen: number | null | undefined; now: Date; zone: string },
): Promise<void> {
  requireVersion(decider, seen);
  if (seen !== null && seen !== undefined && seen !== item.version)
    fail('VERSION_CONFLICT', {
      extra: {
        version: item.version,
        changedAt: isoInZone(item.changedAt, zone),
        ...(item.changedBy ? { by: item.changedBy } : {}),
      },
    });
  if (!decider?.staff) return;
  const holder = await holderOf(tx, item, now);
  if (holder && holder.staff_id !== decider.staff.id) refuseClaimed(holder, zone);
}

/** Refuses with who has claimed the item, and until when. */
export function refuseClaimed({ by, until }: { by: string; until: Date }, zone: string): never {
  const shown = isoInZone(until, zone);
  fail('CLAIMED_BY_OTHER', {
    message: `${by} está com este item até ${shown.slice(11, 16)}.`,
    extra: { by, until: shown },
  });
}

/** Removes the claim of an item, whoever held it. */
const settleClaim = (tx: Tx, { kind, id }: Pick<JudgedItem, 'kind' | 'id'>): void =>
  tx.alongside(sql`
    delete from work_claim where tenant_id = ${tx.tenantId} and kind = ${kind}::text and item_id = ${id} returning id`);

/**
 * After a decision, in its transaction: removes claim and assignment, whoever held them, and notifies the team's pages of who
 * decided.
 */
export async function settleItem(
  tx: Tx,
  platform: Platform,
  { kind, id }: Pick<JudgedItem, 'kind' | 'id'>,
  by: string,
): Promise<void> {
  settleClaim(tx, { kind, id });
  tx.alongside(endOfAssignment(tx, { kind, id, now: platform.clock.now(), by }));
  const item = await tx.one<Item>(platform.items[kind](tx.tenantId, id));
  if (!item) return;
  const workItem = { kind, id, institutionId: item.institution_id };
  publishDecided(tx, platform, workItem, by);
  publishQueues(tx, workItem);
}

/**
 * Publishes that an item changed without being decided. Pages that show its queues are notified, and pages that have it open
 * reload it, because they receive the current holder again, or that there is none.
 */
export async function publishChanged(
  tx: Tx,
  platform: Platform,
  item: WorkItem,
  zone: string,
): Promise<void> {
  const holder = await holderOf(tx, item, platform.clock.now());
  publishClaim(tx, platform, item, holder && { by: holder.by, until: holder.until, zone });
  publishQueues(tx, item);
}
