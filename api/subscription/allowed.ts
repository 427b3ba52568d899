import { decideMove, type SubscriptionEvent } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import { factsOfState, type SubscriptionState, selectStates } from './facts.ts';

/**
 * Which of these subscriptions the system may move now by an event that asks for nothing but their state: one reading
 * instead of a transaction for each that has to wait. The move itself judges again, under its lock.
 */
export async function allowedNow(
  house: House,
  tenantId: number,
  ids: readonly number[],
  event: SubscriptionEvent,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await house.db
    .tenant(tenantId)
    .many<SubscriptionState>(selectStates(sql`s.tenant_id = ${tenantId} and s.id = any(${ids}::bigint[])`));
  const now = house.clock.now();
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
