import { decideMove, type SubscriptionEvent } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import { factsOfState, type SubscriptionState, selectStates } from './facts.ts';

/**
 * Filters ids to those that the system may move now by an event whose rules need only the state. One query saves a transaction
 * for each subscription that cannot move yet; the move checks again under its lock.
 */
export async function allowedNow(
  platform: Platform,
  tenantId: number,
  ids: readonly number[],
  event: SubscriptionEvent,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await platform.db
    .tenant(tenantId)
    .many<SubscriptionState>(selectStates(sql`s.tenant_id = ${tenantId} and s.id = any(${ids}::bigint[])`));
  const now = platform.clock.now();
  const may = new Set(
    rows
      .filter((row) => {
        const facts = factsOfState(row, now);
        const from = { type: row.application_type, from: row.status } as const;
        return decideMove({ ...from, event, actor: 'system', facts }).allowed;
      })
      .map(({ id }) => id),
  );
  return ids.filter((id) => may.has(id));
}
