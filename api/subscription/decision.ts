import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { checkDecision, type Decider } from '../work/decision.ts';
import type { SubscriptionState } from './facts.ts';

/** Who decides about an application as an item of a queue, the version they saw, and the name shown to the team. */
export type ApplicationDecider = { decider?: Decider; seen?: number | null | undefined; by: string };

/** The product itself, or an institution's system that answers a webhook. */
export const BY_SYSTEM: ApplicationDecider = { by: 'sistema' };

/**
 * Checks a decision about a locked application as one about a work item: its version, and who has claimed it (spec 25.4.2,
 * 25.4.3).
 */
export const checkApplication = (
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  { decider, seen }: ApplicationDecider,
): Promise<void> =>
  checkDecision(tx, {
    decider,
    item: { kind: 'application', id: row.id, version: row.version, changedAt: row.updated_at },
    seen,
    now: platform.clock.now(),
    zone: row.time_zone,
  });
