import { isoInZone } from '@orbita/domain/foundation';
import { KINDS, type Kind, QUEUE_NAMES, QUEUES } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { publishEach, publishToTeam, queueChanged } from '../platform/team-events.ts';

/** An item with the institution whose team hears of it. */
export type Told = { kind: Kind; id: number; institutionId: number };

/** Tells the pages that show a queue of a kind that something came into it or left it (spec 25.19). */
export function tellQueues(tx: Tx, { kind, institutionId }: Omit<Told, 'id'>): void {
  for (const queue of QUEUE_NAMES.filter((name) => QUEUES[name].kind === kind))
    queueChanged(tx, { queue, institutionId, parts: QUEUES[queue].openers });
}

type Holder = { by: string; until: Date; zone: string };

/** Tells who has an item; without a holder it is free again. */
export const tellClaim = (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { kind, id, institutionId }: Told,
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

/** Frees items of a kind by a statement that returns their `id` and `institution_id`, and tells that each is free again. */
export const tellFreed = (tx: Tx, platform: Pick<Platform, 'clock'>, kind: Kind, freed: Sql): void =>
  publishEach(tx, platform, {
    type: 'item.claimed',
    rows: freed,
    data: sql`jsonb_build_object('kind', ${kind}::text, 'itemId', row.id)`,
    parts: KINDS[kind].openers,
  });

/** Tells that an item was decided, and by whom. */
export const tellDecided = (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  { kind, id, institutionId }: Told,
  by: string,
): void =>
  publishToTeam(tx, platform, {
    type: 'item.decided',
    data: { kind, itemId: id, by },
    to: { parts: KINDS[kind].openers, institution: institutionId },
  });
