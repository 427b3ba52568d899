import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { SubscriptionState } from './facts.ts';
import { type SubscriptionRow, selectSubscriptions } from './row.ts';
import { acceptedAt, settingsValues } from './state-columns.ts';

/** What a decision about part of an application needs to know: much less than its full state. */
export type JudgedRow = SubscriptionRow & Pick<SubscriptionState, 'settings' | 'accepted_at'>;

/** Reads a locked subscription as a `JudgedRow`. @throws `NOT_FOUND` for an unknown id */
export async function readJudged(tx: Tx, id: number): Promise<JudgedRow> {
  const row = await tx.one<JudgedRow>(
    selectSubscriptions(
      sql`s.tenant_id = ${tx.tenantId} and s.id = ${id}`,
      sql`, ${settingsValues()} as settings, ${acceptedAt} as accepted_at`,
    ),
  );
  return row ?? fail('NOT_FOUND');
}
