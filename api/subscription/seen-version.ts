import { isoInZone } from '@orbita/domain/foundation';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { requireVersion } from '../work/decision.ts';
import { lockSubscription } from './move.ts';

/**
 * Rejects an act on an application that has changed since it was seen (`VERSION_CONFLICT`), and one by a team member who does
 * not state the version they saw (`VERSION_REQUIRED`; spec 25.6.3). The application stays locked until the act is done.
 */
export async function checkSeen(
  tx: Tx,
  service: Service,
  subscriptionId: number,
  seen: number | null | undefined,
): Promise<void> {
  requireVersion(service, seen);
  if (seen === null || seen === undefined) return;
  const { version, updated_at, time_zone } = await lockSubscription(tx, subscriptionId);
  if (version !== seen)
    fail('VERSION_CONFLICT', { extra: { version, changedAt: isoInZone(updated_at, time_zone) } });
}
