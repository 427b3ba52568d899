import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { checkDecision, type Decider } from '../work/decision.ts';
import type { SubscriptionState } from './facts.ts';

/** Who decides about an application as an item of a queue, the version she saw, and how she is named to the team. */
export type ApplicationDecider = { decider?: Decider; seen?: number | null | undefined; by: string };

/** The product itself, or a system of the institution that answers a webhook. */
export const BY_SYSTEM: ApplicationDecider = { by: 'sistema' };

/** Judges a decision about a locked application as one about an item: its version, and who has it (spec 25.4.2, 25.4.3). */
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
