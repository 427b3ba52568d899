import type { Runner } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { maySee } from '../platform/lists/lists.ts';
import { type SubscriptionState, stateOf } from './facts.ts';
import { type SubscriptionRow, subscriptionById } from './row.ts';

/** An application with everything its rules need; 404 outside the caller's institutions. */
export async function seenState(on: Runner, service: Service, id: number): Promise<SubscriptionState> {
  const row = await stateOf(on, id);
  return row && maySee(service, row.institution_code) ? row : fail('NOT_FOUND');
}

/** An application without the data that only its rules need; 404 outside the caller's institutions. */
export async function seenRow(on: Runner, service: Service, id: number): Promise<SubscriptionRow> {
  const row = await subscriptionById(on, id);
  return row && maySee(service, row.institution_code) ? row : fail('NOT_FOUND');
}
