import { STATUS, type Status } from '@orbita/domain/subscription';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { publishQueues } from '../work/publish.ts';
import { settleAnalysis } from './analysis-wait.ts';
import type { SubscriptionState } from './facts.ts';

type Made = { from: Status | null; to: Status };

/**
 * After an application's moves have come to rest: updates what is waiting for the team because of them (spec 25.4.1). Returns
 * the state, with the new version if it changed.
 */
export async function settleWaiting(
  tx: Tx,
  platform: Platform,
  state: SubscriptionState,
  moves: readonly Made[],
): Promise<SubscriptionState> {
  const touched = (status: Status) => moves.some(({ from, to }) => from === status || to === status);
  // The database itself maintains these two queues; here only the viewers of the queues of student numbers and counter payments
  // are notified.
  if (touched(STATUS.Enrolled) || touched(STATUS.ManualPaymentPending))
    publishQueues(tx, { kind: 'application', institutionId: state.institution_id });
  if (!touched(STATUS.SubscriptionDocumentationPending)) return state;
  const version = await settleAnalysis(tx, platform, state.id);
  return version === undefined ? state : { ...state, version };
}
