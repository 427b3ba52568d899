import { isoInZone } from '@orbita/domain/foundation';
import { KINDS, type Kind, QUEUE_NAMES, QUEUES } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { publishEach, publishToTeam, queueChanged } from '../platform/team-events.ts';

/** An item and the institution whose team is notified about it. */
export type WorkItem = { kind: Kind; id: number; institutionId: number };

/** Notifies pages that show a queue of this kind that items were added or removed (spec 25.19). */
export function publishQueues(tx: Tx, { kind, institutionId }: Omit<WorkItem, 'id'>): void {
  for (const queue of QUEUE_NAMES.filter((name) => QUEUES[name].kind === kind))
    queueChanged(tx, { queue, institutionId, parts: QUEUES[queue].openers });
}

type Holder = { by: string; until: Date; zone: string };

/** Publishes who holds an item; without a holder it is free again. */
export const publishClaim = (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { kind, id, institutionId }: WorkItem,
  holder?: Holder,
): void =>
  publishToTeam(tx, platform, {
    type: 'item.claimed',
    data: {
      kind,
      itemId: id,
      ...(holder ? { by: holder.by, until: isoInZone(holder.until, holder.zone) } : {}),
    },
    to: { parts: KINDS[kind].openers, institution: institutionId },
  });

/** Frees items of a kind with a statement that returns their `id` and `institution_id`, and publishes that each is free again. */
export const publishFreed = (tx: Tx, platform: Pick<Platform, 'clock'>, kind: Kind, freed: Sql): void =>
  publishEach(tx, platform, {
    type: 'item.claimed',
    rows: freed,
    data: sql`jsonb_build_object('kind', ${kind}::text, 'itemId', row.id)`,
    parts: KINDS[kind].openers,
  });

/** Publishes that an item was decided, and by whom. */
export const publishDecided = (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { kind, id, institutionId }: WorkItem,
  by: string,
): void =>
  publishToTeam(tx, platform, {
    type: 'item.decided',
    data: { kind, itemId: id, by },
    to: { parts: KINDS[kind].openers, institution: institutionId },
  });
